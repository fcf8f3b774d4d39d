/* SPDX-License-Identifier: MIT */
/** The typed glTF 2.0 document, named as in the specification. Elements refer to each other by
 * index, as in the file; -1 is none. An invalid reference is read as -1, with a finding, so every
 * index here is safe to use. Names are terminated UTF-8 ("" when absent; U+0000 reads as U+FFFD).
 * The `json` of an element is its object in vrm_Gltf.json: it has the extras, unknown members and
 * extensions, and the names of buffers, buffer views, accessors and samplers.
 *
 * Loading guarantees for any file:
 *   - every index from element to element is in range, or -1; nodes form trees;
 *   - an accessor with `is_readable` lies inside its buffer view, and that inside its buffer, with
 *     stride, sparse part and decompression: vrm_accessor_read_floats() and
 *     vrm_accessor_read_u32() read no other byte. Its `count` is then bounded by the bytes (or the
 *     limit decoded_bytes);
 *   - numbers are finite, and arrays of fixed length have that length.
 *
 * Loading does not check, even if vrm_LoadDef.is_strict is set (it refuses only faults of the kinds
 * above):
 *   - the content of accessors: indices may lie outside the vertices, joints outside the skin,
 *     weights may sum to anything, normals have any length, numbers may be NaN;
 *   - that attributes of one primitive have one count, and the types that their names ask for;
 *   - that morph targets, weights and inverse bind matrices have the right count;
 *   - anything about images except where their bytes are.
 *
 * vrm_validate() reports all of these. For drawing use vrm_primitive_triangles() (mesh.h), which
 * returns only checked data.
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
    /** The file names no type, or one that glTF does not have: not readable. */
    VRM_COMPONENT_NONE = 0,
    VRM_COMPONENT_BYTE = 5120,           /**< 8 bits, signed. */
    VRM_COMPONENT_UNSIGNED_BYTE = 5121,  /**< 8 bits. */
    VRM_COMPONENT_SHORT = 5122,          /**< 16 bits, signed. */
    VRM_COMPONENT_UNSIGNED_SHORT = 5123, /**< 16 bits. */
    VRM_COMPONENT_UNSIGNED_INT = 5125,   /**< 32 bits: indices only. */
    VRM_COMPONENT_FLOAT = 5126           /**< 32 bits, IEEE 754. */
} vrm_ComponentType;

/** Shape of an accessor's elements, as glTF names it. */
typedef enum vrm_AccessorType {
    /** The file names no type, or one that glTF does not have: not readable. */
    VRM_ACCESSOR_NONE = 0,
    VRM_ACCESSOR_SCALAR, /**< One number: indices, times, weights of morph targets. */
    VRM_ACCESSOR_VEC2,   /**< Two numbers: texture coordinates. */
    VRM_ACCESSOR_VEC3,   /**< Three numbers: positions, normals, translations. */
    VRM_ACCESSOR_VEC4,   /**< Four numbers: rotations, tangents, joints, weights of joints. */
    VRM_ACCESSOR_MAT2,   /**< 2x2, column after column; columns begin at multiples of four bytes. */
    VRM_ACCESSOR_MAT3,   /**< 3x3, column after column; columns begin at multiples of four bytes. */
    VRM_ACCESSOR_MAT4    /**< 4x4, column after column: inverse bind matrices. */
} vrm_AccessorType;

/** An entry of `buffers`. */
typedef struct vrm_Buffer {
    const char* uri;     /**< "" for the BIN chunk; only the beginning of a long data: URI. */
    const uint8_t* data; /**< NULL when not available. */
    uint64_t size;       /**< Bytes at `data` that may be read: at most byteLength. */
    vrm_JsonRef json;    /**< Its object in the document. */
} vrm_Buffer;

