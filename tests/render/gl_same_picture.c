/* SPDX-License-Identifier: MIT */
/* Two things never change the picture: normalizing an avatar, and migrating it. Both are tried on
 * random files: trees of turned, mirrored and unevenly scaled nodes that show cubes with and
 * without normals, tangents and normal maps, morphed, skinned by joints of other nodes, as lists
 * and strips. */
#include "support/check.h"
#include "support/model.h"

#include "render/shot.h"
#include "scenes/scene_file.h"
#include "vrm/migrate.h"
#include "vrm/normalize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 12, SIZE = 128, SEEDS = 12 };

/* ---- Chance ---- */

static uint32_t next_random(uint32_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static float between(uint32_t* state, float low, float high) {
    return low + (high - low) * (float)(next_random(state) >> 8) / 16777216.0f;
}

/* ---- Affine maps, in doubles ---- */

typedef struct Map {
    double m[3][4];
} Map;

static Map map_of(const float* t, const float* q, const float* s) {
    double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
    const double r[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
        {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
        {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)},
    };
    Map map;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) map.m[i][k] = r[i][k] * (double)s[k];
        map.m[i][3] = (double)t[i];
    }
    return map;
}

static Map product(const Map* a, const Map* b) {
    Map map;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            map.m[i][k] = k == 3 ? a->m[i][3] : 0.0;
            for (int j = 0; j < 3; j++) map.m[i][k] += a->m[i][j] * b->m[j][k];
        }
    return map;
}

static Map inverse(const Map* a) {
    Map map;
    double det = 0.0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            int r0 = (k + 1) % 3, r1 = (k + 2) % 3, c0 = (i + 1) % 3, c1 = (i + 2) % 3;
            map.m[i][k] = a->m[r0][c0] * a->m[r1][c1] - a->m[r0][c1] * a->m[r1][c0];
        }
    for (int k = 0; k < 3; k++) det += a->m[0][k] * map.m[k][0];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) map.m[i][k] /= det;
        map.m[i][3] = 0.0;
        for (int k = 0; k < 3; k++) map.m[i][3] -= map.m[i][k] * a->m[k][3];
    }
    return map;
}

/* ---- A file ---- */

typedef struct Node {
    int parent;
    float translation[3], rotation[4], scale[3];
    Map world;
} Node;

static void random_place(uint32_t* state, bool is_even, Node* node) {
    float length = 0.0f;
    for (int k = 0; k < 3; k++) node->translation[k] = between(state, -0.5f, 0.5f);
    for (int k = 0; k < 4; k++) {
        node->rotation[k] = between(state, -1.0f, 1.0f);
        length += node->rotation[k] * node->rotation[k];
    }
    for (int k = 0; k < 4; k++) node->rotation[k] /= sqrtf(length);
    float scale = between(state, 0.6f, 1.5f);
    for (int k = 0; k < 3; k++) node->scale[k] = is_even ? scale : between(state, 0.6f, 1.5f);
    if (next_random(state) % 3 == 0) node->scale[next_random(state) % 3] *= -1.0f;
}

typedef struct Cube {
    int32_t positions, normals, uv, tangents, joints, weights, indices, deltas;
} Cube;

