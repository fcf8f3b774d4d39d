/* SPDX-License-Identifier: MIT */
#include "migrate/unknown.h"
#include "migrate/losses.h"

#include "json/json_names.h"

#include <stdio.h>
#include <string.h>

/* Recursion is as deep as the tables, never as deep as a file; this is deeper than any table. */
#define DEEPEST 12

static const vrmi_SchemaValue* find_row(const vrm_Json* json, const vrmi_SchemaType* type,
                                        vrm_JsonRef key) {
    for (uint32_t i = 0; i < vrmi_schema_row_count(type); i++) {
        const vrmi_SchemaMember* row = vrmi_schema_row(type, i);
        if (vrm_json_equals(json, key, row->name)) return &row->value;
    }
    return NULL;
}

/* The types of the extensions in VRM's own objects. `owner` is the glTF type that defines where the
 * extension may be; NULL: a type of VRM. */
static const struct {
    const char* name;
    const vrmi_SchemaType* owner;
    vrmi_SchemaValue value;
} extensions[] = {
    {"VRMC_springBone_extended_collider",
     NULL,
     {.kind = VRMI_OBJECT, .type = &vrmi_spring_extended_collider}},
    {"VRMC_springBone_limit", NULL, {.kind = VRMI_OBJECT, .type = &vrmi_spring_limit}},
    {"KHR_texture_transform",
     &vrmi_gltf_texture_info,
     {.kind = VRMI_OBJECT, .type = &vrmi_gltf_texture_transform}}};

/* The row of "extensions" in a texture info: those of a glTF texture info are understood there. */
static const vrmi_SchemaValue texture_extensions = {.kind = VRMI_EXTENSIONS,
                                                    .type = &vrmi_gltf_texture_info};

static const vrmi_SchemaValue* find_extension(const vrm_Json* json, const vrmi_SchemaType* owner,
                                              vrm_JsonRef key) {
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (extensions[i].owner == owner && vrm_json_equals(json, key, extensions[i].name))
            return &extensions[i].value;
    return NULL;
}

/* A member according to the tables: its row, NULL without one, and whether it does not belong to
 * VRM. */
typedef struct View {
    const vrmi_SchemaValue* row;
    bool is_unknown;
} View;

static View view_member(const vrm_Json* json, const vrmi_SchemaValue* container, vrm_JsonRef key) {
    const vrmi_SchemaValue* row = NULL;
    if (container->kind == VRMI_ARRAY || container->kind == VRMI_MAP)
        return (View){container->element, false};
    if (container->kind == VRMI_EXTENSIONS)
        row = find_extension(json, container->type, key);
    else
        row = find_row(json, container->type, key);
    if (row != NULL && row->kind == VRMI_EXTENSIONS &&
        container->type->like == &vrmi_gltf_texture_info)
        row = &texture_extensions;
    return (View){row, row == NULL || row->kind == VRMI_EXTRAS};
}

static bool is_container(const vrmi_SchemaValue* row) {
    return row != NULL &&
           (((row->kind == VRMI_OBJECT || row->kind == VRMI_ANY) && row->type != NULL) ||
            row->kind == VRMI_EXTENSIONS || (row->kind == VRMI_MAP && row->element != NULL) ||
            (row->kind == VRMI_ARRAY && row->element != NULL && row->element->kind == VRMI_OBJECT));
}

/* ---- Keeping ---- */

/* A document, what of it is kept, and those of its extras that were already moved. */
typedef struct Old {
    const vrmi_Migration* migration;
    const vrm_Json* json;
    bool takes_unknown, takes_losses;
    vrm_JsonRef moved[2];
} Old;

static Old whole_document(const vrmi_Migration* migration, bool takes_unknown, bool takes_losses) {
    return (Old){migration,
                 migration->json,
                 takes_unknown,
                 takes_losses,
                 {VRM_JSON_MISSING, VRM_JSON_MISSING}};
}

static bool is_moved(const Old* old, vrm_JsonRef value) {
    return value == old->moved[0] || value == old->moved[1];
}

static bool has_loss(const Old* old, vrm_JsonRef value) {
    const vrmi_Loss* first;
    return old->takes_losses && vrmi_losses_within(old->migration, value, &first) > 0;
}

/* Whether a finding names something in the value. */
static bool has_named_loss(const Old* old, vrm_JsonRef value) {
    const vrmi_Loss* loss;
    for (size_t left = vrmi_losses_within(old->migration, value, &loss); left > 0; left--, loss++)
        if (loss->rule != VRMI_RULE_COUNT) return true;
    return false;
}

