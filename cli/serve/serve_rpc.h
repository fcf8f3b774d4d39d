/* SPDX-License-Identifier: MIT */
/* vrm serve: JSON-RPC 2.0. One request comes in, one response goes out; operations see parameters
 * that fit their table and write the members of their result. */
#ifndef CLI_SERVE_RPC_H
#define CLI_SERVE_RPC_H

#include "words/suggest.h"

#include "vrm/vrm.h"

enum {
    SERVE_PARSE_ERROR = -32700,
    SERVE_BAD_REQUEST = -32600,
    SERVE_NO_METHOD = -32601,
    SERVE_BAD_PARAMS = -32602,
    SERVE_INTERNAL = -32603,
    SERVE_ABSENT = -32000,        /* a reserved operation */
    SERVE_LOAD_FAILED = -32001,   /* data.validator_report */
    SERVE_RENDER_FAILED = -32002, /* data.reason */
    SERVE_REFUSED = -32003        /* by vrm live: data.code */
};

/* ---- What an operation takes ---- */

typedef enum serve_Kind {
    SERVE_TEXT,   /* `choices`, if any, are the words allowed, one space between them */
    SERVE_NUMBER, /* low..high */
    SERVE_WHOLE,  /* a whole number, low..high */
    SERVE_VEC3,   /* [x, y, z], each low..high */
    SERVE_FLAG,
    SERVE_OBJECT, /* `members`, ended by one without a name */
    /* In results alone: */
    SERVE_QUAT,   /* [x, y, z, w] */
    SERVE_TEXTS,  /* an array of strings */
    SERVE_POINTS, /* an array of [x, y, z] */
    SERVE_LIST,   /* an array of objects, each with `members` */
    SERVE_WEIGHTS /* an object with numbers under any names */
} serve_Kind;

typedef struct serve_Param {
    const char* name;
    serve_Kind kind;
    bool is_optional;
    double low, high; /* both 0: any finite number */
    const char* choices;
    const struct serve_Param* members;
} serve_Param;

/* ---- A call ---- */

typedef struct serve_Call {
    vrm_Json* json;
    vrm_JsonRef params;
    vrm_JsonBuilder* result; /* the open result object: an operation adds members */
    int error_code;          /* 0: none */
    char error[512];
    const char* data_name; /* a member of the error's data; NULL: none */
    char* data;            /* its text; malloc'd */
} serve_Call;

/* Records an error, and returns false so that an operation can return it. */
bool serve_fail(serve_Call* call, int code, const char* format, ...) VRM_PRINTF(3, 4);
/* Adds one member of data to the error. Takes ownership of `text`, which is malloc'd or NULL. */
void serve_fail_data(serve_Call* call, const char* name, char* text);

/* Whether the params of a call match a table that ends with a row without a name. */
bool serve_check_params(serve_Call* call, const serve_Param* table);

/* ---- Reading checked params; `path` is "directional/dir" for a member of a member, "set/0" for
 * the first element of an array ---- */

/* VRM_JSON_MISSING where nothing is. */
vrm_JsonRef serve_value(const serve_Call* call, const char* path);
bool serve_has(const serve_Call* call, const char* path);
/* The first key of an object that is none of the names, decoded and cut to the room; false when
 * there is none. */
bool serve_find_unknown(const serve_Call* call, const char* path, cli_NameFn* name_at,
                        const void* names, char* out, size_t out_size);
bool serve_is_text(const serve_Call* call, const char* path);
bool serve_is_list(const serve_Call* call, const char* path);
uint32_t serve_list_count(const serve_Call* call, const char* path); /* 0 where it is no array */
bool serve_is_flag(const serve_Call* call, const char* path);
double serve_number(const serve_Call* call, const char* path, double fallback);
vrm_Vec3 serve_vec3(const serve_Call* call, const char* path, vrm_Vec3 fallback);
bool serve_flag(const serve_Call* call, const char* path, bool fallback);
bool serve_is(const serve_Call* call, const char* path, const char* word);
/* Terminated; false, with the error recorded, when it does not fit or holds a NUL. */
bool serve_text(serve_Call* call, const char* path, char* out, size_t out_size);

/* ---- Members of a result ---- */

void serve_put_vec3(vrm_JsonBuilder* builder, const char* key, vrm_Vec3 value);
void serve_put_quat(vrm_JsonBuilder* builder, const char* key, vrm_Quat value);

/* ---- A request ---- */

/* Runs the method; false when it recorded an error. */
typedef bool serve_MethodFn(void* ctx, const char* method, serve_Call* call);

/* Answers one request, or a batch of them with one array: the response is in `out`, which is
 * cleared first. False when nothing must be sent, because there were only notifications. */
bool serve_answer(const char* text, size_t size, serve_MethodFn* run, void* ctx,
                  vrm_JsonBuilder* out);

/* The response to input that is not a message. */
void serve_answer_broken(vrm_JsonBuilder* out, const char* why);

#endif
