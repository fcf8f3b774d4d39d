/* SPDX-License-Identifier: MIT */
/* The messages of the control protocol (docs/reference/control.md) as one table: the reader checks
 * messages by it, error messages quote it, and docs/reference/control.schema.json is written from
 * it by `vrm live --control-schema`. */
#ifndef CLI_CONTROL_MESSAGES_H
#define CLI_CONTROL_MESSAGES_H

#include "vrm/json.h"

#include <stdbool.h>

enum { CONTROL_VERSION = 1 };

/* Limits of the protocol. */
enum {
    CONTROL_LINE_MAX = 1 << 20,   /* bytes of a message, without its end of line */
    CONTROL_TEXT_MAX = 65536,     /* bytes of a text */
    CONTROL_PATH_MAX = 4095,      /* bytes of a path */
    CONTROL_ID_MAX = 64,          /* bytes of an id */
    CONTROL_NAME_MAX = 64,        /* bytes of the name of a layer */
    CONTROL_EXPRESSION_MAX = 127, /* bytes of the name of an expression */
    CONTROL_PARTS_MAX = 8,        /* expressions of an emotion: VRM_EMOTION_PARTS_MAX */
    CONTROL_BONES_MAX = 55,       /* VRM_BONE_COUNT */
    CONTROL_EXPRESSIONS_MAX = 256 /* of a pose */
};

typedef enum control_Type {
    CONTROL_HELLO = 0,
    CONTROL_SAY,
    CONTROL_CHUNK,
    CONTROL_EMOTE,
    CONTROL_LOOK,
    CONTROL_PLAY,
    CONTROL_STOP,
    CONTROL_POSE,
    CONTROL_CAMERA,
    CONTROL_CALIBRATE,
    CONTROL_STATE,
    CONTROL_TYPE_COUNT
} control_Type;

/* What a value may be; a member may allow several, which are bits. */
typedef enum control_Kind {
    CONTROL_TEXT = 1 << 0,      /* a string of `least` to `bytes` bytes, or one of `words` */
    CONTROL_NUMBER = 1 << 1,    /* low..high */
    CONTROL_WHOLE = 1 << 2,     /* a whole number, low..high */
    CONTROL_FLAG = 1 << 3,      /* true or false */
    CONTROL_NULL = 1 << 4,      /* null; any other member takes null as left out */
    CONTROL_VEC2 = 1 << 5,      /* [a, b], each low..high */
    CONTROL_VEC3 = 1 << 6,      /* [x, y, z], each low..high */
    CONTROL_WEIGHTS = 1 << 7,   /* an object of at most `most` numbers, each 0..1 */
    CONTROL_ROTATIONS = 1 << 8, /* an object of bone names with [x, y, z, w] */
    CONTROL_BONES = 1 << 9,     /* an array of bone names */
    CONTROL_MARKS = 1 << 10,    /* an array of [seconds, viseme] */
    CONTROL_DOCUMENT =
        1 << 11,             /* an object, or an array of objects: what a speech engine answers */
    CONTROL_BYTES = 1 << 12, /* base64 */
    CONTROL_LIST = 1 << 13,  /* an array; in answers alone */
    CONTROL_OBJECT = 1 << 14 /* an object; in answers alone */
} control_Kind;

enum { CONTROL_KIND_LAST = CONTROL_OBJECT };

typedef struct control_Member {
    const char* name;
    unsigned kinds; /* sum of control_Kind */
    bool is_required;
    double low, high;
    int least, bytes;  /* of a text, at least and at most */
    int most;          /* entries of an object or array */
    const char* words; /* one space between them; NULL: any text */
    const char* about;
} control_Member;

typedef struct control_Message {
    const char* name;
    const char* about;
    const control_Member* members; /* ended by one without a name; id and vrm are in all */
} control_Message;

extern const control_Message control_messages[CONTROL_TYPE_COUNT];
/* Whether a message without an id is refused: nothing but its answer comes of it. */
bool control_needs_id(const control_Message* message);
extern const control_Member control_common[]; /* of every message; ended by one without a name */

/* Answers and events, ended by one without a name. Clients ignore members that are not listed. */
extern const control_Message control_answers[];

/* Writes the JSON Schema of messages, answers and events. */
void control_put_schema(vrm_JsonBuilder* out);
/* Writes the schema of the members of a message as an object: what a function of that name takes.
 * type and vrm are left out; id, where `has_id`, is optional. */
void control_put_members_schema(vrm_JsonBuilder* out, const control_Message* message, bool has_id);

#endif
