/* SPDX-License-Identifier: MIT */
/* Vesna's face. Everything is built for a state of expression: a morph target is the difference
 * between the face built in that state and the face at rest, so lids and lips meet exactly.
 *
 * The skin is a grid over the head with openings for eyes and mouth. An opening replaces a block of
 * the grid by rings that run from the block's border to the edge of lids or lips. */
#include "hero_face.h"

#include <string.h>

/* ---- Measures: x to the left, h above the chin, in metres ---- */

#define EYE_X          0.0450f
#define EYE_H          0.0880f
#define EYE_HALF_WIDTH 0.0295f
#define EYE_RADIUS     0.0560f /* of the ball that the iris slides on */
#define MOUTH_H        0.0300f

/* Where the curve is between the corners: 1 in the middle, 0 at both ends. */
static float arch(float s) {
    return 1 - s * s;
}

static float round_arch(float s) {
    return sqrtf(clamp01(1 - s * s));
}

/* Heights of lids above the middle of the eye; s from the inner corner (-1) to the outer (1). */
static float lid_closed(const EyeState* eye, float s) {
    return mix(-0.0095f, -0.0065f, eye->smile) + 0.0020f * s +
           mix(-0.0060f, 0.0120f, eye->smile) * arch(s);
}

static float upper_lid(const EyeState* eye, float s) {
    float rest = 0.0010f + 0.0020f * s + 0.0256f * (0.65f * round_arch(s) + 0.35f * arch(s));
    rest += eye->slant * 0.0060f * s;
    return mix(lid_closed(eye, s), rest, eye->upper);
}

static float lower_lid(const EyeState* eye, float s) {
    float rest = 0.0010f + 0.0020f * s - 0.0212f * (0.5f * round_arch(s) + 0.5f * arch(s));
    return mix(lid_closed(eye, s), rest, eye->lower);
}

static float mouth_half_width(const MouthState* mouth) {
    return 0.0145f * mouth->width;
}

static float lip_line(const MouthState* mouth, float s) {
    return MOUTH_H + mouth->smile * 0.0080f * s * s - mouth->smile * 0.0020f;
}

/* Pointed corners for a smile, round ones for an "oh". */
static float lip_arch(const MouthState* mouth, float s) {
    return mix(arch(s), round_arch(s), mouth->round);
}

static float upper_lip(const MouthState* mouth, float s) {
    return lip_line(mouth, s) + 0.0060f * mouth->open * lip_arch(mouth, s);
}

static float lower_lip(const MouthState* mouth, float s) {
    return lip_line(mouth, s) - 0.0170f * mouth->open * lip_arch(mouth, s);
}

/* ---- Points on the face ---- */

/* The jaw follows an open mouth, cheeks follow smiling eyes. */
static vrm_Vec3 face_point(const FaceState* state, float x, float h, float lift) {
    vrm_Vec3 point = head_front(x, h);
    float drop = 0.0065f * state->mouth.open * smooth(0.050f, 0.010f, h);
    point.y -= drop;
    point.z += lift;
    return point;
}

static void face_weigh(const Character* character, float h, float z, Vertex* out) {
    memset(out->joints, 0, sizeof out->joints);
    memset(out->weights, 0, sizeof out->weights);
    out->joints[0] = character->bones[VRM_BONE_HEAD];
    out->weights[0] = 1;
    float jaw = 0.8f * smooth(0.034f, 0.020f, h) * smooth(0.010f, 0.060f, z);
    if (jaw > 0) vertex_share(out, character->bones[VRM_BONE_JAW], jaw);
}

static vrm_Vec2 skin_uv(float x, float h) {
    return (vrm_Vec2){0.5f + x / 0.24f, 1 - (h + 0.01f) / 0.26f};
}

static Vertex face_vertex(const FaceBuild* build, float x, float h, float lift) {
    Vertex vertex = {.position = face_point(&build->state, x, h, lift), .uv = skin_uv(x, h)};
    face_weigh(build->character, h, vertex.position.z, &vertex);
    return vertex;
}

/* ---- Skin ---- */

