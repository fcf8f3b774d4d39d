/* SPDX-License-Identifier: MIT */
/* A model as it lies in the graphics card's memory.
 *
 *   part      a node that shows a mesh: which matrices move it
 *   piece     one primitive of a part: which triangles, which material. The unit of drawing.
 *   geometry  vertices; shared by all primitives that name the same accessors
 *   shape     indices of one primitive; shared by all parts that show the mesh
 *   skin material, texture: as in the file
 *
 * Each avatar of a frame has a block of texels in the frame's data texture:
 *   joint matrices of all skins | matrices of rigid parts | active morph targets of each geometry
 * vrmi_Drawable says where in the block each thing begins. */
#ifndef VRMI_RENDER_DRAWABLE_H
#define VRMI_RENDER_DRAWABLE_H

#include "memory.h"
#include "shader_features.h"

#include "vrm/render.h"

/* ---- Vertices ---- */

/* The range of vertices that a morph target moves: only these are stored. */
typedef struct vrmi_MorphRange {
    uint32_t begin, first, count; /* texel of the first delta, first vertex, vertices */
} vrmi_MorphRange;

typedef struct vrmi_Geometry {
    int32_t mesh, primitive; /* the first that uses it; findings name it */
    uint32_t hash;
    uint32_t vertex_count, source_count; /* after and before vertices were split for tangents */
    uint32_t vertex_array, vertex_buffer;
    size_t vertex_bytes;
    bool has_normals, has_tangents, has_colors, has_joints;
    bool has_file_tangents; /* not made here */
    bool has_uv[2];
    uint32_t max_joint;
    uint32_t morph_texture; /* 0: none */
    size_t morph_bytes;
    int32_t morph_count;
    bool has_morph_normals;
    vrmi_MorphRange* morphs;
    uint32_t* sources; /* the file's vertex of each; NULL: they are the same */
    size_t source_capacity;
    int32_t first_shape;          /* of those that use it */
    int32_t last_part, last_list; /* while parts are made: its newest morph list */
} vrmi_Geometry;

/* The attribute locations of vertex.glsl. */
enum {
    VRMI_AT_POSITION,
    VRMI_AT_NORMAL,
    VRMI_AT_UV0,
    VRMI_AT_UV1,
    VRMI_AT_TANGENT,
    VRMI_AT_COLOR,
    VRMI_AT_JOINTS,
    VRMI_AT_WEIGHTS,
    VRMI_AT_SOURCE,
    VRMI_AT_COUNT
};

/* A range of the drawable's index buffer, which all shapes share. */
typedef struct vrmi_Range {
    uint32_t first, count;
} vrmi_Range;

typedef struct vrmi_Shape {
    int32_t geometry; /* -1: nothing to draw */
    int32_t next;     /* of the same geometry; -1: the last */
    vrmi_Range indices;
    int32_t material;                 /* of the drawable; the last one is the default material */
    int32_t split_piece1, split_skin; /* piece + 1 whose first-person list was made, and its skin */
    uint16_t main_joint;              /* one that moves its vertices more than most others do */
} vrmi_Shape;

/* ---- Materials ---- */

/* The classes of VRMC_materials_mtoon 1.0, Render Queue, in drawing order. */
typedef enum vrmi_Class {
    VRMI_CLASS_OPAQUE,
    VRMI_CLASS_MASK,
    VRMI_CLASS_BLEND_WITH_DEPTH,
    VRMI_CLASS_BLEND
} vrmi_Class;

typedef struct vrmi_Bound {    /* a texture as a material uses it */
    int32_t index;             /* of the document; -1: none */
    uint32_t texture, sampler; /* of GL */
} vrmi_Bound;

typedef struct vrmi_Material {
    vrmi_Features features;
    vrmi_Class draw_class;
    int32_t queue_offset;
    bool is_double_sided, ignores_colors;
    bool has_outline, is_screen_outline;
    bool is_used;                           /* by a shape */
    vrm_Vec3 scroll_speed;                  /* x, y in UV per second, z in radians per second */
    uint8_t clamps[VRM_TEXTURE_SLOT_COUNT]; /* bit 0: the texture ends at 0 and 1 along u; 1: v */
    float emissive_strength;
    float vectors[VRMI_MATERIAL_VECTORS][4];
    float uv[VRMI_UV_VECTORS][4];
    float uv_rotation[VRM_TEXTURE_SLOT_COUNT];
    vrmi_Bound bound[VRM_TEXTURE_SLOT_COUNT];
    int32_t first_value, value_count; /* of vrm_rig_material_values() */
} vrmi_Material;

/* ---- Parts ---- */

typedef struct vrmi_Part {
    int32_t node;
    int32_t first_morph, morph_count; /* of vrm_avatar_morphs() */
} vrmi_Part;

typedef struct vrmi_Piece {
    int32_t part, shape;
    int32_t anchor; /* the node whose place decides when a blended piece is drawn */
    bool is_skinned;
    bool is_hidden;               /* by vrmi_drawable_hide() */
    int32_t skin;                 /* of the rig, when it is skinned */
    int32_t palette, joint_count; /* texels from the block's begin to its matrices; 1 when rigid */
    int32_t morph_list;           /* of the drawable; -1: no morph targets */
    bool is_split;                /* the first-person camera draws `first_person` */
    vrmi_Range first_person;
} vrmi_Piece;

/* A morph list of the block: the active targets of one geometry under one part. */
typedef struct vrmi_MorphList {
    int32_t part, geometry;
    int32_t texel; /* from the block's begin */
} vrmi_MorphList;

typedef struct vrmi_Texture {
    uint32_t id; /* 0: none */
    bool is_wanted;
    bool is_exact; /* some sampler shows its texels as they are: not to be halved */
    uint64_t bytes;
} vrmi_Texture;

struct vrm_Drawable {
    vrm_Renderer* renderer;
    vrm_Allocator allocator;
    const vrm_Rig* rig;
    uint64_t gpu_bytes, max_gpu_bytes;

    vrmi_Geometry* geometries;
    vrmi_Shape* shapes;
    vrmi_Material* materials; /* those of the file, then the default one */
    vrmi_Part* parts;
    vrmi_Piece* pieces;
    vrmi_MorphList* morph_lists;
    vrmi_Texture* textures; /* for each image as data and as sRGB; then the checker board */
    uint32_t* samplers;     /* those of the file, then the default one; 0: not used */
    size_t geometry_count, geometry_capacity, shape_count, shape_capacity, material_count,
        part_count, piece_count, piece_capacity, morph_list_count, morph_list_capacity,
        texture_count, sampler_count;
    uint32_t index_buffer;
    size_t index_count;
    int32_t palette_count; /* of the rig */
    int32_t anchor;        /* of all skinned pieces: the hips; -1: the avatar has none */
    int32_t block_texels;
};

#endif