/** An entry of `bufferViews`. */
typedef struct vrm_BufferView {
    const uint8_t* data;  /**< byte_length bytes inside the buffer, decompressed if
                               EXT_meshopt_compression is used; NULL if out of bounds or missing. */
    uint64_t byte_length; /**< Clamped to the size of the buffer. */
    int32_t buffer;       /**< The buffer that it is a part of; if `is_compressed`, the buffer of
                               the uncompressed form. */
    uint32_t byte_stride; /**< 0: tightly packed. */
    vrm_JsonRef json;     /**< Its object in the document. */
    uint16_t target;      /**< 34962 vertex data, 34963 indices, 0 not stated. */
    bool is_compressed;   /**< Came from EXT_meshopt_compression. */
} vrm_BufferView;

/** An entry of `accessors`. For bounds and the sparse part see vrm_accessor_bounds(),
 * vrm_accessor_sparse(). */
typedef struct vrm_Accessor {
    uint64_t byte_offset;    /**< In the buffer view. */
    uint64_t count;          /**< Number of elements, as stated, 2^32 - 1 at most; they exist only
                                  if is_readable is true. */
    int32_t buffer_view;     /**< -1: zeros. */
    vrm_JsonRef json;        /**< Its object in the document. */
    uint16_t component_type; /**< vrm_ComponentType. */
    uint8_t type;            /**< vrm_AccessorType. */
    bool is_normalized;      /**< Integers stand for 0..1, signed ones for -1..1. */
    bool is_sparse;          /**< Some elements are replaced: vrm_accessor_sparse() has them. */
    bool is_readable; /**< Every byte that reading uses was proven to be inside its buffer. The
                           sparse indices themselves are checked when they are read. */
} vrm_Accessor;

/** The elements that a sparse accessor replaces. */
typedef struct vrm_Sparse {
    uint64_t count;          /**< 0: none, or none that can be read. */
    uint64_t indices_offset; /**< Bytes from the start of `indices_view` to the first index. */
    uint64_t values_offset;  /**< Bytes from the start of `values_view` to the first value. */
    int32_t indices_view, values_view; /**< Buffer views; -1: none. */
    vrm_ComponentType indices_type; /**< An unsigned one; VRM_COMPONENT_NONE when `count` is 0. */
    int32_t accessor;               /**< The accessor that it belongs to. */
} vrm_Sparse;

/** An entry of `images`, encoded. */
typedef struct vrm_Image {
    const char* name;      /**< As stated; "" when absent. */
    const char* uri;       /**< "" when it is in a buffer view; only the beginning of a data:
                                URI. */
    const char* mime_type; /**< As stated; "" when absent. */
    const uint8_t* data;   /**< The encoded bytes; NULL when not available. */
    uint64_t size;         /**< Bytes at `data`. */
    int32_t buffer_view;   /**< Where the bytes are; -1: in a file or a data: URI. */
    vrm_JsonRef json;      /**< Its object in the document. */
} vrm_Image;

/** An entry of `samplers`. */
typedef struct vrm_Sampler {
    uint32_t mag_filter, min_filter; /**< GL constants; 0 not stated. */
    uint32_t wrap_s, wrap_t;         /**< GL constants; default 10497, REPEAT. */
    vrm_JsonRef json;                /**< Its object in the document. */
} vrm_Sampler;

/** An entry of `textures`. */
typedef struct vrm_Texture {
    const char* name; /**< As stated; "" when absent. */
    int32_t sampler;  /**< -1: linear filters and repeat. */
    int32_t source;   /**< Its image; the WebP image (EXT_texture_webp) if it has no other. */
    vrm_JsonRef json; /**< Its object in the document. */
} vrm_Texture;

/** KHR_texture_transform: uv' = translate(offset) * rotate * scale * uv, V downwards. */
typedef struct vrm_TextureTransform {
    vrm_Vec2 offset; /**< Added last, in widths and heights of the texture. Default (0, 0). */
    vrm_Vec2 scale;  /**< Of the coordinates, applied first. Default (1, 1). */
    float rotation;  /**< Counter-clockwise rotation as the texture is seen (radians). Default 0. */
} vrm_TextureTransform;