enum { COLUMNS = 52, GRID_ROWS = 39 };

/* A block of the grid: columns and rows of its border, which stays. */
typedef struct Opening {
    int32_t left, right, top, bottom;
    int32_t eye; /* 0 left, 1 right, -1: the mouth */
} Opening;

static const Opening openings[] = {{28, 38, 16, 26, 0}, {14, 24, 16, 26, 1}, {20, 32, 27, 34, -1}};

/* Columns are closer in front: their angle grows slowly there. */
static float column_fraction(int32_t column) {
    float s = 2 * (float)column / COLUMNS - 1;
    return (0.55f * s + 0.45f * s * s * s) / 2;
}

static Vertex grid_vertex(const FaceBuild* build, int32_t column, int32_t row) {
    float at = (float)row / GRID_ROWS;
    vrm_Vec3 rest =
        head_surface(column == COLUMNS ? column_fraction(0) : column_fraction(column), at, 0);
    float h = rest.y - CHIN_Y;
    Vertex vertex = {.position = rest, .uv = skin_uv(rest.x, h)};
    if (rest.z > 0)
        vertex.position.y -= 0.0065f * build->state.mouth.open * smooth(0.050f, 0.010f, h);
    face_weigh(build->character, h, rest.z, &vertex);
    return vertex;
}

static bool is_open(int32_t column, int32_t row) {
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        if (column >= openings[i].left && column < openings[i].right && row >= openings[i].top &&
            row < openings[i].bottom)
            return true;
    return false;
}

/* The edge of lids or lips in a direction from the middle of an opening. */
static vrm_Vec2 edge_towards(const FaceBuild* build, const Opening* opening, vrm_Vec2 toward) {
    const FaceState* state = &build->state;
    if (opening->eye < 0) {
        float s = toward.x;
        float h = toward.y >= 0 ? upper_lip(&state->mouth, s) : lower_lip(&state->mouth, s);
        return (vrm_Vec2){s * mouth_half_width(&state->mouth), h};
    }
    float side = opening->eye == 0 ? 1.0f : -1.0f, s = toward.x * side;
    const EyeState* eye = &state->eyes[opening->eye];
    float h = EYE_H + (toward.y >= 0 ? upper_lid(eye, s) : lower_lid(eye, s));
    return (vrm_Vec2){side * (EYE_X + EYE_HALF_WIDTH * s), h};
}

static vrm_Vec2 opening_middle(const Opening* opening) {
    if (opening->eye < 0) return (vrm_Vec2){0, MOUTH_H};
    return (vrm_Vec2){opening->eye == 0 ? EYE_X : -EYE_X, EYE_H};
}

/* The corner of the block's border that is `step` steps along it, seen from the front against the
 * clock, from the top right. */
static void border_place(const Opening* o, int32_t step, int32_t* column, int32_t* row) {
    int32_t width = o->right - o->left, height = o->bottom - o->top;
    *column = o->right, *row = o->top;
    if (step < width) {
        *column = o->right - step;
    } else if (step < width + height) {
        *column = o->left, *row = o->top + step - width;
    } else if (step < 2 * width + height) {
        *column = o->left + step - width - height, *row = o->bottom;
    } else {
        *row = o->bottom - (step - 2 * width - height);
    }
}

/* Rings towards the edge: how far they have come, and how deep they lie behind the face. The last
 * one is the thickness of lid or lip. */
static const struct {
    float way, depth;
} ring_rows[] = {{0.35f, 0}, {0.65f, 0}, {0.87f, 0}, {1, 0}, {0.97f, -0.0060f}};

enum { RINGS = sizeof ring_rows / sizeof *ring_rows };

static vrm_Vec2 unit_toward(vrm_Vec2 from, vrm_Vec2 to, float width, float height) {
    float x = (to.x - from.x) / width, y = (to.y - from.y) / height;
    float length = sqrtf(x * x + y * y);
    return (vrm_Vec2){x / length, y / length};
}

