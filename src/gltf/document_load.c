/* SPDX-License-Identifier: MIT */
#include "gltf/document.h"

#include "container/file.h"
#include "gltf/blob.h"
#include "gltf/typed.h"
#include "json/tree.h"

#include <string.h>

#define MIB ((uint64_t)1 << 20)

void vrm_load_def_init(vrm_LoadDef* def, size_t def_size) {
    const vrm_LoadDef defaults = {0};
    vrmi_def_init(def, def_size, &defaults, sizeof defaults);
    vrmi_limits_init(def, def_size, offsetof(vrm_LoadDef, limits));
}

/* ---- The typed part ---- */

/* The top-level arrays. */
typedef struct Array {
    const char* key;
    vrmi_ReadElement* read;
    uint16_t elements, count; /* where vrm_Gltf has them */
    uint16_t size;            /* of an element */
    uint16_t beside;          /* bytes that are stored beside each element */
    uint16_t json, name;      /* where an element has its JSON reference and its name */
} Array;

#define NO_NAME UINT16_MAX

#define ARRAY(key, type, elements, count, read, name, beside)                                      \
    {                                                                                              \
        key, read, offsetof(vrm_Gltf, elements), offsetof(vrm_Gltf, count), sizeof(type), beside,  \
            offsetof(type, json), name                                                             \
    }
#define NAMED(key, type, elements, count, read, beside)                                            \
    ARRAY(key, type, elements, count, read, offsetof(type, name), beside)

static const Array arrays[] = {
    ARRAY("buffers", vrm_Buffer, buffers, buffer_count, vrmi_read_buffer, NO_NAME, 0),
    ARRAY("bufferViews", vrm_BufferView, buffer_views, buffer_view_count, vrmi_read_buffer_view,
          NO_NAME, 0),
    ARRAY("accessors", vrm_Accessor, accessors, accessor_count, vrmi_read_accessor, NO_NAME, 0),
    NAMED("images", vrm_Image, images, image_count, vrmi_read_image, 0),
    ARRAY("samplers", vrm_Sampler, samplers, sampler_count, vrmi_read_sampler, NO_NAME, 0),
    NAMED("textures", vrm_Texture, textures, texture_count, vrmi_read_texture, 0),
    NAMED("materials", vrm_Material, materials, material_count, vrmi_read_material,
          sizeof(vrm_Surface)),
    NAMED("meshes", vrm_Mesh, meshes, mesh_count, vrmi_read_mesh, 0),
    NAMED("cameras", vrm_Camera, cameras, camera_count, vrmi_read_camera, 0),
    NAMED("skins", vrm_Skin, skins, skin_count, vrmi_read_skin, 0),
    NAMED("nodes", vrm_Node, nodes, node_count, vrmi_read_node, 2 * sizeof(int32_t)),
    NAMED("scenes", vrm_Scene, scenes, scene_count, vrmi_read_scene, 0),
    NAMED("animations", vrm_Animation, animations, animation_count, vrmi_read_animation, 0)};

#define ARRAY_END (arrays + sizeof arrays / sizeof *arrays)

static void make_room(vrmi_Typed* typed, const Array* array) {
    char* gltf = (char*)&typed->gltf;
    vrm_JsonIter it;
    int32_t count = 0;
    void* elements =
        vrmi_read_list(&typed->reader, typed->root, array->key, array->size, &count, &it);
    memcpy(gltf + array->elements, &elements, sizeof elements);
    memcpy(gltf + array->count, &count, sizeof count);
}

static void read_elements(vrmi_Typed* typed, const Array* array) {
    vrmi_Reader* reader = &typed->reader;
    char* element;
    memcpy(&element, (char*)&typed->gltf + array->elements, sizeof element);
    if (element == NULL) return;
    vrm_JsonIter it =
        vrm_json_iter(reader->json, vrm_json_member(reader->json, typed->root, array->key));
    for (; reader->result == VRM_OK && vrm_json_next(&it); element += array->size) {
        vrm_JsonRef object = vrmi_read_as_object(reader, it.value);
        memcpy(element + array->json, &object, sizeof object);
        if (array->name != NO_NAME) {
            const char* name = vrmi_read_string(reader, object, "name", "");
            memcpy(element + array->name, &name, sizeof name);
        }
        array->read(typed, object, (int32_t)it.index, element);
    }
}

