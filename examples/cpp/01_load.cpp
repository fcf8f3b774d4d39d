/* SPDX-License-Identifier: MIT */
/* Loads an avatar and says what it is. The twin of ../01_load.c.
 *
 * run: @avatar@ */
#include <vrm/vrm.hpp>

#include <cstdio>

int main(int argc, char** argv) try {
    if (argc != 2) return 2;
    vrm::Model model = vrm::Model::load(argv[1]);
    const vrm_Meta* meta = model.meta();
    const char* dialect = vrm_dialect_text(model.dialect());
    std::printf("%s\n", meta ? meta->name : "(no VRM meta)");
    std::printf("dialect %s, %d human bones\n", dialect ? dialect : "none", model.bone_count());
    std::printf("expressions:");
    for (const vrm_Expression& expression : model.expressions())
        std::printf(" %s", expression.name);
    std::printf("\n");
    return 0;
} catch (const vrm::Error& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
}
