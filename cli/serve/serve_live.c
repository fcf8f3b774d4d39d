/* SPDX-License-Identifier: MIT */
#include "serve/serve_live.h"

#include "control/control_call.h"
#include "control/control_lines.h"
#include "serve/serve_client.h"
#include "serve/serve_live_wire.h"
#include "serve/serve_presence.h"
#include "serve/serve_text.h"
#include "words/json.h"
#include "words/output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 256, EVENT_SIZE_MAX = 1 << 16, WAIT_MAX_S = 60 };

struct serve_Live {
    serve_LiveWire* wire;
    char* path;
    int timeout_s;
    int64_t last_id;    /* that was given */
    serve_Text sending; /* lines, of which the first `sent` bytes are gone */
    size_t sent;
    control_Lines lines;      /* that came */
    char* events[EVENTS_MAX]; /* from malloc(): lines that were not given to the client */
    int event_count;
    int64_t dropped;                    /* older events, for want of room */
    int64_t started_ms, input_ended_ms; /* of the call that runs; INT64_MAX: the input goes on */
};

/* ---- Tools ---- */

static const control_Member wait_members[] = {
    {.name = "seconds",
     .kinds = CONTROL_NUMBER,
     .high = WAIT_MAX_S,
     .about = "Waits so long for an event. Default 0: returns those that have come."},
    {.name = "of",
     .kinds = CONTROL_TEXT | CONTROL_WHOLE,
     .low = -9007199254740991.0,
     .high = 9007199254740991.0,
     .least = 1,
     .bytes = CONTROL_ID_MAX,
     .about = "The id of a say or play: waits until it has ended (spoken, finished)."},
    {0}};

static const control_Message wait_message = {
    "events",
    "Returns what the live avatar did since the last answer (begun, spoken, finished, lost, "
    "found), "
    "or waits for it. Every other tool of the live avatar returns these events, too.",
    wait_members};

/* hello belongs to connections. NULL past the last. */
static const control_Message* tool_at(int index) {
    if (index + 1 < CONTROL_TYPE_COUNT) return &control_messages[index + 1];
    return index + 1 == CONTROL_TYPE_COUNT ? &wait_message : NULL;
}

bool serve_live_knows(const char* name) {
    const control_Message* tool;
    for (int i = 0; (tool = tool_at(i)) != NULL; i++)
        if (strcmp(tool->name, name) == 0) return true;
    return false;
}

/* No tool needs an id: each message is given one. */
static void put_tool(vrm_JsonBuilder* out, const control_Message* tool, const char* schema_key) {
    char about[320];
    snprintf(about, sizeof about, "%s%s",
             tool == &wait_message ? "" : "Live avatar: ", tool->about);
    vrm_json_begin_object(out);
    cli_json_string(out, "name", tool->name);
    cli_json_string(out, "description", about);
    vrm_json_put_key(out, schema_key);
    control_put_members_schema(out, tool, tool != &wait_message);
    vrm_json_end_object(out);
}

void serve_live_put_tools(vrm_JsonBuilder* out, const char* schema_key) {
    const control_Message* tool;
    for (int i = 0; (tool = tool_at(i)) != NULL; i++) put_tool(out, tool, schema_key);
}

/* ---- Lines that came ---- */

typedef enum Got {
    GOT_NOTHING, /* in time */
    GOT_ANSWER,
    GOT_EVENT,
    GOT_END, /* an event that ends a say or play */
    GOT_LOST,
    GOT_GONE, /* nobody waits for an answer any more */
    GOT_OTHER
} Got;

/* A line, and what it says. */
typedef struct Line {
    const char* text;
    size_t size;
    control_Id id; /* of an answer or event */
    bool is_error;
    serve_LiveError error; /* also why a connection was lost */
} Line;

static void keep_event(serve_Live* live, const Line* line) {
    char* copy = line->size <= EVENT_SIZE_MAX ? malloc(line->size + 1) : NULL;
    live->dropped += copy == NULL;
    if (copy == NULL) return;
    memcpy(copy, line->text, line->size);
    copy[line->size] = '\0';
    if (live->event_count == EVENTS_MAX) {
        live->dropped++;
        free(live->events[0]);
        memmove(live->events, live->events + 1, (EVENTS_MAX - 1) * sizeof *live->events);
        live->event_count--;
    }
    live->events[live->event_count++] = copy;
}

static Got kind_of(const vrm_Json* json, vrm_JsonRef type) {
    static const char* const words[] = {"ok",   "error", "spoken", "finished",     "begun",
                                        "lost", "found", "hello",  SERVE_LIVE_LOST};
    static const Got kinds[] = {GOT_ANSWER, GOT_ANSWER, GOT_END,   GOT_END, GOT_EVENT,
                                GOT_EVENT,  GOT_EVENT,  GOT_EVENT, GOT_LOST};
    if (vrm_json_type(json, type) != VRM_JSON_STRING) return GOT_OTHER;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (vrm_json_equals(json, type, words[i])) return kinds[i];
    return GOT_OTHER;
}