/* Whether the value as a whole is a loss. */
static bool is_loss(const Old* old, vrm_JsonRef value) {
    const vrmi_Loss* first;
    return old->takes_losses && vrmi_losses_within(old->migration, value, &first) > 0 &&
           first->value == value;
}

/* A vector of 0.x may be a list of numbers, in which nothing is unknown. */
static bool may_have_members(const Old* old, vrm_JsonRef value, const vrmi_SchemaValue* row) {
    return is_container(row) &&
           (row->kind != VRMI_ANY || vrm_json_type(old->json, value) == VRM_JSON_OBJECT);
}

/* Whether an object is one of many small ones, such as a bind, a bone or a collider, or refers to a
 * texture: a part of it says little without the rest. */
static bool is_small_entry(const vrmi_SchemaValue* container, const vrmi_SchemaValue* row) {
    if (row != NULL && row->kind == VRMI_OBJECT && row->type->like == &vrmi_gltf_texture_info)
        return true;
    if ((container->kind != VRMI_ARRAY && container->kind != VRMI_MAP) || row == NULL ||
        row->kind != VRMI_OBJECT)
        return false;
    for (uint32_t i = 0; i < vrmi_schema_row_count(row->type); i++) {
        const vrmi_SchemaValue* member = &vrmi_schema_row(row->type, i)->value;
        if (member->kind == VRMI_MAP || (member->kind == VRMI_ARRAY && is_container(member)))
            return false;
    }
    return true;
}

/* How much of a member is kept. */
typedef enum Share { NOTHING, PARTS, ALL } Share;

static bool has_unknown(const Old* old, vrm_JsonRef value, const vrmi_SchemaValue* row, int depth);

static Share share_of(const Old* old, const vrmi_SchemaValue* container, const vrm_JsonIter* it,
                      const View* view, int depth) {
    if (view->is_unknown) return old->takes_unknown && !is_moved(old, it->value) ? ALL : NOTHING;
    if (has_loss(old, it->value) &&
        (is_loss(old, it->value) || !may_have_members(old, it->value, view->row) ||
         (is_small_entry(container, view->row) && has_named_loss(old, it->value))))
        return ALL;
    return has_unknown(old, it->value, view->row, depth + 1) ? PARTS : NOTHING;
}

static bool has_unknown(const Old* old, vrm_JsonRef value, const vrmi_SchemaValue* row, int depth) {
    if (!may_have_members(old, value, row) || depth > DEEPEST) return false;
    if (!old->takes_unknown && !has_loss(old, value)) return false;
    vrm_JsonIter it = vrm_json_iter(old->json, value);
    while (vrm_json_next(&it)) {
        View view = view_member(old->json, row, it.key);
        if (share_of(old, row, &it, &view, depth) != NOTHING) return true;
    }
    return false;
}

static void put_key(vrm_JsonBuilder* b, const vrm_Json* json, const vrm_JsonIter* it) {
    char place[16];
    if (it->key != VRM_JSON_MISSING) {
        vrmi_json_put_same_key(b, json, it->key);
        return;
    }
    snprintf(place, sizeof place, "%u", (unsigned)it->index);
    vrm_json_put_key(b, place);
}

static void put_all(vrm_JsonBuilder* b, const Old* old, vrm_JsonRef value) {
    vrm_Span text = vrm_json_text(old->json, value);
    vrm_json_put_raw(b, text.data, text.size);
    if (!old->takes_losses) return;
    const vrmi_Loss* loss;
    for (size_t left = vrmi_losses_within(old->migration, value, &loss); left > 0; left--, loss++)
        vrmi_loss_report(old->migration, loss);
}

static void put_unknown(vrm_JsonBuilder* b, const Old* old, vrm_JsonRef value,
                        const vrmi_SchemaValue* row, int depth) {
    vrm_json_begin_object(b);
    vrm_JsonIter it = vrm_json_iter(old->json, value);
    while (vrm_json_next(&it)) {
        View view = view_member(old->json, row, it.key);
        Share share = share_of(old, row, &it, &view, depth);
        if (share == NOTHING) continue;
        put_key(b, old->json, &it);
        if (share == ALL)
            put_all(b, old, it.value);
        else
            put_unknown(b, old, it.value, view.row, depth + 1);
    }
    vrm_json_end_object(b);
}