/* "2.0" -> 2 and 0; false when the text is not two numbers separated by a dot. */
static bool parse_version(const char* text, uint32_t* out_major, uint32_t* out_minor) {
    uint32_t numbers[2] = {0, 0};
    int part = 0, digits = 0;
    for (; *text != '\0'; text++) {
        if (*text == '.' && part == 0 && digits > 0) {
            part = 1;
            digits = 0;
        } else if (*text >= '0' && *text <= '9') {
            if (numbers[part] < 100000000)
                numbers[part] = numbers[part] * 10 + (uint32_t)(*text - '0');
            digits = 1;
        } else {
            return false;
        }
    }
    *out_major = numbers[0];
    *out_minor = numbers[1];
    return part == 1 && digits > 0;
}

/* glTF 2.0, "Asset": without a known version the meaning of the file is undefined. */
static void read_asset(vrmi_Typed* typed) {
    vrmi_Reader* reader = &typed->reader;
    vrm_Asset* asset = &typed->gltf.asset;
    asset->json = vrmi_read_object(reader, typed->root, "asset");
    asset->version = vrmi_read_string(reader, asset->json, "version", "");
    asset->min_version = vrmi_read_string(reader, asset->json, "minVersion", "");
    asset->generator = vrmi_read_string(reader, asset->json, "generator", "");
    asset->copyright = vrmi_read_string(reader, asset->json, "copyright", "");
    vrm_JsonRef version = vrmi_read_member(reader, asset->json, "version");
    uint32_t major = 0, minor = 0;
    if (version == VRM_JSON_MISSING) {
        bool has_asset = asset->json != VRM_JSON_MISSING;
        vrmi_read_report(reader, VRMI_RULE_UNDEFINED_PROPERTY,
                         has_asset ? asset->json : typed->root,
                         "Property \"%s\" is missing; this is not a glTF 2.0 file.",
                         has_asset ? "version" : "asset");
    } else if (!parse_version(asset->version, &major, &minor)) {
        vrmi_read_report(reader, VRMI_RULE_PATTERN_MISMATCH, version,
                         "The version should be two numbers with a dot between, as in \"2.0\".");
    } else if (major != 2) {
        vrmi_read_report(reader, VRMI_RULE_UNKNOWN_ASSET_MAJOR_VERSION, version,
                         "This is glTF %s; only glTF 2 can be read.", asset->version);
    } else {
        if (minor > 0)
            vrmi_read_report(reader, VRMI_RULE_UNKNOWN_ASSET_MINOR_VERSION, version,
                             "This is glTF %s; it is read as 2.0.", asset->version);
        return;
    }
    if (!typed->document->is_lenient) vrmi_read_fail(reader, VRM_ERR_INVALID);
}

/* Extensions that libvrm implements. */
static const char* const known_extensions[] = {
    "VRM",
    "VRMC_vrm",
    "VRMC_vrm_animation",
    "VRMC_springBone",
    "VRMC_springBone_extended_collider",
    "VRMC_springBone_limit",
    "VRMC_node_constraint",
    "VRMC_materials_mtoon",
    "VRMC_materials_hdr_emissiveMultiplier",
    "KHR_materials_unlit",
    "KHR_materials_emissive_strength",
    "KHR_texture_transform",
    "KHR_mesh_quantization",
    "EXT_texture_webp",
#ifdef VRM_HAS_MESHOPT
    "EXT_meshopt_compression",
#endif
};

/* Without these extensions the geometry or the images are missing: the model would be shown
 * wrong. */
