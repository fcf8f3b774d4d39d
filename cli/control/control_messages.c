/* SPDX-License-Identifier: MIT */
#include "control/control_messages.h"

#include "words/json.h"

#include <stdio.h>
#include <string.h>

/* ---- The table ---- */

#define END                                                                                        \
    { 0 }
#define TEXT(word, room, text)                                                                     \
    { .name = word, .kinds = CONTROL_TEXT, .bytes = room, .about = text }
#define NAME(word, room, text)                                                                     \
    { .name = word, .kinds = CONTROL_TEXT, .least = 1, .bytes = room, .about = text }
#define WORD(word, list, text)                                                                     \
    { .name = word, .kinds = CONTROL_TEXT, .words = list, .about = text }
#define NUMBER(word, least, greatest, text)                                                        \
    { .name = word, .kinds = CONTROL_NUMBER, .low = least, .high = greatest, .about = text }
#define WHOLE(word, least, greatest, text)                                                         \
    { .name = word, .kinds = CONTROL_WHOLE, .low = least, .high = greatest, .about = text }
#define FLAG(word, text)                                                                           \
    { .name = word, .kinds = CONTROL_FLAG, .about = text }
#define POINT(word, text)                                                                          \
    { .name = word, .kinds = CONTROL_VEC3, .low = -1e6, .high = 1e6, .about = text }
#define ID(word, is_needed, text)                                                                  \
    {                                                                                              \
        .name = word, .kinds = CONTROL_TEXT | CONTROL_WHOLE, .is_required = is_needed,             \
        .low = -9007199254740991.0, .high = 9007199254740991.0, .least = 1,                        \
        .bytes = CONTROL_ID_MAX, .about = text                                                     \
    }

const control_Member control_common[] = {
    {.name = "type", .kinds = CONTROL_TEXT, .is_required = true},
    ID("id", false, "Asks for an answer. The answer and later events have the same id."),
    WHOLE("vrm", CONTROL_VERSION, CONTROL_VERSION,
          "The version of the protocol. Required by postMessage()."),
    END};

static const control_Member hello[] = {{.name = "version",
                                        .kinds = CONTROL_WHOLE,
                                        .is_required = true,
                                        .high = 1000000,
                                        .about = "The version that the client speaks."},
                                       END};

static const control_Member say[] = {
    TEXT("text", CONTROL_TEXT_MAX, "The words, with tags [NAME], [NAME:WEIGHT], [NAME@SECONDS]."),
    TEXT("sound", CONTROL_PATH_MAX,
         "Path of a sound: WAV, FLAC, Ogg, MP3. In a page: its address."),
    {.name = "visemes",
     .kinds = CONTROL_TEXT | CONTROL_MARKS | CONTROL_DOCUMENT,
     .high = 3600,
     .bytes = CONTROL_PATH_MAX,
     .about = "Mouth shapes with times, which move the mouth instead of the sound: [[SECONDS, "
              "VISEME], ...], the answer of a speech engine, or the path of a file with it."},
    WORD("stream", "pcm mp3 text",
         "The speech follows in chunks: raw samples, MP3, or text alone. Needs an id."),
    WHOLE("sampleRate", 8000, 96000, "Samples per second of pcm. Default 24000."),
    NUMBER("pace", 1, 50, "Letters per second of text without sound. Default 14."),
    FLAG("queued", "Waits until the present speech has ended. Default false: ends it."),
    END};

static const control_Member chunk[] = {
    ID("of", true, "The id of the say."),
    {.name = "data",
     .kinds = CONTROL_BYTES,
     .bytes = CONTROL_LINE_MAX,
     .about = "Bytes of sound, base64. pcm: 16 bit, little-endian, mono."},
    TEXT("text", CONTROL_TEXT_MAX, "The next words, with tags."),
    FLAG("end", "This is the last chunk. Default false."),
    END};

