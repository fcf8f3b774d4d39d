/* SPDX-License-Identifier: MIT */
#include "programs.h"

#include "renderer.h"

#include <string.h>

/* Written at build from shaders/: shader_common, shader_vertex, ... */
#include <shaders.inc>

static const char version[] = "#version 300 es\n";

/* Shaders and the program of them. Drivers compile in threads of their own, so nothing is asked of
 * them before the answer is needed: to ask is to wait. */
typedef struct Parts {
    uint32_t id, vertex, fragment;
} Parts;

static uint32_t compile(vrm_Renderer* renderer, uint32_t type, const char* const* texts,
                        int32_t count) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    uint32_t id = gl->CreateShader(type);
    gl->ShaderSource(id, count, texts, NULL);
    gl->CompileShader(id);
    return id;
}

static Parts link(vrm_Renderer* renderer, uint32_t vertex, uint32_t fragment) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    uint32_t id = gl->CreateProgram();
    gl->AttachShader(id, vertex);
    gl->AttachShader(id, fragment);
    gl->LinkProgram(id);
    return (Parts){id, vertex, fragment};
}

static void keep_complaint(vrm_Renderer* renderer, const Parts* parts) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    int32_t size = (int32_t)sizeof renderer->complaint;
    for (int i = 0; i < 2; i++) {
        uint32_t shader = i == 0 ? parts->vertex : parts->fragment;
        int32_t is_good = 0;
        gl->GetShaderiv(shader, GL_COMPILE_STATUS, &is_good);
        if (is_good) continue;
        gl->GetShaderInfoLog(shader, size, NULL, renderer->complaint);
        return;
    }
    gl->GetProgramInfoLog(parts->id, size, NULL, renderer->complaint);
}

/* Waits for the driver; the program, 0 when it was refused. */
static uint32_t finish(vrm_Renderer* renderer, Parts parts) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    int32_t is_good = 0;
    gl->GetProgramiv(parts.id, GL_LINK_STATUS, &is_good);
    if (!is_good) {
        keep_complaint(renderer, &parts);
        gl->DeleteProgram(parts.id);
        parts.id = 0;
    }
    gl->DeleteShader(parts.vertex);
    gl->DeleteShader(parts.fragment);
    if (parts.id != 0) renderer->stats.programs++;
    return parts.id;
}

static uint32_t build_plain(vrm_Renderer* renderer, const char* vertex, const char* fragment) {
    uint32_t v = compile(renderer, GL_VERTEX_SHADER, (const char* const[]){version, vertex}, 2);
    uint32_t f = compile(renderer, GL_FRAGMENT_SHADER, (const char* const[]){version, fragment}, 2);
    return finish(renderer, link(renderer, v, f));
}

static Parts build(vrm_Renderer* renderer, vrmi_Features features) {
    static const char names[VRMI_FEATURE_COUNT][sizeof "OCCLUSION_TEXTURE"] = {
#define X(name) #name,
        VRMI_FEATURES(X)
#undef X
    };
    const char* texts[VRMI_FEATURE_COUNT * 3 + 6];
    int32_t head = 0;
    texts[head++] = version;
    for (int bit = 0; bit < VRMI_FEATURE_COUNT; bit++) {
        if (!(features >> bit & 1)) continue;
        texts[head++] = "#define ";
        texts[head++] = names[bit];
        texts[head++] = "\n";
    }
    texts[head++] = shader_common;
    texts[head] = shader_outline;
    texts[head + 1] = shader_vertex;
    uint32_t vertex = compile(renderer, GL_VERTEX_SHADER, texts, head + 2);
    int32_t count = head;
    texts[count++] = shader_surface;
    if (features & VRMI_HAS(MTOON)) {
        texts[count++] = shader_mtoon;
    } else if (features & VRMI_HAS(SURFACE)) {
        texts[count++] = shader_pbr;
    }
    if (features & VRMI_HAS(INSPECT)) texts[count++] = shader_inspect;
    texts[count++] = shader_fragment;
    return link(renderer, vertex, compile(renderer, GL_FRAGMENT_SHADER, texts, count));
}