#define NAME_ROOM 80

/* The member that is called `name`, for 2 and more name_2 and so on; writes its name too. */
static vrm_JsonRef numbered_member(const vrm_Json* json, vrm_JsonRef object, const char* name,
                                   int number, char numbered[NAME_ROOM]) {
    if (number == 1)
        snprintf(numbered, NAME_ROOM, "%s", name);
    else
        snprintf(numbered, NAME_ROOM, "%s_%d", name, number);
    return vrm_json_member(json, object, numbered);
}

static bool is_text(const vrm_Json* json, vrm_JsonRef value, vrm_Span text) {
    vrm_Span own = vrm_json_text(json, value);
    return own.size == text.size && memcmp(own.data, text.data, text.size) == 0;
}

static void keep(vrmi_Migration* migration, const Old* old, vrm_JsonRef value,
                 const vrmi_SchemaValue* row, vrm_JsonRef element, const char* name) {
    vrm_Edit* edit = migration->edit;
    bool is_whole = is_loss(old, value);
    if (edit->result != VRM_OK || (!is_whole && !has_unknown(old, value, row, 0))) return;
    vrm_JsonRef extras = vrmi_edit_extras(edit, element);
    vrm_JsonBuilder* b = vrmi_edit_text(edit);
    vrm_Span text;
    if (is_whole)
        put_all(b, old, value);
    else
        put_unknown(b, old, value, row, 0);
    vrmi_edit_fail(edit, vrm_json_builder_text(b, &text));
    if (edit->result != VRM_OK) return;
    char free_name[NAME_ROOM];
    vrm_JsonRef taken;
    for (int i = 1;
         (taken = numbered_member(edit->json, extras, name, i, free_name)) != VRM_JSON_MISSING; i++)
        if (is_text(edit->json, taken, text)) return;
    vrmi_edit_put(edit, extras, free_name);
}

void vrmi_unknown_keep(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                       vrm_JsonRef element, const char* name) {
    const Old document = whole_document(migration, true, true);
    const vrmi_SchemaValue row = {.kind = VRMI_OBJECT, .type = type};
    keep(migration, &document, old, &row, element, name);
}

void vrmi_unknown_keep_losses(vrmi_Migration* migration, vrm_JsonRef old,
                              const vrmi_SchemaType* type, vrm_JsonRef element, const char* name) {
    const Old document = whole_document(migration, false, true);
    const vrmi_SchemaValue row = {.kind = VRMI_OBJECT, .type = type};
    keep(migration, &document, old, &row, element, name);
}

/* Moves the extras of an object of the model into those of one of the edit; returns what was
 * moved. */
static vrm_JsonRef move_extras(vrmi_Migration* migration, vrm_JsonRef old, vrm_JsonRef object) {
    vrm_Edit* edit = migration->edit;
    const vrm_Json* json = migration->json;
    vrm_JsonRef extras = vrm_json_member(json, old, "extras");
    if (vrm_json_type(json, extras) != VRM_JSON_OBJECT) return VRM_JSON_MISSING;
    if (vrm_json_count(json, extras) == 0) return extras;
    vrm_JsonRef to = vrmi_edit_extras(edit, object);
    vrm_JsonIter it = vrm_json_iter(json, extras);
    while (vrm_json_next(&it) && edit->result == VRM_OK) {
        vrm_Span text = vrm_json_text(json, it.value);
        edit->result = vrmi_json_add(edit->json, to, json, it.key, text.data, text.size);
    }
    return extras;
}

void vrmi_unknown_keep_root(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                            vrm_JsonRef root, const char* name) {
    vrm_JsonRef old_meta = vrm_json_member(migration->json, old, "meta");
    vrm_JsonRef meta = vrm_json_member(migration->edit->json, root, "meta");
    Old document = whole_document(migration, true, true);
    document.moved[0] = move_extras(migration, old, root);
    document.moved[1] = move_extras(migration, old_meta, meta);
    const vrmi_SchemaValue row = {.kind = VRMI_OBJECT, .type = type};
    keep(migration, &document, old, &row, root, name);
}

/* ---- Restoring ---- */

/* The place of a member of `old` in `object` now; VRM_JSON_MISSING where it has no match: in a list
 * of another length, or for an object that was left out. */
