/* SPDX-License-Identifier: MIT */
/* Where a value is: its pointer, its ancestors, and children by index.
 *
 * Nodes do not store their parent; a place is found by descending from the root, since the nodes of
 * a subtree are adjacent. Descending past many children is shortened: children that are all scalars
 * are found by counting, and a container with more than 64 others has every 32nd of them marked. So
 * a pointer costs at most about 64 steps per level for any file, and needs no cache. */
#include "json/tree.h"

#include "base/utf8.h"

#include <string.h>

/* ---- Children as parsed ---- */

static uint32_t nodes_ahead(const vrmi_JsonNode* container) {
    return vrmi_json_tag_type(container->tag) == VRM_JSON_OBJECT ? 1 : 0; /* the key */
}

static uint32_t parsed_count(const vrm_Json* json, const vrmi_JsonNode* container) {
    const vrmi_JsonList* list = vrmi_json_list(json, container);
    return list != NULL ? list->parsed_count : container->tag >> VRMI_JSON_COUNT_BIT;
}

/* The marks of a container, in the order of its children; NULL when it has none. */
static const uint32_t* marks_of(const vrm_Json* json, vrm_JsonRef container) {
    const vrmi_JsonMarks* marks = &json->marks;
    uint32_t low = 0, high = marks->container_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (marks->containers[middle].container < container) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == marks->container_count || marks->containers[low].container != container) return NULL;
    return marks->children + marks->containers[low].first;
}

/* A child as parsed: its first node (the key if it has one) and its index. */
typedef struct Child {
    vrm_JsonRef first;
    uint32_t index;
} Child;

static Child step_over(const vrm_Json* json, Child child, uint32_t ahead) {
    child.first += ahead + vrmi_json_node(json, child.first + ahead)->span;
    child.index++;
    return child;
}

/* The child whose subtree contains the node `target`. */
static Child child_around(const vrm_Json* json, vrm_JsonRef container, vrm_JsonRef target) {
    const vrmi_JsonNode* node = vrmi_json_node(json, container);
    uint32_t ahead = nodes_ahead(node), count = parsed_count(json, node);
    if (vrmi_json_is_flat(node, count)) {
        uint32_t index = (target - container - 1) / (1 + ahead);
        return (Child){container + 1 + index * (1 + ahead), index};
    }
    Child child = {container + 1, 0};
    const uint32_t* marks = count > VRMI_JSON_MARK_FROM ? marks_of(json, container) : NULL;
    if (marks != NULL) {
        uint32_t low = 0, high = (count - 1) / VRMI_JSON_MARK_EVERY + 1;
        while (high - low > 1) { /* marks[low] <= target < marks[high] */
            uint32_t middle = low + (high - low) / 2;
            if (marks[middle] <= target) {
                low = middle;
            } else {
                high = middle;
            }
        }
        child = (Child){marks[low], low * VRMI_JSON_MARK_EVERY};
    }
    for (;;) {
        Child next = step_over(json, child, ahead);
        if (next.first > target) return child;
        child = next;
    }
}

vrm_JsonRef vrm_json_element(const vrm_Json* json, vrm_JsonRef array, uint32_t index) {
    const vrmi_JsonNode* node = vrmi_json_typed(json, array, VRM_JSON_ARRAY);
    if (node == NULL || index >= vrm_json_count(json, array)) return VRM_JSON_MISSING;
    const vrmi_JsonList* list = vrmi_json_list(json, node);
    if (list != NULL) return list->children[index].value;
    uint32_t count = parsed_count(json, node);
    if (vrmi_json_is_flat(node, count)) return array + 1 + index;
    Child child = {array + 1, 0};
    const uint32_t* marks = count > VRMI_JSON_MARK_FROM ? marks_of(json, array) : NULL;
    if (marks != NULL)
        child = (Child){marks[index / VRMI_JSON_MARK_EVERY],
                        index / VRMI_JSON_MARK_EVERY * VRMI_JSON_MARK_EVERY};
    while (child.index < index) child = step_over(json, child, 0);
    return child.first;
}

/* ---- From the root to a value ---- */

/* Searches around the place where the value was put: each edit moves its later siblings by one. */
static bool find_listed(const vrmi_JsonList* list, vrm_JsonRef value, uint32_t hint,
                        uint32_t* out_index) {
    uint32_t up = hint < list->count ? hint : list->count;
    uint32_t down = up;
    while (up < list->count || down > 0) {
        if (up < list->count && list->children[up].value == value) {
            *out_index = up;
            return true;
        }
        if (down > 0 && list->children[down - 1].value == value) {
            *out_index = down - 1;
            return true;
        }
        up += up < list->count;
        down -= down > 0;
    }
    return false;
}

