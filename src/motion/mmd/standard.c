/* SPDX-License-Identifier: MIT */
/* The standard skeleton of MMD models, with the usual additional bones (semi-standard bones).
 * Positions are those of an adult of 20 units (160 cm), arms 35 degrees down as in MMD. */
#include "motion/mmd/pmx.h"

#include <string.h>

typedef struct Row {
    const char* name;   /* without the side */
    const char* parent; /* as it is, or of the same side, which is tried first */
    int16_t x, y, z;    /* 1/100 unit, of the left one */
    int16_t append_hundredths;
    const char* append;
    uint8_t is_pair, layer;
} Row;

enum { PAIR = 1 };

static const Row rows[] = {
    {"全ての親", NULL, 0, 0, 0, 0, NULL, 0, 0},
    {"センター", "全ての親", 0, 800, 0, 0, NULL, 0, 0},
    {"グルーブ", "センター", 0, 820, 0, 0, NULL, 0, 0},
    {"腰", "グルーブ", 0, 1120, 0, 0, NULL, 0, 0},
    {"下半身", "腰", 0, 1240, 0, 0, NULL, 0, 0},
    {"上半身", "腰", 0, 1240, 0, 0, NULL, 0, 0},
    {"上半身2", "上半身", 0, 1360, 10, 0, NULL, 0, 0},
    {"首", "上半身2", 0, 1620, 30, 0, NULL, 0, 0},
    {"頭", "首", 0, 1710, 10, 0, NULL, 0, 0},
    {"両目", "頭", 0, 1960, 0, 0, NULL, 0, 0},
    {"目", "頭", 35, 1780, -50, 100, "両目", PAIR, 0},
    {"肩P", "上半身2", 20, 1590, 25, 0, NULL, PAIR, 0},
    {"肩", "肩P", 20, 1590, 25, 0, NULL, PAIR, 0},
    {"肩C", "肩", 125, 1570, 30, -100, "肩P", PAIR, 0},
    {"腕", "肩C", 125, 1570, 30, 0, NULL, PAIR, 0},
    {"腕捩", "腕", 250, 1482, 30, 0, NULL, PAIR, 0},
    {"ひじ", "腕捩", 330, 1426, 30, 0, NULL, PAIR, 0},
    {"手捩", "ひじ", 440, 1350, 20, 0, NULL, PAIR, 0},
    {"手首", "手捩", 520, 1293, 15, 0, NULL, PAIR, 0},
    {"親指0", "手首", 535, 1280, -15, 0, NULL, PAIR, 0},
    {"親指1", "親指0", 560, 1255, -40, 0, NULL, PAIR, 0},
    {"親指2", "親指1", 585, 1230, -60, 0, NULL, PAIR, 0},
    {"人指1", "手首", 595, 1245, -20, 0, NULL, PAIR, 0},
    {"人指2", "人指1", 625, 1223, -22, 0, NULL, PAIR, 0},
    {"人指3", "人指2", 645, 1209, -23, 0, NULL, PAIR, 0},
    {"中指1", "手首", 600, 1240, 0, 0, NULL, PAIR, 0},
    {"中指2", "中指1", 634, 1216, 0, 0, NULL, PAIR, 0},
    {"中指3", "中指2", 656, 1201, 0, 0, NULL, PAIR, 0},
    {"薬指1", "手首", 595, 1237, 20, 0, NULL, PAIR, 0},
    {"薬指2", "薬指1", 626, 1215, 21, 0, NULL, PAIR, 0},
    {"薬指3", "薬指2", 647, 1200, 22, 0, NULL, PAIR, 0},
    {"小指1", "手首", 585, 1236, 40, 0, NULL, PAIR, 0},
    {"小指2", "小指1", 609, 1219, 42, 0, NULL, PAIR, 0},
    {"小指3", "小指2", 624, 1209, 43, 0, NULL, PAIR, 0},
    {"足", "下半身", 95, 1090, 0, 0, NULL, PAIR, 0},
    {"ひざ", "足", 95, 600, -10, 0, NULL, PAIR, 0},
    {"足首", "ひざ", 95, 125, 40, 0, NULL, PAIR, 0},
    {"つま先", "足首", 95, 0, -120, 0, NULL, PAIR, 0},
    {"足IK親", "全ての親", 95, 0, 40, 0, NULL, PAIR, 0},
    {"足IK", "足IK親", 95, 125, 40, 0, NULL, PAIR, 0},
    {"つま先IK", "足IK", 95, 0, -120, 0, NULL, PAIR, 0},
    {"足D", "下半身", 95, 1090, 0, 100, "足", PAIR, 1},
    {"ひざD", "足D", 95, 600, -10, 100, "ひざ", PAIR, 1},
    {"足首D", "ひざD", 95, 125, 40, 100, "足首", PAIR, 1},
    {"足先EX", "足首D", 95, 30, -70, 0, NULL, PAIR, 1},
};