static const control_Member emote[] = {
    {.name = "emotion",
     .kinds = CONTROL_TEXT | CONTROL_WEIGHTS | CONTROL_NULL,
     .is_required = true,
     .high = 1,
     .bytes = CONTROL_EXPRESSION_MAX,
     .most = CONTROL_PARTS_MAX,
     .about = "Name of an expression, weights by name, or null for the face at rest."},
    NUMBER("intensity", 0, 1, "Multiplies the weights. Default 1."),
    NUMBER("easeIn", 0, 60, "Seconds until it shows fully. Default 0.25."),
    NUMBER("easeOut", 0, 60, "Seconds until it is gone. Default 0.4."),
    NUMBER("hold", 0, 86400, "Seconds between the two. Default: until the next emotion."),
    FLAG("queued", "Starts when the hold of earlier emotions has ended. Default false: now."),
    END};

static const control_Member look[] = {
    {.name = "at",
     .kinds = CONTROL_TEXT | CONTROL_NULL | CONTROL_VEC3,
     .low = -1e6,
     .high = 1e6,
     .words = "camera",
     .about = "A point in the world (m), camera, or null: where the motion looks."},
    {.name = "along",
     .kinds = CONTROL_VEC2,
     .low = -360,
     .high = 360,
     .about = "A direction relative to the head, degrees: yaw to the left, pitch down."},
    END};

static const control_Member play[] = {
    {.name = "motion",
     .kinds = CONTROL_TEXT,
     .is_required = true,
     .bytes = CONTROL_PATH_MAX,
     .about = "Path of a motion: VRM animation, FBX, BVH, VMD, VPD, glTF. In a page: its address."},
    NAME("layer", CONTROL_NAME_MAX,
         "A name of your choice. A motion replaces the one on its layer. Default body."),
    NUMBER("fade", 0, 60, "Seconds of the fades at its beginning and end. Default 0.25."),
    WORD("atEnd", "stops holds loops",
         "What happens at the end of the motion: the layer fades out, holds the last pose, or "
         "starts again. Default stops."),
    NUMBER("weight", 0, 1, "How much it replaces the layers beneath. Default 1."),
    NUMBER("speed", -1000, 1000, "1 as recorded; negative plays backwards. Default 1."),
    NUMBER("start", 0, 1e6, "Position in the motion to start from (s). Default 0."),
    {.name = "bones",
     .kinds = CONTROL_BONES,
     .most = CONTROL_BONES_MAX,
     .about = "Bones that it may move, by their VRM names. Default: all."},
    FLAG("expressions", "Plays the expressions of the motion. Default true."),
    FLAG("gaze", "Plays the gaze of the motion. Default true."),
    FLAG("additive", "Adds the motion's difference from its first key. Default false."),
    FLAG("rootMotion", "The avatar travels with the motion. Default false."),
    END};

static const control_Member stop[] = {
    WORD("what", "all speech motion", "What to stop. Default all."),
    NAME("layer", CONTROL_NAME_MAX, "Stops the motion of this layer alone."),
    NUMBER("fade", 0, 60, "Seconds until a motion is gone. Default 0.25."), END};

static const control_Member pose[] = {
    WORD("stance", "idle rest t a",
         "The pose beneath all motion: at ease, the file's, the T-pose, or arms down. Default: as "
         "it is."),
    {.name = "bones",
     .kinds = CONTROL_ROTATIONS,
     .low = -1e6,
     .high = 1e6,
     .most = CONTROL_BONES_MAX,
     .about = "Normalized rotations [x, y, z, w] by VRM bone names, instead of the motion's."},
    POINT("hips", "Offset of the hips from their rest position (m), instead of the motion's."),
    {.name = "expressions",
     .kinds = CONTROL_WEIGHTS,
     .high = 1,
     .most = CONTROL_EXPRESSIONS_MAX,
     .about = "Weights by the names of expressions, instead of the face's."},
    NUMBER("fade", 0, 60, "Seconds of the change. Default 0.25."),
    END};

static const control_Member camera[] = {
    WORD("shot", "full bust face", "What the picture shows. Default: as it is."),
    NUMBER("yaw", -360, 360,
           "Degrees by which the camera goes around, to the avatar's left. Default 0."),
    NUMBER("pitch", -89, 89, "Degrees by which the camera goes up. Default 0."),
    NUMBER("fov", 1, 150, "Vertical field of view, degrees. Default 30."),
    POINT("eye", "Position of the camera (m), with target. Avatars face +Z."),
    POINT("target", "Point that the camera looks at (m), with eye."),
    END};

