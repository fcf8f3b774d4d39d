/* SPDX-License-Identifier: MIT */
/* usage: bench_migrate_ours ROUNDS FILE
 * Migrates a file to VRM 1.0; support/rewrite.h says what is measured. */
#include "vrm/migrate.h"
#include "support/rewrite.h"

static vrm_Result rewrite(vrm_Model* model) {
    return vrm_migrate(model, NULL, NULL);
}

int main(int argc, char** argv) {
    return bench_rewrite(argc, argv, rewrite);
}