static Got read_line(serve_Live* live, Line* line) {
    vrm_Json* json = NULL;
    if (vrm_json_parse(line->text, line->size, NULL, NULL, &json) != VRM_OK) return GOT_OTHER;
    vrm_JsonRef root = vrm_json_root(json), type = vrm_json_member(json, root, "type");
    Got got = kind_of(json, type);
    (void)control_read_id(json, vrm_json_member(json, root, "id"), &line->id);
    line->is_error = got == GOT_ANSWER && vrm_json_equals(json, type, "error");
    (void)vrm_json_string(json, vrm_json_member(json, root, "code"), line->error.code,
                          sizeof line->error.code);
    (void)vrm_json_string(json, vrm_json_member(json, root, "message"), line->error.message,
                          sizeof line->error.message);
    if (got == GOT_EVENT || got == GOT_END) keep_event(live, line);
    vrm_json_destroy(json);
    return got;
}

/* When the call that runs must have ended, because the client has closed the input: it may still
 * read, as in serve_client.h. */
static int64_t end_of_patience(const serve_Live* live) {
    int64_t ended = live->input_ended_ms, started = live->started_ms;
    return ended == INT64_MAX ? ended : (started > ended ? started : ended) + SERVE_GRACE_MS;
}

/* Sends what waits, and takes bytes. Returns false if nobody waits for an answer any more. */
static bool turn(serve_Live* live, int64_t until_ms, size_t* out_got) {
    char bytes[1 << 14];
    serve_LiveTurn one = {.send = live->sending.text,
                          .send_size = live->sending.size - live->sent,
                          .got = bytes,
                          .got_room = sizeof bytes,
                          .has_input_ended = live->input_ended_ms != INT64_MAX};
    if (one.send_size > 0) one.send += live->sent;
    bool had_input = !one.has_input_ended;
    if (!serve_live_wire_turn(live->wire, &one, until_ms)) return false;
    if (had_input && one.has_input_ended) live->input_ended_ms = serve_now_ms();
    live->sent += one.sent_size;
    if (live->sent == live->sending.size) live->sent = live->sending.size = 0;
    *out_got = one.got_size;
    return control_lines_add(&live->lines, bytes, one.got_size);
}

/* The next line that says something. It is valid until the next call. */
static Got next(serve_Live* live, int64_t until_ms, Line* line) {
    for (;;) {
        *line = (Line){0};
        control_Line found = control_lines_next(&live->lines, &line->text, &line->size);
        Got got = found == CONTROL_LINE_READ ? read_line(live, line) : GOT_OTHER;
        if (got != GOT_OTHER) return got;
        if (found != CONTROL_LINE_NONE) continue;
        int64_t now_ms = serve_now_ms(), end_ms = end_of_patience(live);
        bool is_late = now_ms > until_ms;
        size_t count;
        if (now_ms >= end_ms || !turn(live, until_ms < end_ms ? until_ms : end_ms, &count))
            return GOT_GONE;
        if (is_late && count == 0) return GOT_NOTHING;
    }
}

/* ---- The message ---- */

static bool add(serve_Text* text, const char* bytes, size_t size) {
    serve_text_add(text, bytes, size, CONTROL_LINE_MAX + 64);
    return !text->is_cut;
}

static bool add_word(serve_Text* text, const char* word) {
    return add(text, word, strlen(word));
}

/* White space between values may be an end of line. */
static void join_lines(serve_Text* text) {
    for (size_t i = 0; i < text->size; i++)
        if (text->text[i] == '\n' || text->text[i] == '\r') text->text[i] = ' ';
}

static bool add_members(const serve_Call* call, vrm_JsonRef arguments, serve_Text* text) {
    bool is_added = true;
    vrm_JsonIter it = vrm_json_iter(call->json, arguments);
    while (is_added && vrm_json_next(&it)) {
        vrm_Span key = vrm_json_text(call->json, it.key),
                 value = vrm_json_text(call->json, it.value);
        is_added = add(text, ",", 1) && add(text, key.data, key.size) && add(text, ":", 1) &&
                   add(text, value.data, value.size);
    }
    return is_added;
}