/* Some of its six faces, of four vertices each. */
static Cube add_cube(File* file, int faces) {
    int32_t count = faces * 4;
    float p[24][3], n[24][3], uv[24][2], t[24][4];
    for (int f = 0; f < faces; f++) {
        int axis = f / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
        float sign = f % 2 == 0 ? 1.0f : -1.0f;
        for (int c = 0; c < 4; c++) {
            int i = f * 4 + c;
            float a = c & 1 ? 1.0f : -1.0f, b = c & 2 ? 1.0f : -1.0f;
            memset(n[i], 0, sizeof n[i]);
            memset(t[i], 0, sizeof t[i]);
            n[i][axis] = sign;
            p[i][axis] = sign * 0.2f;
            p[i][u] = a * sign * 0.2f;
            p[i][v] = b * 0.2f;
            t[i][u] = sign;
            t[i][3] = -1.0f; /* v of the texture grows against v of the face */
            uv[i][0] = (a + 1) / 2;
            uv[i][1] = (b + 1) / 2;
        }
    }
    Cube cube;
    size_t at = file_begin_view(file);
    bytes_add(&file->bin, p, (size_t)count * sizeof *p);
    cube.positions = file_end_bounded(file, at, VERTEX_DATA, VRM_ACCESSOR_VEC3, count);
    at = file_begin_view(file);
    bytes_add(&file->bin, n, (size_t)count * sizeof *n);
    cube.normals = file_end_accessor(file, at, VERTEX_DATA, 5126, VRM_ACCESSOR_VEC3, count);
    at = file_begin_view(file);
    bytes_add(&file->bin, uv, (size_t)count * sizeof *uv);
    cube.uv = file_end_accessor(file, at, VERTEX_DATA, 5126, VRM_ACCESSOR_VEC2, count);
    at = file_begin_view(file);
    bytes_add(&file->bin, t, (size_t)count * sizeof *t);
    cube.tangents = file_end_accessor(file, at, VERTEX_DATA, 5126, VRM_ACCESSOR_VEC4, count);
    at = file_begin_view(file);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) bytes_add_u16(&file->bin, k == 1 ? 1 : 0);
    cube.joints = file_end_accessor(file, at, VERTEX_DATA, 5123, VRM_ACCESSOR_VEC4, count);
    at = file_begin_view(file);
    for (int i = 0; i < count; i++) {
        float first = p[i][0] < 0 ? 0.75f : 0.5f;
        for (int k = 0; k < 4; k++)
            bytes_add_float(&file->bin, k == 0 ? first : k == 1 ? 1 - first : 0);
    }
    cube.weights = file_end_accessor(file, at, VERTEX_DATA, 5126, VRM_ACCESSOR_VEC4, count);
    at = file_begin_view(file);
    for (int i = 0; i < count; i++)
        bytes_add_vec3(&file->bin, (vrm_Vec3){p[i][1] > 0 ? 0.1f : 0, 0, p[i][1] > 0 ? 0.05f : 0});
    cube.deltas = file_end_bounded(file, at, VERTEX_DATA, VRM_ACCESSOR_VEC3, count);
    at = file_begin_view(file);
    for (int f = 0; f < faces; f++) {
        const unsigned corners[] = {0, 1, 2, 2, 1, 3};
        for (int c = 0; c < 6; c++) bytes_add_u16(&file->bin, (unsigned)f * 4 + corners[c]);
    }
    cube.indices = file_end_accessor(file, at, INDEX_DATA, 5123, VRM_ACCESSOR_SCALAR, faces * 6);
    return cube;
}

/* Bumps that lean another way in each quarter; colours that differ in each. */
static int32_t add_picture(File* file, bool is_normal) {
    uint8_t pixels[16 * 16 * 4];
    for (int y = 0; y < 16; y++)
        for (int x = 0; x < 16; x++) {
            uint8_t* at = pixels + (y * 16 + x) * 4;
            int quarter = x / 8 + y / 8 * 2;
            at[0] = is_normal ? (quarter & 1 ? 190 : 128) : quarter & 1 ? 230 : 120;
            at[1] = is_normal ? (quarter & 2 ? 190 : 128) : quarter & 2 ? 220 : 110;
            at[2] = is_normal ? 217 : 160;
            at[3] = 255;
        }
    size_t at = file_begin_view(file);
    png_add(&file->bin, pixels, 16, 16);
    return file_end_view(file, at, 0);
}

enum { TANGENTS, NO_TANGENTS, FLAT, STRIP, SKINNED, MESHES };

