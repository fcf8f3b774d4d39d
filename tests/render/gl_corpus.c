/* SPDX-License-Identifier: MIT */
/* Every file of the corpus, the broken ones too, is drawn by the GL of this machine or refused: no
 * crash, no failure that a file could cause. */
#include "render/shot.h"
#include "support/check.h"
#include "support/corpus.h"

#include <stdio.h>

/* Avatars show something; broken files may show nothing. */
static int32_t covered(const Photo* photo) {
    int32_t count = 0;
    for (int32_t i = 0; i < photo->width * photo->height; i++)
        if (photo->rgba[4 * i + 3] > 0) count++;
    return count;
}

static int32_t draw_files(Studio* studio, const char* folder, const char* extension) {
    CorpusFiles files = corpus_files(folder, extension);
    Shot shot = shot_default();
    shot.width = shot.height = 48;
    shot.eye = (vrm_Vec3){0, 1, 4};
    shot.target = (vrm_Vec3){0, 1, 0};
    int32_t seen = 0;
    for (size_t i = 0; i < files.count; i++) {
        if (studio_load_file(studio, files.paths[i]) != VRM_OK) continue;
        Photo photo = studio_draw(studio, &shot);
        if (photo.rgba == NULL) fail_msg("%s is not drawn", files.paths[i]);
        if (covered(&photo) > 0) seen++;
        photo_release(&photo);
    }
    printf("%s: %d of %d files *%s show something\n", folder, (int)seen, (int)files.count,
           extension);
    corpus_files_free(&files);
    return seen;
}

static void avatars_are_drawn(void** state) {
    skip_without_corpus();
    assert_true(draw_files(*state, "vrm0", ".vrm") >= 10);
    assert_true(draw_files(*state, "vrm1", ".vrm") >= 7);
}

static void broken_files_are_drawn_or_refused(void** state) {
    skip_without_corpus();
    draw_files(*state, "broken", ".vrm");
    draw_files(*state, "broken", ".glb");
    draw_files(*state, "broken", ".gltf");
}

int main(void) {
    Studio studio;
    if (!studio_open(&studio)) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(avatars_are_drawn, &studio),
        cmocka_unit_test_prestate(broken_files_are_drawn_or_refused, &studio),
    };
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    studio_close(&studio);
    return status;
}
