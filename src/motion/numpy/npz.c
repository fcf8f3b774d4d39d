/* SPDX-License-Identifier: MIT */
/* Members are found by the directory at the end of the file (APPNOTE 4.3.12 to 4.3.16): the headers
 * before the data need not know sizes. */
#include "motion/numpy/npz.h"

#include "base/bytes.h"
#include "base/inflate.h"

#include <string.h>

enum {
    LOCAL_SIZE = 30,
    ENTRY_SIZE = 46,
    END_SIZE = 22,
    END64_SIZE = 56,
    LOCATOR_SIZE = 20,
    COMMENT_MAX = 65535
};

#define LOCAL_MARK   0x04034b50u
#define ENTRY_MARK   0x02014b50u
#define END_MARK     0x06054b50u
#define END64_MARK   0x06064b50u
#define LOCATOR_MARK 0x07064b50u
#define IN_EXTRA     0xffffffffu /* the true number is one of 64 bits elsewhere */

static bool is_array_name(const uint8_t* name, size_t length) {
    return length > 4 && memcmp(name + length - 4, ".npy", 4) == 0;
}

bool vrmi_npz_recognises(const uint8_t* bytes, size_t size) {
    if (size < LOCAL_SIZE || vrmi_load_u32(bytes) != LOCAL_MARK) return false;
    size_t length = vrmi_load_u16(bytes + 26);
    return length <= size - LOCAL_SIZE && is_array_name(bytes + LOCAL_SIZE, length);
}

/* ---- The directory ---- */

static const uint8_t* find_end(const uint8_t* bytes, size_t size) {
    for (size_t back = END_SIZE; back <= size && back <= END_SIZE + COMMENT_MAX; back++) {
        const uint8_t* end = bytes + size - back;
        if (vrmi_load_u32(end) == END_MARK && vrmi_load_u16(end + 20) == back - END_SIZE)
            return end;
    }
    return NULL;
}

/* Where the directory begins, and its bytes. */
static bool find_directory(const uint8_t* bytes, size_t size, const uint8_t** out_at,
                           size_t* out_size) {
    const uint8_t* end = find_end(bytes, size);
    if (end == NULL) return false;
    uint64_t length = vrmi_load_u32(end + 12), begin = vrmi_load_u32(end + 16);
    if (end - bytes >= LOCATOR_SIZE && vrmi_load_u32(end - LOCATOR_SIZE) == LOCATOR_MARK) {
        uint64_t place = vrmi_load_u64(end - LOCATOR_SIZE + 8);
        if (size < END64_SIZE || place > size - END64_SIZE ||
            vrmi_load_u32(bytes + place) != END64_MARK)
            return false;
        length = vrmi_load_u64(bytes + place + 40);
        begin = vrmi_load_u64(bytes + place + 48);
    }
    if (begin > size || length > size - begin) return false;
    *out_at = bytes + begin;
    *out_size = (size_t)length;
    return true;
}

/* Numbers of 64 bits replace those that say IN_EXTRA, in this order. */
static bool read_extra(const uint8_t* extra, size_t size, uint64_t* numbers[3]) {
    while (size >= 4) {
        size_t id = vrmi_load_u16(extra), length = vrmi_load_u16(extra + 2);
        extra += 4;
        size -= 4;
        if (length > size) return false;
        if (id == 1) {
            size_t at = 0;
            for (int i = 0; i < 3; i++) {
                if (*numbers[i] != IN_EXTRA) continue;
                if (at + 8 > length) return false;
                *numbers[i] = vrmi_load_u64(extra + at);
                at += 8;
            }
            return true;
        }
        extra += length;
        size -= length;
    }
    return true;
}