static void add_opening(FaceBuild* build, const Opening* opening, uint32_t grid) {
    Mesh* mesh = build->mesh;
    int32_t steps = 2 * (opening->right - opening->left + opening->bottom - opening->top);
    vrm_Vec2 middle = opening_middle(opening);
    vrm_Vec2 size = opening->eye < 0 ? (vrm_Vec2){0.030f, 0.018f} : (vrm_Vec2){0.030f, 0.031f};
    uint32_t first = (uint32_t)mesh->vertex_count;
    for (int32_t ring = 0; ring < RINGS; ring++) {
        for (int32_t step = 0; step < steps; step++) {
            int32_t column, row;
            border_place(opening, step, &column, &row);
            vrm_Vec3 rest = head_surface(column_fraction(column), (float)row / GRID_ROWS, 0);
            vrm_Vec2 border = {rest.x, rest.y - CHIN_Y};
            vrm_Vec2 edge =
                edge_towards(build, opening, unit_toward(middle, border, size.x, size.y));
            float way = ring_rows[ring].way;
            Vertex vertex = face_vertex(build, mix(border.x, edge.x, way),
                                        mix(border.y, edge.y, way), ring_rows[ring].depth);
            mesh_add_vertex(mesh, vertex);
        }
    }
    for (int32_t ring = 0; ring < RINGS; ring++) {
        for (int32_t step = 0; step < steps; step++) {
            int32_t next = (step + 1) % steps, column, row;
            uint32_t outer[2];
            for (int32_t k = 0; k < 2; k++) {
                int32_t at = k == 0 ? step : next;
                border_place(opening, at, &column, &row);
                outer[k] = ring == 0 ? grid + (uint32_t)(row * (COLUMNS + 1) + column)
                                     : first + (uint32_t)((ring - 1) * steps + at);
            }
            uint32_t inner[2] = {first + (uint32_t)(ring * steps + step),
                                 first + (uint32_t)(ring * steps + next)};
            mesh_add_triangle(mesh, outer[0], outer[1], inner[0]);
            mesh_add_triangle(mesh, outer[1], inner[1], inner[0]);
        }
    }
}

static void add_skin(FaceBuild* build) {
    Mesh* mesh = build->mesh;
    mesh_begin_part(mesh, HERO_SKIN);
    uint32_t first = (uint32_t)mesh->vertex_count;
    int32_t first_index = mesh->index_count;
    for (int32_t row = 0; row <= GRID_ROWS; row++)
        for (int32_t column = 0; column <= COLUMNS; column++)
            mesh_add_vertex(mesh, grid_vertex(build, column, row));
    for (int32_t row = 0; row < GRID_ROWS; row++) {
        for (int32_t column = 0; column < COLUMNS; column++) {
            if (is_open(column, row)) continue;
            uint32_t a = first + (uint32_t)(row * (COLUMNS + 1) + column);
            if (row > 0) mesh_add_triangle(mesh, a, a + COLUMNS + 1, a + 1);
            if (row + 1 < GRID_ROWS)
                mesh_add_triangle(mesh, a + 1, a + COLUMNS + 1, a + COLUMNS + 2);
        }
    }
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        add_opening(build, &openings[i], first);
    mesh_smooth(mesh, first, first_index);
}

/* ---- Eyes ---- */

static vrm_Vec3 eye_direction(void) {
    vrm_Vec3 across = v3_sub(head_front(EYE_X + 0.016f, EYE_H), head_front(EYE_X - 0.016f, EYE_H));
    return v3_normalize(v3(-across.z, 0, across.x));
}

vrm_Vec3 hero_eye_pivot(void) {
    vrm_Vec3 surface = head_front(EYE_X, EYE_H);
    return v3_sub(surface, v3_scale(eye_direction(), EYE_RADIUS + 0.0035f));
}

typedef struct EyePatch {
    const FaceBuild* build;
    bool is_right;
} EyePatch;

