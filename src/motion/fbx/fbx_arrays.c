/* SPDX-License-Identifier: MIT */
/* Arrays: raw or deflated in binary files, the child `a` in text, single values before version 7.
 */
#include "base/bytes.h"
#include "base/inflate.h"
#include "motion/fbx/fbx_tree.h"

#include <math.h>
#include <string.h>

static size_t size_of(char element) {
    return element == 'l' || element == 'd' ? 8 : element == 'i' || element == 'f' ? 4 : 1;
}

/* Where the numbers of text are: the child `a` behind "*COUNT", or the node itself. */
static uint32_t list_of(const vrmi_FbxTree* tree, uint32_t node) {
    uint32_t list = tree->is_text ? vrmi_fbx_child(tree, node, "a") : 0;
    return list != 0 ? list : node;
}

size_t vrmi_fbx_count(vrmi_FbxTree* tree, uint32_t node) {
    if (node == 0) return 0;
    vrmi_FbxCursor cursor = vrmi_fbx_values(tree, list_of(tree, node));
    vrmi_FbxValue value = vrmi_fbx_take(&cursor);
    if (value.kind == VRMI_FBX_ARRAY) {
        size_t bytes = (size_t)value.count, most = value.text_size;
        if (!vrmi_mul(bytes, size_of(value.element), &bytes)) return 0;
        if (value.is_deflated && !vrmi_mul(most, VRMI_INFLATE_RATIO, &most)) most = SIZE_MAX;
        return bytes <= most ? value.count : 0;
    }
    size_t count = 0;
    for (; value.kind == VRMI_FBX_INTEGER || value.kind == VRMI_FBX_REAL; count++)
        value = vrmi_fbx_take(&cursor);
    return count;
}

/* The bytes of an array; NULL when they are damaged. */
static const uint8_t* unpacked(vrmi_FbxTree* tree, const vrmi_FbxValue* value) {
    size_t bytes = (size_t)value->count * size_of(value->element);
    if (!value->is_deflated) return bytes <= value->text_size ? (const uint8_t*)value->text : NULL;
    if (bytes > tree->unpacking_left) {
        vrmi_fbx_fail_memory(tree, VRM_ERR_LIMIT);
        return NULL;
    }
    tree->unpacking_left -= bytes;
    if (bytes > tree->scratch_room) {
        if (!vrmi_fbx_charge(tree, bytes - tree->scratch_room, 1)) return NULL;
        vrmi_release(&tree->input->allocator, tree->scratch, tree->scratch_room);
        tree->scratch_room = 0;
        tree->scratch = vrmi_alloc(&tree->input->allocator, bytes);
        if (tree->scratch == NULL) {
            vrmi_fbx_fail_memory(tree, VRM_ERR_MEMORY);
            return NULL;
        }
        tree->scratch_room = bytes;
    }
    return vrmi_inflate((const uint8_t*)value->text, value->text_size, tree->scratch, bytes)
               ? tree->scratch
               : NULL;
}

static double finite_or_zero(double value) {
    return fabs(value) <= 1e300 ? value : 0.0;
}

static double real_at(const uint8_t* from, char element) {
    uint32_t narrow;
    uint64_t wide;
    float single;
    double value;
    switch (element) {
    case 'f':
        narrow = vrmi_load_u32(from);
        memcpy(&single, &narrow, sizeof single);
        return finite_or_zero((double)single);
    case 'd':
        wide = vrmi_load_u64(from);
        memcpy(&value, &wide, sizeof value);
        return finite_or_zero(value);
    case 'i': return (double)(int32_t)vrmi_load_u32(from);
    case 'l': return (double)(int64_t)vrmi_load_u64(from);
    default: return (double)*from;
    }
}

static int64_t integer_at(const uint8_t* from, char element) {
    if (element == 'i') return (int32_t)vrmi_load_u32(from);
    if (element == 'l') return (int64_t)vrmi_load_u64(from);
    double value = real_at(from, element);
    return (int64_t)(value > 9e18 ? 9e18 : value < -9e18 ? -9e18 : value);
}

/* A number of an array or of text, in the four forms that callers want. */
typedef enum Form { INTEGERS, FLOATS, BITS, DOUBLES } Form;

static float to_float(double value) {
    return value > 3e38 ? 3e38f : value < -3e38 ? -3e38f : (float)value;
}