/** A material's reference to a texture. */
typedef struct vrm_TextureInfo {
    int32_t texture;                       /**< -1: no texture. */
    int32_t tex_coord;                     /**< The transform's own texCoord where it has one. */
    const vrm_TextureTransform* transform; /**< NULL: none. See vrm_texture_transform(). */
} vrm_TextureInfo;

/** `alphaMode` of a material. */
typedef enum vrm_AlphaMode {
    VRM_ALPHA_OPAQUE, /**< Alpha is ignored. */
    VRM_ALPHA_MASK,   /**< A pixel is drawn fully or not at all: see alpha_cutoff. */
    VRM_ALPHA_BLEND   /**< Blended over the background in proportion to alpha. */
} vrm_AlphaMode;

/** An entry of `materials`, without its VRM part. */
typedef struct vrm_Material {
    const char* name; /**< As stated; "" when absent. */
    /** Colour in sRGB, with alpha; multiplied by base_color_factor. */
    vrm_TextureInfo base_color_texture;
    /** Green is roughness, blue is metalness; both linear. */
    vrm_TextureInfo metallic_roughness_texture;
    vrm_TextureInfo normal_texture;    /**< Normals in tangent space, linear. */
    vrm_TextureInfo occlusion_texture; /**< Red is the fraction of ambient light that arrives;
                                            linear. */
    vrm_TextureInfo emissive_texture;  /**< Light that the surface emits, in sRGB. */
    vrm_Vec4 base_color_factor;        /**< Linear colour and alpha, 0..1. Default white, opaque. */
    float metallic_factor;             /**< 0 (dielectric) to 1 (metal), the default. */
    float roughness_factor;            /**< 0 (mirror) to 1 (matt), the default. */
    float normal_scale;                /**< normalTexture.scale. */
    float occlusion_strength; /**< occlusionTexture.strength: 0 ignores the texture, 1 is the
                                   default. */
    vrm_Vec3 emissive_factor; /**< Linear, 0..1, times emissive_strength. Default black. */
    float emissive_strength;  /**< KHR_materials_emissive_strength; else 1. */
    float alpha_cutoff; /**< VRM_ALPHA_MASK draws where alpha is at least this. Default 0.5. */
    vrm_AlphaMode alpha_mode; /**< How alpha is used. Default VRM_ALPHA_OPAQUE. */
    vrm_JsonRef json;         /**< Its object in the document. */
    /** Back faces are drawn too, with their normals turned. Default false. */
    bool is_double_sided;
    bool is_unlit; /**< KHR_materials_unlit. */
} vrm_Material;

/** The meaning of a vertex attribute. */
typedef enum vrm_Semantic {
    VRM_SEMANTIC_OTHER = 0, /**< See the attribute's key. */
    VRM_SEMANTIC_POSITION,  /**< Metres in the space of the mesh: VEC3. */
    VRM_SEMANTIC_NORMAL,    /**< Of unit length: VEC3. */
    VRM_SEMANTIC_TANGENT,   /**< Of unit length, w is the sign of the bitangent: VEC4; VEC3 in morph
                                 targets. */
    VRM_SEMANTIC_TEXCOORD,  /**< Texture coordinates, V downwards: VEC2. */
    VRM_SEMANTIC_COLOR,     /**< Linear, multiplies the base colour: VEC3 or VEC4. */
    VRM_SEMANTIC_JOINTS,    /**< Four indices into the joints of the skin. */
    VRM_SEMANTIC_WEIGHTS    /**< The weights of those four. */
} vrm_Semantic;

/** An attribute of a primitive: its semantic and accessor. */
typedef struct vrm_Attribute {
    int32_t accessor; /**< Accessor with its values; -1: the file's index is not an accessor. */
    vrm_JsonRef key;  /**< The name in the JSON, "TEXCOORD_1". */
    uint16_t set;     /**< Number in the name, such as 1 in TEXCOORD_1; 0 if there is none. */
    uint8_t semantic; /**< vrm_Semantic. */
} vrm_Attribute;