/* A piece of a ball behind the lids. Its texture faces the same way in both eyes. */
static void eye_point(const void* shape, float u, float v, Vertex* out) {
    const EyePatch* patch = shape;
    vrm_Vec3 forward = mirrored_x(eye_direction(), patch->is_right);
    vrm_Vec3 side = v3(forward.z, 0, -forward.x);
    /* A smaller iris: the middle of the patch shrinks, its border stays. */
    float far_u = u < 0.5f ? 0.5f - u : u - 0.5f, far_v = v < 0.5f ? 0.5f - v : v - 0.5f;
    float zoom =
        mix(patch->build->state.pupil, 1, smooth(0.26f, 0.5f, far_u > far_v ? far_u : far_v));
    float p = zoom * (u - 0.5f) * 0.078f, q = zoom * (0.5f - v) * 0.070f;
    float r = sqrtf(EYE_RADIUS * EYE_RADIUS - p * p - q * q);
    vrm_Vec3 pivot = mirrored_x(hero_eye_pivot(), patch->is_right);
    vrm_Vec3 offset = v3_add(v3_add(v3_scale(side, p), v3(0, q, 0)), v3_scale(forward, r));
    out->position = v3_add(pivot, offset);
    out->uv = (vrm_Vec2){u, v};
    vrm_Bone bone = patch->is_right ? VRM_BONE_RIGHT_EYE : VRM_BONE_LEFT_EYE;
    out->joints[0] = patch->build->character->bones[bone];
    out->weights[0] = 1;
}

static void add_eyes(FaceBuild* build) {
    mesh_begin_part(build->mesh, HERO_EYES);
    for (int32_t side = 0; side < 2; side++) {
        EyePatch patch = {build, side == 1};
        Surface surface = {.point = eye_point, .shape = &patch, .columns = 8, .rows = 8};
        mesh_add_surface(build->mesh, &surface);
    }
}

/* ---- Lines: lashes, brows, lips, and what the mouth shows ---- */

static vrm_Vec2 ink(int32_t color) {
    return (vrm_Vec2){((float)color + 0.5f) / INK_COUNT, 0.5f};
}

typedef struct Stroke Stroke;
/* Lower and upper edge of a stroke at s in [-1, 1], in x and h. */
typedef void StrokeFn(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high);

struct Stroke {
    const FaceBuild* build;
    StrokeFn* edges;
    int32_t color, eye; /* eye: 0 left, 1 right; 0 for the mouth, which has two equal sides */
    float from, to, lift;
    bool is_upper; /* of the lips */
};

static void stroke_point(const void* shape, float u, float v, Vertex* out) {
    const Stroke* stroke = shape;
    bool is_right = stroke->eye == 1;
    vrm_Vec2 low, high;
    stroke->edges(stroke, mix(stroke->from, stroke->to, is_right ? 1 - u : u), &low, &high);
    float x = mix(high.x, low.x, v), h = mix(high.y, low.y, v);
    *out = face_vertex(stroke->build, is_right ? -x : x, h, stroke->lift);
    out->uv = ink(stroke->color);
}

static void add_stroke(FaceBuild* build, Stroke stroke, int32_t columns, int32_t rows) {
    stroke.build = build;
    Surface surface = {.point = stroke_point, .shape = &stroke, .columns = columns, .rows = rows};
    mesh_add_surface(build->mesh, &surface);
}

static const EyeState* eye_of(const Stroke* stroke) {
    return &stroke->build->state.eyes[stroke->eye];
}

/* Thick above the outer half, with a flick beyond the corner. */
static void lash_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    const EyeState* eye = eye_of(stroke);
    float inside = s > 0.84f ? 0.84f : s < -1 ? -1 : s; /* then it leaves the lid */
    float beyond = s > inside ? s - inside : 0, open = mix(0.55f, 1, eye->upper);
    float x = EYE_X + EYE_HALF_WIDTH * s;
    float h = EYE_H + upper_lid(eye, inside) - mix(0.004f, 0.011f, eye->upper) * beyond;
    float thick = (0.0030f + 0.0032f * smooth(-0.9f, 0.6f, s)) * open * smooth(1.24f, 0.80f, s) *
                  smooth(-1.12f, -0.7f, s);
    *low = (vrm_Vec2){x, h - 0.0012f * smooth(1.24f, 0.7f, s)};
    *high = (vrm_Vec2){x + 0.10f * thick, h + thick};
}