static void put(Form form, void* out, size_t index, double real, int64_t integer) {
    switch (form) {
    case INTEGERS: ((int64_t*)out)[index] = integer; break;
    case FLOATS: ((float*)out)[index] = to_float(real); break;
    case DOUBLES: ((double*)out)[index] = real; break;
    case BITS:
        if (fabs(real) > 16777216.0) {
            ((uint32_t*)out)[index] = (uint32_t)integer;
        } else {
            float value = (float)real;
            memcpy((uint32_t*)out + index, &value, sizeof value);
        }
    }
}

static bool read_array(vrmi_FbxTree* tree, const vrmi_FbxValue* array, Form form, void* out,
                       size_t count) {
    const uint8_t* from = count <= array->count ? unpacked(tree, array) : NULL;
    size_t step = size_of(array->element);
    if (from == NULL) return false;
    if (form == BITS && step == 4) {
        for (size_t i = 0; i < count; i++) ((uint32_t*)out)[i] = vrmi_load_u32(from + 4 * i);
        return true;
    }
    if (form == INTEGERS && array->element == 'l') {
        for (size_t i = 0; i < count; i++)
            ((int64_t*)out)[i] = (int64_t)vrmi_load_u64(from + 8 * i);
        return true;
    }
    if (form == FLOATS && array->element == 'f') {
        for (size_t i = 0; i < count; i++) ((float*)out)[i] = to_float(real_at(from + 4 * i, 'f'));
        return true;
    }
    for (size_t i = 0; i < count; i++, from += step)
        put(form, out, i, form == INTEGERS ? 0.0 : real_at(from, array->element),
            form == FLOATS || form == DOUBLES ? 0 : integer_at(from, array->element));
    return true;
}

static bool read_numbers(vrmi_FbxTree* tree, uint32_t node, Form form, void* out, size_t count) {
    if (node == 0) return count == 0;
    vrmi_FbxCursor cursor = vrmi_fbx_values(tree, list_of(tree, node));
    for (size_t i = 0; i < count; i++) {
        vrmi_FbxValue value = vrmi_fbx_take(&cursor);
        if (i == 0 && value.kind == VRMI_FBX_ARRAY)
            return read_array(tree, &value, form, out, count);
        if (value.kind != VRMI_FBX_INTEGER && value.kind != VRMI_FBX_REAL) return false;
        put(form, out, i, value.real, value.integer);
    }
    return true;
}

bool vrmi_fbx_integers(vrmi_FbxTree* tree, uint32_t node, int64_t* out, size_t count) {
    return read_numbers(tree, node, INTEGERS, out, count);
}

bool vrmi_fbx_floats(vrmi_FbxTree* tree, uint32_t node, float* out, size_t count) {
    return read_numbers(tree, node, FLOATS, out, count);
}

bool vrmi_fbx_bits(vrmi_FbxTree* tree, uint32_t node, uint32_t* out, size_t count) {
    return read_numbers(tree, node, BITS, out, count);
}

bool vrmi_fbx_doubles(vrmi_FbxTree* tree, uint32_t node, double* out, size_t count) {
    return read_numbers(tree, node, DOUBLES, out, count);
}

/* ---- Times ---- */

static bool has_same_bytes(const vrmi_FbxTree* tree, uint32_t a, uint32_t b) {
    const vrmi_FbxNode *one = &tree->nodes[list_of(tree, a)],
                       *other = &tree->nodes[list_of(tree, b)];
    return one->values_size == other->values_size &&
           memcmp(tree->bytes + one->values_at, tree->bytes + other->values_at, one->values_size) ==
               0;
}

const int64_t* vrmi_fbx_times(vrmi_FbxTree* tree, uint32_t node, size_t count) {
    if (tree->times_node != 0 && tree->times_count >= count &&
        has_same_bytes(tree, tree->times_node, node))
        return tree->times;
    tree->times_node = 0;
    if (count > tree->times_room) {
        if (!vrmi_fbx_charge(tree, count - tree->times_room, sizeof *tree->times)) return NULL;
        const vrm_Allocator* allocator = &tree->input->allocator;
        vrmi_release(allocator, tree->times, tree->times_room * sizeof *tree->times);
        tree->times_room = 0;
        tree->times = vrmi_alloc(allocator, count * sizeof *tree->times);
        if (tree->times == NULL) {
            vrmi_fbx_fail_memory(tree, VRM_ERR_MEMORY);
            return NULL;
        }
        tree->times_room = count;
    }
    if (!vrmi_fbx_integers(tree, node, tree->times, count)) return NULL;
    tree->times_node = node;
    tree->times_count = count;
    return tree->times;
}
