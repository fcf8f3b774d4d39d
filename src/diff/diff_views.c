/* SPDX-License-Identifier: MIT */
/* Cameras and lights (KHR_lights_punctual) by node: their members and directions. libvrm does not
 * use them, other programs do. */
#include "diff/diff.h"

#include <string.h>

static const vrm_Vec3 forward = {0.0f, 0.0f, -1.0f};
static const vrm_Vec3 up = {0.0f, 1.0f, 0.0f};

static void compare_directions(const vrmi_Place* place, const char* member, int32_t a, int32_t b,
                               const vrm_Vec3* v) {
    vrm_Vec3 from = vrmi_diff_vector(place->diff, VRMI_BEFORE, a, v);
    vrm_Vec3 to = vrmi_diff_vector(place->diff, VRMI_AFTER, b, v);
    vrmi_diff_direction(place, member, &from, &to);
}

/* ---- Cameras ---- */

static const char* camera_kind(const vrm_Camera* camera) {
    return camera == NULL ? "none" : camera->is_orthographic ? "orthographic" : "perspective";
}

static const vrm_Camera* camera_of(const vrm_Gltf* gltf, int32_t node) {
    int32_t camera = gltf->nodes[node].camera;
    return camera >= 0 ? &gltf->cameras[camera] : NULL;
}

static void compare_cameras(vrm_Diff* diff, const char* subject, int32_t a, int32_t b) {
    const vrm_Camera* x = camera_of(diff->sides[0].gltf, a);
    const vrm_Camera* y = camera_of(diff->sides[1].gltf, b);
    vrmi_Place place = {diff, subject, "camera"};
    vrmi_diff_text(&place, "", camera_kind(x), camera_kind(y));
    if (x == NULL || y == NULL || x->is_orthographic != y->is_orthographic) return;
    if (x->is_orthographic) {
        vrmi_diff_value(&place, ".xmag", x->x_mag, y->x_mag);
        vrmi_diff_value(&place, ".ymag", x->y_mag, y->y_mag);
    } else {
        vrmi_diff_value(&place, ".aspectRatio", x->aspect_ratio, y->aspect_ratio);
        vrmi_diff_value(&place, ".yfov", x->y_fov, y->y_fov);
    }
    vrmi_diff_ratio(&place, ".znear", x->z_near, y->z_near);
    vrmi_diff_ratio(&place, ".zfar", x->z_far, y->z_far);
    compare_directions(&place, " direction", a, b, &forward);
    compare_directions(&place, " up", a, b, &up);
}

/* ---- Lights ---- */

typedef struct Light {
    char type[16];
    vrm_Vec3 color;
    float intensity, range; /* a range of 0: no end */
    float inner, outer;     /* of a spot, radians */
} Light;

typedef struct Lights {
    Light* list;
    int32_t count;
} Lights;

static float number_of(const vrm_Json* json, vrm_JsonRef object, const char* key, float standard) {
    double number = vrm_json_number(json, vrm_json_member(json, object, key), (double)standard);
    return number >= -1e30 && number <= 1e30 ? (float)number : standard;
}

static Light read_light(const vrm_Json* json, vrm_JsonRef object) {
    Light light = {.color = {1.0f, 1.0f, 1.0f}};
    vrm_JsonRef color = vrm_json_member(json, object, "color");
    vrm_JsonRef spot = vrm_json_member(json, object, "spot");
    vrm_json_string(json, vrm_json_member(json, object, "type"), light.type, sizeof light.type);
    float* channels[] = {&light.color.x, &light.color.y, &light.color.z};
    for (uint32_t i = 0; i < 3; i++) {
        double channel = vrm_json_number(json, vrm_json_element(json, color, i), 1.0);
        if (channel >= 0.0 && channel <= 1e30) *channels[i] = (float)channel;
    }
    light.intensity = number_of(json, object, "intensity", 1.0f);
    light.range = number_of(json, object, "range", 0.0f);
    light.inner = number_of(json, spot, "innerConeAngle", 0.0f);
    light.outer = number_of(json, spot, "outerConeAngle", 0.7853982f);
    return light;
}

/* All lights of a file, once: many nodes may show one. */
static Lights read_lights(vrm_Diff* diff, int s) {
    const vrm_Json* json = diff->sides[s].gltf->json;
    vrm_JsonRef list = vrm_json_at(json, "/extensions/KHR_lights_punctual/lights");
    if (vrm_json_type(json, list) != VRM_JSON_ARRAY) return (Lights){0};
    uint32_t count = vrm_json_count(json, list);
    Lights lights = {vrmi_diff_scratch(diff, count, sizeof *lights.list), 0};
    vrm_JsonIter it = vrm_json_iter(json, list);
    while (lights.list != NULL && vrm_json_next(&it))
        lights.list[lights.count++] = read_light(json, it.value);
    return lights;
}

static const Light* light_of(const vrm_Diff* diff, int s, const Lights* lights, int32_t node) {
    const vrm_Gltf* gltf = diff->sides[s].gltf;
    int64_t index;
    vrm_JsonRef extension = vrm_gltf_extension(gltf, gltf->nodes[node].json, "KHR_lights_punctual");
    vrm_JsonRef value = vrm_json_member(gltf->json, extension, "light");
    if (!vrm_json_integer(gltf->json, value, &index)) return NULL;
    return index >= 0 && index < lights->count ? &lights->list[index] : NULL;
}

static void compare_lights(vrm_Diff* diff, const char* subject, int32_t a, const Light* x,
                           int32_t b, const Light* y) {
    vrmi_Place place = {diff, subject, "light"};
    vrmi_diff_text(&place, "", x != NULL ? x->type : "none", y != NULL ? y->type : "none");
    if (x == NULL || y == NULL || strcmp(x->type, y->type) != 0) return;
    vrmi_diff_vec3(&place, ".color", &x->color, &y->color);
    vrmi_diff_ratio(&place, ".intensity", x->intensity, y->intensity);
    bool is_spot = strcmp(x->type, "spot") == 0, is_sun = strcmp(x->type, "directional") == 0;
    if (!is_sun) vrmi_diff_ratio(&place, ".range", x->range, y->range);
    if (is_spot) vrmi_diff_value(&place, ".innerConeAngle", x->inner, y->inner);
    if (is_spot) vrmi_diff_value(&place, ".outerConeAngle", x->outer, y->outer);
    if (is_spot || is_sun) compare_directions(&place, " direction", a, b, &forward);
}

void vrmi_diff_views(vrm_Diff* diff) {
    const vrmi_DiffSide* before = &diff->sides[0];
    Lights lights_a = read_lights(diff, VRMI_BEFORE), lights_b = read_lights(diff, VRMI_AFTER);
    for (int32_t a = 0; a < before->gltf->node_count && diff->result == VRM_OK; a++) {
        int32_t b = before->node_match[a];
        if (b < 0) continue; /* told as a node that is not there */
        vrmi_ArenaMark mark = vrmi_arena_mark(&diff->scratch);
        const char* subject = vrmi_diff_node_name(diff, VRMI_BEFORE, a);
        compare_cameras(diff, subject, a, b);
        compare_lights(diff, subject, a, light_of(diff, VRMI_BEFORE, &lights_a, a), b,
                       light_of(diff, VRMI_AFTER, &lights_b, b));
        vrmi_arena_rewind(&diff->scratch, mark);
    }
}
