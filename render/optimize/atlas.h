/* SPDX-License-Identifier: MIT */
/* What the files of vrm_optimize_atlas() share.
 *
 *   atlas.c          the whole: definition, order of the steps, findings
 *   atlas_members.c  which materials may take part, and how their textures are read
 *   atlas_state.c    what materials must have in common, as text
 *   atlas_uvs.c      texture coordinates: whether they can move, and moving them
 *   atlas_groups.c   materials of equal state, their factors, their pages
 *   atlas_arrange.c  rectangles into a page
 *   atlas_growth.c   memory of pages beside that of their pictures
 *   atlas_paint.c    the pixels of a page
 *   atlas_write.c    the edit of the model
 *   atlas_memory.c   memory of all of them
 *
 *   materials -> members (or a reason) -> groups by state -> entries (equal pictures and factors)
 *             -> pages -> pixels, texture coordinates, one material for each page
 */
#ifndef RENDER_OPTIMIZE_ATLAS_H
#define RENDER_OPTIMIZE_ATLAS_H

#include "optimize/encoders.h"
#include "vrm/edit.h"
#include "vrm/optimize_pictures.h"

/* The pictures of a page. Occlusion and metallic-roughness use different channels: one picture has
 * both. */
typedef enum vrmi_AtlasSlot {
    VRMI_ATLAS_BASE,
    VRMI_ATLAS_SHADE,
    VRMI_ATLAS_EMISSIVE,
    VRMI_ATLAS_NORMAL,
    VRMI_ATLAS_METAL, /* red occlusion, green roughness, blue metalness */
    VRMI_ATLAS_SHIFT,
    VRMI_ATLAS_RIM,
    VRMI_ATLAS_WIDTH,
    VRMI_ATLAS_SLOTS
} vrmi_AtlasSlot;

/* Around each picture of a page its edge is repeated. 16 pixels, at positions that are multiples of
 * 16: mip levels 0 to 4 mix no two pictures. */
enum { VRMI_ATLAS_PADDING = 16, VRMI_ATLAS_STEP = 16 };

/* Why a material stays as it is. */
typedef enum vrmi_AtlasReason {
    VRMI_ATLAS_FINE,
    VRMI_ATLAS_UNUSED,
    VRMI_ATLAS_BOUND,
    VRMI_ATLAS_UNKNOWN,
    VRMI_ATLAS_MOVED,
    VRMI_ATLAS_OUTSIDE,
    VRMI_ATLAS_PICTURE,
    VRMI_ATLAS_CROWDED,
    VRMI_ATLAS_MEMORY,
    VRMI_ATLAS_ALONE
} vrmi_AtlasReason;

/* A material. Tints are what its factors multiply a texel by:
 *   BASE, SHADE, EMISSIVE  linear colour (alpha for BASE); EMISSIVE with its strength
 *   NORMAL                 x: scale
 *   RIM                    linear colour of the rim light; white beside a matcap
 *   WIDTH                  x, y, z: width of the outline
 *   METAL                  x: strength of occlusion, y: roughness, z: metalness */
typedef struct vrmi_AtlasMember {
    vrmi_AtlasReason reason;
    int32_t images[VRMI_ATLAS_SLOTS]; /* -1: none */
    int32_t occlusion;                /* image of METAL's red; -1: none */
    vrm_Vec4 tints[VRMI_ATLAS_SLOTS];
    bool draws[VRMI_ATLAS_SLOTS]; /* the kind of surface has the slot */
    bool is_textured;             /* else texture coordinates do not matter */
    bool is_moved;                /* `transform` is not the identity */
    bool repeats_x, repeats_y;    /* every texture repeats along this axis */
    bool lacks_tangents;          /* some primitive has none */
    vrm_TextureTransform transform;
    uint32_t mag_filter, min_filter; /* of all textures; 0: none is textured */
    uint32_t width, height;          /* the largest picture; VRMI_ATLAS_STEP without any */
    size_t state_begin, state_size;  /* in plan->text */
    int32_t group, entry;            /* -1: none */
} vrmi_AtlasMember;

/* Materials of equal state. */
typedef struct vrmi_AtlasGroup {
    int32_t first; /* material */
    uint32_t mag_filter, min_filter;
    int32_t count;       /* of members now */
    bool has_normals;    /* some member has a normal map */
    bool lacks_tangents; /* some member without a normal map has primitives without tangents */
    int32_t begin, size; /* in atlas->order: members now and those that left */
    bool bakes[VRMI_ATLAS_SLOTS]; /* tints differ: texels take them */
    /* Where EMISSIVE and WIDTH bake: the largest component of all tints, which is the factor then.
     */
    float reach[VRMI_ATLAS_SLOTS];
} vrmi_AtlasGroup;

/* A place in a page: all pictures and tints of the members that have it are equal. */
typedef struct vrmi_AtlasEntry {
    int32_t member; /* the first material that has it */
    int32_t page;   /* -1: in none */
    uint32_t x, y;  /* of the content, behind the padding */
    uint32_t width, height;
} vrmi_AtlasEntry;