/* Each message has an id: that of the client, or a number. */
static bool write_message(serve_Live* live, serve_Call* call, const char* name,
                          vrm_JsonRef arguments, serve_Text* text) {
    char id[48] = "";
    vrm_JsonType given = vrm_json_type(call->json, vrm_json_member(call->json, arguments, "id"));
    if (vrm_json_member(call->json, arguments, "type") != VRM_JSON_MISSING)
        return serve_fail(call, SERVE_BAD_PARAMS, "%s has no member type", name);
    if (given == VRM_JSON_NULL)
        return serve_fail(call, SERVE_BAD_PARAMS, "id must be a string or a whole number");
    if (given == VRM_JSON_NONE) snprintf(id, sizeof id, ",\"id\":%lld", (long long)++live->last_id);
    bool is_written = add_word(text, "{\"type\":\"") && add_word(text, name) &&
                      add_word(text, "\"") && add_word(text, id) &&
                      add_members(call, arguments, text) && add_word(text, "}");
    if (!is_written || text->size > CONTROL_LINE_MAX)
        return serve_fail(call, SERVE_BAD_PARAMS, "a message has at most %d bytes",
                          CONTROL_LINE_MAX);
    join_lines(text);
    return true;
}

/* ---- Results ---- */

static void put_events(serve_Live* live, vrm_JsonBuilder* out) {
    vrm_json_put_key(out, "events");
    vrm_json_begin_array(out);
    for (int i = 0; i < live->event_count; i++) {
        vrm_json_put_raw(out, live->events[i], strlen(live->events[i]));
        free(live->events[i]);
    }
    vrm_json_end_array(out);
    if (live->dropped > 0) cli_json_integer(out, "eventsDropped", live->dropped);
    live->event_count = 0;
    live->dropped = 0;
}

static void put_error(vrm_JsonBuilder* out, const control_Id* id, const serve_LiveError* error) {
    vrm_json_put_key(out, "answer");
    vrm_json_begin_object(out);
    cli_json_string(out, "type", "error");
    control_put_id(out, "id", id);
    cli_json_string(out, "code", error->code);
    cli_json_string(out, "message", error->message);
    vrm_json_end_object(out);
}

static bool fail_lost(const serve_Live* live, serve_Call* call, const char* why) {
    return serve_fail(call, SERVE_INTERNAL,
                      "no connection to %.200s (%.80s): start vrm live AVATAR --control %.100s, "
                      "then try again",
                      live->path, why, live->path);
}

static bool fail_gone(const serve_Live* live, serve_Call* call) {
    bool is_over = serve_now_ms() >= end_of_patience(live);
    return serve_fail(call, SERVE_INTERNAL, "%s",
                      is_over ? "the client has gone: ended half-way"
                              : "nobody waits for an answer");
}

/* What has come since the last call. A connection that was lost meanwhile is no failure of the
 * message that connects again. */
static bool drain(serve_Live* live, serve_Call* call) {
    Line line;
    Got got;
    while ((got = next(live, 0, &line)) != GOT_NOTHING)
        if (got == GOT_GONE) return fail_gone(live, call);
    if (live->sending.size > live->sent)
        return serve_fail(call, SERVE_INTERNAL, "vrm live does not read: an earlier message waits");
    return true;
}

static bool await_answer(serve_Live* live, serve_Call* call, const control_Id* id,
                         vrm_JsonBuilder* out, serve_LiveError* out_error) {
    int64_t until_ms = serve_now_ms() + (int64_t)live->timeout_s * 1000;
    Line line;
    for (;;) {
        Got got = next(live, until_ms, &line);
        if (got == GOT_LOST) return fail_lost(live, call, line.error.message);
        if (got == GOT_GONE) return fail_gone(live, call);
        if (got == GOT_NOTHING)
            return serve_fail(call, SERVE_INTERNAL, "vrm live did not answer in %d s",
                              live->timeout_s);
        if (got != GOT_ANSWER || !control_id_equals(&line.id, id)) continue;
        if (line.is_error) *out_error = line.error;
        vrm_json_put_key(out, "answer");
        vrm_json_put_raw(out, line.text, line.size);
        return true;
    }
}

/* A message that is not of the form is not sent: its answer might lack the id. */
static bool send_message(serve_Live* live, serve_Call* call, serve_Text* text, vrm_JsonBuilder* out,
                         serve_LiveError* out_error) {
    control_Call checked;
    bool is_good = control_call_open(text->text, text->size, &checked);
    control_Id id = checked.id;
    if (!is_good) {
        snprintf(out_error->code, sizeof out_error->code, "%s", checked.code);
        snprintf(out_error->message, sizeof out_error->message, "%s", checked.message);
    }
    control_call_close(&checked);
    if (!drain(live, call)) return false;
    if (!is_good) {
        put_error(out, &id, out_error);
        return true;
    }
    if (!add(text, "\n", 1)) return serve_fail(call, SERVE_INTERNAL, "out of memory");
    free(live->sending.text);
    live->sending = *text;
    live->sent = 0;
    *text = (serve_Text){0};
    return await_answer(live, call, &id, out, out_error);
}

/* ---- Events ---- */

static const char* wait_member_at(const void* list, int index) {
    return ((const control_Member*)list)[index].name;
}