/* The data of a member, behind its own header. */
static bool find_data(const uint8_t* bytes, size_t size, uint64_t header, uint64_t stored,
                      const uint8_t** out_data) {
    if (size < LOCAL_SIZE || header > size - LOCAL_SIZE) return false;
    const uint8_t* local = bytes + header;
    if (vrmi_load_u32(local) != LOCAL_MARK) return false;
    uint64_t begin =
        header + LOCAL_SIZE + vrmi_load_u16(local + 26) + (uint64_t)vrmi_load_u16(local + 28);
    if (begin > size || stored > size - begin) return false;
    *out_data = bytes + begin;
    return true;
}

/* One entry of the directory; false when it is damaged. Members that are no arrays, or packed
 * otherwise, are passed over. */
static bool add_member(const uint8_t* bytes, size_t size, const uint8_t* entry, vrmi_Npz* out) {
    size_t name_length = vrmi_load_u16(entry + 28), extra_length = vrmi_load_u16(entry + 30);
    unsigned flags = vrmi_load_u16(entry + 8), method = vrmi_load_u16(entry + 10);
    const uint8_t* name = entry + ENTRY_SIZE;
    uint64_t whole = vrmi_load_u32(entry + 24), stored = vrmi_load_u32(entry + 20),
             header = vrmi_load_u32(entry + 42);
    bool is_encrypted = (flags & 1) != 0, is_known = method == 0 || method == 8;
    if (!is_array_name(name, name_length) || is_encrypted || !is_known ||
        out->count == VRMI_NPZ_MEMBERS_MAX)
        return true;
    vrmi_NpzMember* member = &out->members[out->count];
    if (!read_extra(name + name_length, extra_length, (uint64_t*[]){&whole, &stored, &header}) ||
        !find_data(bytes, size, header, stored, &member->data) || whole > SIZE_MAX ||
        (method == 0 && whole != stored))
        return false;
    member->name = (const char*)name;
    member->name_length = name_length - 4;
    member->stored_size = (size_t)stored;
    member->size = (size_t)whole;
    member->is_deflated = method == 8;
    out->count++;
    return true;
}

bool vrmi_npz_list(const uint8_t* bytes, size_t size, vrmi_Npz* out) {
    const uint8_t* entry;
    size_t left;
    out->count = 0;
    if (!find_directory(bytes, size, &entry, &left)) return false;
    while (left >= ENTRY_SIZE && vrmi_load_u32(entry) == ENTRY_MARK) {
        size_t length = (size_t)ENTRY_SIZE + vrmi_load_u16(entry + 28) + vrmi_load_u16(entry + 30) +
                        vrmi_load_u16(entry + 32);
        if (length > left || !add_member(bytes, size, entry, out)) return false;
        entry += length;
        left -= length;
    }
    return out->count > 0;
}

const vrmi_NpzMember* vrmi_npz_find(const vrmi_Npz* file, const char* name) {
    size_t length = strlen(name);
    for (int32_t i = 0; i < file->count; i++)
        if (file->members[i].name_length == length &&
            memcmp(file->members[i].name, name, length) == 0)
            return &file->members[i];
    return NULL;
}

vrm_Result vrmi_npz_read(const vrmi_NpzMember* member, uint64_t max_bytes,
                         const vrm_Allocator* allocator, vrmi_Npy* out, uint8_t** out_bytes) {
    *out_bytes = NULL;
    if (!member->is_deflated)
        return vrmi_npy_read(member->data, member->size, out) ? VRM_OK : VRM_ERR_INVALID;
    if (member->size / VRMI_INFLATE_RATIO > member->stored_size) return VRM_ERR_INVALID;
    if (member->size > max_bytes) return VRM_ERR_LIMIT;
    uint8_t* bytes = vrmi_alloc(allocator, member->size);
    if (bytes == NULL) return VRM_ERR_MEMORY;
    if (vrmi_inflate_raw(member->data, member->stored_size, bytes, member->size) &&
        vrmi_npy_read(bytes, member->size, out)) {
        *out_bytes = bytes;
        return VRM_OK;
    }
    vrmi_release(allocator, bytes, member->size);
    return VRM_ERR_INVALID;
}
