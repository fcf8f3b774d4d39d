/* SPDX-License-Identifier: MIT */
/* A client that talks to an avatar without a command, and the folder of its files. For one source
 * file, which asks for mkdtemp() (_XOPEN_SOURCE 700). */
#ifndef VRM_TESTS_CONTROL_TALK_H
#define VRM_TESTS_CONTROL_TALK_H

#include "control/control.h"

#include "scenes/scenes.h"
#include "unit/actor_stage.h"

#include <stdio.h>
#include <stdlib.h>

#define DT (1.0 / 60.0)

enum { OUT_SIZE = 1 << 16 };

static char folder[] = "control_test_XXXXXX";
static allowed_Folders folders;

/* ---- A conversation ---- */

typedef struct Talk {
    Stage stage;
    control_Control* control;
    control_Client* client;
    int frame;
    char out[OUT_SIZE]; /* what was answered, without hello */
    size_t size;
    bool is_deaf;
} Talk;

static inline bool hear_line(void* ctx, const char* line, size_t size) {
    Talk* talk = ctx;
    if (talk->is_deaf) return false;
    assert_true(size > 1 && line[size - 1] == '\n' && memchr(line, '\n', size - 1) == NULL);
    assert_true(talk->size + size < OUT_SIZE);
    memcpy(talk->out + talk->size, line, size);
    talk->size += size;
    talk->out[talk->size] = '\0';
    return true;
}

static inline void forget(Talk* talk) {
    talk->size = 0;
    talk->out[0] = '\0';
}

/* With the actor of its stage. */
static inline void start_talk(Talk* talk) {
    assert_int_equal(control_create(&(control_Stage){.model = cast.stand.model,
                                                     .sim = talk->stage.sim,
                                                     .avatar = talk->stage.avatar,
                                                     .actor = talk->stage.actor,
                                                     .map = cast.stand.map,
                                                     .folders = &folders,
                                                     .files_place = "the folder of the test"},
                                    &talk->control),
                     VRM_OK);
    talk->client = control_join(talk->control, hear_line, talk);
    assert_non_null(talk->client);
    forget(talk);
}

static inline Talk* open_talk(void) {
    Talk* talk = calloc(1, sizeof *talk);
    assert_non_null(talk);
    talk->stage = open_living_stage(3);
    start_talk(talk);
    return talk;
}

static inline void close_talk(Talk* talk) {
    control_destroy(talk->control);
    close_stage(&talk->stage);
    free(talk);
}

static inline void tell(Talk* talk, const char* text) {
    (void)control_read(talk->control, talk->client, text, strlen(text));
}

static inline void ask(Talk* talk, const char* message) {
    tell(talk, message);
    tell(talk, "\n");
}

static inline void run(Talk* talk, int frames) {
    for (int i = 0; i < frames; i++) {
        talk->frame++;
        control_feed(talk->control, DT, NULL);
        assert_true(vrm_actor_step_to(talk->stage.actor, talk->frame * DT));
        control_pose(talk->control, DT);
        vrm_sim_step(talk->stage.sim, (float)DT);
    }
}

static inline void expect(Talk* talk, const char* answers) {
    if (strcmp(talk->out, answers) != 0) fail_msg("said\n%sexpected\n%s", talk->out, answers);
    forget(talk);
}

static inline bool said(const Talk* talk, const char* part) {
    return strstr(talk->out, part) != NULL;
}

/* ---- Files ---- */

static inline void write_file(const char* name, const void* bytes, size_t size) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static inline void remove_file(const char* name) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    remove(path);
}

/* With one motion under two names. */
static inline void open_folder(void) {
    char* paths[] = {folder};
    assert_non_null(mkdtemp(folder));
    SceneBytes clip = scene_hero_clip();
    write_file("clip.vrma", clip.data, clip.size);
    write_file("other.vrma", clip.data, clip.size);
    scene_bytes_free(&clip);
    assert_int_equal(allowed_open("test", paths, 1, &folders), 0);
}

static inline void close_folder(void) {
    remove_file("clip.vrma");
    remove_file("other.vrma");
    remove(folder);
    allowed_close(&folders);
}

#endif
