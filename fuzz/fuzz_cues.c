/* SPDX-License-Identifier: MIT */
/* Texts of emotions, as --emotions and --script read them: cues within their limits whose times do
 * not go back, or one sentence. */
#include "require.h"

#include "cli/face/cues.h"

#include <stdlib.h>
#include <string.h>

typedef bool ReadFn(const char* text, size_t size, Cues* out, char* error, size_t error_size);

static void check(ReadFn* read, const char* text, size_t size) {
    Cues cues;
    char error[160] = "";
    bool is_read = read(text, size, &cues, error, sizeof error);
    require(is_read == (error[0] == 0) && memchr(error, 0, sizeof error) != NULL);
    require(is_read || (cues.list == NULL && cues.count == 0));
    cues_place(&cues, 0.5, 10.0);
    double timed = 0.0;
    for (int32_t i = 0; i < cues.count; i++) {
        const Cue* cue = &cues.list[i];
        require(cue->part_count > 0 && cue->part_count <= CUE_PARTS_MAX);
        require(cue->time_s >= 0.0 && cue->time_s <= CUE_TIME_MAX);
        require(cue->place >= 0 && cue->place <= cues.letters);
        require(!cue->is_timed || cue->time_s >= timed);
        if (cue->is_timed) timed = cue->time_s;
        for (int32_t p = 0; p < cue->part_count; p++)
            require(cue->parts[p].weight >= 0.0f && cue->parts[p].weight <= 1.0f);
    }
    cues_free(&cues);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    char* text = malloc(size + 1); /* neither reader needs a zero behind the text */
    require(text != NULL);
    memcpy(text, data, size);
    check(cues_read_emotions, text, size);
    check(cues_read_script, text, size);
    free(text);
    return 0;
}