/* One level of the descent. */
typedef struct Step {
    vrm_JsonRef container, key, value;
    uint32_t index;
} Step;

static bool step_down(const vrm_Json* json, vrm_JsonRef container, vrm_JsonRef target, Step* out) {
    const vrmi_JsonNode* node = vrmi_json_node(json, container);
    const vrmi_JsonList* list = vrmi_json_list(json, node);
    Child child = child_around(json, container, target);
    uint32_t ahead = nodes_ahead(node);
    *out = (Step){.container = container,
                  .key = ahead > 0 ? child.first : VRM_JSON_MISSING,
                  .value = child.first + ahead,
                  .index = child.index};
    if (list == NULL) return true;
    return find_listed(list, out->value, child.index, &out->index);
}

/* What a descent collects: pointer tokens and containers. */
typedef struct Trail {
    vrmi_JsonOut out;
    vrm_JsonRef* path;
    uint32_t depth;
    uint32_t index;
} Trail;

static void put_token(const vrm_Json* json, const Step* step, vrmi_JsonOut* out) {
    vrmi_json_out(out, "/", 1);
    if (step->key == VRM_JSON_MISSING) {
        char digits[10];
        uint32_t at = sizeof digits, index = step->index;
        do digits[--at] = (char)('0' + index % 10);
        while ((index /= 10) > 0);
        vrmi_json_out(out, digits + at, sizeof digits - at);
        return;
    }
    const vrmi_JsonNode* key = vrmi_json_node(json, step->key);
    const char* at = vrmi_json_bytes(json, key->offset) + 1;
    const char* end = at + key->size - 2;
    while (at < end) {
        char bytes[4];
        size_t size = vrmi_utf8_put(bytes, vrmi_json_char(&at, end));
        if (bytes[0] == '~') {
            vrmi_json_out(out, "~0", 2);
        } else if (bytes[0] == '/') {
            vrmi_json_out(out, "~1", 2);
        } else {
            vrmi_json_out(out, bytes, size);
        }
    }
}

static void take_step(const vrm_Json* json, const Step* step, Trail* trail) {
    put_token(json, step, &trail->out);
    if (trail->path != NULL) trail->path[trail->depth] = step->container;
    trail->depth++;
    trail->index = step->index;
}

/* Nodes that were added together, by parsing or by one edit, and their place in the document. */
typedef struct Origin {
    vrm_JsonRef root;
    Step step; /* from the parent to the root; container is VRM_JSON_MISSING for the document's */
} Origin;

