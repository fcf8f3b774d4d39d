/* SPDX-License-Identifier: MIT */
/** Reads and writes JSON as RFC 8259 defines it, without loss: the order of members, the text of
 * every number and white space are kept, and writing an edited document changes only the bytes that
 * were edited.
 *
 * A document owns its values; a vrm_JsonRef refers to one of them. Reading functions accept
 * VRM_JSON_MISSING and values of another type, and then return VRM_JSON_MISSING, 0, false or NULL:
 * after several lookups in a row it is enough to check the last result. */
#ifndef VRM_JSON_H
#define VRM_JSON_H

#include "base.h"
#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A JSON document. Thread-safe for many readers or one writer. */
typedef struct vrm_Json vrm_Json;

/** A reference to a value. Valid until the value is removed or replaced, or the document is
 * destroyed. */
typedef uint32_t vrm_JsonRef;

/** The reference to no value. */
#define VRM_JSON_MISSING UINT32_MAX

/** Types of JSON values. */
typedef enum vrm_JsonType {
    VRM_JSON_NONE = 0, /**< VRM_JSON_MISSING. */
    VRM_JSON_NULL,     /**< The word null. */
    VRM_JSON_BOOL,     /**< true or false. */
    VRM_JSON_NUMBER,   /**< Any number; kept as text until it is read. */
    VRM_JSON_STRING,   /**< Text; escapes are resolved when it is read. */
    VRM_JSON_ARRAY,    /**< Values in order. */
    VRM_JSON_OBJECT    /**< Keys with values, in the order of the text. */
} vrm_JsonType;

/** A range of bytes without ownership; not terminated. */
typedef struct vrm_Span {
    const char* data; /**< The first byte; may be NULL when `size` is 0. */
    size_t size;      /**< Bytes at `data`. */
} vrm_Span;

/** How to parse. Start from vrm_default_json_def(). */
typedef struct vrm_JsonDef {
    uint32_t def_size; /**< Set by the default function; do not touch. */
    bool borrow_text;  /**< Do not copy the text; it must then outlive the document. Default
                            false. */
    /** For the document, until it is destroyed. Default: the C library. */
    vrm_Allocator allocator;
    vrm_Limits limits; /**< Limits on the text. Always the last member, because it may grow. */
} vrm_JsonDef;

/** Sets every field to its default; called by vrm_default_json_def(). */
VRM_API void vrm_json_def_init(vrm_JsonDef* def, size_t def_size);

/** Returns the defaults; change what you need. */
static inline vrm_JsonDef vrm_default_json_def(void) {
    vrm_JsonDef def;
    vrm_json_def_init(&def, sizeof def);
    return def;
}

/* ---- Make ---- */

/** Parses UTF-8 text. Returns VRM_ERR_JSON and reports the byte offset for a syntax error. A
 * duplicate key is a finding, and the last one counts. An unpaired surrogate in an escape is a
 * finding and is read as U+FFFD. `def` and `report` may be NULL. */
VRM_API vrm_Result vrm_json_parse(const char* text, size_t size, const vrm_JsonDef* def,
                                  vrm_Report* report, vrm_Json** out_json);
/** Returns the name of the instruction set that vrm_json_parse() uses for long texts, such as
 * "AVX2", for people. The string is static. */
VRM_API const char* vrm_json_reader_name(void);
/** Destroys a document. `json` may be NULL. */
VRM_API void vrm_json_destroy(vrm_Json* json);

/* ---- Inspect ---- */

/** Returns the root value. */
VRM_API vrm_JsonRef vrm_json_root(const vrm_Json* json);
/** Returns the type of a value; VRM_JSON_NONE for VRM_JSON_MISSING. */
VRM_API vrm_JsonType vrm_json_type(const vrm_Json* json, vrm_JsonRef value);

/** Returns the number of members of an object or elements of an array; 0 for other values. */
VRM_API uint32_t vrm_json_count(const vrm_Json* json, vrm_JsonRef container);

/** Returns the value of the member with a key, compared after decoding escapes; the last one if an
 * object has the key more than once. Returns VRM_JSON_MISSING if there is none. */
VRM_API vrm_JsonRef vrm_json_member(const vrm_Json* json, vrm_JsonRef object, const char* key);