/** A morph target of a primitive. */
typedef struct vrm_MorphTarget {
    /** Differences from the primitive's attributes of the same names. */
    const vrm_Attribute* attributes;
    int32_t attribute_count; /**< Entries of `attributes`. */
} vrm_MorphTarget;

/** A primitive of a mesh. */
typedef struct vrm_Primitive {
    const vrm_Attribute* attributes; /**< In the order of the file. */
    const vrm_MorphTarget* targets;  /**< Morph targets, in the order of vrm_Mesh.weights. */
    int32_t attribute_count;         /**< Entries of `attributes`. */
    int32_t target_count;            /**< Entries of `targets`. */
    int32_t indices;                 /**< Accessor; -1: drawn in order. */
    int32_t material;                /**< -1: glTF's default material. */
    vrm_JsonRef json;                /**< Its object in the document. */
    uint8_t mode;                    /**< GL constant; 4 triangles. */
} vrm_Primitive;

/** Morph weights at rest, one for each target. */
typedef struct vrm_MorphWeights {
    const float* values; /**< `count` numbers, nominally 0..1. */
    int32_t count;       /**< As in the file: not always the number of targets. */
} vrm_MorphWeights;

/** An entry of `meshes`. */
typedef struct vrm_Mesh {
    const char* name;                /**< As stated; "" when absent. */
    const vrm_Primitive* primitives; /**< Parts with one material each, in the order of the file. */
    const vrm_MorphWeights* weights; /**< NULL: zeros. */
    const char* const* target_names; /**< Names of the morph targets, from the extras of the mesh,
                                          otherwise of its first primitive. */
    int32_t primitive_count;         /**< Entries of `primitives`. */
    int32_t target_count;            /**< Morph targets: the most that any primitive has. */
    int32_t target_name_count;       /**< Entries of `target_names`: not always target_count. */
    vrm_JsonRef json;                /**< Its object in the document. */
} vrm_Mesh;

/** An entry of `skins`. */
typedef struct vrm_Skin {
    const char* name;              /**< As stated; "" when absent. */
    int32_t inverse_bind_matrices; /**< Accessor; -1: identity. */
    /** A node above all joints, as stated; -1: none. It does not change the pose. */
    int32_t skeleton;
    const int32_t* joints; /**< Nodes; -1 where the file's index is not a node. */
    int32_t joint_count;   /**< Entries of `joints`. */
    vrm_JsonRef json;      /**< Its object in the document. */
} vrm_Skin;

/** An entry of `nodes`. */
typedef struct vrm_Node {
    const char* name;        /**< As stated; "" when absent. */
    const int32_t* children; /**< Only nodes whose `parent` is this one; no cycles. */
    int32_t child_count;     /**< Entries of `children`. */
    int32_t parent;          /**< -1: a root. Of several parents the first in the file counts. */
    int32_t mesh;            /**< The mesh that is drawn at this node; -1: none. */
    int32_t skin;            /**< The skin that deforms the mesh; -1: the mesh is rigid. */
    int32_t camera;          /**< A camera that looks along the node's -Z; -1: none. */
    vrm_JsonRef json;        /**< Its object in the document. */
    vrm_Transform rest;      /**< Local; decomposed where the file has a matrix. */
    const vrm_Mat4* matrix;  /**< As stored; NULL when the node has none. */
    const vrm_MorphWeights* weights; /**< NULL: the weights of the mesh. */
} vrm_Node;

/** An entry of `scenes`. */
typedef struct vrm_Scene {
    const char* name;     /**< As stated; "" when absent. */
    const int32_t* nodes; /**< Root nodes of the scene. */
    int32_t node_count;   /**< Entries of `nodes`. */
    vrm_JsonRef json;     /**< Its object in the document. */
} vrm_Scene;