static void lower_lash_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    float x = EYE_X + EYE_HALF_WIDTH * s, h = EYE_H + lower_lid(eye_of(stroke), s);
    float thick = 0.0014f * smooth(-0.4f, 0.4f, s) * smooth(0.90f, 0.55f, s);
    *low = (vrm_Vec2){x, h - thick};
    *high = (vrm_Vec2){x, h + 0.0004f};
}

/* The fold of the lid, thin above the lash. */
static void fold_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    const EyeState* eye = eye_of(stroke);
    float x = EYE_X + EYE_HALF_WIDTH * s;
    float h = EYE_H + upper_lid(eye, s) + mix(0.0110f, 0.0085f, eye->upper);
    float thick = 0.0009f * smooth(-0.75f, -0.2f, s) * smooth(0.95f, 0.4f, s);
    *low = (vrm_Vec2){x, h - thick / 2};
    *high = (vrm_Vec2){x, h + thick / 2};
}

static void brow_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    const BrowState* brow = &stroke->build->state.brows[stroke->eye];
    float x = EYE_X + 0.001f + 0.0215f * s;
    float h = EYE_H + 0.0420f + brow->raise * 0.008f - brow->tilt * 0.0065f * s +
              (0.0030f + 0.003f * brow->bend) * arch(s);
    float thick = 0.0042f * smooth(-1.05f, -0.6f, s) * mix(1, 0.15f, smooth(-0.3f, 1, s));
    *low = (vrm_Vec2){x, h - thick / 2};
    *high = (vrm_Vec2){x, h + thick / 2};
}

static void lip_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    const MouthState* mouth = &stroke->build->state.mouth;
    float h = stroke->is_upper ? upper_lip(mouth, s) : lower_lip(mouth, s);
    float thick =
        (stroke->is_upper ? 0.0011f : 0.0007f) * smooth(1.0f, 0.7f, s) * smooth(-1.0f, -0.7f, s);
    float x = s * mouth_half_width(mouth);
    *low = (vrm_Vec2){x, h - thick};
    *high = (vrm_Vec2){x, h + thick};
}

/* Always behind the lips; shows when they part. */
static void throat_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    (void)stroke;
    *low = (vrm_Vec2){s * 0.026f, MOUTH_H - 0.0200f};
    *high = (vrm_Vec2){s * 0.026f, MOUTH_H + 0.0130f};
}

static void teeth_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    const MouthState* mouth = &stroke->build->state.mouth;
    float x = s * mouth_half_width(mouth) * 0.86f, h = upper_lip(mouth, s * 0.86f);
    *low = (vrm_Vec2){x, h - 0.0040f * clamp01(mouth->open * 2) * clamp01(arch(s) * 4)};
    *high = (vrm_Vec2){x, h + 0.0015f};
}

static void tongue_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    const MouthState* mouth = &stroke->build->state.mouth;
    float x = s * mouth_half_width(mouth) * 0.75f, h = lower_lip(mouth, 0.75f * s);
    *low = (vrm_Vec2){x, h - 0.0020f};
    *high = (vrm_Vec2){x, h + 0.0075f * mouth->open * round_arch(s)};
}

typedef struct StrokeRow {
    Stroke stroke;
    int32_t columns, rows;
} StrokeRow;

#define STROKE(name, ink, begin, end, off)                                                         \
    .edges = name, .color = ink, .from = begin, .to = end, .lift = off

/* clang-format off */
static const StrokeRow eye_strokes[] = {
    {{STROKE(lash_edges, INK_LASH, -1.1f, 1.22f, 0.0016f)}, 22, 2},
    {{STROKE(lower_lash_edges, INK_LASH, -0.4f, 0.9f, 0.0014f)}, 12, 1},
    {{STROKE(fold_edges, INK_BROW, -0.75f, 0.95f, 0.0012f)}, 12, 1},
    {{STROKE(brow_edges, INK_BROW, -1, 1, 0.0024f)}, 14, 2},
};

