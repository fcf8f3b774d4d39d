/* SPDX-License-Identifier: MIT */
/* Tables of the arrays of a rig's structs: offset of the pointer, offset of the count, size of an
 * element. */
#include "rig/rig_draft.h"

#include <string.h>

static size_t size_of(const vrmi_ArrayRow* row, int32_t lanes) {
    return row->size + (size_t)lanes * row->lane_size;
}

static size_t count_of(const vrmi_ArrayRow* row, const void* owner) {
    int32_t count;
    memcpy(&count, (const char*)owner + row->count_at, sizeof count);
    return (size_t)count;
}

void vrmi_arrays_alloc(vrmi_RigBuild* build, void* owner, const vrmi_ArrayRow* rows,
                       int32_t row_count, int32_t lanes) {
    for (const vrmi_ArrayRow* row = rows; row < rows + row_count; row++) {
        void* array = vrmi_build_alloc(build, count_of(row, owner), size_of(row, lanes));
        memcpy((char*)owner + row->at, &array, sizeof array);
    }
}

void vrmi_arrays_carve(vrmi_Carver* carver, void* owner, const vrmi_ArrayRow* rows,
                       int32_t row_count, int32_t lanes) {
    for (const vrmi_ArrayRow* row = rows; row < rows + row_count; row++) {
        void* array;
        memcpy(&array, (char*)owner + row->at, sizeof array);
        if (array == NULL) continue;
        array = vrmi_carve_copy(carver, array, count_of(row, owner), size_of(row, lanes));
        memcpy((char*)owner + row->at, &array, sizeof array);
    }
}