/** `target.path` of an animation channel. */
typedef enum vrm_AnimationPath {
    VRM_PATH_OTHER = 0,   /**< KHR_animation_pointer and unknown paths. */
    VRM_PATH_TRANSLATION, /**< Of the node: three numbers for each key (m). */
    VRM_PATH_ROTATION,    /**< Of the node: four numbers for each key, x y z w. */
    VRM_PATH_SCALE,       /**< Of the node: three numbers for each key. */
    VRM_PATH_WEIGHTS /**< Of all morph targets of the node's mesh: one number for each, for each
                          key. */
} vrm_AnimationPath;

/** `interpolation` of an animation sampler. */
typedef enum vrm_Interpolation {
    VRM_INTERPOLATION_LINEAR,     /**< On a straight line between keys; rotations along the great
                                       circle. */
    VRM_INTERPOLATION_STEP,       /**< A key's value until the next key. */
    VRM_INTERPOLATION_CUBICSPLINE /**< Hermite: each key has an in-tangent, a value and an
                                       out-tangent. */
} vrm_Interpolation;

/** A sampler of an animation: times, values, interpolation. */
typedef struct vrm_AnimationSampler {
    int32_t input, output; /**< Accessors. */
    /** Interpolation between two keys. Default VRM_INTERPOLATION_LINEAR. */
    vrm_Interpolation interpolation;
} vrm_AnimationSampler;

/** A channel of an animation: the sampler that drives one property of a node. */
typedef struct vrm_AnimationChannel {
    int32_t sampler;        /**< Into `samplers` of the animation. */
    int32_t node;           /**< Node that is moved; -1: none, or a path of another kind. */
    vrm_AnimationPath path; /**< Which property of the node. */
    vrm_JsonRef json;       /**< Its object in the document. */
} vrm_AnimationChannel;

/** An entry of `animations`. */
typedef struct vrm_Animation {
    const char* name;                     /**< As stated; "" when absent. */
    const vrm_AnimationChannel* channels; /**< One for each animated property. */
    int32_t channel_count;                /**< Entries of `channels`. */
    const vrm_AnimationSampler* samplers; /**< The keys, which channels may share. */
    int32_t sampler_count;                /**< Entries of `samplers`. */
    vrm_JsonRef json;                     /**< Its object in the document. */
} vrm_Animation;

/** An entry of `cameras`. */
typedef struct vrm_Camera {
    const char* name;     /**< As stated; "" when absent. */
    bool is_orthographic; /**< Else perspective, with aspect_ratio and y_fov. */
    float aspect_ratio;   /**< Width / height of the picture; 0: not stated. */
    float y_fov;          /**< Angle from bottom to top (radians); 0: not stated. */
    float x_mag, y_mag;   /**< Half the width and height of an orthographic view (m). */
    float z_near, z_far;  /**< Distances of the clip planes (m); a z_far of 0 is infinite. */
    vrm_JsonRef json;     /**< Its object in the document. */
} vrm_Camera;

/** `asset`. */
typedef struct vrm_Asset {
    const char* version;     /**< Of glTF, "2.0". */
    const char* min_version; /**< The oldest glTF that a reader must support; "" when absent. */
    const char* generator;   /**< The program that wrote the file; "" when absent. */
    const char* copyright;   /**< Copyright of the glTF file, as free text; "" when absent. An
                                  avatar's licence is in vrm_Meta. */
    vrm_JsonRef json;        /**< Its object in the document. */
} vrm_Asset;