static const struct {
    const char *name, *message;
    bool is_of_build; /* other builds read it: nothing is wrong with the file */
} refused_extensions[] = {
    {"KHR_draco_mesh_compression",
     "The meshes are compressed with Draco, which libvrm does not read; save the file without mesh "
     "compression or with EXT_meshopt_compression.",
     false},
    {"KHR_texture_basisu",
     "The pictures are KTX2 (Basis Universal), which libvrm does not read; save the file with PNG, "
     "JPEG or WebP pictures.",
     false},
    {"KHR_meshopt_compression",
     "The meshes are compressed with KHR_meshopt_compression, which libvrm does not read; save the "
     "file without mesh compression or with EXT_meshopt_compression.",
     false},
    {"EXT_texture_avif",
     "The pictures are AVIF, which libvrm does not read; save the file with PNG, JPEG or WebP "
     "pictures.",
     false},
    {"MSFT_texture_dds",
     "The pictures are DDS, which libvrm does not read; save the file with PNG, JPEG or WebP "
     "pictures.",
     false},
#ifndef VRM_HAS_MESHOPT
    {"EXT_meshopt_compression",
     "The meshes are compressed with meshoptimizer, which this build of libvrm was made without; "
     "build it with meshoptimizer, or save the file without mesh compression.",
     true},
#endif
};

/* `is_judged`: the file itself is asked about, not whether this build can show it. */
static void check_required_extension(vrmi_Reader* reader, vrm_JsonRef name, bool is_judged,
                                     bool allows_unread) {
    for (size_t i = 0; i < sizeof refused_extensions / sizeof *refused_extensions; i++) {
        if (!vrm_json_equals(reader->json, name, refused_extensions[i].name)) continue;
        if (is_judged && refused_extensions[i].is_of_build) return;
        vrmi_read_report(reader, VRMI_RULE_REQUIRED_EXTENSION_REFUSED, name, "%s",
                         refused_extensions[i].message);
        if (!is_judged && !allows_unread) vrmi_read_fail(reader, VRM_ERR_UNSUPPORTED);
        return;
    }
    for (size_t i = 0; i < sizeof known_extensions / sizeof *known_extensions; i++)
        if (vrm_json_equals(reader->json, name, known_extensions[i])) return;
    char text[64];
    vrm_json_string(reader->json, name, text, sizeof text);
    vrmi_read_report(
        reader, VRMI_RULE_REQUIRED_EXTENSION_UNKNOWN, name,
        "The file requires the extension \"%s\", which libvrm does not know: what uses it may "
        "be missing or look wrong.",
        text);
}

static void read_extensions(vrmi_Typed* typed) {
    vrm_Gltf* gltf = &typed->gltf;
    gltf->extensions_used = vrmi_read_strings(&typed->reader, typed->root, "extensionsUsed",
                                              &gltf->extension_used_count);
    gltf->extensions_required = vrmi_read_strings(&typed->reader, typed->root, "extensionsRequired",
                                                  &gltf->extension_required_count);
    if (gltf->extension_required_count == 0) return;
    vrm_JsonIter it = vrm_json_iter(
        typed->reader.json, vrm_json_member(typed->reader.json, typed->root, "extensionsRequired"));
    while (vrm_json_next(&it))
        if (vrm_json_type(typed->reader.json, it.value) == VRM_JSON_STRING)
            check_required_extension(&typed->reader, it.value, typed->document->is_lenient,
                                     typed->document->def.allows_unread);
}

static void read_typed(vrmi_Typed* typed) {
    read_asset(typed);
    read_extensions(typed);
    if (typed->reader.result != VRM_OK) return;
    for (const Array* array = arrays; array < ARRAY_END; array++) make_room(typed, array);
    for (const Array* array = arrays; array < ARRAY_END; array++) {
        read_elements(typed, array);
        if (array->read == vrmi_read_node) vrmi_read_tree(typed);
    }
    typed->gltf.scene =
        vrmi_read_index(&typed->reader, typed->root, "scene", typed->gltf.scene_count);
}