static void put_mesh(File* file, const Cube* cube, int kind) {
    begin_object(file, NULL);
    begin_array(file, "primitives");
    begin_object(file, NULL);
    begin_object(file, "attributes");
    put_int(file, "POSITION", cube->positions);
    put_int(file, "TEXCOORD_0", cube->uv);
    if (kind != FLAT) put_int(file, "NORMAL", cube->normals);
    if (kind != FLAT && kind != NO_TANGENTS) put_int(file, "TANGENT", cube->tangents);
    if (kind == SKINNED) {
        put_int(file, "JOINTS_0", cube->joints);
        put_int(file, "WEIGHTS_0", cube->weights);
    }
    end_object(file);
    if (kind == STRIP)
        put_int(file, "mode", 5);
    else
        put_int(file, "indices", cube->indices);
    put_int(file, "material", kind == FLAT || kind == STRIP ? 1 : 0);
    begin_array(file, "targets");
    begin_object(file, NULL);
    put_int(file, "POSITION", cube->deltas);
    end_object(file);
    end_array(file);
    end_object(file);
    end_array(file);
    put_numbers(file, "weights", (float[]){0.5f}, 1);
    end_object(file);
}

/* Each node shows some mesh; every fifth one a skin of two others, bound in a room of its own. */
static void put_nodes(File* file, const Node* nodes, bool is_even, uint32_t* state) {
    begin_array(file, "nodes");
    for (int i = 0; i < NODES; i++) {
        begin_object(file, NULL);
        put_numbers(file, "translation", nodes[i].translation, 3);
        put_numbers(file, "rotation", nodes[i].rotation, 4);
        put_numbers(file, "scale", nodes[i].scale, 3);
        /* Tangents that the renderer makes are those of the stretched mesh only if nothing
         * stretches it: without tangents, scales are even. */
        int kind = i % 5 == 4 ? SKINNED : (int)(next_random(state) % SKINNED);
        if (kind == NO_TANGENTS && !is_even) kind = TANGENTS;
        put_int(file, "mesh", kind);
        if (kind == SKINNED) put_int(file, "skin", i / 5);
        bool has_child = false;
        for (int k = i + 1; k < NODES; k++) {
            if (nodes[k].parent != i) continue;
            if (!has_child) begin_array(file, "children");
            has_child = true;
            vrm_json_put_integer(file->json, k);
        }
        if (has_child) end_array(file);
        end_object(file);
    }
    end_array(file);
}

static int32_t add_binds(File* file, const Node* joints[2], const Node* room) {
    size_t at = file_begin_view(file);
    for (int j = 0; j < 2; j++) {
        Map back = inverse(&joints[j]->world);
        Map bind = product(&back, &room->world);
        for (int c = 0; c < 4; c++)
            for (int r = 0; r < 4; r++)
                bytes_add_float(&file->bin, r < 3 ? (float)bind.m[r][c] : c == 3 ? 1.0f : 0.0f);
    }
    return file_end_accessor(file, at, 0, 5126, VRM_ACCESSOR_MAT4, 2);
}

static void put_materials(File* file, bool has_mtoon) {
    begin_array(file, "materials");
    for (int i = 0; i < 2; i++) {
        begin_object(file, NULL);
        put_flag(file, "doubleSided", i == 1);
        begin_object(file, "pbrMetallicRoughness");
        put_number(file, "metallicFactor", 0.2f);
        put_number(file, "roughnessFactor", 0.6f);
        begin_object(file, "baseColorTexture");
        put_int(file, "index", 0);
        end_object(file);
        end_object(file);
        begin_object(file, "normalTexture");
        put_int(file, "index", 1);
        end_object(file);
        if (has_mtoon && i == 1) {
            begin_object(file, "extensions");
            begin_object(file, "VRMC_materials_mtoon");
            put_text(file, "specVersion", "1.0");
            put_text(file, "outlineWidthMode", "worldCoordinates");
            put_number(file, "outlineWidthFactor", 0.01f);
            end_object(file);
            end_object(file);
        }
        end_object(file);
    }
    end_array(file);
}