/* IK chains; links nearest to the target first. */
static const struct {
    const char *name, *target, *links[2];
    uint8_t iterations;
    float angle;
} chains[] = {
    {"足IK", "足首", {"ひざ", "足"}, 40, 2.0f},
    {"つま先IK", "つま先", {"足首", NULL}, 3, 4.0f},
};

enum {
    ROW_COUNT = sizeof rows / sizeof *rows,
    CHAIN_COUNT = sizeof chains / sizeof *chains,
    BONE_ROOM = 2 * ROW_COUNT
};

static const char* const sides[] = {"左", "右"};

static const char* sided(vrmi_Arena* arena, const char* side, const char* name) {
    char whole[64];
    size_t before = strlen(side), size = strlen(name);
    memcpy(whole, side, before);
    memcpy(whole + before, name, size);
    return vrmi_arena_string(arena, whole, before + size);
}

/* The bone of that name and side, or of both sides; -1: none yet. */
static int32_t bone_of(const vrmi_MmdModel* model, const char* side, const char* name) {
    for (int32_t b = 0; name != NULL && b < model->bone_count; b++) {
        const char* bone = model->bones[b].name;
        size_t size = strlen(side);
        if (strncmp(bone, side, size) == 0 && strcmp(bone + size, name) == 0) return b;
    }
    for (int32_t b = 0; name != NULL && b < model->bone_count; b++)
        if (strcmp(model->bones[b].name, name) == 0) return b;
    return -1;
}

static bool add_bone(vrmi_Arena* arena, vrmi_MmdModel* model, const Row* row, int side) {
    const char* prefix = row->is_pair ? sides[side] : "";
    vrmi_MmdBone bone = {.tail = -1, .append = -1, .ik_target = -1};
    bone.name = sided(arena, prefix, row->name);
    bone.parent = bone_of(model, prefix, row->parent);
    bone.layer = row->layer;
    bone.position = (vrm_Vec3){(float)(side == 0 ? row->x : -row->x) / 100.0f,
                               (float)row->y / 100.0f, (float)row->z / 100.0f};
    if (row->append != NULL) {
        bone.flags = VRMI_MMD_APPEND_ROTATION;
        bone.append = bone_of(model, prefix, row->append);
        bone.append_ratio = (float)row->append_hundredths / 100.0f;
    }
    model->bones[model->bone_count++] = bone;
    return bone.name != NULL;
}

/* Knees bend backwards only, as MMD has it for every knee: between 0.5 and 180 degrees. */
static void add_chain(vrmi_MmdModel* model, int chain, int side) {
    vrmi_MmdBone* bone = &model->bones[bone_of(model, sides[side], chains[chain].name)];
    bone->flags |= VRMI_MMD_IK;
    bone->ik_target = bone_of(model, sides[side], chains[chain].target);
    bone->ik_iterations = chains[chain].iterations;
    bone->ik_angle = chains[chain].angle;
    bone->first_link = model->link_count;
    for (int i = 0; i < 2 && chains[chain].links[i] != NULL; i++) {
        vrmi_MmdLink link = {.bone = bone_of(model, sides[side], chains[chain].links[i])};
        link.is_limited = strcmp(chains[chain].links[i], "ひざ") == 0;
        if (link.is_limited) {
            link.low.x = -VRMI_PI;
            link.high.x = -0.5f * VRMI_TO_RADIANS;
        }
        model->links[model->link_count++] = link;
        bone->link_count++;
    }
}

vrm_Result vrmi_mmd_standard(vrmi_Arena* arena, vrmi_MmdModel* out) {
    *out = (vrmi_MmdModel){0};
    out->bones = vrmi_arena_alloc(arena, BONE_ROOM, sizeof *out->bones);
    out->links = vrmi_arena_alloc(arena, (size_t)CHAIN_COUNT * 4, sizeof *out->links);
    if (out->bones == NULL || out->links == NULL) return VRM_ERR_MEMORY;
    for (int i = 0; i < ROW_COUNT; i++)
        for (int side = 0; side <= rows[i].is_pair; side++)
            if (!add_bone(arena, out, &rows[i], side)) return VRM_ERR_MEMORY;
    for (int side = 0; side < 2; side++)
        for (int chain = 0; chain < CHAIN_COUNT; chain++) add_chain(out, chain, side);
    return VRM_OK;
}