vrmi_Reader vrmi_document_reader(vrmi_Document* document, vrm_Report* report) {
    return (vrmi_Reader){.json = document->json,
                         .arena = &document->arena,
                         .report = report,
                         .max_elements = document->def.limits.elements,
                         .spent_bytes = &document->decoded_bytes,
                         .max_bytes = document->def.limits.decoded_bytes};
}

/* The first block holds the arrays of elements, which can be counted, and most of the rest: names,
 * attributes, the parts of the avatar. In most files that is a byte or more for each value of the
 * JSON; a large file with more numbers than strings gets less. Later blocks are small, so that
 * little is unused at the end. A flood of empty elements would take more than twice the size of the
 * text: no block is allocated for it before the limits are checked. */
static void open_arena(vrmi_Document* document) {
    const vrm_Json* json = document->json;
    size_t text_size = vrmi_json_source(json).size, step = text_size / 256;
    size_t first = (size_t)json->count * 7 / 8, most = 2048 + text_size / 16;
    first = 64 + (first < most ? first : most);
    for (const Array* array = arrays; array < ARRAY_END; array++) {
        vrm_JsonRef list = vrm_json_member(json, vrm_json_root(json), array->key);
        first += vrm_json_count(json, list) * ((size_t)array->size + array->beside);
    }
    if (first > 2 * text_size) first = 2 * text_size;
    if (first > 4 * MIB) first = (size_t)(4 * MIB);
    if (step < 48) step = 48;
    if (step > MIB) step = (size_t)MIB;
    vrmi_arena_init(&document->arena, &document->def.allocator, first);
    if (vrmi_arena_alloc_tight(&document->arena, 0, 1) == NULL) return; /* the reader will notice */
    document->arena.next_block_size = document->arena.largest_step = (uint32_t)step;
}

vrm_Result vrmi_document_reread(vrmi_Document* document, vrm_Report* report,
                                vrmi_TypedPart* out_before) {
    vrmi_TypedPart before = {document->arena, document->gltf, document->decoded_bytes};
    if (out_before != NULL) *out_before = (vrmi_TypedPart){0};
    open_arena(document);
    document->decoded_bytes = 0;
    vrmi_blobs_begin(document);
    vrmi_Typed typed = {.reader = vrmi_document_reader(document, report),
                        .document = document,
                        .root = vrm_json_root(document->json)};
    typed.gltf.json = document->json;
    if (vrm_json_type(document->json, typed.root) != VRM_JSON_OBJECT) {
        vrmi_read_report(&typed.reader, VRMI_RULE_TYPE_MISMATCH, typed.root,
                         "The JSON of a glTF file is an object.");
        vrmi_read_fail(&typed.reader, VRM_ERR_INVALID);
    } else {
        read_typed(&typed);
    }
    uint32_t fault_count = document->container_fault_count + typed.reader.fault_count;
    if (typed.reader.result == VRM_OK && document->def.is_strict && fault_count > 0)
        typed.reader.result = VRM_ERR_INVALID;
    if (typed.reader.result != VRM_OK) {
        vrmi_document_restore(document, &before);
        return typed.reader.result;
    }
    document->gltf = typed.gltf;
    document->fault_count = fault_count;
    if (out_before != NULL)
        *out_before = before;
    else
        vrmi_typed_release(document, &before);
    return VRM_OK;
}

void vrmi_document_restore(vrmi_Document* document, vrmi_TypedPart* before) {
    vrmi_arena_release(&document->arena);
    vrmi_blobs_undo(document);
    document->arena = before->arena;
    document->gltf = before->gltf;
    document->decoded_bytes = before->decoded_bytes;
    *before = (vrmi_TypedPart){0};
}

void vrmi_typed_release(vrmi_Document* document, vrmi_TypedPart* before) {
    vrmi_arena_release(&before->arena);
    vrmi_blobs_sweep(document);
    *before = (vrmi_TypedPart){0};
}

/* ---- Loading ---- */

