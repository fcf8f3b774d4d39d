/* SPDX-License-Identifier: MIT */
/* Makes an avatar smaller without changing how it looks or moves, and says by how much.
 *
 * run: @avatar@ @out@ */
#include <vrm/vrm.h>

#include <stdio.h>

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    vrm_Model* model = NULL;
    vrm_OptimizeStats stats;
    vrm_OptimizeDef def = vrm_default_optimize_def();
    def.drops_unbound_morphs = true; /* morph targets that no expression uses */
    const char* file = argv[1];      /* that a failure is about */
    vrm_Result result = vrm_model_load_file(file, NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_optimize(model, &def, NULL, &stats);
    if (result == VRM_OK) result = vrm_model_save_file(model, file = argv[2]);
    if (result == VRM_OK)
        printf("%llu bytes, now %llu; %d draw calls, now %d\n",
               (unsigned long long)stats.before.file_bytes,
               (unsigned long long)stats.after.file_bytes, (int)stats.before.draw_calls,
               (int)stats.after.draw_calls);
    else
        fprintf(stderr, "%s: %s\n", file, vrm_result_text(result));
    vrm_model_destroy(model);
    return result == VRM_OK ? 0 : 1;
}
