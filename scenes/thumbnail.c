/* SPDX-License-Identifier: MIT */
/* Vesna's portrait for meta: her own meshes through a depth buffer, toon shaded, four samples for
 * each pixel. */
#include "hero.h"

#include <stdlib.h>

/* What the picture shows: a square around head and shoulders, from the front. */
#define MIDDLE_Y  1.270f
#define HALF_SIZE 0.235f

typedef struct Canvas {
    vrm_Vec4* colors;
    float* depths;
    int32_t size;
} Canvas;

static float edge(vrm_Vec2 a, vrm_Vec2 b, vrm_Vec2 p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

static vrm_Vec2 to_canvas(const Canvas* canvas, vrm_Vec3 p) {
    float scale = (float)canvas->size / (2 * HALF_SIZE);
    return (vrm_Vec2){(p.x + HALF_SIZE) * scale, (MIDDLE_Y + HALF_SIZE - p.y) * scale};
}

static vrm_Vec4 shaded(const MaterialRow* material, vrm_Vec3 normal, vrm_Vec2 uv) {
    static const vrm_Vec3 light = {0.35f, 0.45f, 0.82f};
    vrm_Vec4 color = hero_color(material->base_texture, uv.x, uv.y);
    float lit = smooth(-0.02f, 0.06f, v3_dot(normal, light));
    vrm_Vec3 base = v3(material->base_color.x, material->base_color.y, material->base_color.z);
    vrm_Vec3 tint = v3_mix(material->shade_color, base, lit);
    /* Factors are linear, the picture is not: the root is near enough. */
    return (vrm_Vec4){color.x * sqrtf(tint.x), color.y * sqrtf(tint.y), color.z * sqrtf(tint.z),
                      color.w};
}

static void draw_pixel(Canvas* canvas, int32_t x, int32_t y, float depth, vrm_Vec4 color) {
    size_t at = (size_t)y * (size_t)canvas->size + (size_t)x;
    if (depth <= canvas->depths[at]) return;
    vrm_Vec4* under = &canvas->colors[at];
    *under = (vrm_Vec4){mix(under->x, color.x, color.w), mix(under->y, color.y, color.w),
                        mix(under->z, color.z, color.w), 1};
    if (color.w > 0.99f) canvas->depths[at] = depth;
}

static int32_t bounded(float value, int32_t size) {
    return value < 0 ? 0 : value >= (float)size ? size - 1 : (int32_t)value;
}

static void draw_triangle(Canvas* canvas, const MaterialRow* material, const Vertex* a,
                          const Vertex* b, const Vertex* c) {
    vrm_Vec2 p = to_canvas(canvas, a->position), q = to_canvas(canvas, b->position);
    vrm_Vec2 r = to_canvas(canvas, c->position);
    float area = edge(p, q, r), side = area < 0 ? 1.0f : -1.0f;
    if (area == 0 || (side < 0 && !material->is_double_sided)) return;
    float low_x = fminf(p.x, fminf(q.x, r.x)), high_x = fmaxf(p.x, fmaxf(q.x, r.x));
    float low_y = fminf(p.y, fminf(q.y, r.y)), high_y = fmaxf(p.y, fmaxf(q.y, r.y));
    float size = (float)canvas->size;
    if (high_x < 0 || high_y < 0 || low_x >= size || low_y >= size) return;
    for (int32_t y = bounded(low_y, canvas->size); y <= bounded(high_y, canvas->size); y++) {
        for (int32_t x = bounded(low_x, canvas->size); x <= bounded(high_x, canvas->size); x++) {
            vrm_Vec2 at = {(float)x + 0.5f, (float)y + 0.5f};
            float i = edge(q, r, at) / area, j = edge(r, p, at) / area, k = 1 - i - j;
            if (i < 0 || j < 0 || k < 0) continue;
            float depth = i * a->position.z + j * b->position.z + k * c->position.z;
            vrm_Vec3 normal = v3_add(v3_add(v3_scale(a->normal, i), v3_scale(b->normal, j)),
                                     v3_scale(c->normal, k));
            vrm_Vec2 uv = {i * a->uv.x + j * b->uv.x + k * c->uv.x,
                           i * a->uv.y + j * b->uv.y + k * c->uv.y};
            draw_pixel(canvas, x, y, depth, shaded(material, v3_scale(normal, side), uv));
        }
    }
}

static void draw_mesh(Canvas* canvas, const Character* character, const Mesh* mesh,
                      bool is_transparent) {
    for (int32_t p = 0; p < mesh->part_count; p++) {
        const MeshPart* part = &mesh->parts[p];
        const MaterialRow* material = &character->looks->materials[part->material];
        if ((material->alpha_mode == VRM_ALPHA_BLEND) != is_transparent) continue;
        for (int32_t i = 0; i < part->index_count; i += 3) {
            const uint32_t* corner = &mesh->indices[part->first_index + i];
            draw_triangle(canvas, material, &mesh->vertices[corner[0]], &mesh->vertices[corner[1]],
                          &mesh->vertices[corner[2]]);
        }
    }
}

static vrm_Vec4 backdrop(float x, float y) {
    float far = sqrtf((x - 0.5f) * (x - 0.5f) + (y - 0.45f) * (y - 0.45f));
    float glow = smooth(0.75f, 0.15f, far);
    return (vrm_Vec4){mix(0.56f, 0.83f, glow), mix(0.78f, 0.94f, glow), mix(0.70f, 0.85f, glow), 1};
}

static void to_pixels(const Canvas* canvas, uint8_t* pixels, int32_t size) {
    for (int32_t i = 0; i < size * size; i++) {
        int32_t x = i % size * 2, y = i / size * 2;
        vrm_Vec4 sum = {0, 0, 0, 0};
        for (int32_t k = 0; k < 4; k++) {
            vrm_Vec4 c = canvas->colors[(y + k / 2) * canvas->size + x + k % 2];
            sum = (vrm_Vec4){sum.x + c.x, sum.y + c.y, sum.z + c.z, 1};
        }
        const float part = 255.0f / 4;
        pixels[i * 4] = (uint8_t)(clamp01(sum.x / 4) * 4 * part + 0.5f);
        pixels[i * 4 + 1] = (uint8_t)(clamp01(sum.y / 4) * 4 * part + 0.5f);
        pixels[i * 4 + 2] = (uint8_t)(clamp01(sum.z / 4) * 4 * part + 0.5f);
        pixels[i * 4 + 3] = 255;
    }
}

bool thumbnail_draw(const Character* character, uint8_t* pixels, int32_t size) {
    Canvas canvas = {.size = size * 2};
    size_t count = (size_t)canvas.size * (size_t)canvas.size;
    canvas.colors = malloc(count * sizeof *canvas.colors);
    canvas.depths = malloc(count * sizeof *canvas.depths);
    bool is_ready = canvas.colors != NULL && canvas.depths != NULL;
    for (size_t i = 0; is_ready && i < count; i++) {
        canvas.colors[i] = backdrop((float)(i % (size_t)canvas.size) / (float)canvas.size,
                                    (float)(i / (size_t)canvas.size) / (float)canvas.size);
        canvas.depths[i] = -10;
    }
    for (int32_t pass = 0; is_ready && pass < 2; pass++)
        for (int32_t m = 0; m < character->mesh_count; m++)
            if (character->meshes[m].first_person != VRM_FIRST_PERSON_FIRST_PERSON_ONLY)
                draw_mesh(&canvas, character, &character->meshes[m], pass == 1);
    if (is_ready) to_pixels(&canvas, pixels, size);
    free(canvas.colors);
    free(canvas.depths);
    return is_ready;
}
