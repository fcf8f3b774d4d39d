/* SPDX-License-Identifier: MIT */
/* Wrong JSON is found wherever it is: documents are mutated along our own tables and, when the
 * environment variable VRM_SCHEMA names a folder with the specification's JSON schemas, along
 * those. A mutation is a value of a wrong type, a required member that is missing, a number out of
 * range, an integer beyond 64 bits, a word that is not in the list, an array of a wrong length.
 * Each must give a finding at its place; a wrong type or a missing required member must be an
 * error.
 */
#include "support/check.h"
#include "support/corpus.h"

#include "scenes/scenes.h"
#include "validate/vrm/vrm_schema.h"
#include "vrm/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A document to be mutated ---- */

typedef struct Subject {
    SceneBytes scene;
    vrm_Json* json; /* of the scene */
    vrm_Report* report;
    int mutations, misses;
    bool is_0; /* VRM 0.x: -1 is no reference, and the text names no required members */
} Subject;

static void check_bytes(Subject* subject, const SceneBytes* bytes) {
    vrm_ValidateDef def = vrm_default_validate_def();
    def.skip_data = true;
    vrm_report_clear(subject->report);
    assert_int_equal(vrm_validate(bytes->data, bytes->size, &def, subject->report, NULL), VRM_OK);
}

/* A small avatar with something of everything, without vertex data in the way. */
static void open_subject(Subject* subject, vrm_Dialect dialect) {
    *subject = (Subject){.is_0 = dialect == VRM_DIALECT_0};
    if (dialect == VRM_DIALECT_NONE) {
        subject->scene = scene_clip(false);
    } else {
        SceneDef def = scene_default_def(dialect);
        def.has_fingers = false;
        def.has_limits = true;
        def.chain_count = 4;
        def.joints_per_chain = 3;
        def.sides = 4;
        subject->scene = scene_avatar(&def);
    }
    assert_non_null(subject->scene.data);
    vrm_Span text = scene_json(&subject->scene);
    assert_int_equal(vrm_json_parse(text.data, text.size, NULL, NULL, &subject->json), VRM_OK);
    assert_int_equal(vrm_report_create(NULL, &subject->report), VRM_OK);
    check_bytes(subject, &subject->scene);
    for (int32_t i = 0; i < vrm_report_count(subject->report); i++)
        printf("before any mutation: %s\n", vrm_report_get(subject->report, i).code);
    assert_int_equal(vrm_report_count(subject->report), 0);
}

static void close_subject(Subject* subject) {
    vrm_report_destroy(subject->report);
    vrm_json_destroy(subject->json);
    scene_bytes_free(&subject->scene);
}

static bool begins_with(const char* text, const char* start) {
    size_t length = strlen(start);
    return strncmp(text, start, length) == 0 && (text[length] == '\0' || text[length] == '/');
}

/* Where a finding about a mutation may be. */
typedef enum Where {
    AT_PLACE,     /* at the pointer or below it */
    AROUND_PLACE, /* there, or at an object or array around it */
    ANYWHERE
} Where;

/* Applies one edit and looks for a finding of at least that severity. */
static void mutate(Subject* subject, const char* verb, const char* pointer, const char* value,
                   Where where, vrm_Severity mildest) {
    char edit[1024];
    snprintf(edit, sizeof edit, "%s %s %s", verb, pointer, value);
    if (value[0] == '\0') edit[strlen(edit) - 1] = '\0';
    SceneBytes mutant = scene_patch(&subject->scene, edit, NULL);
    if (mutant.data == NULL) fail_msg("cannot %s", edit);
    check_bytes(subject, &mutant);
    scene_bytes_free(&mutant);
    bool is_found = false;
    for (int32_t i = 0; i < vrm_report_count(subject->report) && !is_found; i++) {
        vrm_Finding finding = vrm_report_get(subject->report, i);
        is_found = finding.severity <= mildest &&
                   (where == ANYWHERE || begins_with(finding.pointer, pointer) ||
                    (where == AROUND_PLACE && begins_with(pointer, finding.pointer)));
    }
    subject->mutations++;
    if (is_found) return;
    subject->misses++;
    printf("not found: %s\n", edit);
}

