/* SPDX-License-Identifier: MIT */
/* A whole renderer of your own, without libvrm_render, in one file: morph targets, skins, colours
 * that expressions change and visibility come from a sim, triangles are filled into an array of
 * pixels. docs/guide/embedding.md goes through it step by step. Writes a PPM picture.
 *
 * run: @avatar@ @out@ */
#include <vrm/vrm.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 256, HEIGHT = 384 };

typedef struct Canvas {
    vrm_Vec3 colors[WIDTH * HEIGHT]; /* linear */
    float depths[WIDTH * HEIGHT];
} Canvas;

/* What a vertex buffer and a uniform block would hold: one primitive of one node. */
typedef struct Shape {
    vrm_Triangles* mesh;
    vrm_Vec3 *morphed, *posed; /* after morph targets; after the skin, in world space */
    float* deltas;             /* of one morph target */
    vrm_MeshNode node;
    const vrm_Primitive* primitive;
} Shape;

/* ---- Step 2: buffers, once for each primitive ---- */

static vrm_Result shape_create(const vrm_Gltf* gltf, vrm_MeshNode node, int32_t primitive,
                               Shape* out) {
    *out = (Shape){.node = node, .primitive = &gltf->meshes[node.mesh].primitives[primitive]};
    vrm_Result result = vrm_primitive_triangles(gltf, out->primitive, NULL, &out->mesh);
    if (result != VRM_OK) return result;
    out->morphed = calloc(out->mesh->vertex_count + 1, sizeof *out->morphed);
    out->posed = calloc(out->mesh->vertex_count + 1, sizeof *out->posed);
    out->deltas = calloc(3 * (size_t)out->mesh->source_count + 1, sizeof *out->deltas);
    return out->morphed && out->posed && out->deltas ? VRM_OK : VRM_ERR_MEMORY;
}

static void shape_destroy(Shape* shape) {
    vrm_triangles_destroy(shape->mesh);
    free(shape->morphed);
    free(shape->posed);
    free(shape->deltas);
}

/* ---- Step 4: the vertices of a frame; a GPU does this in its vertex shader ---- */

static void apply_morphs(Shape* shape, const vrm_Gltf* gltf, const float* weights) {
    const vrm_Triangles* mesh = shape->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) shape->morphed[v] = mesh->positions[v];
    for (int32_t t = 0; t < shape->node.morph_count && t < shape->primitive->target_count; t++) {
        float weight = weights[shape->node.first_morph + t];
        int32_t accessor =
            vrm_morph_target_attribute(&shape->primitive->targets[t], VRM_SEMANTIC_POSITION);
        if (weight == 0.0f || accessor < 0) continue;
        if (vrm_accessor_read_floats(gltf, accessor, shape->deltas,
                                     3 * (size_t)mesh->source_count) != VRM_OK)
            continue;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const float* delta = &shape->deltas[3 * (size_t)mesh->sources[v]];
            shape->morphed[v].x += weight * delta[0];
            shape->morphed[v].y += weight * delta[1];
            shape->morphed[v].z += weight * delta[2];
        }
    }
}

static vrm_Vec3 transform(const vrm_Affine* m, vrm_Vec3 p) {
    const vrm_Vec4* r = m->rows;
    return (vrm_Vec3){r[0].x * p.x + r[0].y * p.y + r[0].z * p.z + r[0].w,
                      r[1].x * p.x + r[1].y * p.y + r[1].z * p.z + r[1].w,
                      r[2].x * p.x + r[2].y * p.y + r[2].z * p.z + r[2].w};
}