vrmi_Document* vrmi_document_create(const vrm_LoadDef* def) {
    vrm_Allocator below = vrmi_allocator(&def->allocator);
    vrmi_Document* document = vrmi_alloc_zeroed(&below, 1, sizeof *document);
    if (document == NULL) return NULL;
    vrmi_budget_init(&document->budget, &below);
    vrmi_budget_adopt(&document->budget, sizeof *document, false);
    document->def = *def;
    document->def.allocator = vrmi_budget_allocator(&document->budget);
    vrmi_arena_init(&document->arena, &document->def.allocator, 0);
    return document;
}

static vrm_Result create(const vrm_LoadDef* given, vrmi_Document** out_document) {
    vrm_LoadDef def = vrm_default_load_def();
    *out_document = NULL;
    if (given != NULL && !vrmi_def_copy(&def, sizeof def, given)) return VRM_ERR_DEF;
    *out_document = vrmi_document_create(&def);
    return *out_document != NULL ? VRM_OK : VRM_ERR_MEMORY;
}

/* The text that describes the file, and everything that it describes. */
uint64_t vrmi_document_source_bytes(const vrmi_Document* document) {
    uint64_t bytes = document->byte_count;
    if (vrmi_document_is_edited(document))
        bytes = (uint64_t)vrmi_json_source(document->json).size + document->bin.size;
    for (uint32_t i = 0; i < document->blob_count; i++)
        if (document->blobs[i].is_file) bytes += document->blobs[i].size;
    return bytes;
}

void vrmi_document_limit(vrmi_Document* document, vrm_Report* report) {
    vrmi_budget_open(&document->budget, &document->def.limits, vrmi_document_source_bytes(document),
                     vrmi_budget_allocated(&document->budget), report);
}

vrm_Result vrmi_document_open(vrmi_Document* document, vrm_Report* report, vrm_Span* out_text) {
    vrmi_Container container;
    vrm_Result result = vrmi_container_open(document->bytes, document->byte_count,
                                            &document->def.limits, report, &container);
    document->is_glb = container.is_glb;
    document->bin = container.bin;
    document->container_fault_count = container.fault_count;
    *out_text = container.json;
    return result;
}

/* bytes -> container -> json -> typed. Takes ownership of the document: it is returned or
 * destroyed. */
static vrm_Result read_bytes(vrmi_Document* document, vrm_Report* report,
                             vrmi_Document** out_document) {
    const vrm_LoadDef* def = &document->def;
    vrm_JsonDef json_def = vrm_default_json_def();
    json_def.borrow_text = true;
    json_def.limits = def->limits;
    json_def.allocator = def->allocator;
    vrm_Span text;
    vrmi_budget_open(&document->budget, &def->limits, document->byte_count, 0, report);
    vrm_Result result = vrmi_document_open(document, report, &text);
    /* Where the JSON is most of the file, unused room in its tree would waste the most memory. */
    bool is_exact = text.size >= document->byte_count / 4;
    if (result == VRM_OK)
        result =
            vrmi_json_parse(text.data, text.size, &json_def, is_exact, report, &document->json);
    if (result == VRM_OK) result = vrmi_document_reread(document, report, NULL);
    result = vrmi_budget_close(&document->budget, result);
    if (result == VRM_OK)
        *out_document = document;
    else
        vrmi_document_destroy(document);
    return result;
}

static vrm_Result over_file_limit(vrm_Report* report, uint64_t size, uint64_t limit) {
    vrmi_report_at(report, VRMI_RULE_LIMIT_FILE_BYTES, VRM_NO_OFFSET,
                   "The file has %llu bytes, over the limit file_bytes of %llu; raise the limit if "
                   "you trust the file.",
                   (unsigned long long)size, (unsigned long long)limit);
    return VRM_ERR_LIMIT;
}