static vrm_JsonRef match_of(vrmi_Migration* migration, vrm_JsonRef object, const vrm_JsonIter* it,
                            const vrmi_SchemaValue* row) {
    const vrm_Json* json = migration->json;
    vrm_Edit* edit = migration->edit;
    if (it->key == VRM_JSON_MISSING) return vrm_json_element(edit->json, object, it->index);
    vrm_JsonRef match = vrmi_json_same_member(edit->json, object, json, it->key);
    if (match == VRM_JSON_MISSING && row->kind == VRMI_EXTENSIONS)
        return vrmi_edit_object(edit, object, "extensions");
    if (match == VRM_JSON_MISSING && row->kind == VRMI_OBJECT &&
        row->type == &vrmi_gltf_texture_transform)
        return vrmi_edit_object(edit, object, "KHR_texture_transform"); /* empty: moves nothing */
    bool is_alike = vrm_json_type(edit->json, match) == vrm_json_type(json, it->value) &&
                    (row->kind != VRMI_ARRAY ||
                     vrm_json_count(edit->json, match) == vrm_json_count(json, it->value));
    return is_alike ? match : VRM_JSON_MISSING;
}

static void restore(vrmi_Migration* migration, const Old* old, vrm_JsonRef value,
                    const vrmi_SchemaValue* row, vrm_JsonRef object, int depth) {
    vrm_Edit* edit = migration->edit;
    if (depth > DEEPEST) return;
    /* First, so that "extras" comes back whole before anything else is kept in it. */
    vrm_JsonIter it = vrm_json_iter(old->json, value);
    while (vrm_json_next(&it) && edit->result == VRM_OK) {
        if (!view_member(old->json, row, it.key).is_unknown) continue;
        vrm_Span text = vrm_json_text(old->json, it.value);
        edit->result = vrmi_json_add(edit->json, object, old->json, it.key, text.data, text.size);
    }
    it = vrm_json_iter(old->json, value);
    while (vrm_json_next(&it) && edit->result == VRM_OK) {
        View view = view_member(old->json, row, it.key);
        if (view.is_unknown || !has_unknown(old, it.value, view.row, depth + 1)) continue;
        vrm_JsonRef match = match_of(migration, object, &it, view.row);
        char name[64];
        if (match != VRM_JSON_MISSING)
            restore(migration, old, it.value, view.row, match, depth + 1);
        else if (vrmi_json_short_name(old->json, it.key, name, sizeof name))
            keep(migration, old, it.value, view.row, object, name);
    }
}

void vrmi_unknown_restore(vrmi_Migration* migration, vrm_JsonRef old, const vrmi_SchemaType* type,
                          vrm_JsonRef object) {
    const vrmi_SchemaValue row = {.kind = VRMI_OBJECT, .type = type};
    const Old document = whole_document(migration, true, false);
    if (vrm_json_type(migration->edit->json, object) == VRM_JSON_OBJECT)
        restore(migration, &document, old, &row, object, 0);
}

/* ---- Taking back ---- */

/* Whether keep() may have written a value: an object of unknown members and of such objects, with
 * nothing in it that a migration would leave behind. */
static bool is_kept(const vrm_Json* json, vrm_JsonRef value, const vrmi_SchemaValue* row,
                    int depth) {
    if (!is_container(row) || depth > DEEPEST || vrm_json_type(json, value) != VRM_JSON_OBJECT ||
        vrm_json_count(json, value) == 0)
        return false;
    vrm_JsonIter it = vrm_json_iter(json, value);
    while (vrm_json_next(&it)) {
        View view = view_member(json, row, it.key);
        if (!view.is_unknown && !is_kept(json, it.value, view.row, depth + 1)) return false;
    }
    return true;
}

void vrmi_unknown_take_back(vrmi_Migration* migration, vrm_JsonRef element,
                            const vrmi_SchemaType* type, const char* name, vrm_JsonRef object) {
    const vrm_Json* json = migration->json;
    vrm_Edit* edit = migration->edit;
    const vrmi_SchemaValue row = {.kind = VRMI_OBJECT, .type = type};
    vrm_JsonRef extras = vrm_json_member(json, element, "extras"), kept;
    char kept_name[NAME_ROOM];
    int number = 1;
    do {
        kept = numbered_member(json, extras, name, number++, kept_name);
        if (kept == VRM_JSON_MISSING) return;
    } while (!is_kept(json, kept, &row, 0));
    vrmi_unknown_restore(migration, kept, type, object);
    vrmi_edit_drop(edit, extras, kept_name);
    if (vrm_json_count(edit->json, extras) == 0) vrmi_edit_drop(edit, element, "extras");
}