static void apply_skin(Shape* shape, const vrm_Rig* rig, const vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_Triangles* mesh = shape->mesh;
    const vrm_Affine* world = &vrm_avatar_worlds(sim, avatar)[shape->node.node];
    vrm_RigSkin skin = {0};
    if (shape->node.skin >= 0) skin = vrm_rig_skin(rig, shape->node.skin);
    const vrm_Affine* palette = vrm_avatar_palettes(sim, avatar) + skin.first_joint;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (skin.joint_count == 0 || mesh->influence_count == 0) {
            shape->posed[v] = transform(world, shape->morphed[v]);
            continue;
        }
        vrm_Vec3 sum = {0.0f, 0.0f, 0.0f};
        for (int32_t k = 0; k < mesh->influence_count; k++) {
            size_t at = (size_t)v * (size_t)mesh->influence_count + (size_t)k;
            if (mesh->weights[at] == 0.0f || mesh->joints[at] >= (uint32_t)skin.joint_count)
                continue;
            vrm_Vec3 p = transform(&palette[mesh->joints[at]], shape->morphed[v]);
            sum.x += mesh->weights[at] * p.x;
            sum.y += mesh->weights[at] * p.y;
            sum.z += mesh->weights[at] * p.z;
        }
        shape->posed[v] = sum;
    }
}

/* ---- Step 5: the colour of a material, with what expressions make of it ---- */

static vrm_Vec4 base_color(const vrm_Model* model, const vrm_Rig* rig, const vrm_Sim* sim,
                           vrm_AvatarId avatar, int32_t material) {
    int32_t count;
    const vrm_MaterialValue* values = vrm_rig_material_values(rig, &count);
    for (int32_t i = 0; i < count; i++)
        if (values[i].material == material && values[i].kind == VRM_VALUE_COLOR &&
            values[i].color == VRM_COLOR_BASE)
            return vrm_avatar_material_values(sim, avatar)[i];
    if (material < 0) return (vrm_Vec4){1.0f, 1.0f, 1.0f, 1.0f};
    return vrm_model_surfaces(model)[material].material->base_color_factor;
}

/* ---- Step 6: triangles to pixels; a GPU does this by itself ---- */

/* The camera looks along -Z from (0, 0.85, 3.2); x and y in pixels, z the distance. */
static vrm_Vec3 project(vrm_Vec3 p) {
    float z = 3.2f - p.z, scale = HEIGHT / (2.0f * 0.32f * (z > 0.1f ? z : 0.1f));
    return (vrm_Vec3){WIDTH * 0.5f + p.x * scale, HEIGHT * 0.5f - (p.y - 0.85f) * scale, z};
}