vrm_Result vrmi_document_load(const void* bytes, size_t size, const vrm_LoadDef* def,
                              vrm_Report* report, vrmi_Document** out_document) {
    *out_document = NULL;
    vrmi_Document* document;
    vrm_Result result = create(def, &document);
    if (result != VRM_OK) return result;
    uint8_t* copy = NULL;
    if (size > document->def.limits.file_bytes) {
        result = over_file_limit(report, size, document->def.limits.file_bytes);
    } else if (!document->def.borrow_bytes) {
        copy = vrmi_alloc(&document->def.allocator, size);
        if (copy == NULL) result = VRM_ERR_MEMORY;
        if (copy != NULL && size > 0) memcpy(copy, bytes, size);
    }
    if (result != VRM_OK) {
        vrmi_document_destroy(document);
        return result;
    }
    document->bytes = copy != NULL ? copy : bytes;
    document->owns_bytes = copy != NULL;
    document->byte_count = size;
    return read_bytes(document, report, out_document);
}

char* vrmi_folder_of(const char* path, const vrm_Allocator* allocator) {
    const char* slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    char* folder = vrmi_alloc_zeroed(allocator, length + 1, 1);
    if (folder != NULL) memcpy(folder, path, length);
    return folder;
}

vrm_Result vrmi_document_load_file(const char* path, const vrm_LoadDef* def, vrm_Report* report,
                                   vrmi_Document** out_document) {
    *out_document = NULL;
    vrmi_Document* document;
    vrm_Result result = create(def, &document);
    if (result != VRM_OK) return result;
    const vrm_Allocator* allocator = &document->def.allocator;
    uint64_t limit = document->def.limits.file_bytes;
    uint8_t* bytes = NULL;
    document->folder = vrmi_folder_of(path, allocator);
    result = document->folder == NULL ? VRM_ERR_MEMORY
                                      : vrmi_file_read(path, limit, vrmi_container_may_begin,
                                                       allocator, &bytes, &document->byte_count);
    if (result == VRM_ERR_LIMIT) over_file_limit(report, document->byte_count, limit);
    if (result != VRM_OK) {
        vrmi_document_destroy(document);
        return result;
    }
    document->bytes = bytes;
    document->owns_bytes = true;
    return read_bytes(document, report, out_document);
}

static void release_bin(const vrm_Allocator* allocator, vrm_Span bin, size_t capacity, bool owns) {
    if (owns) vrmi_release(allocator, (void*)(uintptr_t)bin.data, capacity);
}

void vrmi_document_destroy(vrmi_Document* document) {
    if (document == NULL) return;
    vrm_Allocator allocator = document->def.allocator;
    vrm_json_destroy(document->json);
    vrmi_arena_release(&document->arena);
    vrmi_blobs_release(document);
    release_bin(&allocator, document->bin, document->bin_capacity, document->owns_bin);
    if (document->owns_bytes)
        vrmi_release(&allocator, (void*)(uintptr_t)document->bytes, document->byte_count);
    if (document->folder != NULL)
        vrmi_release(&allocator, document->folder, strlen(document->folder) + 1);
    allocator = document->budget.below;
    vrmi_release(&allocator, document, sizeof *document);
}

/* ---- Saving ---- */

bool vrmi_document_is_edited(const vrmi_Document* document) {
    return document->owns_bin || document->json->owns_text || vrm_json_is_edited(document->json);
}

void vrmi_document_swap(vrmi_Document* document, vrmi_Content* content) {
    vrmi_Content before = {.json = document->json,
                           .bin = document->bin,
                           .bin_capacity = document->bin_capacity,
                           .has_bin = content->has_bin,
                           .owns_bin = document->owns_bin,
                           .is_glb = document->is_glb};
    document->json = content->json;
    if (content->has_bin) {
        document->bin = content->bin;
        document->bin_capacity = content->bin_capacity;
        document->owns_bin = content->owns_bin;
        document->is_glb = content->is_glb;
    }
    *content = before;
}

void vrmi_content_release(const vrm_Allocator* allocator, vrmi_Content* content) {
    vrm_json_destroy(content->json);
    release_bin(allocator, content->bin, content->bin_capacity,
                content->has_bin && content->owns_bin);
    *content = (vrmi_Content){0};
}

