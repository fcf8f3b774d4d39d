/* SPDX-License-Identifier: MIT */
/** The typed glTF 2.0 document: what the file says, in the specification's own words. Elements
 * refer to each other by index, as in the file; -1 is none. A reference to no element is read as
 * -1, with a finding, so every index here is safe to use. Names are terminated UTF-8 ("" when
 * absent; U+0000 reads as U+FFFD). The `json` of an element is its object in vrm_Gltf.json: extras,
 * unknown members and extensions are found there, and the names of buffers, buffer views, accessors
 * and samplers, which say nothing about an avatar.
 *
 * What loading has proven, whatever the file:
 *   - every index from element to element is in range, or -1; nodes form trees;
 *   - an accessor with `is_readable` lies inside its buffer view, and that inside its buffer, with
 *     stride, sparse part and decompression: vrm_accessor_read_floats() and
 *     vrm_accessor_read_u32() read no other byte. Its `count` is then bounded by the bytes (or the
 *     limit decoded_bytes);
 *   - numbers are finite, and arrays of fixed length have that length.
 *
 * What loading has not proven, even when strict (vrm_LoadDef.is_strict only refuses files with a
 * fault of the kinds above):
 *   - the content of accessors: indices may lie outside the vertices, joints outside the skin,
 *     weights may sum to anything, normals have any length, numbers may be NaN;
 *   - that attributes of one primitive have one count, and the types that their names ask for;
 *   - that morph targets, weights and inverse bind matrices have the right count;
 *   - anything about images except where their bytes are.
 *
 * vrm_validate() reports all of these. For drawing use vrm_primitive_triangles() (mesh.h), which
 * hands out nothing that was not checked.
 *
 * Everything is owned by the model and lives until the model is destroyed or edited. */
#ifndef VRM_GLTF_H
#define VRM_GLTF_H

#include "base.h"
#include "json.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** `componentType` of an accessor, with the numbers of glTF. */
typedef enum vrm_ComponentType {
    VRM_COMPONENT_NONE = 0,
    VRM_COMPONENT_BYTE = 5120,
    VRM_COMPONENT_UNSIGNED_BYTE = 5121,
    VRM_COMPONENT_SHORT = 5122,
    VRM_COMPONENT_UNSIGNED_SHORT = 5123,
    VRM_COMPONENT_UNSIGNED_INT = 5125,
    VRM_COMPONENT_FLOAT = 5126
} vrm_ComponentType;

/** Shape of an accessor's elements, as glTF names it. */
typedef enum vrm_AccessorType {
    VRM_ACCESSOR_NONE = 0,
    VRM_ACCESSOR_SCALAR,
    VRM_ACCESSOR_VEC2,
    VRM_ACCESSOR_VEC3,
    VRM_ACCESSOR_VEC4,
    VRM_ACCESSOR_MAT2,
    VRM_ACCESSOR_MAT3,
    VRM_ACCESSOR_MAT4
} vrm_AccessorType;

/** An entry of `buffers`. */
typedef struct vrm_Buffer {
    const char* uri;     /**< "" for the BIN chunk; the beginning of a long data: URI. */
    const uint8_t* data; /**< NULL when not available. */
    uint64_t size;       /**< Bytes at `data` that may be read: at most byteLength. */
    vrm_JsonRef json;
} vrm_Buffer;

/** An entry of `bufferViews`. */
typedef struct vrm_BufferView {
    const uint8_t* data;  /**< byte_length bytes inside those of the buffer, decompressed where
                               EXT_meshopt_compression is used; NULL when out of bounds or
                               missing. */
    uint64_t byte_length; /**< Cut to what the buffer holds. */
    int32_t buffer;
    uint32_t byte_stride; /**< 0: tightly packed. */
    vrm_JsonRef json;
    uint16_t target;    /**< 34962 vertex data, 34963 indices, 0 not stated. */
    bool is_compressed; /**< Came from EXT_meshopt_compression. */
} vrm_BufferView;

/** Bounds and the sparse part have functions of their own: vrm_accessor_bounds(),
 * vrm_accessor_sparse(). */
