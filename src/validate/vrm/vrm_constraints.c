/* SPDX-License-Identifier: MIT */
/* Constraints that depend on each other, and those without effect.
 *
 * A roll or rotation reads its source's local rotation: it depends on the constraint on the source.
 * An aim reads two world positions: it depends on the constraints on all ancestors of its source
 * and of its destination (VRMC_node_constraint 1.0, Implementation notes). "All ancestors" would
 * make a graph of quadratic size, so each node has a second vertex that means "this node and all
 * above it are done"; it depends on the node's own constraint and on its parent's second vertex. */
#include "base/words.h"
#include "validate/vrm/vrm_rules.h"

#include <stdio.h>

/* Vertices: 2 * node is the constraint on a node, 2 * node + 1 "the node and all above it". */
typedef struct Graph {
    vrmi_VrmCheck* check;
    const vrm_Constraint** on_node; /* NULL without a constraint */
    int32_t vertex_count;
} Graph;

#define MAX_EDGES 2

static int32_t done_above(const Graph* graph, int32_t node) {
    int32_t parent = graph->check->gltf->nodes[node].parent;
    return parent < 0 ? -1 : 2 * parent + 1;
}

/* The dependencies of a vertex; -1: none. */
static void edges_of(const Graph* graph, int32_t vertex, int32_t edges[MAX_EDGES]) {
    int32_t node = vertex / 2;
    const vrm_Constraint* constraint = graph->on_node[node];
    edges[0] = edges[1] = -1;
    if (vertex % 2 != 0) {
        if (constraint != NULL) edges[0] = 2 * node;
        edges[1] = done_above(graph, node);
    } else if (constraint != NULL && constraint->type == VRM_CONSTRAINT_AIM) {
        edges[0] = done_above(graph, constraint->source);
        edges[1] = done_above(graph, node);
    } else if (constraint != NULL && graph->on_node[constraint->source] != NULL) {
        edges[0] = 2 * constraint->source;
    }
}

/* ---- Strongly connected parts (Tarjan), with a stack of its own ---- */

typedef struct Search {
    int32_t* number; /* order of discovery, from 1; 0: not yet */
    int32_t* low;
    int32_t* part; /* from 1; 0: still open */
    int32_t* path; /* vertices being looked at */
    uint8_t* edge; /* how many edges of each were followed */
    int32_t* open; /* vertices that have no part yet */
    int32_t path_count, open_count, last_number, part_count;
} Search;

static bool make_search(vrmi_VrmCheck* check, Search* search, int32_t vertex_count) {
    size_t count = (size_t)vertex_count;
    search->number = vrmi_vrm_alloc(check, count, sizeof *search->number);
    search->low = vrmi_vrm_alloc(check, count, sizeof *search->low);
    search->part = vrmi_vrm_alloc(check, count, sizeof *search->part);
    search->path = vrmi_vrm_alloc(check, count, sizeof *search->path);
    search->edge = vrmi_vrm_alloc(check, count, sizeof *search->edge);
    search->open = vrmi_vrm_alloc(check, count, sizeof *search->open);
    return search->number != NULL && search->low != NULL && search->part != NULL &&
           search->path != NULL && search->edge != NULL && search->open != NULL;
}

static void discover(Search* search, int32_t vertex) {
    search->number[vertex] = search->low[vertex] = ++search->last_number;
    search->path[search->path_count++] = vertex;
    search->open[search->open_count++] = vertex;
}

static void close_vertex(Search* search, int32_t vertex) {
    if (search->low[vertex] == search->number[vertex]) {
        search->part_count++;
        int32_t member;
        do {
            member = search->open[--search->open_count];
            search->part[member] = search->part_count;
        } while (member != vertex);
    }
    search->path_count--;
    if (search->path_count == 0) return;
    int32_t below = search->path[search->path_count - 1];
    if (search->low[vertex] < search->low[below]) search->low[below] = search->low[vertex];
}