/* The parts of the file as loaded. An edited document that is saved needs those besides the JSON
 * and BIN chunks, so the file is parsed again. Empty when the file was dropped. */
static vrmi_Container file_container(const vrmi_Document* document) {
    vrmi_Container container = {0};
    if (document->bytes != NULL)
        vrmi_container_open(document->bytes, document->byte_count, &document->def.limits, NULL,
                            &container);
    return container;
}

void vrmi_document_drop_file(vrmi_Document* document) {
    if (!document->json->owns_text || !document->owns_bin || !document->owns_bytes) return;
    vrmi_Container container = file_container(document);
    if (container.before_bin.size > 0 || container.rest.size > 0 || container.trailing.size > 0)
        return;
    vrmi_release(&document->def.allocator, (void*)(uintptr_t)document->bytes, document->byte_count);
    document->bytes = NULL;
    document->byte_count = 0;
    document->owns_bytes = false;
}

/* The container around the present JSON; `text` holds vrm_json_written_size() bytes. Spaces at its
 * end are old padding and are removed: the container adds its own. */
static vrmi_Container edited_container(const vrmi_Document* document, const char* text,
                                       size_t size) {
    vrmi_Container container = file_container(document);
    container.is_glb = document->is_glb;
    container.bin = document->bin;
    while (container.is_glb && text != NULL && size > 0 && text[size - 1] == ' ') size--;
    container.json = (vrm_Span){text, size};
    return container;
}

/* The edited JSON as text from the document's allocator; NULL when there is no memory. */
static char* written_json(const vrmi_Document* document, size_t* out_size) {
    *out_size = vrm_json_written_size(document->json);
    char* text = vrmi_alloc(&document->def.allocator, *out_size);
    if (text == NULL) return NULL;
    if (vrm_json_write(document->json, text, *out_size) == VRM_OK) return text;
    vrmi_release(&document->def.allocator, text, *out_size);
    return NULL;
}

vrm_Result vrmi_document_save_size(const vrmi_Document* document, size_t* out_size) {
    *out_size = document->byte_count;
    if (!vrmi_document_is_edited(document)) return VRM_OK;
    size_t size;
    char* text = written_json(document, &size);
    if (text == NULL) {
        *out_size = 0;
        return VRM_ERR_MEMORY;
    }
    vrmi_Container container = edited_container(document, text, size);
    vrm_Result result = vrmi_container_size(&container, out_size);
    vrmi_release(&document->def.allocator, text, size);
    return result;
}

vrm_Result vrmi_document_save(const vrmi_Document* document, void* bytes, size_t size) {
    if (!vrmi_document_is_edited(document)) {
        if (size < document->byte_count) return VRM_ERR_ARGUMENT;
        if (document->byte_count > 0) memcpy(bytes, document->bytes, document->byte_count);
        return VRM_OK;
    }
    size_t text_size;
    char* text = written_json(document, &text_size);
    if (text == NULL) return VRM_ERR_MEMORY;
    vrmi_Container container = edited_container(document, text, text_size);
    vrm_Result result = vrmi_container_write(&container, bytes, size);
    vrmi_release(&document->def.allocator, text, text_size);
    return result;
}

vrm_Result vrmi_document_save_file(const vrmi_Document* document, const char* path) {
    const vrm_Allocator* allocator = &document->def.allocator;
    if (!vrmi_document_is_edited(document))
        return vrmi_file_write(path, document->bytes, document->byte_count, allocator);
    size_t size;
    vrm_Result result = vrmi_document_save_size(document, &size);
    if (result != VRM_OK) return result;
    uint8_t* bytes = vrmi_alloc(allocator, size);
    if (bytes == NULL) return VRM_ERR_MEMORY;
    result = vrmi_document_save(document, bytes, size);
    if (result == VRM_OK) result = vrmi_file_write(path, bytes, size, allocator);
    vrmi_release(allocator, bytes, size);
    return result;
}
