/* SPDX-License-Identifier: MIT */
/* One message, checked against the table of control_messages.h, and the error that it may end
 * with. */
#ifndef CLI_CONTROL_CALL_H
#define CLI_CONTROL_CALL_H

#include "control/control_messages.h"

#include "vrm/rig.h"
#include "vrm/vrm.h"

/* The id of a message, as the client wrote it. */
typedef struct control_Id {
    enum { CONTROL_ID_NONE = 0, CONTROL_ID_TEXT, CONTROL_ID_NUMBER } kind;
    int64_t number;
    char text[CONTROL_ID_MAX + 1];
} control_Id;

bool control_id_equals(const control_Id* a, const control_Id* b);
/* Returns false, with CONTROL_ID_NONE, if the value is no id. */
bool control_read_id(const vrm_Json* json, vrm_JsonRef value, control_Id* out);
/* Adds it as a member; no-op for CONTROL_ID_NONE. */
void control_put_id(vrm_JsonBuilder* out, const char* key, const control_Id* id);

typedef struct control_Call {
    vrm_Json* json;
    vrm_JsonRef root;
    control_Type type;
    control_Id id;
    bool has_read_file;
    const char* code; /* of the error; NULL: none */
    char message[320];
} control_Call;

/* Records an error, the first one of a call, and returns false so that a caller can return it. */
bool control_fail(control_Call* call, const char* code, const char* format, ...) VRM_PRINTF(3, 4);
bool control_fail_memory(control_Call* call);

/* Parses and checks a message. Returns false with an error recorded. The call must be closed in
 * either case. */
bool control_call_open(const char* text, size_t size, control_Call* out);
void control_call_close(control_Call* call);

/* ---- Members of a call that was checked ---- */

/* VRM_JSON_MISSING for a member that is missing or null. */
vrm_JsonRef control_member(const control_Call* call, const char* name);
bool control_has(const control_Call* call, const char* name);
/* The member is there and null, where null has a meaning. */
bool control_is_null(const control_Call* call, const char* name);
double control_number(const control_Call* call, const char* name, double fallback);
bool control_flag(const control_Call* call, const char* name, bool fallback);
/* The place of the member's word in the list of its table; `fallback` if it is missing. */
int control_word(const control_Call* call, const char* name, int fallback);
vrm_Vec3 control_vec3(const control_Call* call, const char* name);
void control_floats(const vrm_Json* json, vrm_JsonRef array, float* out, uint32_t count);
/* Terminated, from malloc(). NULL with the error recorded: it holds a NUL, or memory ran out. */
char* control_text(control_Call* call, const char* name);
/* The id in a member such as chunk.of. */
control_Id control_member_id(const control_Call* call, const char* name);
/* Bytes of base64, from malloc(); never NULL on success. */
bool control_bytes(control_Call* call, const char* name, uint8_t** out_bytes, size_t* out_size);

#endif
