/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "live/live_page.h"

#include "words/output.h"

#ifdef CLI_HAS_VIEW

#include "live/live_page_stream.h"
#include "view/view_server.h"
#include "words/json.h"

#include <stdlib.h>
#include <time.h>

struct LivePage {
    view_Server server;
    view_Source source;
    LivePageBoard board;
    LivePageRig rig;
    cli_Args args; /* the avatar alone */
    bool has_read_files;
};

int live_page_open(const LivePageDef* def, LivePage** out_page) {
    *out_page = NULL;
    LivePage* page = calloc(1, sizeof *page);
    if (page == NULL) return cli_result_error(def->args->command, "--page", VRM_ERR_MEMORY, NULL);
    page->args = *def->args;
    page->args.file_count = 1;
    page->source = live_page_source(&page->board);
    view_ServerDef server = {.command = def->args->command,
                             .port_option = "--page-port",
                             .folder_option = "--page-folder",
                             .folder = def->folder,
                             .index = "live/index.html",
                             .key_file = def->key_file,
                             .args = &page->args,
                             .source = &page->source,
                             .port = def->port,
                             .opens_browser = def->opens_browser};
    int status = view_server_open(&page->server, &server);
    if (status != CLI_OK) {
        live_page_close(page);
        return status;
    }
    view_server_open_browser(&page->server, def->is_quiet);
    *out_page = page;
    return CLI_OK;
}

void live_page_close(LivePage* page) {
    if (page == NULL) return;
    view_server_close(&page->server);
    live_page_release_board(&page->board);
    live_page_release_rig(&page->rig);
    free(page);
}

const char* live_page_url(const LivePage* page) {
    return page->server.url;
}

uint16_t live_page_port(const LivePage* page) {
    return view_http_port(page->server.http);
}

int32_t live_page_reader_count(const LivePage* page) {
    return view_http_stream_count(page->server.http);
}

int live_page_descriptor(const LivePage* page) {
    return view_http_descriptor(page->server.http);
}

static void put_expressions(vrm_JsonBuilder* builder, const vrm_Rig* rig) {
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < vrm_rig_expression_count(rig); i++)
        vrm_json_put_string(builder, vrm_rig_expression_info(rig, i).name);
    vrm_json_end_array(builder);
}

/* The first record of each stream. The page compares `file` with what it has loaded, and the counts
 * with its own reading of the file, which may have been exported again since it was loaded here. */
static bool describe_avatar(LivePage* page, const vrm_Rig* rig) {
    vrm_JsonBuilder* builder = NULL;
    vrm_Span text;
    if (vrm_json_builder_create(NULL, &builder) != VRM_OK) return false;
    vrm_json_begin_object(builder);
    cli_json_integer(builder, "version", 1);
    vrm_json_put_key(builder, "file");
    view_files_put(builder, &page->server.files, 0);
    cli_json_integer(builder, "nodes", vrm_rig_node_count(rig));
    put_expressions(builder, rig);
    vrm_json_end_object(builder);
    bool is_good = vrm_json_builder_text(builder, &text) == VRM_OK &&
                   live_page_write_avatar(&page->board.avatar, text);
    vrm_json_builder_destroy(builder);
    if (is_good) page->board.avatar_number++;
    return is_good;
}

/* A rig that could not be described, for want of memory, is taken again with the next frame. */
static bool take_rig(LivePage* page, const vrm_Rig* rig) {
    if (rig == page->rig.rig) return true;
    if (live_page_take_rig(&page->rig, rig) && describe_avatar(page, rig)) return true;
    live_page_release_rig(&page->rig);
    return false;
}

/* What Date.now() says in a page of the same machine. */
static double clock_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* The file names its side files. It is a stranger's, so this waits for the caller's sandbox. */
static void read_files(LivePage* page) {
    if (page->has_read_files) return;
    page->has_read_files = true;
    view_files_read(&page->server.files);
}

bool live_page_put(LivePage* page, const vrm_Sim* sim, vrm_AvatarId avatar, double time_s) {
    const vrm_Rig* rig = vrm_avatar_rig(sim, avatar);
    read_files(page);
    if (rig == NULL || !take_rig(page, rig)) return false;
    if (live_page_reader_count(page) == 0) { /* a page that comes later is sent no old state */
        page->board.state.size = 0;
        return true;
    }
    if (!live_page_write_state(&page->board.state, &page->rig, sim, avatar, time_s, clock_ms()))
        return false;
    live_page_announce(&page->board);
    view_http_wake(page->server.http);
    return true;
}

bool live_page_set_camera(LivePage* page, vrm_Span json) {
    if (!live_page_write_camera(&page->board.camera, json)) return false;
    page->board.camera_number++;
    view_http_wake(page->server.http);
    return true;
}

void live_page_run(LivePage* page, int32_t milliseconds) {
    read_files(page);
    view_http_run(page->server.http, milliseconds);
    view_http_tick(page->server.http);
}

#else

int live_page_open(const LivePageDef* def, LivePage** out_page) {
    *out_page = NULL;
    fprintf(stderr,
            "vrm %s: --page: this vrm was built without libmicrohttpd (Debian: "
            "libmicrohttpd-dev)\n",
            def->args->command);
    return CLI_FAILED;
}

void live_page_close(LivePage* page) {
    (void)page;
}

const char* live_page_url(const LivePage* page) {
    (void)page;
    return "";
}

uint16_t live_page_port(const LivePage* page) {
    (void)page;
    return 0;
}

int32_t live_page_reader_count(const LivePage* page) {
    (void)page;
    return 0;
}

int live_page_descriptor(const LivePage* page) {
    (void)page;
    return -1;
}

bool live_page_put(LivePage* page, const vrm_Sim* sim, vrm_AvatarId avatar, double time_s) {
    (void)page;
    (void)sim;
    (void)avatar;
    (void)time_s;
    return false;
}

bool live_page_set_camera(LivePage* page, vrm_Span json) {
    (void)page;
    (void)json;
    return false;
}

void live_page_run(LivePage* page, int32_t milliseconds) {
    (void)page;
    (void)milliseconds;
}

#endif