typedef struct vrm_Accessor {
    uint64_t byte_offset; /**< In the buffer view. */
    uint64_t count;       /**< Elements. */
    int32_t buffer_view;  /**< -1: zeros. */
    vrm_JsonRef json;
    uint16_t component_type; /**< vrm_ComponentType. */
    uint8_t type;            /**< vrm_AccessorType. */
    bool is_normalized;
    bool is_sparse;
    bool is_readable; /**< Every byte that reading uses was proven to be inside its buffer. The
                           sparse indices themselves are checked when they are read. */
} vrm_Accessor;

/** The elements that a sparse accessor replaces. */
typedef struct vrm_Sparse {
    uint64_t count; /**< 0: none, or none that can be read. */
    uint64_t indices_offset, values_offset;
    int32_t indices_view, values_view; /**< Buffer views; -1: none. */
    vrm_ComponentType indices_type;
    int32_t accessor;
} vrm_Sparse;

/** An entry of `images`, encoded. */
typedef struct vrm_Image {
    const char* name;
    const char* uri;       /**< "" when it is in a buffer view; the beginning of a data: URI. */
    const char* mime_type; /**< As stated; "" when absent. */
    const uint8_t* data;   /**< The encoded bytes; NULL when not available. */
    uint64_t size;
    int32_t buffer_view;
    vrm_JsonRef json;
} vrm_Image;

/** An entry of `samplers`. */
typedef struct vrm_Sampler {
    uint32_t mag_filter, min_filter; /**< GL constants; 0 not stated. */
    uint32_t wrap_s, wrap_t;         /**< GL constants; default 10497, REPEAT. */
    vrm_JsonRef json;
} vrm_Sampler;

/** An entry of `textures`. */
typedef struct vrm_Texture {
    const char* name;
    int32_t sampler;
    int32_t source; /**< The image; an EXT_texture_webp source where the core one is absent. */
    vrm_JsonRef json;
} vrm_Texture;

/** KHR_texture_transform: uv' = translate(offset) * rotate * scale * uv, V downwards. */
typedef struct vrm_TextureTransform {
    vrm_Vec2 offset;
    vrm_Vec2 scale;
    float rotation;
} vrm_TextureTransform;

/** A material's reference to a texture. */
typedef struct vrm_TextureInfo {
    int32_t texture;                       /**< -1: no texture. */
    int32_t tex_coord;                     /**< The transform's own texCoord where it has one. */
    const vrm_TextureTransform* transform; /**< NULL: none. See vrm_texture_transform(). */
} vrm_TextureInfo;

/** `alphaMode` of a material. */
typedef enum vrm_AlphaMode { VRM_ALPHA_OPAQUE, VRM_ALPHA_MASK, VRM_ALPHA_BLEND } vrm_AlphaMode;

/** An entry of `materials`, without its VRM part. */
typedef struct vrm_Material {
    const char* name;
    vrm_TextureInfo base_color_texture;
    vrm_TextureInfo metallic_roughness_texture;
    vrm_TextureInfo normal_texture;
    vrm_TextureInfo occlusion_texture;
    vrm_TextureInfo emissive_texture;
    vrm_Vec4 base_color_factor;
    float metallic_factor, roughness_factor;
    float normal_scale; /**< normalTexture.scale. */
    float occlusion_strength;
    vrm_Vec3 emissive_factor;
    float emissive_strength; /**< KHR_materials_emissive_strength; else 1. */
    float alpha_cutoff;
    vrm_AlphaMode alpha_mode;
    vrm_JsonRef json;
    bool is_double_sided;
    bool is_unlit; /**< KHR_materials_unlit. */
} vrm_Material;

/** The meaning of a vertex attribute. */
typedef enum vrm_Semantic {
    VRM_SEMANTIC_OTHER = 0, /**< See the attribute's key. */
    VRM_SEMANTIC_POSITION,
    VRM_SEMANTIC_NORMAL,
    VRM_SEMANTIC_TANGENT,
    VRM_SEMANTIC_TEXCOORD,
    VRM_SEMANTIC_COLOR,
    VRM_SEMANTIC_JOINTS,
    VRM_SEMANTIC_WEIGHTS
} vrm_Semantic;