static const control_Member calibrate[] = {END};
static const control_Member state[] = {END};

const control_Message control_messages[CONTROL_TYPE_COUNT] = {
    [CONTROL_HELLO] = {"hello", "Asks for a version of the protocol.", hello},
    [CONTROL_SAY] = {"say", "Speaks: text, sound, visemes, or a stream of chunks.", say},
    [CONTROL_CHUNK] = {"chunk", "The next part of a say that is a stream.", chunk},
    [CONTROL_EMOTE] = {"emote", "Shows an emotion.", emote},
    [CONTROL_LOOK] = {"look", "Turns the gaze.", look},
    [CONTROL_PLAY] = {"play", "Plays a motion on a layer.", play},
    [CONTROL_STOP] = {"stop", "Stops speech and motion.", stop},
    [CONTROL_POSE] = {"pose", "Poses bones and expressions, until the next pose.", pose},
    [CONTROL_CAMERA] = {"camera", "Places the camera.", camera},
    [CONTROL_CALIBRATE] = {"calibrate", "Takes what trackers show now as the neutral state.",
                           calibrate},
    [CONTROL_STATE] = {"state", "Asks what the avatar does now.", state},
};

bool control_needs_id(const control_Message* message) {
    return message == &control_messages[CONTROL_STATE];
}

/* ---- Answers and events ---- */

#define TIME NUMBER("time", 0, 1e9, "Seconds since the avatar began to move.")
#define REQUIRED(word, kind, text)                                                                 \
    { .name = word, .kinds = kind, .is_required = true, .low = -1e9, .high = 1e9, .about = text }

static const control_Member hello_answer[] = {
    REQUIRED("version", CONTROL_WHOLE, "The version of the protocol."),
    REQUIRED("program", CONTROL_TEXT, "The program and its version."),
    REQUIRED("name", CONTROL_TEXT, "The avatar's name; empty if the file has none."),
    REQUIRED("expressions", CONTROL_LIST, "Names for emote and tags."),
    REQUIRED("speaks", CONTROL_FLAG, "The mouth can move."),
    END};
static const control_Member ok[] = {ID("id", true, "The id of the message."), END};
static const control_Member error[] = {
    ID("id", false, "The id of the message, if it had one that could be read."),
    {.name = "code",
     .kinds = CONTROL_TEXT,
     .is_required = true,
     .words = "json type member missing value limit version file sound avatar state memory"},
    REQUIRED("message", CONTROL_TEXT, "One sentence for a person."),
    END};
static const control_Member begun[] = {
    ID("id", false, "The id of the say or play."),
    {.name = "of", .kinds = CONTROL_TEXT, .is_required = true, .words = "say play"},
    NUMBER("seconds", 0, 1e9, "How long it takes, if that is known."),
    TEXT("layer", 0, "The layer of a play."),
    TIME,
    END};
static const control_Member spoken[] = {
    ID("id", false, "The id of the say."),
    REQUIRED("cut", CONTROL_FLAG, "It was ended by stop or another say."),
    REQUIRED("seconds", CONTROL_NUMBER, "How much of it was spoken."), TIME, END};
static const control_Member finished[] = {
    ID("id", false, "The id of the play."),
    REQUIRED("layer", CONTROL_TEXT, "The layer."),
    REQUIRED("motion", CONTROL_TEXT, "The motion, as play named it."),
    {.name = "reason",
     .kinds = CONTROL_TEXT,
     .is_required = true,
     .words = "ended stopped replaced"},
    TIME,
    END};
static const control_Member lost[] = {
    ID("id", false, "The id of the say."),
    {.name = "what", .kinds = CONTROL_TEXT, .is_required = true, .words = "sound tracking"},
    TEXT("from", 0, "The tracker, as --from names it."),
    TIME,
    END};

const control_Message control_answers[] = {
    {"hello", "The first line of a connection.", hello_answer},
    {"ok", "A message with an id was carried out or begun.", ok},
    {"error", "A message was not carried out.", error},
    {"begun", "A say or play has begun. The client starts its sound now.", begun},
    {"spoken", "A say has ended.", spoken},
    {"finished", "A play has ended.", finished},
    {"lost", "A stream ran out of sound, or a tracker shows nothing any more.", lost},
    {"found", "The sound goes on, or a tracker shows the person.", lost},
    {0}};