/** Returns the element at `index`; VRM_JSON_MISSING if there is none. Takes at most a few dozen
 * steps, however long the array is. To visit all elements use vrm_json_iter(), which takes one step
 * each. */
VRM_API vrm_JsonRef vrm_json_element(const vrm_Json* json, vrm_JsonRef array, uint32_t index);

/** Returns the value at an RFC 6901 pointer ("" is the root); VRM_JSON_MISSING if there is none. */
VRM_API vrm_JsonRef vrm_json_at(const vrm_Json* json, const char* pointer);

/** Walks the children of an array or object:
 *   vrm_JsonIter it = vrm_json_iter(json, ref);
 *   while (vrm_json_next(&it)) use(it.key, it.value, it.index);
 * The document must not be edited during the walk. */
typedef struct vrm_JsonIter {
    const vrm_Json* json; /**< The document. */
    vrm_JsonRef key;      /**< The key as a string value; VRM_JSON_MISSING in an array. */
    vrm_JsonRef value;    /**< The current child. */
    uint32_t index;       /**< 0 for the first child. */
    uint32_t private_next, private_end; /**< Internal state: do not use. */
} vrm_JsonIter;

/** Returns an iterator before the first child; it visits nothing if `container` is neither array
 * nor object. */
VRM_API vrm_JsonIter vrm_json_iter(const vrm_Json* json, vrm_JsonRef container);
/** Moves to the next child. Returns false if there is none. */
VRM_API bool vrm_json_next(vrm_JsonIter* it);

/** Returns a boolean value; `fallback` if it is neither true nor false. */
VRM_API bool vrm_json_bool(const vrm_Json* json, vrm_JsonRef value, bool fallback);

/** Returns a number, correctly rounded to double; `fallback` if it is not a number or overflows. */
VRM_API double vrm_json_number(const vrm_Json* json, vrm_JsonRef value, double fallback);

/** Reads an integer to `out`. Returns false if the value is not a number, not mathematically an
 * integer (1, 1.0 and 10e-1 are), or does not fit. */
VRM_API bool vrm_json_integer(const vrm_Json* json, vrm_JsonRef value, int64_t* out);

/** Returns true if the value is a string that, decoded, equals `text`. */
VRM_API bool vrm_json_equals(const vrm_Json* json, vrm_JsonRef string, const char* text);

/** Decodes a string into `buffer`, with a terminating zero, as snprintf() does: a string that does
 * not fit is cut at a character boundary, and the length of the whole string in bytes is returned.
 * `buffer` may be NULL if `size` is 0. */
VRM_API size_t vrm_json_string(const vrm_Json* json, vrm_JsonRef string, char* buffer, size_t size);

/** Returns the text of a value in the document; an empty span if something in it was edited. The
 * text of a string includes its quotes. Valid until the document is edited. */
VRM_API vrm_Span vrm_json_text(const vrm_Json* json, vrm_JsonRef value);

/** Returns the byte offset of a value in the parsed text; VRM_NO_OFFSET for a value that was set
 * later. */
VRM_API uint64_t vrm_json_offset(const vrm_Json* json, vrm_JsonRef value);

/** Writes the RFC 6901 pointer of a value to `buffer`, and returns its length, as vrm_json_string()
 * does. */
VRM_API size_t vrm_json_pointer(const vrm_Json* json, vrm_JsonRef value, char* buffer, size_t size);

/* ---- Change ----
 * Values are given as JSON text, checked as vrm_json_parse() checks: `"\"name\""`, `"[1,2]"`.
 * Siblings keep their bytes, order and refs; the refs of replaced or removed values become invalid.
 * `out_value` may be NULL. Returns VRM_ERR_JSON if the text is not one JSON value, VRM_ERR_ARGUMENT
 * if the ref is not an object (or array) or the index is out of range; on failure nothing has
 * changed. */

/** Sets a member: replaces its value, or appends it to the object. If several members have the key,
 * one of them remains. */
VRM_API vrm_Result vrm_json_set(vrm_Json* json, vrm_JsonRef object, const char* key,
                                const char* text, size_t size, vrm_JsonRef* out_value);