/** An attribute of a primitive: its semantic and accessor. */
typedef struct vrm_Attribute {
    int32_t accessor;
    vrm_JsonRef key;  /**< The name in the JSON, "TEXCOORD_1". */
    uint16_t set;     /**< The 1 of TEXCOORD_1; 0 for names without a number. */
    uint8_t semantic; /**< vrm_Semantic. */
} vrm_Attribute;

/** A morph target of a primitive. */
typedef struct vrm_MorphTarget {
    const vrm_Attribute* attributes;
    int32_t attribute_count;
} vrm_MorphTarget;

/** A primitive of a mesh. */
typedef struct vrm_Primitive {
    const vrm_Attribute* attributes;
    const vrm_MorphTarget* targets;
    int32_t attribute_count;
    int32_t target_count;
    int32_t indices; /**< Accessor; -1: drawn in order. */
    int32_t material;
    vrm_JsonRef json;
    uint8_t mode; /**< GL constant; 4 triangles. */
} vrm_Primitive;

/** Morph weights at rest, one for each target. */
typedef struct vrm_MorphWeights {
    const float* values;
    int32_t count; /**< As in the file: not always the number of targets. */
} vrm_MorphWeights;

/** An entry of `meshes`. */
typedef struct vrm_Mesh {
    const char* name;
    const vrm_Primitive* primitives;
    const vrm_MorphWeights* weights; /**< NULL: zeros. */
    const char* const* target_names; /**< From mesh extras, else from the first primitive's. */
    int32_t primitive_count;
    int32_t target_count; /**< Morph targets: the most that any primitive has. */
    int32_t target_name_count;
    vrm_JsonRef json;
} vrm_Mesh;

/** An entry of `skins`. */
typedef struct vrm_Skin {
    const char* name;
    int32_t inverse_bind_matrices; /**< Accessor; -1: identity. */
    int32_t skeleton;
    const int32_t* joints; /**< Nodes; -1 where the file's index was no node. */
    int32_t joint_count;
    vrm_JsonRef json;
} vrm_Skin;

/** An entry of `nodes`. */
typedef struct vrm_Node {
    const char* name;
    const int32_t* children; /**< Only nodes whose `parent` is this one; no cycles. */
    int32_t child_count;
    int32_t parent; /**< -1: a root. Of several parents the first in the file counts. */
    int32_t mesh, skin, camera;
    vrm_JsonRef json;
    vrm_Transform rest;              /**< Local; decomposed where the file has a matrix. */
    const vrm_Mat4* matrix;          /**< As stored; NULL when the node has none. */
    const vrm_MorphWeights* weights; /**< NULL: those of the mesh. */
} vrm_Node;

/** An entry of `scenes`. */
typedef struct vrm_Scene {
    const char* name;
    const int32_t* nodes;
    int32_t node_count;
    vrm_JsonRef json;
} vrm_Scene;

/** `target.path` of an animation channel. */
typedef enum vrm_AnimationPath {
    VRM_PATH_OTHER = 0, /**< KHR_animation_pointer and unknown paths. */
    VRM_PATH_TRANSLATION,
    VRM_PATH_ROTATION,
    VRM_PATH_SCALE,
    VRM_PATH_WEIGHTS
} vrm_AnimationPath;

/** `interpolation` of an animation sampler. */
typedef enum vrm_Interpolation {
    VRM_INTERPOLATION_LINEAR,
    VRM_INTERPOLATION_STEP,
    VRM_INTERPOLATION_CUBICSPLINE
} vrm_Interpolation;

/** A sampler of an animation: times, values, interpolation. */
typedef struct vrm_AnimationSampler {
    int32_t input, output; /**< Accessors. */
    vrm_Interpolation interpolation;
} vrm_AnimationSampler;

/** A channel of an animation: which sampler drives what. */
typedef struct vrm_AnimationChannel {
    int32_t sampler;
    int32_t node;
    vrm_AnimationPath path;
    vrm_JsonRef json;
} vrm_AnimationChannel;

/** An entry of `animations`. */
typedef struct vrm_Animation {
    const char* name;
    const vrm_AnimationChannel* channels;
    int32_t channel_count;
    const vrm_AnimationSampler* samplers;
    int32_t sampler_count;
    vrm_JsonRef json;
} vrm_Animation;