static void put_avatar(File* file, vrm_Dialect dialect) {
    bool is_old = dialect == VRM_DIALECT_0;
    begin_array(file, "extensionsUsed");
    vrm_json_put_string(file->json, is_old ? "VRM" : "VRMC_vrm");
    if (!is_old) vrm_json_put_string(file->json, "VRMC_materials_mtoon");
    end_array(file);
    begin_object(file, "extensions");
    begin_object(file, is_old ? "VRM" : "VRMC_vrm");
    put_text(file, "specVersion", is_old ? "0.0" : "1.0");
    begin_object(file, "humanoid");
    if (is_old) {
        begin_array(file, "humanBones");
        begin_object(file, NULL);
        put_text(file, "bone", "hips");
    } else {
        begin_object(file, "humanBones");
        begin_object(file, "hips");
    }
    put_int(file, "node", 0);
    end_object(file);
    if (is_old)
        end_array(file);
    else
        end_object(file);
    end_object(file);
    end_object(file);
    end_object(file);
}

static SceneBytes make_file(uint32_t seed, vrm_Dialect dialect) {
    uint32_t state = seed * 2654435761u + 1;
    bool is_even = seed % 2 == 0;
    Node nodes[NODES], room;
    File file;
    assert_true(file_open(&file));
    for (int i = 0; i < NODES; i++) {
        random_place(&state, is_even, &nodes[i]);
        nodes[i].parent = i == 0 ? -1 : (int)(next_random(&state) % (uint32_t)i);
        nodes[i].world = map_of(nodes[i].translation, nodes[i].rotation, nodes[i].scale);
        if (i > 0) nodes[i].world = product(&nodes[nodes[i].parent].world, &nodes[i].world);
    }
    Cube cube = add_cube(&file, 6), face = add_cube(&file, 1);
    int32_t base = add_picture(&file, false), bumps = add_picture(&file, true);
    begin_object(&file, NULL);
    begin_object(&file, "asset");
    put_text(&file, "version", "2.0");
    end_object(&file);
    put_avatar(&file, dialect);
    put_int(&file, "scene", 0);
    begin_array(&file, "scenes");
    begin_object(&file, NULL);
    begin_array(&file, "nodes");
    vrm_json_put_integer(file.json, 0);
    end_array(&file);
    end_object(&file);
    end_array(&file);
    put_nodes(&file, nodes, is_even, &state);
    begin_array(&file, "meshes");
    for (int kind = 0; kind < MESHES; kind++) put_mesh(&file, kind == STRIP ? &face : &cube, kind);
    end_array(&file);
    begin_array(&file, "skins");
    for (int s = 0; s * 5 + 4 < NODES; s++) {
        int32_t first = (int32_t)(next_random(&state) % NODES);
        int32_t second = (int32_t)(next_random(&state) % NODES);
        random_place(&state, is_even, &room);
        room.world = map_of(room.translation, room.rotation, room.scale);
        begin_object(&file, NULL);
        put_int(&file, "inverseBindMatrices",
                add_binds(&file, (const Node*[]){&nodes[first], &nodes[second]}, &room));
        begin_array(&file, "joints");
        vrm_json_put_integer(file.json, first);
        vrm_json_put_integer(file.json, second);
        end_array(&file);
        end_object(&file);
    }
    end_array(&file);
    put_materials(&file, dialect != VRM_DIALECT_0);
    begin_array(&file, "textures");
    for (int i = 0; i < 2; i++) {
        begin_object(&file, NULL);
        put_int(&file, "source", i);
        end_object(&file);
    }
    end_array(&file);
    begin_array(&file, "images");
    for (int i = 0; i < 2; i++) {
        begin_object(&file, NULL);
        put_int(&file, "bufferView", i == 0 ? base : bumps);
        put_text(&file, "mimeType", "image/png");
        end_object(&file);
    }
    end_array(&file);
    file_put_data(&file);
    end_object(&file);
    return file_close(&file);
}

/* ---- Pictures ---- */

