/* SPDX-License-Identifier: MIT */
#include "scene_surface.h"

#include "scene_maths.h"

#include <stdlib.h>
#include <string.h>

/* ---- Grids ---- */

static bool is_same(vrm_Vec3 a, vrm_Vec3 b) {
    vrm_Vec3 d = v3_sub(a, b);
    return v3_dot(d, d) < 1e-12f;
}

static void add_face(Mesh* mesh, uint32_t a, uint32_t b, uint32_t c, bool is_flipped) {
    const Vertex* v = mesh->vertices;
    if (mesh->has_failed) return;
    if (is_same(v[a].position, v[b].position) || is_same(v[b].position, v[c].position) ||
        is_same(v[c].position, v[a].position))
        return;
    mesh_add_triangle(mesh, a, is_flipped ? c : b, is_flipped ? b : c);
}

uint32_t mesh_add_surface(Mesh* mesh, const Surface* surface) {
    uint32_t first = (uint32_t)mesh->vertex_count;
    int32_t first_index = mesh->index_count;
    uint32_t row = (uint32_t)surface->columns + 1;
    for (int32_t i = 0; i <= surface->rows; i++) {
        for (int32_t j = 0; j <= surface->columns; j++) {
            float u = (float)j / (float)surface->columns, v = (float)i / (float)surface->rows;
            bool is_seam = surface->is_closed && j == surface->columns;
            Vertex vertex = {0}, start = {0};
            surface->point(surface->shape, u, v, &vertex);
            if (is_seam) {
                surface->point(surface->shape, 0, v, &start);
                vertex.position = start.position;
            }
            mesh_add_vertex(mesh, vertex);
        }
    }
    for (uint32_t i = 0; i < (uint32_t)surface->rows; i++) {
        for (uint32_t j = 0; j < (uint32_t)surface->columns; j++) {
            uint32_t a = first + i * row + j;
            add_face(mesh, a, a + row, a + 1, surface->is_flipped);
            add_face(mesh, a + 1, a + row, a + row + 1, surface->is_flipped);
        }
    }
    mesh_smooth(mesh, first, first_index);
    return first;
}

/* Places of vertices, so that those in one place are found. */
typedef struct Place {
    vrm_Vec3 position;
    uint32_t vertex;
} Place;

static int by_position(const void* a, const void* b) {
    const vrm_Vec3 p = ((const Place*)a)->position, q = ((const Place*)b)->position;
    if (p.x != q.x) return p.x < q.x ? -1 : 1;
    if (p.y != q.y) return p.y < q.y ? -1 : 1;
    if (p.z != q.z) return p.z < q.z ? -1 : 1;
    uint32_t i = ((const Place*)a)->vertex, j = ((const Place*)b)->vertex;
    return i < j ? -1 : i > j;
}

static void share_normals(Vertex* vertices, Place* places, int32_t count) {
    qsort(places, (size_t)count, sizeof *places, by_position);
    for (int32_t i = 0; i < count;) {
        vrm_Vec3 sum = v3(0, 0, 0);
        int32_t end = i;
        while (end < count && is_same(places[i].position, places[end].position))
            sum = v3_add(sum, vertices[places[end++].vertex].normal);
        vrm_Vec3 normal = v3_length(sum) > 1e-12f ? v3_normalize(sum) : v3(0, 1, 0);
        for (; i < end; i++) vertices[places[i].vertex].normal = normal;
    }
}

void mesh_smooth(Mesh* mesh, uint32_t first, int32_t first_index) {
    int32_t count = mesh->vertex_count - (int32_t)first;
    Place* places = malloc((size_t)(count > 0 ? count : 1) * sizeof *places);
    if (places == NULL) mesh->has_failed = true;
    if (mesh->has_failed) {
        free(places);
        return;
    }
    Vertex* v = mesh->vertices;
    for (int32_t i = 0; i < count; i++) {
        v[first + (uint32_t)i].normal = v3(0, 0, 0);
        places[i] = (Place){v[first + (uint32_t)i].position, first + (uint32_t)i};
    }
    for (int32_t i = first_index; i < mesh->index_count; i += 3) {
        const uint32_t* corner = &mesh->indices[i];
        vrm_Vec3 a = v[corner[0]].position;
        vrm_Vec3 face =
            v3_cross(v3_sub(v[corner[1]].position, a), v3_sub(v[corner[2]].position, a));
        for (int32_t c = 0; c < 3; c++) v[corner[c]].normal = v3_add(v[corner[c]].normal, face);
    }
    share_normals(v, places, count);
    free(places);
}