static const StrokeRow mouth_strokes[] = {
    {{STROKE(throat_edges, INK_MOUTH, -1, 1, -0.0110f)}, 8, 4},
    {{STROKE(tongue_edges, INK_TONGUE, -1, 1, -0.0080f)}, 8, 2},
    {{STROKE(teeth_edges, INK_TOOTH, -1, 1, -0.0050f)}, 10, 1},
    {{STROKE(lip_edges, INK_MOUTH, -1, 1, 0.0010f), .is_upper = true}, 16, 1},
    {{STROKE(lip_edges, INK_MOUTH, -1, 1, 0.0008f)}, 16, 1},
};
/* clang-format on */

static void add_lines(FaceBuild* build) {
    mesh_begin_part(build->mesh, HERO_LINES);
    for (int32_t eye = 0; eye < 2; eye++) {
        for (size_t i = 0; i < sizeof eye_strokes / sizeof *eye_strokes; i++) {
            Stroke stroke = eye_strokes[i].stroke;
            stroke.eye = eye;
            add_stroke(build, stroke, eye_strokes[i].columns, eye_strokes[i].rows);
        }
    }
    for (size_t i = 0; i < sizeof mouth_strokes / sizeof *mouth_strokes; i++)
        add_stroke(build, mouth_strokes[i].stroke, mouth_strokes[i].columns, mouth_strokes[i].rows);
}

/* ---- Blush ---- */

static void blush_edges(const Stroke* stroke, float s, vrm_Vec2* low, vrm_Vec2* high) {
    (void)stroke;
    float x = 0.0560f + 0.0190f * s;
    *low = (vrm_Vec2){x, 0.0520f - 0.0105f};
    *high = (vrm_Vec2){x, 0.0520f + 0.0105f};
}

static void blush_point(const void* shape, float u, float v, Vertex* out) {
    stroke_point(shape, u, v, out);
    out->uv = (vrm_Vec2){u, v};
}

static void add_blush(FaceBuild* build) {
    mesh_begin_part(build->mesh, HERO_BLUSH);
    for (int32_t eye = 0; eye < 2; eye++) {
        Stroke stroke = {.build = build, STROKE(blush_edges, 0, -1, 1, 0.0009f), .eye = eye};
        Surface surface = {.point = blush_point, .shape = &stroke, .columns = 8, .rows = 5};
        mesh_add_surface(build->mesh, &surface);
    }
}

static void build_state(FaceBuild* build) {
    add_skin(build);
    add_eyes(build);
    add_lines(build);
    add_blush(build);
}

/* ---- Morph targets ---- */

void hero_face(Character* character) {
    Mesh* mesh = &character->meshes[HERO_FACE];
    FaceBuild build = {.character = character, .mesh = mesh, .state = hero_face_state(-1)};
    build_state(&build);
    mesh->has_few_moves = true;
    if (!mesh_take_targets(mesh, character->def.morph_count)) return;
    for (int32_t m = 0; m < mesh->target_count; m++) {
        Mesh moved = {0};
        FaceBuild other = {.character = character, .mesh = &moved, .state = hero_face_state(m)};
        build_state(&other);
        vrm_Vec3* moves = mesh->moves + (size_t)m * (size_t)mesh->vertex_count;
        if (moved.has_failed) mesh->has_failed = true;
        for (int32_t i = 0; i < mesh->vertex_count && !moved.has_failed; i++)
            moves[i] = v3_sub(moved.vertices[i].position, mesh->vertices[i].position);
        mesh_release(&moved);
    }
}

/* What the wearer sees of herself: the tips of her lashes, at the upper edge of the view. */
void hero_lashes(Character* character) {
    Mesh* mesh = &character->meshes[HERO_LASHES];
    FaceBuild build = {.character = character, .mesh = mesh, .state = hero_face_state(-1)};
    mesh_begin_part(mesh, HERO_LINES);
    for (int32_t eye = 0; eye < 2; eye++)
        add_stroke(&build, (Stroke){STROKE(lash_edges, INK_LASH, -1, 1.1f, 0.0010f), .eye = eye},
                   16, 1);
}
