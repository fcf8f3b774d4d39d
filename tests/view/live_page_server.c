/* SPDX-License-Identifier: MIT */
/* usage: live_page_server AVATAR PAGE_FOLDER [KEY_FILE [PORT]]
 *
 * The page of `vrm live` with an avatar that does what standard input says, so that tests know what
 * is on the page and when it was put. Prints one JSON object with the address. Lines:
 *
 *   bone NAME X Y Z W    sets a bone
 *   root X Y Z           places the avatar
 *   expression NAME W    sets an expression
 *   camera JSON          moves the camera of the pages
 *   idle 0|1             stands and breathes (begins with 0)
 *   put 0|1              puts a state in each frame (begins with 1)
 *   readers              prints how many pages are open
 *
 * Sixty frames a second; ends at the end of its input. The first description of the avatar fails,
 * as one without memory does: pages must get the next one. */
#define _POSIX_C_SOURCE 200809L

#include "live/live_page.h"
#include "live/live_page_state.h"
#include "view/view_page.h"
#include "view/view_system.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Its page is always in a folder. */
const view_Embedded view_embedded[] = {{NULL, NULL, NULL, false}};
const int view_embedded_count = 0;

/* What live_page.c calls in place of live_page_write_avatar(), see CMakeLists.txt. */
bool describe_later(LivePageBytes* record, vrm_Span json);

bool describe_later(LivePageBytes* record, vrm_Span json) {
    static int calls;
    return ++calls > 1 && live_page_write_avatar(record, json);
}

typedef struct Stand {
    vrm_Sim* sim;
    vrm_AvatarId avatar;
    LivePage* page;
    bool is_idle, puts;
} Stand;

static vrm_Bone find_bone(const char* name) {
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        if (strcmp(vrm_bone_name((vrm_Bone)b), name) == 0) return (vrm_Bone)b;
    return VRM_BONE_NONE;
}

static bool obey(Stand* stand, const char* line) {
    char name[128];
    float x, y, z, w;
    int value;
    if (sscanf(line, "bone %127s %f %f %f %f", name, &x, &y, &z, &w) == 5)
        return vrm_avatar_set_bone(stand->sim, stand->avatar, find_bone(name),
                                   (vrm_Quat){x, y, z, w});
    if (sscanf(line, "root %f %f %f", &x, &y, &z) == 3)
        return vrm_avatar_set_root(stand->sim, stand->avatar,
                                   (vrm_Transform){{x, y, z}, {0, 0, 0, 1}, {1, 1, 1}});
    if (sscanf(line, "expression %127s %f", name, &w) == 2)
        return vrm_avatar_set_expression_named(stand->sim, stand->avatar, name, w);
    if (strncmp(line, "camera ", 7) == 0)
        return live_page_set_camera(stand->page, (vrm_Span){line + 7, strlen(line + 7)});
    if (sscanf(line, "idle %d", &value) == 1) stand->is_idle = value != 0;
    if (sscanf(line, "put %d", &value) == 1) stand->puts = value != 0;
    if (strcmp(line, "readers") == 0) {
        printf("%d\n", (int)live_page_reader_count(stand->page));
        fflush(stdout);
    }
    return true;
}

/* Obeys all lines that have come; false at the end of input. */
static bool listen_to_input(Stand* stand) {
    static char text[8192];
    static size_t kept;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&input, 1, 0) > 0) {
        ssize_t size = read(STDIN_FILENO, text + kept, sizeof text - 1 - kept);
        if (size <= 0) return false;
        kept += (size_t)size;
        text[kept] = 0;
        char* line = text;
        for (char* end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = 0;
            if (!obey(stand, line)) fprintf(stderr, "refused: %s\n", line);
        }
        kept = strlen(line);
        memmove(text, line, kept);
    }
    return true;
}

static void run(Stand* stand) {
    const double frame_s = 1.0 / 60.0;
    double begin_s = view_now_s(), next_s = begin_s;
    while (!view_is_interrupted() && listen_to_input(stand)) {
        double now_s = view_now_s();
        if (now_s >= next_s) {
            vrm_Pose pose = vrm_pose_idle((float)(now_s - begin_s));
            if (stand->is_idle) vrm_avatar_set_pose(stand->sim, stand->avatar, &pose);
            vrm_sim_step(stand->sim, (float)frame_s);
            if (stand->puts) live_page_put(stand->page, stand->sim, stand->avatar, now_s - begin_s);
            next_s = next_s + frame_s > now_s ? next_s + frame_s : now_s;
        }
        int wait_ms = (int)((next_s - view_now_s()) * 1000.0);
        live_page_run(stand->page, wait_ms > 0 ? wait_ms : 0);
    }
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    Stand stand = {.puts = true};
    if (argc < 3) return CLI_USAGE;
    cli_Args args = {.command = "live", .files = argv + 1, .file_count = 1};
    LivePageDef def = {.args = &args,
                       .folder = argv[2],
                       .key_file = argc > 3 ? argv[3] : NULL,
                       .port = (uint16_t)(argc > 4 ? atoi(argv[4]) : 0)};
    view_catch_signals();
    int status = live_page_open(&def, &stand.page);
    if (status != CLI_OK) return status;
    if (vrm_model_load_file(argv[1], NULL, NULL, &model) != VRM_OK ||
        vrm_rig_build(model, NULL, &rig) != VRM_OK || vrm_sim_create(NULL, &stand.sim) != VRM_OK)
        return CLI_FAILED;
    stand.avatar = vrm_sim_add(stand.sim, rig);
    printf("{\"url\":\"%s\",\"port\":%u}\n", live_page_url(stand.page),
           (unsigned)live_page_port(stand.page));
    fflush(stdout);
    run(&stand);
    live_page_close(stand.page);
    vrm_sim_destroy(stand.sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return CLI_OK;
}