static void search_from(const Graph* graph, Search* search, int32_t start) {
    discover(search, start);
    while (search->path_count > 0) {
        int32_t vertex = search->path[search->path_count - 1];
        int32_t edges[MAX_EDGES];
        edges_of(graph, vertex, edges);
        if (search->edge[vertex] == MAX_EDGES) {
            close_vertex(search, vertex);
            continue;
        }
        int32_t next = edges[search->edge[vertex]++];
        if (next < 0 || search->part[next] != 0) continue;
        if (search->number[next] == 0)
            discover(search, next);
        else if (search->number[next] < search->low[vertex])
            search->low[vertex] = search->number[next];
    }
}

/* ---- The circle ---- */

/* A vertex that this one depends on, in the same part. */
static int32_t next_in_part(const Graph* graph, const Search* search, int32_t vertex) {
    int32_t edges[MAX_EDGES];
    edges_of(graph, vertex, edges);
    bool takes_first = edges[0] >= 0 && search->part[edges[0]] == search->part[vertex];
    return edges[takes_first ? 0 : 1];
}

/* Names that fit into a message. */
#define NAMES_MAX 12

typedef struct Spelling {
    char text[700];
    size_t used;
    int32_t names;
    int32_t first_node; /* -1: none yet */
} Spelling;

static void add_name(const Graph* graph, Spelling* spelling, int32_t node) {
    char* out = spelling->text + spelling->used;
    size_t room = sizeof spelling->text - spelling->used;
    int length = 0;
    if (spelling->first_node < 0) spelling->first_node = node;
    if (spelling->names < NAMES_MAX)
        length = snprintf(out, room, "%s -> ", vrmi_vrm_node(graph->check, node).text);
    else if (spelling->names == NAMES_MAX)
        length = snprintf(out, room, "... -> ");
    spelling->names++;
    if (length > 0) spelling->used += (size_t)length < room ? (size_t)length : room - 1;
}

/* Follows the part from `start` until a vertex repeats: from there on it is a circle. Then follows
 * the circle once more and names its constrained nodes. `visit` is zero before and after. */
static Spelling spell(const Graph* graph, const Search* search, int32_t start, int32_t* visit) {
    Spelling spelling = {.first_node = -1};
    int32_t step = 0, vertex = start;
    for (; visit[vertex] == 0; vertex = next_in_part(graph, search, vertex)) visit[vertex] = ++step;
    int32_t first = visit[vertex];
    for (vertex = start; visit[vertex] != 0; vertex = next_in_part(graph, search, vertex)) {
        if (visit[vertex] >= first && vertex % 2 == 0) add_name(graph, &spelling, vertex / 2);
        visit[vertex] = 0;
    }
    if (spelling.first_node >= 0) {
        vrmi_Label again = vrmi_vrm_node(graph->check, spelling.first_node);
        snprintf(spelling.text + spelling.used, sizeof spelling.text - spelling.used, "%s",
                 again.text);
    }
    return spelling;
}

/* Makes one finding for each part with more than one vertex (a vertex never depends on itself). */
static void report_circles(const Graph* graph, const Search* search) {
    vrmi_VrmCheck* check = graph->check;
    size_t count = (size_t)graph->vertex_count;
    int32_t* members = vrmi_vrm_alloc(check, (size_t)search->part_count + 1, sizeof *members);
    int32_t* visit = vrmi_vrm_alloc(check, count, sizeof *visit);
    if (members == NULL || visit == NULL) return;
    for (int32_t v = 0; v < graph->vertex_count; v++)
        if (search->part[v] != 0) members[search->part[v]]++;
    for (int32_t v = 0; v < graph->vertex_count; v += 2) {
        if (search->part[v] == 0 || members[search->part[v]] < 2) continue;
        members[search->part[v]] = 0; /* reported */
        Spelling circle = spell(graph, search, v, visit);
        if (circle.first_node < 0) continue;
        VRMI_REPORT(
            check, CONSTRAINT_CYCLE, graph->on_node[circle.first_node]->json,
            "Constraints wait for each other in a circle: %s. None of them runs; remove one.",
            circle.text);
    }
}

/* ---- Single constraints ---- */

static const char* kind_key(const vrm_Constraint* constraint) {
    return vrmi_constraint_types[constraint->type];
}