/* ---- The schema ---- */

static void put_count(vrm_JsonBuilder* out, int count) {
    cli_json_integer(out, "minItems", count);
    cli_json_integer(out, "maxItems", count);
}

/* `count` numbers as the value of "items" or "additionalProperties". */
static void put_numbers(vrm_JsonBuilder* out, const control_Member* member, int count) {
    cli_json_string(out, "type", "array");
    put_count(out, count);
    vrm_json_put_key(out, "items");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "number");
    cli_json_range(out, member->low, member->high);
    vrm_json_end_object(out);
}

static void put_texts(vrm_JsonBuilder* out, const control_Member* member) {
    cli_json_string(out, "type", "string");
    if (member->words != NULL) cli_json_words(out, "enum", member->words);
    if (member->least > 0) cli_json_integer(out, "minLength", member->least);
    if (member->words == NULL && member->bytes > 0)
        cli_json_integer(out, "maxLength", member->bytes);
}

/* [SECONDS, VISEME], of which draft 2020-12 describes the two by prefixItems. */
static void put_marks(vrm_JsonBuilder* out, const control_Member* member) {
    cli_json_string(out, "type", "array");
    cli_json_integer(out, "minItems", 1);
    vrm_json_put_key(out, "items");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "array");
    put_count(out, 2);
    vrm_json_put_key(out, "prefixItems");
    vrm_json_begin_array(out);
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "number");
    cli_json_range(out, member->low, member->high);
    vrm_json_end_object(out);
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "string");
    vrm_json_end_object(out);
    vrm_json_end_array(out);
    vrm_json_end_object(out);
}

static void put_object(vrm_JsonBuilder* out, const control_Member* member, bool is_rotations) {
    cli_json_string(out, "type", "object");
    cli_json_integer(out, "maxProperties", member->most);
    vrm_json_put_key(out, "additionalProperties");
    vrm_json_begin_object(out);
    if (is_rotations) {
        put_numbers(out, member, 4);
    } else {
        cli_json_string(out, "type", "number");
        cli_json_range(out, member->low, member->high);
    }
    vrm_json_end_object(out);
}

/* The keywords of one kind. */
static void put_kind(vrm_JsonBuilder* out, const control_Member* member, unsigned kind) {
    switch (kind) {
    case CONTROL_TEXT: put_texts(out, member); break;
    case CONTROL_NUMBER:
    case CONTROL_WHOLE:
        cli_json_string(out, "type", kind == CONTROL_WHOLE ? "integer" : "number");
        cli_json_range(out, member->low, member->high);
        break;
    case CONTROL_FLAG: cli_json_string(out, "type", "boolean"); break;
    case CONTROL_NULL: cli_json_string(out, "type", "null"); break;
    case CONTROL_VEC2: put_numbers(out, member, 2); break;
    case CONTROL_VEC3: put_numbers(out, member, 3); break;
    case CONTROL_WEIGHTS: put_object(out, member, false); break;
    case CONTROL_ROTATIONS: put_object(out, member, true); break;
    case CONTROL_MARKS: put_marks(out, member); break;
    case CONTROL_BONES:
        cli_json_string(out, "type", "array");
        cli_json_integer(out, "maxItems", member->most);
        vrm_json_put_key(out, "items");
        vrm_json_begin_object(out);
        cli_json_string(out, "type", "string");
        vrm_json_end_object(out);
        break;
    case CONTROL_DOCUMENT:
        vrm_json_put_key(out, "type");
        vrm_json_begin_array(out);
        vrm_json_put_string(out, "object");
        vrm_json_put_string(out, "array");
        vrm_json_end_array(out);
        cli_json_integer(out, "minItems", 1);
        vrm_json_put_key(out, "items");
        vrm_json_begin_object(out);
        cli_json_string(out, "type", "object");
        vrm_json_end_object(out);
        break;
    case CONTROL_BYTES:
        cli_json_string(out, "type", "string");
        cli_json_string(out, "contentEncoding", "base64");
        break;
    case CONTROL_LIST: cli_json_string(out, "type", "array"); break;
    case CONTROL_OBJECT: cli_json_string(out, "type", "object"); break;
    default: break;
    }
}