/** The whole document. */
typedef struct vrm_Gltf {
    const vrm_Json* json; /**< The JSON text as values. Never NULL. */
    vrm_Asset asset;      /**< Version and origin of the file. */
    int32_t scene;        /**< The default scene; -1: none stated. */

    const vrm_Scene* scenes; /**< `scene_count` entries; every array here has its count below and is
                                  NULL for 0. */
    const vrm_Node* nodes;   /**< The hierarchy: bones, meshes, helpers. */
    const vrm_Mesh* meshes;  /**< Geometry. */
    const vrm_Skin* skins;   /**< Which nodes deform meshes. */
    const vrm_Material* materials;      /**< glTF part only; VRM part: vrm_model_surfaces(). */
    const vrm_Texture* textures;        /**< Pairs of an image and a sampler. */
    const vrm_Sampler* samplers;        /**< Filters and repetition. */
    const vrm_Image* images;            /**< Encoded pictures: vrm/image.h decodes them. */
    const vrm_Accessor* accessors;      /**< How numbers lie in buffer views. */
    const vrm_BufferView* buffer_views; /**< Parts of buffers. */
    const vrm_Buffer* buffers;          /**< Bytes: the BIN chunk, data: URIs, side files. */
    const vrm_Animation* animations;    /**< Motion of nodes, also of the humanoid of a .vrma. */
    const vrm_Camera* cameras;          /**< Cameras that nodes name. */
    const char* const* extensions_used; /**< Names of extensions that occur in the file. */
    /** Names of extensions that are required to show the file. */
    const char* const* extensions_required;
    const vrm_Sparse* sparse_accessors; /**< In the order of their accessors. */

    /** Entries of the array of that name. */
    int32_t scene_count, node_count, mesh_count, skin_count, material_count, texture_count,
        sampler_count, image_count, accessor_count, buffer_view_count, buffer_count,
        animation_count, camera_count, extension_used_count, extension_required_count,
        sparse_accessor_count;

    /** All nodes, every parent before its children; node_count entries. */
    const int32_t* node_order;
} vrm_Gltf;

/** Returns the numbers per element: 3 for VEC3, 16 for MAT4. */
VRM_API int32_t vrm_accessor_components(vrm_AccessorType type);

/** Reads the `min` and `max` of the file, vrm_accessor_components() values each. They may be wrong.
 * Returns false if the accessor does not have both. */
VRM_API bool vrm_accessor_bounds(const vrm_Gltf* gltf, int32_t accessor, float min[16],
                                 float max[16]);

/** Returns the sparse part of an accessor; a count of 0 and no views if it is not sparse. */
VRM_API vrm_Sparse vrm_accessor_sparse(const vrm_Gltf* gltf, int32_t accessor);

/** Decodes a whole accessor, whatever its layout: component type, normalization, stride, sparse
 * values, no buffer view (zeros). Integers that are not normalized become floats of the same value;
 * numbers that are not finite become 0. `out_count` is the number of floats at `out`, at least
 * vrm_Accessor.count times vrm_accessor_components(). Returns VRM_ERR_INVALID if the accessor is
 * not readable, or its sparse indices do not increase or are out of range, VRM_ERR_ARGUMENT if
 * `accessor` is out of range or `out_count` is too small. Allocates nothing. */
VRM_API vrm_Result vrm_accessor_read_floats(const vrm_Gltf* gltf, int32_t accessor, float* out,
                                            size_t out_count);

/** Decodes a whole accessor as unsigned integers: indices and joints. Otherwise as
 * vrm_accessor_read_floats(). Returns VRM_ERR_INVALID for floats and negative values. */
VRM_API vrm_Result vrm_accessor_read_u32(const vrm_Gltf* gltf, int32_t accessor, uint32_t* out,
                                         size_t out_count);

/** Returns the transform of a texture's coordinates; the identity if it has none. */
VRM_API vrm_TextureTransform vrm_texture_transform(const vrm_TextureInfo* info);

/** Returns the accessor of an attribute; -1 if the primitive does not have it. */
VRM_API int32_t vrm_primitive_attribute(const vrm_Primitive* primitive, vrm_Semantic semantic,
                                        int32_t set);
/** Returns the accessor of an attribute of a morph target; -1 if it does not have it. */
VRM_API int32_t vrm_morph_target_attribute(const vrm_MorphTarget* target, vrm_Semantic semantic);

/** Returns an extension of an element by name; VRM_JSON_MISSING if it has none. */
VRM_API vrm_JsonRef vrm_gltf_extension(const vrm_Gltf* gltf, vrm_JsonRef element, const char* name);

#ifdef __cplusplus
}
#endif

#endif