/** An entry of `cameras`. */
typedef struct vrm_Camera {
    const char* name;
    bool is_orthographic;
    float aspect_ratio, y_fov, x_mag, y_mag, z_near, z_far; /**< 0: not stated. */
    vrm_JsonRef json;
} vrm_Camera;

/** `asset`. */
typedef struct vrm_Asset {
    const char *version, *min_version, *generator, *copyright;
    vrm_JsonRef json;
} vrm_Asset;

/** The whole document. */
typedef struct vrm_Gltf {
    const vrm_Json* json;
    vrm_Asset asset;
    int32_t scene; /**< The default scene; -1: none stated. */

    const vrm_Scene* scenes;
    const vrm_Node* nodes;
    const vrm_Mesh* meshes;
    const vrm_Skin* skins;
    const vrm_Material* materials;
    const vrm_Texture* textures;
    const vrm_Sampler* samplers;
    const vrm_Image* images;
    const vrm_Accessor* accessors;
    const vrm_BufferView* buffer_views;
    const vrm_Buffer* buffers;
    const vrm_Animation* animations;
    const vrm_Camera* cameras;
    const char* const* extensions_used;
    const char* const* extensions_required;
    const vrm_Sparse* sparse_accessors; /**< In the order of their accessors. */

    int32_t scene_count, node_count, mesh_count, skin_count, material_count, texture_count,
        sampler_count, image_count, accessor_count, buffer_view_count, buffer_count,
        animation_count, camera_count, extension_used_count, extension_required_count,
        sparse_accessor_count;

    /** All nodes, every parent before its children; node_count entries. */
    const int32_t* node_order;
} vrm_Gltf;

/** Numbers per element: 3 for VEC3, 16 for MAT4. */
VRM_API int32_t vrm_accessor_components(vrm_AccessorType type);

/** The `min` and `max` of the file, vrm_accessor_components() values each. False when it does not
 * have both; they may be wrong. */
VRM_API bool vrm_accessor_bounds(const vrm_Gltf* gltf, int32_t accessor, float min[16],
                                 float max[16]);

/** The sparse part of an accessor; a count of 0 and no views when it is not sparse. */
VRM_API vrm_Sparse vrm_accessor_sparse(const vrm_Gltf* gltf, int32_t accessor);

/** Decodes a whole accessor, whatever its layout: component type, normalization, stride, sparse
 * values, no buffer view (zeros). Integers that are not normalized become floats of their value;
 * numbers that are not finite become 0. `out` has room for `out_count` floats and needs
 * count * components. VRM_ERR_INVALID when the accessor is not readable or its sparse indices do
 * not increase below count, VRM_ERR_ARGUMENT when `accessor` is out of range or `out_count` is too
 * small. Allocates nothing. */
VRM_API vrm_Result vrm_accessor_read_floats(const vrm_Gltf* gltf, int32_t accessor, float* out,
                                            size_t out_count);

/** As above for unsigned integers: indices and joints. Floats and negative values are refused with
 * VRM_ERR_INVALID. */
VRM_API vrm_Result vrm_accessor_read_u32(const vrm_Gltf* gltf, int32_t accessor, uint32_t* out,
                                         size_t out_count);

/** The transform of a texture's coordinates; the identity when it has none. */
VRM_API vrm_TextureTransform vrm_texture_transform(const vrm_TextureInfo* info);

/** The accessor of an attribute; -1 when the primitive or the target does not have it. */
VRM_API int32_t vrm_primitive_attribute(const vrm_Primitive* primitive, vrm_Semantic semantic,
                                        int32_t set);
/** The accessor of an attribute of a morph target; -1 when it has none. */
VRM_API int32_t vrm_morph_target_attribute(const vrm_MorphTarget* target, vrm_Semantic semantic);

/** A member of an element's "extensions", or VRM_JSON_MISSING. */
VRM_API vrm_JsonRef vrm_gltf_extension(const vrm_Gltf* gltf, vrm_JsonRef element, const char* name);

#ifdef __cplusplus
}
#endif

#endif