static bool check_wait(serve_Call* call, const char* path, vrm_JsonRef arguments, double* out_s,
                       control_Id* out_of) {
    char name[64];
    vrm_JsonRef seconds = vrm_json_member(call->json, arguments, "seconds");
    vrm_JsonRef of = vrm_json_member(call->json, arguments, "of");
    *out_s = vrm_json_number(call->json, seconds, seconds == VRM_JSON_MISSING ? 0.0 : (double)NAN);
    if (serve_find_unknown(call, path, wait_member_at, wait_members, name, sizeof name))
        return serve_fail(call, SERVE_BAD_PARAMS, "events has no argument %s", name);
    if (!(*out_s >= 0.0 && *out_s <= WAIT_MAX_S))
        return serve_fail(call, SERVE_BAD_PARAMS, "seconds must be a number from 0 to %d",
                          WAIT_MAX_S);
    *out_of = (control_Id){0};
    return of == VRM_JSON_MISSING || control_read_id(call->json, of, out_of) ||
           serve_fail(call, SERVE_BAD_PARAMS, "of must be the id of a say or play");
}

static bool has_ended(const serve_Live* live, const control_Id* of) {
    for (int i = 0; i < live->event_count; i++) {
        Line line = {.text = live->events[i], .size = strlen(live->events[i])};
        vrm_Json* json = NULL;
        if (vrm_json_parse(line.text, line.size, NULL, NULL, &json) != VRM_OK) continue;
        vrm_JsonRef root = vrm_json_root(json);
        bool is_end = kind_of(json, vrm_json_member(json, root, "type")) == GOT_END;
        (void)control_read_id(json, vrm_json_member(json, root, "id"), &line.id);
        vrm_json_destroy(json);
        if (is_end && control_id_equals(&line.id, of)) return true;
    }
    return false;
}

static bool await_events(serve_Live* live, serve_Call* call, const char* path,
                         vrm_JsonRef arguments, vrm_JsonBuilder* out) {
    double seconds;
    control_Id of;
    Line line;
    if (!check_wait(call, path, arguments, &seconds, &of) || !drain(live, call)) return false;
    int64_t until_ms = serve_now_ms() + (int64_t)(seconds * 1000.0);
    bool has_id = of.kind != CONTROL_ID_NONE;
    bool is_enough = has_id ? has_ended(live, &of) : live->event_count > 0;
    while (!is_enough && seconds > 0.0) {
        Got got = next(live, until_ms, &line);
        if (got == GOT_LOST) return fail_lost(live, call, line.error.message);
        if (got == GOT_GONE) return fail_gone(live, call);
        if (got == GOT_NOTHING) break;
        is_enough = has_id ? got == GOT_END && control_id_equals(&line.id, &of)
                           : got == GOT_EVENT || got == GOT_END;
    }
    put_events(live, out);
    return true;
}

/* ---- Asking ---- */

bool serve_live_ask(serve_Live* live, serve_Call* call, const char* name, const char* path,
                    vrm_JsonBuilder* out, serve_LiveError* out_error) {
    vrm_JsonRef arguments = serve_value(call, path);
    vrm_JsonType type = vrm_json_type(call->json, arguments);
    *out_error = (serve_LiveError){0};
    live->started_ms = serve_now_ms();
    if (type != VRM_JSON_NONE && type != VRM_JSON_OBJECT)
        return serve_fail(call, SERVE_BAD_PARAMS, "%s takes an object of members", name);
    if (strcmp(name, wait_message.name) == 0) return await_events(live, call, path, arguments, out);
    serve_Text text = {0};
    bool is_answered = write_message(live, call, name, arguments, &text) &&
                       send_message(live, call, &text, out, out_error);
    if (is_answered) put_events(live, out);
    free(text.text);
    return is_answered;
}

/* ---- Make ---- */

int serve_live_open(const char* path, int timeout_s, serve_Live** out) {
    size_t size = strlen(path) + 1;
    *out = calloc(1, sizeof **out);
    if (*out != NULL) (*out)->path = malloc(size);
    if (*out == NULL || (*out)->path == NULL) {
        serve_live_close(*out);
        *out = NULL;
        return cli_result_error("serve", path, VRM_ERR_MEMORY, NULL);
    }
    memcpy((*out)->path, path, size);
    (*out)->timeout_s = timeout_s;
    (*out)->input_ended_ms = INT64_MAX;
    return serve_live_wire_open(path, &(*out)->wire);
}

void serve_live_close(serve_Live* live) {
    if (live == NULL) return;
    serve_live_wire_close(live->wire);
    control_lines_close(&live->lines);
    for (int i = 0; i < live->event_count; i++) free(live->events[i]);
    free(live->sending.text);
    free(live->path);
    free(live);
}