static Photo photo_of(Studio* studio, const void* bytes, size_t size, int camera) {
    Shot shot = shot_default();
    shot.width = shot.height = SIZE;
    shot.target = (vrm_Vec3){0, 0, 0};
    shot.eye = camera == 0 ? (vrm_Vec3){0.3f, 0.4f, 5} : (vrm_Vec3){-4, 2, -2};
    shot.light_from = (vrm_Vec3){0.3f, 1, 0.7f};
    shot.light = (vrm_Vec3){0.8f, 0.8f, 0.8f};
    shot.sky = shot.ground = (vrm_Vec3){0.1f, 0.1f, 0.1f};
    assert_int_equal(studio_load(studio, bytes, size), VRM_OK);
    Photo photo = studio_draw(studio, &shot);
    assert_non_null(photo.rgba);
    return photo;
}

/* Pixels with a channel more than 12 levels apart, and how many show something at all. */
static int count_apart(const Photo* a, const Photo* b, int* out_shown) {
    int apart = 0;
    *out_shown = 0;
    for (int i = 0; i < SIZE * SIZE; i++) {
        int most = 0;
        for (int k = 0; k < 4; k++) {
            int d = abs((int)a->rgba[i * 4 + k] - (int)b->rgba[i * 4 + k]);
            if (d > most) most = d;
        }
        apart += most > 12;
        *out_shown += a->rgba[i * 4 + 3] > 0;
    }
    return apart;
}

/* Rounding moves a vertex by a few millionths: at edges a sample may fall to the other side. */
static int count_bad(Studio* studio, const SceneBytes* before, const vrm_Model* after,
                     uint32_t seed, const char* what) {
    TestBytes saved = test_save(after);
    int bad = 0;
    for (int camera = 0; camera < 2; camera++) {
        Photo a = photo_of(studio, before->data, before->size, camera);
        Photo b = photo_of(studio, saved.data, saved.size, camera);
        int shown, apart = count_apart(&a, &b, &shown);
        if (apart > shown / 200)
            print_error("%s, seed %u, camera %d: %d of %d pixels\n", what, seed, camera, apart,
                        shown);
        assert_true(shown > 200);
        bad += apart > shown / 200;
        photo_release(&a);
        photo_release(&b);
    }
    test_bytes_free(&saved);
    return bad;
}

static void normalizing_never_changes_the_picture(void** state) {
    int bad = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        vrm_Dialect dialect = seed % 3 == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1;
        SceneBytes bytes = make_file(seed, dialect);
        assert_non_null(bytes.data);
        vrm_Model* model = test_load(bytes.data, bytes.size);
        assert_int_equal(vrm_normalize(model, NULL, NULL), VRM_OK);
        bad += count_bad(*state, &bytes, model, seed, "normalized");
        vrm_model_destroy(model);
        scene_bytes_free(&bytes);
    }
    assert_int_equal(bad, 0);
}

static void migrating_never_changes_the_picture(void** state) {
    int bad = 0;
    for (uint32_t seed = 1; seed <= SEEDS; seed++) {
        for (int way = 0; way < 2; way++) {
            SceneBytes bytes = make_file(seed, way == 0 ? VRM_DIALECT_0 : VRM_DIALECT_1);
            assert_non_null(bytes.data);
            vrm_Model* model = test_load(bytes.data, bytes.size);
            vrm_MigrateDef def = vrm_default_migrate_def();
            def.to = way == 0 ? VRM_DIALECT_1 : VRM_DIALECT_0;
            assert_int_equal(vrm_migrate(model, &def, NULL), VRM_OK);
            bad +=
                count_bad(*state, &bytes, model, seed, way == 0 ? "migrated up" : "migrated down");
            vrm_model_destroy(model);
            scene_bytes_free(&bytes);
        }
    }
    assert_int_equal(bad, 0);
}

int main(void) {
    Studio studio;
    if (!studio_open(&studio)) return 77;
    printf("%s\n", vrm_renderer_name(studio.renderer));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(normalizing_never_changes_the_picture, &studio),
        cmocka_unit_test_prestate(migrating_never_changes_the_picture, &studio),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