/** Removes every member with that key. No-op if there is none. */
VRM_API vrm_Result vrm_json_remove(vrm_Json* json, vrm_JsonRef object, const char* key);

/** Inserts an element before `index`; an `index` of vrm_json_count() appends it. */
VRM_API vrm_Result vrm_json_insert(vrm_Json* json, vrm_JsonRef array, uint32_t index,
                                   const char* text, size_t size, vrm_JsonRef* out_value);
/** Removes an element of an array. */
VRM_API vrm_Result vrm_json_remove_at(vrm_Json* json, vrm_JsonRef array, uint32_t index);

/** Replaces a value, which may be the root. */
VRM_API vrm_Result vrm_json_replace(vrm_Json* json, vrm_JsonRef value, const char* text,
                                    size_t size, vrm_JsonRef* out_value);

/** Returns true once a value was set, inserted, replaced or removed. */
VRM_API bool vrm_json_is_edited(const vrm_Json* json);

/* ---- Write ---- */

/** Returns the size of the document as text (bytes). The text equals the parsed bytes where nothing
 * was edited. */
VRM_API size_t vrm_json_written_size(const vrm_Json* json);

/** Writes the document as text: vrm_json_written_size() bytes, without a terminating zero. Returns
 * VRM_ERR_ARGUMENT if `size` is less. */
VRM_API vrm_Result vrm_json_write(const vrm_Json* json, char* buffer, size_t size);

/* ---- Build JSON text ---- */

/** Builds JSON text from calls; commas and escapes are added automatically. A failed allocation is
 * remembered and returned by vrm_json_builder_text(). */
typedef struct vrm_JsonBuilder vrm_JsonBuilder;

/** Creates a builder. `allocator` may be NULL. */
VRM_API vrm_Result vrm_json_builder_create(const vrm_Allocator* allocator,
                                           vrm_JsonBuilder** out_builder);
/** Destroys a builder. `builder` may be NULL. */
VRM_API void vrm_json_builder_destroy(vrm_JsonBuilder* builder);
/** Removes all text; the memory is kept for reuse. */
VRM_API void vrm_json_builder_clear(vrm_JsonBuilder* builder);

/** Appends the key of the next value; required before each value in an open object. */
VRM_API void vrm_json_put_key(vrm_JsonBuilder* builder, const char* key);
/** Opens an object; end it with vrm_json_end_object(). */
VRM_API void vrm_json_begin_object(vrm_JsonBuilder* builder);
/** Closes the innermost object. */
VRM_API void vrm_json_end_object(vrm_JsonBuilder* builder);
/** Opens an array; end it with vrm_json_end_array(). */
VRM_API void vrm_json_begin_array(vrm_JsonBuilder* builder);
/** Closes the innermost array. */
VRM_API void vrm_json_end_array(vrm_JsonBuilder* builder);
/** Appends null. */
VRM_API void vrm_json_put_null(vrm_JsonBuilder* builder);
/** Appends true or false. */
VRM_API void vrm_json_put_bool(vrm_JsonBuilder* builder, bool value);
/** Appends a whole number. */
VRM_API void vrm_json_put_integer(vrm_JsonBuilder* builder, int64_t value);

/** Appends a number, in the shortest text that reads back as the same float; null if it is not
 * finite. */
VRM_API void vrm_json_put_float(vrm_JsonBuilder* builder, float value);
/** Appends a number, in the shortest text that reads back as the same double; null if it is not
 * finite. */
VRM_API void vrm_json_put_double(vrm_JsonBuilder* builder, double value);

/** Appends a string; bytes that are not UTF-8 become U+FFFD. If `text` is NULL, appends null. */
VRM_API void vrm_json_put_string(vrm_JsonBuilder* builder, const char* text);

/** Appends a value that is already JSON text, without checking it. */
VRM_API void vrm_json_put_raw(vrm_JsonBuilder* builder, const char* text, size_t size);

/** Sets `*out_text` to the text so far, which is valid until the next call that changes the
 * builder. Returns VRM_ERR_MEMORY if a call since the last vrm_json_builder_clear() failed to
 * allocate. */
VRM_API vrm_Result vrm_json_builder_text(const vrm_JsonBuilder* builder, vrm_Span* out_text);

#ifdef __cplusplus
}
#endif

#endif