/* The object that holds source and weight. */
static vrm_JsonRef body_of(const vrmi_VrmCheck* check, const vrm_Constraint* constraint) {
    vrm_JsonRef inner = vrmi_vrm_member(check, constraint->json, "constraint");
    return vrmi_vrm_place(check, inner, kind_key(constraint));
}

static void check_constraint(vrmi_VrmCheck* check, const vrm_Constraint* constraint,
                             const uint8_t* is_joint) {
    vrm_JsonRef body = body_of(check, constraint);
    if (constraint->weight == 0)
        vrmi_vrm_report(check, VRMI_RULE_CONSTRAINT_WITHOUT_EFFECT,
                        vrmi_vrm_place(check, body, "weight"));
    if (is_joint != NULL && is_joint[constraint->node])
        vrmi_vrm_report(check, VRMI_RULE_CONSTRAINT_ON_SPRING_JOINT, constraint->json);
    if (constraint->type == VRM_CONSTRAINT_AIM &&
        vrmi_vec3_distance(vrmi_vrm_position(check, constraint->node),
                           vrmi_vrm_position(check, constraint->source)) < 1e-5f)
        vrmi_vrm_report(check, VRMI_RULE_CONSTRAINT_AIM_COINCIDES,
                        vrmi_vrm_place(check, body, "source"));
}

/* Joints that sway: all but the last of each chain. */
static const uint8_t* swaying_nodes(vrmi_VrmCheck* check) {
    const vrm_SpringBones* springs = vrm_model_spring_bones(check->model);
    uint8_t* is_joint = vrmi_vrm_alloc(check, (size_t)check->gltf->node_count, sizeof *is_joint);
    if (is_joint == NULL) return NULL;
    for (int32_t i = 0; i < springs->spring_count; i++)
        for (int32_t j = 0; j + 1 < springs->springs[i].joint_count; j++)
            if (springs->springs[i].joints[j].node >= 0)
                is_joint[springs->springs[i].joints[j].node] = 1;
    return is_joint;
}

/* The beta's own rule: a source in model space must not be below the destination. */
static void check_beta_sources(vrmi_VrmCheck* check, const vrm_Constraint* constraints,
                               int32_t count, const vrm_Constraint** on_node) {
    vrmi_NodeTree tree;
    if (!vrmi_vrm_tree(check, &tree)) return;
    for (int32_t i = 0; i < count; i++) {
        const vrm_Constraint* constraint = &constraints[i];
        if (constraint->type != VRM_CONSTRAINT_AIM ||
            !vrmi_node_tree_is_above(&tree, constraint->node, constraint->source))
            continue;
        vrmi_vrm_report(check, VRMI_RULE_CONSTRAINT_SOURCE_BELOW_DESTINATION,
                        vrmi_vrm_place(check, body_of(check, constraint), "source"));
        on_node[constraint->node] = NULL; /* it would be a circle of one, too */
    }
}

void vrmi_check_constraints(vrmi_VrmCheck* check) {
    int32_t count;
    const vrm_Constraint* constraints = vrm_model_constraints(check->model, &count);
    if (count == 0) return;
    const uint8_t* is_joint = swaying_nodes(check);
    for (int32_t i = 0; i < count; i++) check_constraint(check, &constraints[i], is_joint);

    size_t node_count = (size_t)check->gltf->node_count;
    Graph graph = {.check = check, .vertex_count = check->gltf->node_count * 2};
    if (check->gltf->node_count > INT32_MAX / 2) return;
    graph.on_node = vrmi_vrm_alloc(check, node_count, sizeof *graph.on_node);
    Search search = {0};
    if (graph.on_node == NULL || !make_search(check, &search, graph.vertex_count)) return;
    for (int32_t i = 0; i < count; i++) graph.on_node[constraints[i].node] = &constraints[i];
    if (check->dialect == VRM_DIALECT_BETA)
        check_beta_sources(check, constraints, count, graph.on_node);
    for (int32_t i = 0; i < count; i++)
        if (search.number[2 * constraints[i].node] == 0)
            search_from(&graph, &search, 2 * constraints[i].node);
    report_circles(&graph, &search);
}