/* Samplers keep the texture units of their slots. */
static void place_samplers(const vrmi_Gl* gl, uint32_t id) {
    static const char names[VRMI_UNIT_COUNT][sizeof "u_occlusion"] = {
        [VRM_TEXTURE_BASE_COLOR] = "u_base",     [VRM_TEXTURE_METALLIC_ROUGHNESS] = "u_metal",
        [VRM_TEXTURE_NORMAL] = "u_normal",       [VRM_TEXTURE_OCCLUSION] = "u_occlusion",
        [VRM_TEXTURE_EMISSIVE] = "u_emissive",   [VRM_TEXTURE_SHADE_MULTIPLY] = "u_shade",
        [VRM_TEXTURE_SHADING_SHIFT] = "u_shift", [VRM_TEXTURE_RIM_MULTIPLY] = "u_rim",
        [VRM_TEXTURE_OUTLINE_WIDTH] = "u_width", [VRM_TEXTURE_UV_ANIMATION_MASK] = "u_mask",
        [VRM_TEXTURE_MATCAP] = "u_matcap",       [VRMI_UNIT_DATA] = "u_data",
        [VRMI_UNIT_MORPHS] = "u_morphs",
    };
    for (int unit = 0; unit < VRMI_UNIT_COUNT; unit++) {
        int32_t location = gl->GetUniformLocation(id, names[unit]);
        if (location >= 0) gl->Uniform1i(location, unit);
    }
}

vrmi_Program* vrmi_program_start(vrm_Renderer* renderer, vrmi_Features features) {
    vrmi_Programs* programs = &renderer->programs;
    for (size_t i = 0; i < programs->count; i++)
        if (programs->items[i].features == features) return &programs->items[i];
    vrmi_Program* items = vrmi_room(&renderer->allocator, programs->items, &programs->capacity,
                                    programs->count + 1, sizeof *items);
    if (items == NULL) return NULL;
    programs->items = items;
    vrmi_Program* program = &items[programs->count++];
    Parts parts = build(renderer, features);
    *program = (vrmi_Program){
        .features = features, .id = parts.id, .vertex = parts.vertex, .fragment = parts.fragment};
    return program;
}

vrmi_Program* vrmi_program_get(vrm_Renderer* renderer, vrmi_Features features) {
    vrmi_Program* program = vrmi_program_start(renderer, features);
    if (program == NULL || program->is_finished) return program;
    program->is_finished = true;
    program->id = finish(renderer, (Parts){program->id, program->vertex, program->fragment});
    if (program->id == 0) return program;
    const vrmi_Gl* gl = vrmi_gl(renderer);
    gl->UseProgram(program->id);
    place_samplers(gl, program->id);
    program->u_frame = gl->GetUniformLocation(program->id, "u_frame");
    program->u_material = gl->GetUniformLocation(program->id, "u_material");
    program->u_uv = gl->GetUniformLocation(program->id, "u_uv");
    program->u_draw = gl->GetUniformLocation(program->id, "u_draw");
    return program;
}

uint32_t vrmi_program_lines(vrm_Renderer* renderer) {
    vrmi_Programs* programs = &renderer->programs;
    if (programs->lines != 0) return programs->lines;
    programs->lines = build_plain(renderer, shader_lines_vertex, shader_lines_fragment);
    if (programs->lines != 0)
        programs->u_lines = vrmi_gl(renderer)->GetUniformLocation(programs->lines, "u_lines");
    return programs->lines;
}

uint32_t vrmi_program_present(vrm_Renderer* renderer) {
    vrmi_Programs* programs = &renderer->programs;
    if (programs->present != 0) return programs->present;
    programs->present = build_plain(renderer, shader_present_vertex, shader_present_fragment);
    if (programs->present == 0) return 0;
    const vrmi_Gl* gl = vrmi_gl(renderer);
    programs->u_picture = gl->GetUniformLocation(programs->present, "u_picture");
    programs->u_is_read = gl->GetUniformLocation(programs->present, "u_is_read");
    return programs->present;
}

void vrmi_programs_release(vrm_Renderer* renderer) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    vrmi_Programs* programs = &renderer->programs;
    for (size_t i = 0; i < programs->count; i++) {
        const vrmi_Program* program = &programs->items[i];
        if (program->id != 0) gl->DeleteProgram(program->id);
        if (program->is_finished) continue;
        gl->DeleteShader(program->vertex);
        gl->DeleteShader(program->fragment);
    }
    if (programs->lines != 0) gl->DeleteProgram(programs->lines);
    if (programs->present != 0) gl->DeleteProgram(programs->present);
    vrmi_give(&renderer->allocator, programs->items, programs->capacity, sizeof *programs->items);
    memset(programs, 0, sizeof *programs);
}

const char* vrmi_program_complaint(const vrm_Renderer* renderer) {
    return renderer->complaint;
}
