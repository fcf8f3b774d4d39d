/* SPDX-License-Identifier: MIT */
/** All of libvrm, in the order in which a file travels. Each header also stands alone. */
#ifndef VRM_VRM_H
#define VRM_VRM_H

#include "base.h"
#include "types.h"

#include "report.h"

#include "json.h"

#include "gltf.h"

#include "model.h"

#include "validate.h"

#endif