static void put_member(vrm_JsonBuilder* out, const control_Member* member) {
    vrm_json_put_key(out, member->name);
    vrm_json_begin_object(out);
    if (member->about != NULL) cli_json_string(out, "description", member->about);
    bool is_single = (member->kinds & (member->kinds - 1)) == 0;
    if (!is_single) {
        vrm_json_put_key(out, "anyOf");
        vrm_json_begin_array(out);
    }
    for (unsigned kind = 1; kind <= member->kinds; kind <<= 1) {
        if ((member->kinds & kind) == 0) continue;
        if (!is_single) vrm_json_begin_object(out);
        put_kind(out, member, kind);
        if (!is_single) vrm_json_end_object(out);
    }
    if (!is_single) vrm_json_end_array(out);
    vrm_json_end_object(out);
}

/* The value of "required". */
static void put_required(vrm_JsonBuilder* out, const control_Message* message, bool needs_type) {
    vrm_json_put_key(out, "required");
    vrm_json_begin_array(out);
    if (needs_type) vrm_json_put_string(out, "type");
    if (needs_type && control_needs_id(message)) vrm_json_put_string(out, "id");
    for (const control_Member* member = message->members; member->name != NULL; member++)
        if (member->is_required) vrm_json_put_string(out, member->name);
    vrm_json_end_array(out);
}

static void put_members(vrm_JsonBuilder* out, const control_Message* message,
                        const control_Member* common) {
    vrm_json_put_key(out, "properties");
    vrm_json_begin_object(out);
    vrm_json_put_key(out, "type");
    vrm_json_begin_object(out);
    cli_json_string(out, "const", message->name);
    vrm_json_end_object(out);
    for (const control_Member* member = common; member->name != NULL; member++)
        put_member(out, member);
    for (const control_Member* member = message->members; member->name != NULL; member++)
        put_member(out, member);
    vrm_json_end_object(out);
    put_required(out, message, true);
}

/* A message has the members of its table and no other. An answer may have further ones. */
static void put_message(vrm_JsonBuilder* out, const control_Message* message, bool is_answer) {
    static const control_Member none[] = {END};
    vrm_json_begin_object(out);
    cli_json_string(out, "title", message->name);
    cli_json_string(out, "description", message->about);
    cli_json_string(out, "type", "object");
    put_members(out, message, is_answer ? none : control_common + 1);
    if (!is_answer) cli_json_bool(out, "additionalProperties", false);
    vrm_json_end_object(out);
}

void control_put_members_schema(vrm_JsonBuilder* out, const control_Message* message, bool has_id) {
    static const control_Member id =
        ID("id", false, "A name of your choice, which later events have. Default: a number.");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "object");
    vrm_json_put_key(out, "properties");
    vrm_json_begin_object(out);
    if (has_id) put_member(out, &id);
    for (const control_Member* member = message->members; member->name != NULL; member++)
        put_member(out, member);
    vrm_json_end_object(out);
    put_required(out, message, false);
    cli_json_bool(out, "additionalProperties", false);
    vrm_json_end_object(out);
}

static void put_list(vrm_JsonBuilder* out, const char* key, bool is_answer) {
    const control_Message* list = is_answer ? control_answers : control_messages;
    vrm_json_put_key(out, key);
    vrm_json_begin_object(out);
    vrm_json_put_key(out, "oneOf");
    vrm_json_begin_array(out);
    for (int i = 0; is_answer ? list[i].name != NULL : i < CONTROL_TYPE_COUNT; i++)
        put_message(out, &list[i], is_answer);
    vrm_json_end_array(out);
    vrm_json_end_object(out);
}

void control_put_schema(vrm_JsonBuilder* out) {
    vrm_json_begin_object(out);
    cli_json_string(out, "$schema", "https://json-schema.org/draft/2020-12/schema");
    cli_json_string(out, "title", "The control protocol of libvrm, version 1");
    cli_json_string(out, "$ref", "#/$defs/message");
    vrm_json_put_key(out, "$defs");
    vrm_json_begin_object(out);
    put_list(out, "message", false);
    put_list(out, "answer", true);
    vrm_json_end_object(out);
    vrm_json_end_object(out);
}
