/* SPDX-License-Identifier: MIT */
/* Builds JSON text piece by piece. */
#include "json/tree.h"

#include "json/json_names.h"

#include <math.h>
#include <string.h>

struct vrm_JsonBuilder {
    vrm_Allocator allocator;
    char* text;
    size_t size, capacity;
    uint32_t depth;    /* open objects and arrays */
    bool needs_comma;  /* the current container already has a value */
    bool is_exhausted; /* an allocation failed since the last clear */
};

vrm_Result vrm_json_builder_create(const vrm_Allocator* given, vrm_JsonBuilder** out_builder) {
    *out_builder = NULL;
    vrm_Allocator allocator = vrmi_allocator(given);
    vrm_JsonBuilder* builder = vrmi_alloc_zeroed(&allocator, 1, sizeof *builder);
    if (builder == NULL) return VRM_ERR_MEMORY;
    builder->allocator = allocator;
    *out_builder = builder;
    return VRM_OK;
}

void vrm_json_builder_destroy(vrm_JsonBuilder* builder) {
    if (builder == NULL) return;
    vrm_Allocator allocator = builder->allocator;
    vrmi_release(&allocator, builder->text, builder->capacity);
    vrmi_release(&allocator, builder, sizeof *builder);
}

void vrm_json_builder_clear(vrm_JsonBuilder* builder) {
    builder->size = 0;
    builder->depth = 0;
    builder->needs_comma = builder->is_exhausted = false;
}

/* Room for `size` more bytes; NULL when there is no memory. */
static char* room(vrm_JsonBuilder* builder, size_t size) {
    if (builder->is_exhausted) return NULL;
    if (builder->capacity - builder->size >= size) return builder->text + builder->size;
    size_t needed, capacity = builder->capacity < 256 ? 256 : builder->capacity;
    bool is_countable = vrmi_add(builder->size, size, &needed);
    while (is_countable && capacity < needed) is_countable = vrmi_mul(capacity, 2, &capacity);
    char* larger = is_countable
                       ? vrmi_grow(&builder->allocator, builder->text, builder->capacity, capacity)
                       : NULL;
    if (larger == NULL) {
        builder->is_exhausted = true;
        return NULL;
    }
    builder->text = larger;
    builder->capacity = capacity;
    return larger + builder->size;
}

static void put(vrm_JsonBuilder* builder, const char* text, size_t size) {
    char* at = room(builder, size);
    if (at == NULL) return;
    memcpy(at, text, size);
    builder->size += size;
}

static void begin_value(vrm_JsonBuilder* builder) {
    if (builder->needs_comma) put(builder, ",", 1);
    builder->needs_comma = builder->depth > 0;
}

static void put_value(vrm_JsonBuilder* builder, const char* text, size_t size) {
    begin_value(builder);
    put(builder, text, size);
}

static void put_quoted(vrm_JsonBuilder* builder, const char* text) {
    size_t size = strlen(text), most;
    if (!vrmi_mul(size, 6, &most) || !vrmi_add(most, 2, &most)) {
        builder->is_exhausted = true;
        return;
    }
    /* Most text needs no escapes: the exact size is computed only when the upper bound does not
     * fit. */
    if (builder->capacity - builder->size < most) most = vrmi_json_quote(text, size, NULL);
    char* at = room(builder, most);
    if (at != NULL) builder->size += vrmi_json_quote(text, size, at);
}

void vrm_json_put_key(vrm_JsonBuilder* builder, const char* key) {
    begin_value(builder);
    put_quoted(builder, key);
    put(builder, ":", 1);
    builder->needs_comma = false;
}

void vrmi_json_put_same_key(vrm_JsonBuilder* builder, const vrm_Json* json, vrm_JsonRef key) {
    vrm_Span text = vrm_json_text(json, key);
    put_value(builder, text.data, text.size);
    put(builder, ":", 1);
    builder->needs_comma = false;
}

static void begin_container(vrm_JsonBuilder* builder, const char* bracket) {
    put_value(builder, bracket, 1);
    builder->depth++;
    builder->needs_comma = false;
}

static void end_container(vrm_JsonBuilder* builder, const char* bracket) {
    VRM_ASSERT(builder->depth > 0);
    put(builder, bracket, 1);
    builder->depth--;
    builder->needs_comma = builder->depth > 0;
}

void vrm_json_begin_object(vrm_JsonBuilder* builder) {
    begin_container(builder, "{");
}

void vrm_json_end_object(vrm_JsonBuilder* builder) {
    end_container(builder, "}");
}

void vrm_json_begin_array(vrm_JsonBuilder* builder) {
    begin_container(builder, "[");
}

void vrm_json_end_array(vrm_JsonBuilder* builder) {
    end_container(builder, "]");
}

void vrm_json_put_null(vrm_JsonBuilder* builder) {
    put_value(builder, "null", 4);
}

void vrm_json_put_bool(vrm_JsonBuilder* builder, bool value) {
    put_value(builder, value ? "true" : "false", value ? 4 : 5);
}

void vrm_json_put_integer(vrm_JsonBuilder* builder, int64_t value) {
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (value < 0) digits[--at] = '-';
    put_value(builder, digits + at, sizeof digits - at);
}

void vrm_json_put_float(vrm_JsonBuilder* builder, float value) {
    char text[VRMI_JSON_NUMBER_ROOM];
    if (!isfinite(value)) {
        vrm_json_put_null(builder);
    } else {
        put_value(builder, text, vrmi_json_from_float(value, text));
    }
}

void vrm_json_put_double(vrm_JsonBuilder* builder, double value) {
    char text[VRMI_JSON_NUMBER_ROOM];
    if (!isfinite(value)) {
        vrm_json_put_null(builder);
    } else {
        put_value(builder, text, vrmi_json_from_double(value, text));
    }
}

void vrm_json_put_string(vrm_JsonBuilder* builder, const char* text) {
    if (text == NULL) {
        vrm_json_put_null(builder);
        return;
    }
    begin_value(builder);
    put_quoted(builder, text);
}

void vrm_json_put_raw(vrm_JsonBuilder* builder, const char* text, size_t size) {
    put_value(builder, text, size);
}

vrm_Result vrm_json_builder_text(const vrm_JsonBuilder* builder, vrm_Span* out_text) {
    *out_text = (vrm_Span){NULL, 0};
    if (builder->is_exhausted) return VRM_ERR_MEMORY;
    *out_text = (vrm_Span){builder->size == 0 ? "" : builder->text, builder->size};
    return VRM_OK;
}
