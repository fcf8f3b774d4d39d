/* SPDX-License-Identifier: MIT */
/* The .npy members of a ZIP file: stored or deflated, with sizes of 32 or 64 bits. */
#ifndef VRMI_MOTION_NPZ_H
#define VRMI_MOTION_NPZ_H

#include "motion/numpy/npy.h"
#include "vrm/base.h"

enum { VRMI_NPZ_MEMBERS_MAX = 256 /* more are passed over */ };

typedef struct vrmi_NpzMember {
    const char* name; /* within the file, without ".npy" */
    size_t name_length;
    const uint8_t* data; /* as stored */
    size_t stored_size, size;
    bool is_deflated;
} vrmi_NpzMember;

typedef struct vrmi_Npz {
    vrmi_NpzMember members[VRMI_NPZ_MEMBERS_MAX];
    int32_t count;
} vrmi_Npz;

/* Whether it is a ZIP file whose first member is an array. */
bool vrmi_npz_recognises(const uint8_t* bytes, size_t size);

/* Lists the members. False when the file is damaged or cut short. */
bool vrmi_npz_list(const uint8_t* bytes, size_t size, vrmi_Npz* out);

/* NULL: there is none of that name. */
const vrmi_NpzMember* vrmi_npz_find(const vrmi_Npz* file, const char* name);

/* Reads a member. *out_bytes are what the array lies in when they had to be inflated, for
 * vrmi_release() with the member's size; NULL otherwise. VRM_ERR_LIMIT when that takes more than
 * `max_bytes`, VRM_ERR_INVALID when the member is damaged. */
vrm_Result vrmi_npz_read(const vrmi_NpzMember* member, uint64_t max_bytes,
                         const vrm_Allocator* allocator, vrmi_Npy* out, uint8_t** out_bytes);

#endif