static void expect_all_found(Subject* subject, const char* what, int at_least) {
    printf("%s: %d mutations, %d not found\n", what, subject->mutations, subject->misses);
    assert_int_equal(subject->misses, 0);
    if (subject->mutations < at_least) fail_msg("only %d mutations", subject->mutations);
}

static vrm_JsonType type_at(const Subject* subject, const char* pointer) {
    return vrm_json_type(subject->json, vrm_json_at(subject->json, pointer));
}

/* ---- Along our own tables ---- */

/* Rows that exist so that a member is known; what it holds is nobody's business here. */
static bool is_only_known(const vrmi_SchemaType* type, const char* name) {
    static const struct {
        const vrmi_SchemaType* type;
        const char* name;
    } rows[] = {{&vrmi_draft_root, "expressions"},
                {&vrmi_spring_root, "boneGroups"},
                {&vrmi_spring_root, "settings"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type && strcmp(rows[i].name, name) == 0) return true;
    /* Members of old drafts inside springs and constraints: their presence is what is reported. */
    static const char* const drafts[] = {
        "setting",   "springRoot", "colliders", "freezeAxes",       "sourceSpace",
        "aimVector", "upVector",   "axes",      "destinationSpace", "position"};
    bool is_any = false;
    for (size_t i = 0; i < sizeof drafts / sizeof *drafts; i++)
        is_any = is_any || strcmp(drafts[i], name) == 0;
    for (uint32_t i = 0; i < type->member_count; i++)
        if (strcmp(type->members[i].name, name) == 0)
            return is_any && type->members[i].value.kind == VRMI_ANY;
    return false;
}

static const char* wrong_value(vrmi_SchemaKind kind) {
    switch (kind) {
    case VRMI_STRING: return "123";
    case VRMI_NUMBER: return "\"x\"";
    case VRMI_BOOL: return "1";
    case VRMI_INTEGER: return "1.5";
    case VRMI_ARRAY: return "{}";
    case VRMI_OBJECT: return "1";
    case VRMI_MAP: return "1";
    default: return "true";
    }
}

static void mutate_type(Subject* subject, const char* pointer, const vrmi_SchemaType* type);

static void mutate_value(Subject* subject, const char* pointer, const vrmi_SchemaValue* value) {
    mutate(subject, "set", pointer, wrong_value(value->kind), AT_PLACE, VRM_ERROR);
    vrm_JsonRef ref = vrm_json_at(subject->json, pointer);
    if (ref == VRM_JSON_MISSING) return;
    char inner[512];
    if (value->kind == VRMI_OBJECT) {
        mutate_type(subject, pointer, value->type);
    } else if (value->kind == VRMI_ARRAY && vrm_json_count(subject->json, ref) > 0) {
        if (value->length_min > 0) mutate(subject, "set", pointer, "[]", AT_PLACE, VRM_HINT);
        if (value->element == NULL) return;
        snprintf(inner, sizeof inner, "%s/0", pointer);
        if (value->element->kind == VRMI_OBJECT)
            mutate_value(subject, inner, value->element);
        else /* a wrong element may be reported at its array */
            mutate(subject, "set", inner, wrong_value(value->element->kind), AROUND_PLACE,
                   VRM_ERROR);
    } else if (value->kind == VRMI_MAP && value->element != NULL) {
        vrm_JsonIter it = vrm_json_iter(subject->json, ref);
        if (!vrm_json_next(&it)) return;
        char key[64];
        vrm_json_string(subject->json, it.key, key, sizeof key);
        snprintf(inner, sizeof inner, "%s/%s", pointer, key);
        mutate_value(subject, inner, value->element);
    }
}

/* Every row of the table, whether the object has the member or not. */
static void mutate_type(Subject* subject, const char* pointer, const vrmi_SchemaType* type) {
    assert_int_equal(type_at(subject, pointer), VRM_JSON_OBJECT);
    for (uint32_t i = 0; i < type->member_count; i++) {
        const vrmi_SchemaMember* row = &type->members[i];
        if (row->value.kind == VRMI_EXTENSIONS || row->value.kind == VRMI_EXTRAS) continue;
        if (is_only_known(type, row->name)) continue;
        char member[512];
        snprintf(member, sizeof member, "%s/%s", pointer, row->name);
        mutate_value(subject, member, &row->value);
        if ((row->value.flags & VRMI_REQUIRED) != 0 && type_at(subject, member) != VRM_JSON_NONE)
            mutate(subject, "remove", member, "", AROUND_PLACE, VRM_ERROR);
    }
}

/* The first element of an array whose extension has that name, as a pointer to the extension. */
static bool find_extension(const Subject* subject, const char* array, const char* name, char* out,
                           size_t size) {
    vrm_JsonIter it = vrm_json_iter(subject->json, vrm_json_at(subject->json, array));
    while (vrm_json_next(&it)) {
        snprintf(out, size, "%s/%u/extensions/%s", array, (unsigned)it.index, name);
        if (type_at(subject, out) == VRM_JSON_OBJECT) return true;
    }
    return false;
}

static void mutate_extension(Subject* subject, const char* array, const char* name,
                             const vrmi_SchemaType* type) {
    char pointer[256];
    assert_true(find_extension(subject, array, name, pointer, sizeof pointer));
    mutate_type(subject, pointer, type);
}

static void mutate_parts(Subject* subject, bool is_final) {
    mutate_type(subject, "/extensions/VRMC_springBone", &vrmi_spring_root);
    mutate_extension(subject, "/nodes", "VRMC_node_constraint", &vrmi_node_constraint);
    mutate_extension(subject, "/materials", "VRMC_materials_mtoon", &vrmi_mtoon);
    if (!is_final) return;
    mutate_extension(subject, "/extensions/VRMC_springBone/colliders",
                     "VRMC_springBone_extended_collider", &vrmi_spring_extended_collider);
    mutate_extension(subject, "/extensions/VRMC_springBone/springs/0/joints",
                     "VRMC_springBone_limit", &vrmi_spring_limit);
}

/* */
static void wrong_members_of_a_1_0_avatar_are_found(void** state) {
    (void)state;
    Subject subject;
    open_subject(&subject, VRM_DIALECT_1);
    mutate_type(&subject, "/extensions/VRMC_vrm", &vrmi_vrm1_root);
    mutate_parts(&subject, true);
    close_subject(&subject);
    expect_all_found(&subject, "1.0", 150);
}

static void wrong_members_of_a_beta_avatar_are_found(void** state) {
    (void)state;
    Subject subject;
    open_subject(&subject, VRM_DIALECT_BETA);
    mutate_type(&subject, "/extensions/VRMC_vrm", &vrmi_vrm1_root);
    mutate_parts(&subject, false);
    close_subject(&subject);
    expect_all_found(&subject, "1.0-beta", 120);
}

static void wrong_members_of_a_draft_avatar_are_found(void** state) {
    (void)state;
    Subject subject;
    open_subject(&subject, VRM_DIALECT_DRAFT);
    mutate_type(&subject, "/extensions/VRMC_vrm", &vrmi_draft_root);
    mutate_extension(&subject, "/materials", "VRMC_materials_mtoon", &vrmi_mtoon_draft);
    close_subject(&subject);
    expect_all_found(&subject, "1.0-draft", 100);
}

static void wrong_members_of_a_0_x_avatar_are_found(void** state) {
    (void)state;
    Subject subject;
    open_subject(&subject, VRM_DIALECT_0);
    mutate_type(&subject, "/extensions/VRM", &vrmi_vrm0_root);
    close_subject(&subject);
    expect_all_found(&subject, "0.x", 80);
}

static void wrong_members_of_an_animation_are_found(void** state) {
    (void)state;
    Subject subject;
    open_subject(&subject, VRM_DIALECT_NONE);
    mutate_type(&subject, "/extensions/VRMC_vrm_animation", &vrmi_clip_root);
    close_subject(&subject);
    expect_all_found(&subject, "VRM animation", 10);
}
/* ---- Along the JSON schemas of the specification ---- */

typedef struct SchemaFile {
    char path[512]; /* below the folder of schemas */
    vrm_Json* json;
} SchemaFile;

#define MAX_SCHEMAS 160

typedef struct Schemas {
    const char* root;
    SchemaFile files[MAX_SCHEMAS];
    int count;
} Schemas;

/* A part of a schema; `folder` is where its references are looked up. */
typedef struct Place {
    const vrm_Json* json;
    vrm_JsonRef ref;
    const char* folder;
} Place;

/* What a schema says of a value, references and allOf followed. */
#define MAX_PARTS 8

typedef struct Facts {
    char type[16];
    bool has_min, has_max, is_above_min, is_id, is_integer;
    double min, max;
    int64_t min_items, max_items, min_length; /* -1: unsaid */
    Place words;                              /* enum */
    Place items, additional;
    Place properties[MAX_PARTS];
    int property_lists;
    Place required[MAX_PARTS];
    int required_lists;
} Facts;

static const vrm_Json* load_schema(Schemas* schemas, const char* folder, const char* name) {
    char path[512];
    const char* folders[] = {folder, "glTF-2.0"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folders[i], name);
        for (int f = 0; f < schemas->count; f++)
            if (strcmp(schemas->files[f].path, path) == 0) return schemas->files[f].json;
        char full[1024];
        snprintf(full, sizeof full, "%s/%s", schemas->root, path);
        FILE* file = fopen(full, "rb");
        if (file == NULL) continue;
        fclose(file);
        TestBytes bytes = test_read_file(full);
        assert_true(schemas->count < MAX_SCHEMAS);
        SchemaFile* added = &schemas->files[schemas->count++];
        snprintf(added->path, sizeof added->path, "%s", path);
        size_t mark = bytes.size >= 3 && memcmp(bytes.data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
        assert_int_equal(vrm_json_parse((const char*)bytes.data + mark, bytes.size - mark, NULL,
                                        NULL, &added->json),
                         VRM_OK);
        test_bytes_free(&bytes);
        return added->json;
    }
    fail_msg("no schema %s in %s", name, folder);
    return NULL;
}

static Place at(Place place, const char* key) {
    return (Place){place.json, vrm_json_member(place.json, place.ref, key), place.folder};
}

static bool exists(Place place) {
    return place.json != NULL && place.ref != VRM_JSON_MISSING;
}

static void collect(Schemas* schemas, Place place, Facts* facts, int depth) {
    char name[128];
    assert_true(depth < 16);
    Place reference = at(place, "$ref");
    if (exists(reference)) {
        vrm_json_string(place.json, reference.ref, name, sizeof name);
        if (strcmp(name, "glTFid.schema.json") == 0) facts->is_id = true;
        const vrm_Json* json = load_schema(schemas, place.folder, name);
        collect(schemas, (Place){json, vrm_json_root(json), place.folder}, facts, depth + 1);
    }
    vrm_JsonIter it = vrm_json_iter(place.json, at(place, "allOf").ref);
    while (vrm_json_next(&it))
        collect(schemas, (Place){place.json, it.value, place.folder}, facts, depth + 1);
    /* Lists of constants; the last entry is the type alone. */
    it = vrm_json_iter(place.json, at(place, "anyOf").ref);
    while (vrm_json_next(&it))
        if (exists(at((Place){place.json, it.value, place.folder}, "type")))
            collect(schemas, (Place){place.json, it.value, place.folder}, facts, depth + 1);
    if (vrm_json_type(place.json, at(place, "type").ref) == VRM_JSON_STRING)
        vrm_json_string(place.json, at(place, "type").ref, facts->type, sizeof facts->type);
    facts->is_integer = strcmp(facts->type, "integer") == 0;
    if (exists(at(place, "minimum"))) {
        facts->has_min = true;
        facts->min = vrm_json_number(place.json, at(place, "minimum").ref, 0);
    }
    if (exists(at(place, "maximum"))) {
        facts->has_max = true;
        facts->max = vrm_json_number(place.json, at(place, "maximum").ref, 0);
    }
    if (exists(at(place, "minItems")))
        facts->min_items = (int64_t)vrm_json_number(place.json, at(place, "minItems").ref, -1);
    if (exists(at(place, "maxItems")))
        facts->max_items = (int64_t)vrm_json_number(place.json, at(place, "maxItems").ref, -1);
    if (exists(at(place, "minLength")))
        facts->min_length = (int64_t)vrm_json_number(place.json, at(place, "minLength").ref, -1);
    if (exists(at(place, "enum"))) facts->words = at(place, "enum");
    if (exists(at(place, "items"))) facts->items = at(place, "items");
    if (vrm_json_type(place.json, at(place, "additionalProperties").ref) == VRM_JSON_OBJECT)
        facts->additional = at(place, "additionalProperties");
    assert_true(facts->property_lists < MAX_PARTS && facts->required_lists < MAX_PARTS);
    if (exists(at(place, "properties")))
        facts->properties[facts->property_lists++] = at(place, "properties");
    if (vrm_json_type(place.json, at(place, "required").ref) == VRM_JSON_ARRAY)
        facts->required[facts->required_lists++] = at(place, "required");
}

static Facts facts_of(Schemas* schemas, Place place) {
    Facts facts = {.min_items = -1, .max_items = -1, .min_length = -1};
    collect(schemas, place, &facts, 0);
    return facts;
}

/* ---- The walk ---- */

typedef struct Walk {
    Subject* subject;
    Schemas* schemas;
} Walk;

static const char* wrong_json(const char* type) {
    if (strcmp(type, "string") == 0) return "123";
    if (strcmp(type, "array") == 0) return "{}";
    if (strcmp(type, "object") == 0) return "1";
    if (strcmp(type, "boolean") == 0) return "1";
    return "\"x\"";
}

static void mutate_number(Walk* walk, const char* pointer, const Facts* facts, Where where) {
    Subject* subject = walk->subject;
    char value[64];
    if (facts->is_id) {
        mutate(subject, "set", pointer, "99999", where, VRM_HINT);
        mutate(subject, "set", pointer, "1e19", where, VRM_HINT);
        mutate(subject, "set", pointer, subject->is_0 ? "-2" : "-1", where, VRM_HINT);
        mutate(subject, "set", pointer, "0.5", where, VRM_HINT);
        return;
    }
    if (facts->has_min) {
        snprintf(value, sizeof value, "%g", facts->min - (subject->is_0 ? 2 : 1));
        mutate(subject, "set", pointer, value, where, VRM_HINT);
    }
    if (facts->has_max) {
        snprintf(value, sizeof value, "%g", facts->max + 1);
        mutate(subject, "set", pointer, value, where, VRM_HINT);
    }
    if (!facts->is_integer) return;
    mutate(subject, "set", pointer, "0.5", where, VRM_ERROR);
    /* Nothing in these formats can be that large. What it does not fit to is found elsewhere: a set
     * of texture coordinates at the mesh that lacks it. */
    if (strstr(pointer, "/matcapTexture/texCoord") == NULL) /* has no effect, whatever it is */
        mutate(subject, "set", pointer, "9223372036854775808", ANYWHERE, VRM_HINT);
}

static void mutate_length(Walk* walk, const char* pointer, const Facts* facts) {
    char value[64] = "[";
    if (facts->min_items > 0) mutate(walk->subject, "set", pointer, "[]", AT_PLACE, VRM_HINT);
    if (facts->max_items < 0 || facts->max_items > 16) return;
    for (int64_t i = 0; i <= facts->max_items; i++) strcat(value, i == 0 ? "1" : ",1");
    strcat(value, "]");
    mutate(walk->subject, "set", pointer, value, AT_PLACE, VRM_HINT);
}

static void walk_object(Walk* walk, const char* pointer, const Facts* facts);

static void walk_elements(Walk* walk, const char* pointer, vrm_JsonRef array, Place items);

static void walk_value(Walk* walk, const char* pointer, Place place, Where where) {
    Facts facts = facts_of(walk->schemas, place);
    if (facts.is_id) strcpy(facts.type, "integer");
    if (facts.type[0] == '\0' && facts.property_lists > 0) strcpy(facts.type, "object");
    if (facts.type[0] == '\0' && !exists(facts.words)) return; /* anything goes */
    mutate(walk->subject, "set", pointer, wrong_json(facts.type), where, VRM_ERROR);
    if (exists(facts.words)) mutate(walk->subject, "set", pointer, "\"nonsense\"", where, VRM_HINT);
    mutate_number(walk, pointer, &facts, where);
    if (facts.min_length > 0) mutate(walk->subject, "set", pointer, "\"\"", where, VRM_HINT);
    vrm_JsonRef ref = vrm_json_at(walk->subject->json, pointer);
    if (strcmp(facts.type, "array") == 0) {
        mutate_length(walk, pointer, &facts);
        if (exists(facts.items)) walk_elements(walk, pointer, ref, facts.items);
    } else if (vrm_json_type(walk->subject->json, ref) == VRM_JSON_OBJECT) {
        walk_object(walk, pointer, &facts);
    }
}

/* The text of a value without what makes two values of one form differ: digits and signs. */
static void form_of(const vrm_Json* json, vrm_JsonRef value, char* out, size_t size) {
    vrm_Span text = vrm_json_text(json, value);
    size_t used = 0;
    for (size_t i = 0; i < text.size && used + 1 < size; i++)
        if (strchr("0123456789+-.", text.data[i]) == NULL) out[used++] = text.data[i];
    out[used] = '\0';
}

/* The first element, and those of another form than the ones before: a capsule behind a sphere. */
static void walk_elements(Walk* walk, const char* pointer, vrm_JsonRef array, Place items) {
    enum { FORMS = 8, FORM_SIZE = 1024 };
    char(*forms)[FORM_SIZE] = malloc(FORMS * sizeof *forms);
    assert_non_null(forms);
    int form_count = 0;
    vrm_JsonIter it = vrm_json_iter(walk->subject->json, array);
    while (form_count < FORMS && vrm_json_next(&it)) {
        char* form = forms[form_count];
        form_of(walk->subject->json, it.value, form, FORM_SIZE);
        bool is_new = true;
        for (int i = 0; i < form_count; i++) is_new = is_new && strcmp(forms[i], form) != 0;
        if (!is_new) continue;
        form_count++;
        char inner[512];
        snprintf(inner, sizeof inner, "%s/%u", pointer, (unsigned)it.index);
        walk_value(walk, inner, items, AROUND_PLACE);
    }
    free(forms);
}

static void walk_object(Walk* walk, const char* pointer, const Facts* facts) {
    char member[512], key[64];
    for (int list = 0; list < facts->required_lists; list++) {
        vrm_JsonIter it = vrm_json_iter(facts->required[list].json, facts->required[list].ref);
        while (vrm_json_next(&it)) {
            vrm_json_string(facts->required[list].json, it.value, key, sizeof key);
            snprintf(member, sizeof member, "%s/%s", pointer, key);
            if (type_at(walk->subject, member) != VRM_JSON_NONE)
                mutate(walk->subject, "remove", member, "", AROUND_PLACE, VRM_ERROR);
        }
    }
    for (int list = 0; list < facts->property_lists; list++) {
        Place properties = facts->properties[list];
        vrm_JsonIter it = vrm_json_iter(properties.json, properties.ref);
        while (vrm_json_next(&it)) {
            vrm_json_string(properties.json, it.key, key, sizeof key);
            if (strcmp(key, "extensions") == 0 || strcmp(key, "extras") == 0) continue;
            snprintf(member, sizeof member, "%s/%s", pointer, key);
            walk_value(walk, member, (Place){properties.json, it.value, properties.folder},
                       AT_PLACE);
        }
    }
    vrm_JsonRef ref = vrm_json_at(walk->subject->json, pointer);
    vrm_JsonIter first = vrm_json_iter(walk->subject->json, ref);
    if (!exists(facts->additional) || !vrm_json_next(&first)) return;
    vrm_json_string(walk->subject->json, first.key, key, sizeof key);
    snprintf(member, sizeof member, "%s/%s", pointer, key);
    walk_value(walk, member, facts->additional, AT_PLACE);
}

typedef struct SchemaRoot {
    const char *folder, *file;
    const char* inside; /* pointer into the schema file */
    const char* array;  /* NULL: at the root; else extensions of the array's elements */
    const char* name;   /* of the extension; NULL: the root itself */
} SchemaRoot;

/* Every element of the array that has the extension. */
static void walk_root(Walk* walk, const SchemaRoot* root) {
    const vrm_Json* json = load_schema(walk->schemas, root->folder, root->file);
    Place place = {json, vrm_json_at(json, root->inside), root->folder};
    assert_true(exists(place));
    Facts facts = facts_of(walk->schemas, place);
    char pointer[256];
    if (root->name == NULL) {
        walk_object(walk, "", &facts);
        return;
    }
    if (root->array == NULL) {
        snprintf(pointer, sizeof pointer, "/extensions/%s", root->name);
        walk_object(walk, pointer, &facts);
        return;
    }
    vrm_JsonRef array = vrm_json_at(walk->subject->json, root->array);
    for (uint32_t i = 0; i < vrm_json_count(walk->subject->json, array); i++) {
        snprintf(pointer, sizeof pointer, "%s/%u/extensions/%s", root->array, (unsigned)i,
                 root->name);
        if (type_at(walk->subject, pointer) == VRM_JSON_OBJECT) walk_object(walk, pointer, &facts);
    }
}

static void follow_schemas(vrm_Dialect dialect, const SchemaRoot* roots, size_t count,
                           const char* what, int at_least) {
    const char* folder = getenv("VRM_SCHEMA");
    if (folder == NULL || folder[0] == '\0') {
        printf("VRM_SCHEMA is not set: the JSON schemas are not followed\n");
        skip();
    }
    Schemas* schemas = calloc(1, sizeof *schemas);
    assert_non_null(schemas);
    schemas->root = folder;
    Subject subject;
    open_subject(&subject, dialect);
    Walk walk = {.subject = &subject, .schemas = schemas};
    for (size_t i = 0; i < count; i++) walk_root(&walk, &roots[i]);
    close_subject(&subject);
    for (int i = 0; i < schemas->count; i++) vrm_json_destroy(schemas->files[i].json);
    free(schemas);
    expect_all_found(&subject, what, at_least);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ..R-091, R-153, R-165..R-168, R-187, R-263 */
static void mutations_along_the_1_0_schemas_are_found(void** state) {
    (void)state;
    static const SchemaRoot roots[] = {
        {"VRMC_vrm-1.0", "VRMC_vrm.schema.json", "", NULL, "VRMC_vrm"},
        {"VRMC_springBone-1.0", "VRMC_springBone.schema.json", "", NULL, "VRMC_springBone"},
        {"VRMC_springBone_extended_collider-1.0", "VRMC_springBone_extended_collider.schema.json",
         "", "/extensions/VRMC_springBone/colliders", "VRMC_springBone_extended_collider"},
        {"VRMC_springBone_limit-1.0-draft", "VRMC_springBone_limit.schema.json", "",
         "/extensions/VRMC_springBone/springs/0/joints", "VRMC_springBone_limit"},
        {"VRMC_springBone_limit-1.0-draft", "VRMC_springBone_limit.schema.json", "",
         "/extensions/VRMC_springBone/springs/1/joints", "VRMC_springBone_limit"},
        {"VRMC_springBone_limit-1.0-draft", "VRMC_springBone_limit.schema.json", "",
         "/extensions/VRMC_springBone/springs/2/joints", "VRMC_springBone_limit"},
        {"VRMC_node_constraint-1.0", "VRMC_node_constraint.schema.json", "", "/nodes",
         "VRMC_node_constraint"},
        {"VRMC_materials_mtoon-1.0", "VRMC_materials_mtoon.schema.json", "", "/materials",
         "VRMC_materials_mtoon"},
    };
    follow_schemas(VRM_DIALECT_1, roots, COUNT(roots), "1.0 schemas", 400);
}

static void mutations_along_the_beta_schemas_are_found(void** state) {
    (void)state;
    static const SchemaRoot roots[] = {
        {"VRMC_vrm-1.0-beta", "VRMC_vrm.schema.json", "", NULL, "VRMC_vrm"},
        {"VRMC_springBone-1.0-beta", "VRMC_springBone.schema.json", "", NULL, "VRMC_springBone"},
        {"VRMC_node_constraint-1.0-beta", "VRMC_node_constraint.schema.json", "", "/nodes",
         "VRMC_node_constraint"},
        {"VRMC_materials_mtoon-1.0-beta", "VRMC_materials_mtoon.schema.json", "", "/materials",
         "VRMC_materials_mtoon"},
    };
    follow_schemas(VRM_DIALECT_BETA, roots, COUNT(roots), "1.0-beta schemas", 250);
}

static void mutations_along_the_draft_schemas_are_found(void** state) {
    (void)state;
    static const SchemaRoot roots[] = {
        {"VRMC_vrm-1.0-draft-2019-12", "VRMC_vrm.schema.json", "", NULL, "VRMC_vrm"},
        {"VRMC_materials_mtoon-1.0-draft-2019-12", "VRMC_materials_mtoon.schema.json",
         "/VRM.VRMC_materials_mtoon", "/materials", "VRMC_materials_mtoon"},
    };
    follow_schemas(VRM_DIALECT_DRAFT, roots, COUNT(roots), "draft schemas", 150);
}

static void mutations_along_the_0_x_schemas_are_found(void** state) {
    (void)state;
    static const SchemaRoot roots[] = {{"VRM-0.0", "vrm.schema.json", "", NULL, "VRM"}};
    follow_schemas(VRM_DIALECT_0, roots, COUNT(roots), "0.x schemas", 80);
}

static void mutations_along_the_animation_schemas_are_found(void** state) {
    (void)state;
    static const SchemaRoot roots[] = {{"VRMC_vrm_animation-1.0", "VRMC_vrm_animation.schema.json",
                                        "", NULL, "VRMC_vrm_animation"}};
    follow_schemas(VRM_DIALECT_NONE, roots, COUNT(roots), "VRM animation schemas", 100);
}

/* The JSON around the extensions, of an avatar. */
static void mutations_along_the_gltf_schemas_are_found(void** state) {
    (void)state;
    static const SchemaRoot roots[] = {{"glTF-2.0", "glTF.schema.json", "", NULL, NULL}};
    follow_schemas(VRM_DIALECT_1, roots, COUNT(roots), "glTF schemas", 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_members_of_a_1_0_avatar_are_found),
        cmocka_unit_test(wrong_members_of_a_beta_avatar_are_found),
        cmocka_unit_test(wrong_members_of_a_draft_avatar_are_found),
        cmocka_unit_test(wrong_members_of_a_0_x_avatar_are_found),
        cmocka_unit_test(wrong_members_of_an_animation_are_found),
        cmocka_unit_test(mutations_along_the_1_0_schemas_are_found),
        cmocka_unit_test(mutations_along_the_beta_schemas_are_found),
        cmocka_unit_test(mutations_along_the_draft_schemas_are_found),
        cmocka_unit_test(mutations_along_the_0_x_schemas_are_found),
        cmocka_unit_test(mutations_along_the_animation_schemas_are_found),
        cmocka_unit_test(mutations_along_the_gltf_schemas_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