/* ---- Curves ---- */

static float value_at(const Column* column, int32_t row) {
    float value;
    const char* bytes = column->rows;
    memcpy(&value, bytes + (size_t)row * column->row_size + column->offset, sizeof value);
    return value;
}

float spline(Column column, float at) {
    int32_t i = (int32_t)at;
    if (i > column.count - 2) i = column.count - 2;
    float t = at - (float)i;
    float b = value_at(&column, i), c = value_at(&column, i + 1);
    float a = i > 0 ? value_at(&column, i - 1) : 2 * b - c;
    float d = i + 2 < column.count ? value_at(&column, i + 2) : 2 * c - b;
    float slope_b = (c - a) / 2, slope_c = (d - b) / 2;
    float bend = 3 * (c - b) - 2 * slope_b - slope_c;
    float twist = 2 * (b - c) + slope_b + slope_c;
    return b + t * (slope_b + t * (bend + t * twist));
}

/* ---- Weights ---- */

void limb_weigh(const Limb* limb, float at, Vertex* out) {
    int32_t i = 0;
    while (i + 1 < limb->count && at > limb->starts[i + 1] - limb->reach[i + 1]) i++;
    float share =
        i == 0 ? 1 : smooth(limb->starts[i] - limb->reach[i], limb->starts[i] + limb->reach[i], at);
    memset(out->joints, 0, sizeof out->joints);
    memset(out->weights, 0, sizeof out->weights);
    out->joints[0] = limb->joints[i > 0 ? i - 1 : 0];
    out->weights[0] = 1;
    vertex_share(out, limb->joints[i], share);
}

void vertex_share(Vertex* vertex, int32_t joint, float share) {
    int32_t free_place = -1, same = -1, least = 0;
    for (int32_t i = 0; i < 4; i++) {
        vertex->weights[i] *= 1 - share;
        if (vertex->weights[i] <= 0 && free_place < 0) free_place = i;
        if (vertex->weights[i] > 0 && vertex->joints[i] == joint) same = i;
        if (vertex->weights[i] < vertex->weights[least]) least = i;
    }
    int32_t at = same >= 0 ? same : free_place >= 0 ? free_place : least;
    if (at != same) vertex->weights[at] = 0;
    vertex->joints[at] = joint;
    vertex->weights[at] += share;
    float sum = 0;
    for (int32_t i = 0; i < 4; i++) sum += vertex->weights[i];
    for (int32_t i = 0; i < 4; i++) vertex->weights[i] /= sum;
}

/* ---- Tubes ---- */

static float station_value(const Tube* tube, size_t offset, float at) {
    return spline((Column){tube->stations, sizeof(Station), offset, tube->station_count}, at);
}

void tube_point(const void* shape, float u, float v, Vertex* out) {
    const Tube* tube = shape;
    float at = v * (float)(tube->station_count - 1);
    vrm_Vec3 centre = v3(station_value(tube, offsetof(Station, centre.x), at),
                         station_value(tube, offsetof(Station, centre.y), at),
                         station_value(tube, offsetof(Station, centre.z), at));
    vrm_Vec2 t = turn((double)u); /* u = 0 is the back, so that the seam is there */
    float full = 1 + tube->squareness * t.x * t.x * t.y * t.y;
    size_t end = t.x > 0 ? offsetof(Station, back) : offsetof(Station, front);
    float reach = station_value(tube, end, at);
    float side = -t.y * full * station_value(tube, offsetof(Station, side), at);
    float front = -t.x * full * reach;
    out->position =
        v3_add(centre, v3_add(v3_scale(tube->side, side), v3_scale(tube->front, front)));
    out->uv =
        (vrm_Vec2){mix(tube->uv_from.x, tube->uv_to.x, u), mix(tube->uv_from.y, tube->uv_to.y, v)};
    limb_weigh(tube->limb, v3_dot(centre, tube->limb_axis), out);
}

static void mirrored_point(const void* shape, float u, float v, Vertex* out) {
    tube_point(shape, u, v, out);
    out->position.x = -out->position.x;
}

void mesh_add_loft(Mesh* mesh, const Tube* tube, bool is_mirrored) {
    Surface surface = {.point = is_mirrored ? mirrored_point : tube_point,
                       .shape = tube,
                       .columns = tube->columns,
                       .rows = tube->rows,
                       .is_closed = true,
                       .is_flipped = is_mirrored};
    mesh_add_surface(mesh, &surface);
}