static float area(vrm_Vec3 a, vrm_Vec3 b, float x, float y) {
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

static int clamp(float value, int most) {
    return value < 0.0f ? 0 : value > (float)most ? most : (int)value;
}

static void fill(Canvas* canvas, vrm_Vec3 a, vrm_Vec3 b, vrm_Vec3 c, vrm_Vec3 color) {
    float whole = area(a, b, c.x, c.y);
    if (!(fabsf(whole) > 1e-6f)) return;
    int x0 = clamp(floorf(fminf(a.x, fminf(b.x, c.x))), WIDTH - 1);
    int x1 = clamp(ceilf(fmaxf(a.x, fmaxf(b.x, c.x))), WIDTH - 1);
    int y0 = clamp(floorf(fminf(a.y, fminf(b.y, c.y))), HEIGHT - 1);
    int y1 = clamp(ceilf(fmaxf(a.y, fmaxf(b.y, c.y))), HEIGHT - 1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            float px = (float)x + 0.5f, py = (float)y + 0.5f;
            float u = area(b, c, px, py) / whole, v = area(c, a, px, py) / whole, w = 1.0f - u - v;
            if (u < 0.0f || v < 0.0f || w < 0.0f) continue;
            float depth = u * a.z + v * b.z + w * c.z;
            int at = y * WIDTH + x;
            if (depth >= canvas->depths[at]) continue;
            canvas->depths[at] = depth;
            canvas->colors[at] = color;
        }
}

/* Lit from above the camera, by the direction of the triangle. */
static vrm_Vec3 shade(vrm_Vec3 a, vrm_Vec3 b, vrm_Vec3 c, vrm_Vec4 color) {
    vrm_Vec3 e = {b.x - a.x, b.y - a.y, b.z - a.z}, f = {c.x - a.x, c.y - a.y, c.z - a.z};
    vrm_Vec3 n = {e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x};
    float length = sqrtf(n.x * n.x + n.y * n.y + n.z * n.z);
    float light = length > 0.0f ? fabsf(0.5f * n.y + 0.8f * n.z) / length : 0.0f;
    light = 0.25f + 0.75f * light;
    return (vrm_Vec3){color.x * light, color.y * light, color.z * light};
}

static void draw(Canvas* canvas, const Shape* shape, vrm_Vec4 color) {
    const vrm_Triangles* mesh = shape->mesh;
    for (uint32_t i = 0; i < mesh->index_count; i += 3) {
        vrm_Vec3 a = shape->posed[mesh->indices[i]], b = shape->posed[mesh->indices[i + 1]],
                 c = shape->posed[mesh->indices[i + 2]];
        fill(canvas, project(a), project(b), project(c), shade(a, b, c, color));
    }
}

static int write_ppm(const Canvas* canvas, const char* path) {
    FILE* file = fopen(path, "wb");
    if (file == NULL) return 1;
    fprintf(file, "P6 %d %d 255\n", WIDTH, HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const float linear[3] = {canvas->colors[i].x, canvas->colors[i].y, canvas->colors[i].z};
        for (int k = 0; k < 3; k++) /* displays want sRGB, here by its usual approximation */
            fputc(clamp(255.0f * powf(fmaxf(linear[k], 0.0f), 1.0f / 2.2f) + 0.5f, 255), file);
    }
    return fclose(file) == 0 ? 0 : 1;
}

/* ---- A frame ---- */

static vrm_Result draw_avatar(Canvas* canvas, const vrm_Model* model, const vrm_Rig* rig,
                              const vrm_Sim* sim, vrm_AvatarId avatar) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t count;
    uint32_t triangles = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(rig, &count);
    for (int32_t n = 0; n < count; n++) {
        if (vrm_avatar_visibility(sim, avatar, nodes[n].node) == VRM_HIDDEN) continue;
        for (int32_t p = 0; p < gltf->meshes[nodes[n].mesh].primitive_count; p++) {
            Shape shape;
            vrm_Result result = shape_create(gltf, nodes[n], p, &shape);
            if (result == VRM_OK) {
                apply_morphs(&shape, gltf, vrm_avatar_morphs(sim, avatar));
                apply_skin(&shape, rig, sim, avatar);
                draw(canvas, &shape,
                     base_color(model, rig, sim, avatar, shape.primitive->material));
                triangles += shape.mesh->index_count / 3;
            }
            shape_destroy(&shape);
            if (result != VRM_OK && result != VRM_ERR_UNSUPPORTED) return result;
        }
    }
    printf("%u triangles\n", triangles);
    return VRM_OK;
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    Canvas* canvas = calloc(1, sizeof *canvas);
    if (argc != 3 || canvas == NULL) {
        fprintf(stderr, "usage: %s AVATAR OUT.ppm\n", argv[0]);
        free(canvas);
        return 2;
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) canvas->depths[i] = 1e9f;
    vrm_Result result = vrm_model_load_file(argv[1], NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) {
        vrm_AvatarId avatar = vrm_sim_add(sim, rig);
        vrm_Pose pose = vrm_pose_idle(0.0f);
        vrm_avatar_set_pose(sim, avatar, &pose);
        vrm_avatar_set_expression(sim, avatar, VRM_EXPRESSION_HAPPY, 1.0f);
        for (int frame = 0; frame < 60; frame++) vrm_sim_step(sim, 1.0f / 60.0f);
        result = draw_avatar(canvas, model, rig, sim, avatar);
    }
    if (result == VRM_OK && write_ppm(canvas, argv[2]) != 0) result = VRM_ERR_IO;
    if (result != VRM_OK) fprintf(stderr, "%s: %s\n", argv[1], vrm_result_text(result));
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    free(canvas);
    return result == VRM_OK ? 0 : 1;
}
