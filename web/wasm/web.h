/* SPDX-License-Identifier: MIT */
/* What JavaScript calls. One function of libvrm is one export here, with scalars for arguments, so
 * that JavaScript needs to know no struct:
 *
 *   handles     pointers, as numbers
 *   results     a vrm_Result is returned; what was made is in web_out()
 *   facts       JSON text, in web_out() as address and size, valid until the next call
 *   per frame   addresses of arrays of floats, read through typed arrays
 *
 * render.c, tools.c, motion.c, points.c, author.c, live.c, face.c and actor.c are cut out of the
 * same link and fetched when they are first used (web/build/split.mjs). */
#ifndef WEB_H
#define WEB_H

#include "vrm/vrm.h"

/* Begins a function that JavaScript calls by its name: WEB_EXPORT(float, half, float a) { ... }. In
 * C it is web_half(). */
#define WEB_EXPORT(type, name, ...)                                                                \
    __attribute__((export_name(#name))) type web_##name(__VA_ARGS__);                              \
    type web_##name(__VA_ARGS__)

/* A function of JavaScript's. */
#define WEB_IMPORT(module, name) __attribute__((import_module(#module), import_name(#name)))

/* Where functions leave more than a number: 64 words, read as integers or as floats. */
typedef union web_Word {
    uint32_t u;
    int32_t i;
    float f;
    const void* p;
} web_Word;

extern web_Word web_words[64];

/* The one builder for facts, emptied; it lives as long as the module. NULL when there is no memory.
 */
vrm_JsonBuilder* web_json(void);

/* The same with what is in it. */
vrm_JsonBuilder* web_json_again(void);

/* Leaves the text of web_json() in the words 0 (address) and 1 (size). */
vrm_Result web_json_done(void);

void web_key_text(const char* key, const char* text);
void web_key_integer(const char* key, int64_t value);
void web_key_number(const char* key, double value);
void web_key_bool(const char* key, bool value);
void web_put_vec2(const char* key, vrm_Vec2 value);
void web_put_vec3(const char* key, vrm_Vec3 value);
void web_put_vec4(const char* key, vrm_Vec4 value);
void web_put_integers(const char* key, const int32_t* values, int32_t count);

/* Puts "colliders": an array of shapes in the axes of their nodes. */
void web_put_colliders(const vrm_SpringBones* bones);

/* Names of the texture slots. */
extern const char* const web_texture_slots[VRM_TEXTURE_SLOT_COUNT];

/* Side files, which JavaScript has while it loads or validates. */
vrm_ReadFileFn web_read_side_file;

#endif