typedef struct vrmi_AtlasPage {
    int32_t group;
    int32_t first;                      /* the material that it becomes */
    int32_t count;                      /* materials */
    uint32_t width, height;             /* of its largest pictures */
    int32_t textures[VRMI_ATLAS_SLOTS]; /* of the document; -1: none */
} vrmi_AtlasPage;

typedef struct vrmi_AtlasBlock vrmi_AtlasBlock;

typedef struct vrmi_Atlas {
    vrm_OptimizeAtlasDef def;
    vrm_Allocator allocator;
    vrm_Model* model;
    vrm_Report* report;
    const vrm_Gltf* gltf;
    const vrm_Surface* surfaces;
    vrmi_AtlasBlock* blocks;   /* all memory below */
    vrmi_AtlasMember* members; /* one for each material */
    vrmi_AtlasGroup* groups;
    int32_t* order; /* materials by their groups */
    vrmi_AtlasEntry* entries;
    vrmi_AtlasPage* pages;
    uint8_t* image_states; /* of each image: 0 not tried, 1 decodes, 2 does not */
    int32_t count, group_count, entry_count, page_count;
    vrmi_Bytes text;       /* states of members */
    uint64_t bytes_left;   /* of pixels */
    uint64_t numbers_left; /* of texture coordinates and indices */
    vrm_OptimizeAtlasStats stats;
} vrmi_Atlas;

/* Zeroed memory until the end, or until vrmi_atlas_rewind(); NULL when there is none. */
void* vrmi_atlas_alloc(vrmi_Atlas* atlas, size_t count, size_t size);
/* Releases what was taken since atlas->blocks was `mark`; NULL: everything. */
void vrmi_atlas_rewind(vrmi_Atlas* atlas, vrmi_AtlasBlock* mark);

/* Fills `members`. */
vrm_Result vrmi_atlas_find_members(vrmi_Atlas* atlas);

/* Appends what members of a group have in common. False: the material has something that is not
 * known here. */
bool vrmi_atlas_put_state(vrmi_Atlas* atlas, int32_t material);

/* The entry of materialProperties of a material; VRM_JSON_MISSING: none, as in all dialects but
 * 0.x. */
vrm_JsonRef vrmi_atlas_properties(const vrmi_Atlas* atlas, int32_t material);
/* Whether its shader reads textures from there. */
bool vrmi_atlas_is_shader0(const vrmi_Atlas* atlas, vrm_JsonRef properties);

/* Finds textured members whose coordinates leave their pictures. */
vrm_Result vrmi_atlas_check_uvs(vrmi_Atlas* atlas);
/* Moves the coordinates of all members that have a page. */
vrm_Result vrmi_atlas_write_uvs(vrmi_Atlas* atlas, vrm_Edit* edit);

/* Fills `groups`, `entries` and `pages`. */
vrm_Result vrmi_atlas_group(vrmi_Atlas* atlas);
/* Whether a member has a picture in the slot. */
bool vrmi_atlas_has_image(const vrmi_AtlasMember* member, int slot);
/* The first member of a group with a picture in the slot, else its first member. */
const vrmi_AtlasMember* vrmi_atlas_first_with(const vrmi_Atlas* atlas, int32_t group, int slot);
/* Whether a page of the group has a picture for the slot. */
bool vrmi_atlas_has_slot(const vrmi_Atlas* atlas, int32_t group, int slot);

/* Places rectangles, padding included, in a page of at most side x side, high ones first; those
 * that do not fit have is_placed unset. Sides of the page are multiples of 64. */
typedef struct vrmi_AtlasRect {
    uint32_t width, height, x, y;
    int32_t entry;
    bool is_placed;
} vrmi_AtlasRect;
vrm_Result vrmi_atlas_arrange(vrmi_Atlas* atlas, vrmi_AtlasRect* rects, int32_t count,
                              uint32_t side, uint32_t* out_width, uint32_t* out_height);

/* A picture of a page. It may be smaller than the page by a power of two, where all that it shows
 * is. */
vrm_Result vrmi_atlas_paint(vrmi_Atlas* atlas, int32_t page, int slot, vrm_Picture* out);
/* How often its sides are divided by two. */
int vrmi_atlas_shrink(const vrmi_Atlas* atlas, int32_t page, int slot);
/* Whether SHADE would have the pixels of BASE. */
bool vrmi_atlas_shade_is_base(const vrmi_Atlas* atlas, int32_t page);

/* Whether the pictures of a page take more than 1.5 times the memory of those that they replace. */
vrm_Result vrmi_atlas_grows(vrmi_Atlas* atlas, int32_t page, bool* out);
/* Marks the entries from `first` on whose pictures earlier ones have; returns how many. */
int32_t vrmi_atlas_mark_copies(const vrmi_Atlas* atlas, int32_t first, uint8_t* out);

/* Makes pictures and edits the model. */
vrm_Result vrmi_atlas_write(vrmi_Atlas* atlas);

#endif
