/* SPDX-License-Identifier: MIT */
/* Sound, as `vrm render --audio` reads it: any bytes give samples within -1..1, as many as they
 * please but not without an end, or one sentence. */
#include "require.h"

#include "cli/sound/sound.h"

#include <string.h>

enum { SAMPLES_MAX = 1 << 20 }; /* of one run: what is compressed well takes long */

/* libsndfile 1.2.0 loses what vorbis_info_init() allocated when the headers after it are broken. */
const char* __lsan_default_suppressions(void);
const char* __lsan_default_suppressions(void) {
    return "leak:libvorbis\nleak:libsndfile\n";
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    char error[160] = "";
    float samples[700]; /* no divisor of the blocks that are decoded */
    sound_Reader* reader = sound_open(data, size, error, sizeof error);
    require((reader == NULL) == (error[0] != 0) && memchr(error, 0, sizeof error) != NULL);
    if (reader == NULL) return 0;
    require(sound_rate_hz(reader) >= SOUND_RATE_LEAST && sound_rate_hz(reader) <= SOUND_RATE_MOST);
    int32_t count = 700, total = 0;
    for (; count == 700 && total < SAMPLES_MAX; total += count) {
        count = sound_read(reader, samples, 700, error, sizeof error);
        require(count >= -1 && count <= 700 && (count == -1) == (error[0] != 0));
        for (int32_t i = 0; i < count; i++) require(samples[i] >= -1.0f && samples[i] <= 1.0f);
    }
    if (count >= 0 && count < 700) { /* the whole: it is as long once more */
        sound_Survey survey;
        require(sound_restart(reader, -1) && sound_survey(reader, &survey, error, sizeof error));
        require(survey.count == total && survey.loudest_begin <= total);
        require(sound_restart(reader, survey.channel));
        require(sound_read(reader, samples, 700, error, sizeof error) >= 0);
    }
    sound_close(reader);
    return 0;
}
