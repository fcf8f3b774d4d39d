/* SPDX-License-Identifier: MIT */
/* Makes an avatar from nothing. The twin of ../06_author.c.
 *
 * run: @out@ */
#include <vrm/vrm.hpp>

#include <algorithm>
#include <cstdio>

namespace {

/* Node i: its bone, its parent, and its place from there in metres. */
const struct {
    vrm_Bone bone;
    int parent;
    float x, y;
} nodes[] = {
    {VRM_BONE_HIPS, -1, 0, 0.9f},
    {VRM_BONE_SPINE, 0, 0, 0.15f},
    {VRM_BONE_HEAD, 1, 0, 0.4f},
    {VRM_BONE_LEFT_UPPER_ARM, 1, 0.2f, 0.25f},
    {VRM_BONE_LEFT_LOWER_ARM, 3, 0.25f, 0},
    {VRM_BONE_LEFT_HAND, 4, 0.22f, 0},
    {VRM_BONE_RIGHT_UPPER_ARM, 1, -0.2f, 0.25f},
    {VRM_BONE_RIGHT_LOWER_ARM, 6, -0.25f, 0},
    {VRM_BONE_RIGHT_HAND, 7, -0.22f, 0},
    {VRM_BONE_LEFT_UPPER_LEG, 0, 0.1f, -0.1f},
    {VRM_BONE_LEFT_LOWER_LEG, 9, 0, -0.38f},
    {VRM_BONE_LEFT_FOOT, 10, 0, -0.38f},
    {VRM_BONE_RIGHT_UPPER_LEG, 0, -0.1f, -0.1f},
    {VRM_BONE_RIGHT_LOWER_LEG, 12, 0, -0.38f},
    {VRM_BONE_RIGHT_FOOT, 13, 0, -0.38f},
};

void fill(vrm::Edit& edit) {
    const char* const authors[] = {"The libvrm authors"};
    vrm_Meta meta = {};
    meta.name = "Stick";
    meta.authors = authors;
    meta.author_count = 1;
    meta.thumbnail_image = -1;
    int32_t bones[VRM_BONE_COUNT];
    std::fill(std::begin(bones), std::end(bones), -1);
    edit.set("/scenes", R"([{"nodes":[0]}])");
    for (const auto& node : nodes) {
        char text[64];
        std::snprintf(text, sizeof text, R"({"translation":[%g,%g,0]})",
                      static_cast<double>(node.x), static_cast<double>(node.y));
        int32_t index = edit.add("nodes", text);
        if (node.parent >= 0)
            edit.set(("/nodes/" + std::to_string(node.parent) + "/children/-").c_str(),
                     std::to_string(index));
        bones[node.bone] = index;
    }
    edit.set_meta(meta).set_bones(bones);
}

} // namespace

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    vrm::Model model = vrm::Model::create();
    vrm::Edit edit = model.edit(); /* forgotten, should anything throw */
    fill(edit);
    edit.commit();
    model.save(argv[1]);
    bool is_sound = vrm::validate(argv[1]).is_valid();
    std::puts(is_sound ? "a sound VRM 1.0 avatar" : "not sound");
    return is_sound ? 0 : 1;
} catch (const vrm::Error& error) {
    std::puts(error.what());
    return 1;
}