static bool find_origin(const vrm_Json* json, vrm_JsonRef ref, Origin* out) {
    *out = (Origin){.step = {.container = VRM_JSON_MISSING}};
    if (vrmi_json_node(json, ref) == NULL) return false;
    if (ref < json->count) return json->root == 0;
    uint32_t low = 0, high = json->graft_count;
    while (high - low > 1) { /* grafts[low].first <= ref < grafts[high].first */
        uint32_t middle = low + (high - low) / 2;
        if (json->grafts[middle].first <= ref) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const vrmi_JsonGraft* graft = &json->grafts[low];
    out->root = graft->first + graft->has_key;
    if (graft->parent == VRM_JSON_MISSING) return json->root == out->root;
    const vrmi_JsonList* list = vrmi_json_list(json, vrmi_json_node(json, graft->parent));
    uint32_t index;
    if (list == NULL || !find_listed(list, out->root, graft->index, &index)) return false;
    out->step = (Step){graft->parent, list->children[index].key, out->root, index};
    return true;
}

/* The steps from the container of the origin down to the value. */
static bool walk_origin(const vrm_Json* json, const Origin* origin, vrm_JsonRef value,
                        Trail* trail) {
    if (origin->step.container != VRM_JSON_MISSING) take_step(json, &origin->step, trail);
    if (value < origin->root) return true; /* the key of the graft */
    for (vrm_JsonRef ref = origin->root; ref != value;) {
        Step step;
        if (!step_down(json, ref, value, &step)) return false;
        take_step(json, &step, trail);
        if (value == step.key) return true;
        ref = step.value;
    }
    return true;
}

/* Origins are linked from the value upwards, while each is walked downwards: so the whole trail is
 * measured first and then filled from its end. */
static bool measure(const vrm_Json* json, vrm_JsonRef value, Trail* total) {
    while (value != VRM_JSON_MISSING) {
        Origin origin;
        Trail piece = {.index = 0};
        if (!find_origin(json, value, &origin) || !walk_origin(json, &origin, value, &piece))
            return false;
        if (total->depth == 0) total->index = piece.index;
        total->out.length += piece.out.length;
        total->depth += piece.depth;
        value = origin.step.container;
    }
    return true;
}

static void fill(const vrm_Json* json, vrm_JsonRef value, Trail end) {
    while (value != VRM_JSON_MISSING) {
        Origin origin;
        Trail piece = {.index = 0};
        if (!find_origin(json, value, &origin)) return;
        if (origin.step.container != VRM_JSON_MISSING)
            walk_origin(json, &origin, value, &piece);
        else
            piece = end; /* the outermost origin starts at the beginning of the trail */
        end.out.length -= piece.out.length;
        end.depth -= piece.depth;
        Trail trail = end;
        walk_origin(json, &origin, value, &trail);
        value = origin.step.container;
    }
}

bool vrmi_json_path(const vrm_Json* json, vrm_JsonRef value, vrm_JsonRef* path, uint32_t* out_depth,
                    uint32_t* out_index) {
    Trail total = {.path = path};
    if (value == VRM_JSON_MISSING || !measure(json, value, &total)) return false;
    *out_depth = total.depth;
    *out_index = total.index;
    if (path != NULL) fill(json, value, total);
    return true;
}

uint64_t vrm_json_offset(const vrm_Json* json, vrm_JsonRef value) {
    return value < json->count ? json->nodes[value].offset : VRM_NO_OFFSET;
}

size_t vrm_json_pointer(const vrm_Json* json, vrm_JsonRef value, char* buffer, size_t size) {
    Trail total = {.out = {buffer, size, 0}};
    if (value == VRM_JSON_MISSING || !measure(json, value, &total)) total.out.length = 0;
    size_t length = total.out.length;
    if (size > 0 && length > 0) fill(json, value, total);
    vrmi_JsonOut out = {buffer, size, length};
    return vrmi_json_out_end(&out);
}

/* ---- From a pointer to a value ---- */

/* RFC 6901 section 4: digits without leading zeros. */
static bool token_index(const char* token, size_t size, uint32_t* out) {
    if (size == 0 || size > 10 || (size > 1 && token[0] == '0')) return false;
    uint64_t index = 0;
    for (size_t i = 0; i < size; i++) {
        if (token[i] < '0' || token[i] > '9') return false;
        index = index * 10 + (uint64_t)(token[i] - '0');
    }
    *out = (uint32_t)index;
    return index < VRM_JSON_MISSING;
}

static bool token_matches(const vrm_Json* json, vrm_JsonRef key, const char* token, size_t size) {
    const vrmi_JsonNode* node = vrmi_json_node(json, key);
    const char* at = vrmi_json_bytes(json, node->offset) + 1;
    const char* end = at + node->size - 2;
    const char* token_end = token + size;
    while (at < end) {
        char bytes[4];
        size_t length = vrmi_utf8_put(bytes, vrmi_json_char(&at, end));
        const char* wanted = token;
        if (token < token_end && token[0] == '~') {
            if (token_end - token < 2 || (token[1] != '0' && token[1] != '1')) return false;
            wanted = token[1] == '0' ? "~" : "/";
            if (length != 1) return false;
            token++;
        }
        if ((size_t)(token_end - token) < length || memcmp(bytes, wanted, length) != 0)
            return false;
        token += length;
    }
    return token == token_end;
}

static vrm_JsonRef child_by_token(const vrm_Json* json, vrm_JsonRef ref, const char* token,
                                  size_t size) {
    if (vrm_json_type(json, ref) == VRM_JSON_ARRAY) {
        uint32_t index;
        return token_index(token, size, &index) ? vrm_json_element(json, ref, index)
                                                : VRM_JSON_MISSING;
    }
    vrm_JsonIter it = vrm_json_iter(json, ref);
    while (vrmi_json_next_member(&it))
        if (token_matches(json, it.key, token, size)) return it.value;
    return VRM_JSON_MISSING;
}

vrm_JsonRef vrm_json_at(const vrm_Json* json, const char* pointer) {
    vrm_JsonRef ref = json->root;
    while (*pointer == '/' && ref != VRM_JSON_MISSING) {
        pointer++;
        size_t size = strcspn(pointer, "/");
        ref = child_by_token(json, ref, pointer, size);
        pointer += size;
    }
    return *pointer == 0 ? ref : VRM_JSON_MISSING;
}
