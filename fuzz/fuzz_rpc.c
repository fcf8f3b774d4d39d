/* SPDX-License-Identifier: MIT */
/* What a client may send to `vrm serve`: bytes become messages of both framings, each message one
 * answer of JSON-RPC that is JSON itself. Operations are replaced by one that reads parameters of
 * every kind. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */

#include "require.h"

#include "cli/serve/serve_rpc.h"
#include "cli/serve/serve_wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const serve_Param members[] = {{.name = "dir", .kind = SERVE_VEC3, .low = -1, .high = 1},
                                      {0}};
static const serve_Param params[] = {
    {.name = "path", .kind = SERVE_TEXT, .is_optional = true},
    {.name = "mode", .kind = SERVE_TEXT, .is_optional = true, .choices = "one two"},
    {.name = "x", .kind = SERVE_NUMBER, .is_optional = true},
    {.name = "count", .kind = SERVE_WHOLE, .is_optional = true, .low = 0, .high = 10},
    {.name = "is_on", .kind = SERVE_FLAG, .is_optional = true},
    {.name = "light", .kind = SERVE_OBJECT, .is_optional = true, .members = members},
    {0}};

static bool run(void* ctx, const char* method, serve_Call* call) {
    char text[64];
    (void)ctx;
    require(method != NULL);
    if (strcmp(method, "nothing") == 0) return serve_fail(call, SERVE_NO_METHOD, "no %s", method);
    if (!serve_check_params(call, params)) return false;
    double x = serve_number(call, "x", 0.0), count = serve_number(call, "count", 0.0);
    require(isfinite(x) && count >= 0.0 && count <= 10.0);
    vrm_Vec3 dir = serve_vec3(call, "light/dir", (vrm_Vec3){0});
    require(fabsf(dir.x) <= 1.0f && fabsf(dir.y) <= 1.0f && fabsf(dir.z) <= 1.0f);
    if (serve_has(call, "path") && !serve_text(call, "path", text, sizeof text)) return false;
    serve_put_vec3(call->result, "dir", dir);
    vrm_json_put_key(call->result, "is_on");
    vrm_json_put_bool(call->result, serve_flag(call, "is_on", false));
    return true;
}

static void serve(const uint8_t* data, size_t size, serve_Framing framing) {
    FILE* in = fmemopen((void*)(uintptr_t)data, size, "r");
    vrm_JsonBuilder* out = NULL;
    require(in != NULL && vrm_json_builder_create(NULL, &out) == VRM_OK);
    serve_Wire wire = {.in = in, .framing = framing};
    for (serve_Got got; (got = serve_receive(&wire)) != SERVE_END;) {
        vrm_Span text;
        bool answers = true;
        if (got == SERVE_MESSAGE)
            answers = serve_answer(wire.text, wire.size, run, NULL, out);
        else
            serve_answer_broken(out, "broken");
        if (!answers) continue;
        vrm_Json* json = NULL;
        require(vrm_json_builder_text(out, &text) == VRM_OK);
        require(vrm_json_parse(text.data, text.size, NULL, NULL, &json) == VRM_OK);
        vrm_json_destroy(json);
    }
    serve_wire_release(&wire);
    vrm_json_builder_destroy(out);
    fclose(in);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    serve(data, size, SERVE_HEADERS);
    serve(data, size, SERVE_LINES);
    return 0;
}
