/* SPDX-License-Identifier: MIT */
/* usage: bench_optimize_ours ROUNDS FILE
 * Optimizes a file without a loss; support/rewrite.h says what is measured. */
#include "vrm/optimize.h"
#include "support/rewrite.h"

static vrm_Result rewrite(vrm_Model* model) {
    return vrm_optimize(model, NULL, NULL, NULL);
}

int main(int argc, char** argv) {
    return bench_rewrite(argc, argv, rewrite);
}
