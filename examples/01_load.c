/* SPDX-License-Identifier: MIT */
/* Loads an avatar and says what it is: its name, its dialect, its bones, and whatever the reader
 * found unusual in the file.
 *
 * run: @avatar@ */
#include <vrm/vrm.h>

#include <stdio.h>

static void print_summary(const vrm_Model* model) {
    const vrm_Meta* meta = vrm_model_meta(model);
    const char* dialect = vrm_dialect_text(vrm_model_dialect(model));
    printf("%s\n", meta != NULL ? meta->name : "(no VRM meta)");
    printf("dialect %s, %d human bones\n", dialect != NULL ? dialect : "none",
           (int)vrm_model_bone_count(model));

    int32_t expression_count;
    const vrm_Expression* expressions = vrm_model_expressions(model, &expression_count);
    printf("expressions:");
    for (int32_t i = 0; i < expression_count; i++) printf(" %s", expressions[i].name);
    printf("\n");
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    vrm_Report* report = NULL;
    vrm_Model* model = NULL;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = vrm_model_load_file(argv[1], NULL, report, &model);
    if (result == VRM_OK)
        print_summary(model);
    else if (result == VRM_ERR_IO)
        perror(argv[1]); /* errno says why: there is no such file, or it may not be read */
    else
        fprintf(stderr, "%s: %s\n", argv[1], vrm_result_text(result));

    for (int32_t i = 0; report != NULL && i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        printf("%s at %s: %s\n", finding.code, finding.pointer, finding.message);
    }
    vrm_model_destroy(model); /* NULL is fine, as with free() */
    vrm_report_destroy(report);
    return result == VRM_OK ? 0 : 1;
}
