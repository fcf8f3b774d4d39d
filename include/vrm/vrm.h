/* SPDX-License-Identifier: MIT */
/** All of libvrm. Each header can also be included alone. */
#ifndef VRM_VRM_H
#define VRM_VRM_H

#include "actor.h"
#include "bake.h"
#include "base.h"
#include "capture.h"
#include "clip.h"
#include "diff.h"
#include "digest.h"
#include "edit.h"
#include "face.h"
#include "gltf.h"
#include "json.h"
#include "lip.h"
#include "mesh.h"
#include "migrate.h"
#include "model.h"
#include "motion.h"
#include "motion_edit.h"
#include "normalize.h"
#include "optimize.h"
#include "pack.h"
#include "pose.h"
#include "record.h"
#include "report.h"
#include "retarget.h"
#include "rig.h"
#include "save.h"
#include "sim.h"
#include "speech_marks.h"
#include "spring.h"
#include "text.h"
#include "types.h"
#include "validate.h"

#endif
