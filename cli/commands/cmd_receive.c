/* SPDX-License-Identifier: MIT */
/* vrm receive: records what motion capture programs and trackers send as a VRM animation. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "files/files.h"
#include "files/output_name.h"
#include "files/whole_file.h"
#include "trackers/senders.h"
#include "words/args.h"
#include "words/limit_option.h"
#include "words/output.h"
#include "words/terminal.h"

#ifdef CLI_HAS_VMC

#include "trackers/take_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    const char *address, *output, *replay, *packets;
    const char* from[SENDERS_MAX];
    int from_count;
    bool is_json, is_quiet, has_shapes;
} Options;

static const char* address_of(const Options* options) {
    return options->address != NULL ? options->address : "127.0.0.1";
}

/* ---- Saving ---- */

static int save(const Take* take, const Options* options) {
    vrm_Model* model = NULL;
    if (options->output == NULL) return CLI_OK;
    vrm_Result result = vrm_recorder_finish(take->recorder, NULL, &model);
    if (result == VRM_OK) result = cli_save(model, NULL, NULL, options->output);
    vrm_model_destroy(model);
    return result == VRM_OK ? CLI_OK : cli_result_error("receive", options->output, result, NULL);
}

/* Recording failed; the caller saves the frames until then. */
static int report_early_end(const Take* take, vrm_Result result) {
    int frames = (int)vrm_recorder_frame_count(take->recorder);
    fprintf(stderr, "vrm receive: recording ended after %d frame%s: %s%s\n", frames,
            cli_s((uint64_t)frames), vrm_result_text(result),
            result == VRM_ERR_LIMIT ? " (--limit memory=VALUE)" : "");
    return result == VRM_ERR_LIMIT ? CLI_INVALID : CLI_FAILED;
}

static int finish_take(const Take* take, const Options* options, vrm_Result result) {
    int status = result == VRM_OK ? CLI_OK : report_early_end(take, result);
    if (vrm_recorder_frame_count(take->recorder) > 0) {
        int saved = save(take, options);
        if (saved > status) status = saved;
    } else if (result == VRM_OK) {
        take_print_nothing_came(take, options->replay != NULL ? NULL : address_of(options));
        status = CLI_INVALID;
    }
    if (options->is_json) {
        int said = take_print_json(take, options->output);
        return said > status ? said : status;
    }
    if (!options->is_quiet && status == CLI_OK) take_print_result(take, options->output);
    return status;
}

static int confine(const Options* options, const cli_Args* args) {
    char* packets = (char*)options->packets;
    return cli_confine(&(cli_Needs){
        .args = args, .output = options->output, .links = &packets, .link_count = packets != NULL});
}

/* ---- Replay ---- */

static int replay(Take* take, const Options* options, const cli_Args* args) {
    bool is_stdin = strcmp(options->replay, "-") == 0;
    FILE* file = is_stdin ? stdin : cli_open_to_read(options->replay);
    PacketReader* reader = file != NULL ? packets_open(file) : NULL;
    int status = CLI_OK;
    if (file == NULL)
        status = cli_result_error("receive", options->replay, VRM_ERR_IO, NULL);
    else if (reader == NULL)
        status = cli_result_error("receive", options->replay, VRM_ERR_MEMORY, NULL);
    else
        status = confine(options, args);
    if (status == CLI_OK) {
        take_end_by_signals();
        vrm_Result result =
            take_replay(take, reader, options->from_count == 0, options->has_shapes);
        bool is_bad = packets_error(reader)[0] != '\0';
        if (is_bad)
            status = cli_file_error("receive", options->replay, "%s", packets_error(reader));
        if (!options->is_quiet) take_print_skipped(take);
        if (!is_bad || vrm_recorder_frame_count(take->recorder) > 0) {
            int finished = finish_take(take, options, result);
            if (finished > status) status = finished;
        }
    }
    packets_close(reader);
    if (file != NULL && !is_stdin) fclose(file);
    return status;
}

/* ---- Live ---- */

static void say_where(const Take* take, const Options* options) {
    for (int i = 0; i < take->senders.count; i++) {
        const Sender* sender = &take->senders.list[i];
        fputs("vrm receive: ", stderr);
        if (sender->tracker != NULL) fprintf(stderr, "%s: ", sender_name(sender));
        if (sender->path != NULL) {
            fputs("reading ", stderr);
            cli_put_text(stderr, strcmp(sender->path, "-") == 0 ? "standard input" : sender->path);
            fputc('\n', stderr);
            continue;
        }
        if (sender->phone != NULL) fprintf(stderr, "asking %s, ", sender->phone_address);
        fprintf(stderr, "listening on %s, port %u\n", address_of(options),
                vrm_vmc_socket_port(sender->socket));
    }
}

/* A file has its times in its lines; frames of a take are at the times of the clock. */
static int refuse_files(const Senders* senders) {
    for (int i = 0; i < senders->count; i++) {
        const Sender* sender = &senders->list[i];
        if (sender->lines == NULL || !sender_lines_are_stored(sender->lines)) continue;
        return cli_usage_error("receive", "--from mediapipe@FILE reads a pipe; a file is read by "
                                          "`vrm convert-motion FILE -o OUT.vrma`");
    }
    return CLI_OK;
}

static int end_packets(const Take* take, const Options* options, cli_Output* packets, int status) {
    if (options->packets == NULL) return status;
    errno = take->packets_errno;
    vrm_Result result = cli_output_end(packets, errno == 0 && status != CLI_USAGE);
    if (result == VRM_OK || status == CLI_USAGE) return status;
    return cli_result_error("receive", options->packets, result, NULL);
}

static int receive(Take* take, const Options* options, const cli_Args* args) {
    cli_Output packets = {0};
    InputWireDef lines = {.command = "receive"};
    int status = senders_listen(&take->senders, options->address, &lines);
    if (status == CLI_OK) status = refuse_files(&take->senders);
    if (status != CLI_OK) return status;
    if (options->packets != NULL) {
        vrm_Result result = cli_output_begin(options->packets, &packets);
        if (result != VRM_OK) return cli_result_error("receive", options->packets, result, NULL);
        take_record_packets(take, packets.file, options->packets);
    }
    /* Confined from here on: the sockets are open, and their data comes from anyone. */
    status = confine(options, args);
    if (status == CLI_OK) {
        take_end_by_signals();
        if (!options->is_quiet) say_where(take, options);
        take->feedback.is_on = !options->is_quiet && cli_terminal_redraws();
        status = finish_take(take, options, take_live(take));
    }
    return end_packets(take, options, &packets, status);
}

/* ---- Options ---- */

/* VMC where nothing is said; --port is for one sender, from the time when there was one. */
static int add_senders(Take* take, const Options* options, const char* port_word) {
    int status = CLI_OK;
    int32_t port = 0;
    if (port_word != NULL && (!cli_parse_count(port_word, &port) || port > 65535))
        return cli_usage_error("receive",
                               "--port must be a number from 0, any that is free, to 65535");
    if (port_word != NULL && options->from_count > 1)
        return cli_usage_error("receive", "--port is for one sender: write --from NAME:PORT");
    for (int i = 0; i < options->from_count && status == CLI_OK; i++)
        status = senders_add(&take->senders, options->from[i], options->has_shapes);
    if (status != CLI_OK) return status;
    if (options->from_count == 0 && options->replay == NULL)
        status = senders_add(&take->senders, "vmc", false);
    if (port_word != NULL && take->senders.count == 1) take->senders.list[0].port = (uint16_t)port;
    for (int i = 0; i < take->senders.count && status == CLI_OK; i++)
        if (take->senders.list[i].vmc != NULL && take->senders.count > 1)
            return cli_usage_error("receive", "--from vmc stands alone: it has its own root and "
                                              "names of expressions; trackers may be together");
    return status;
}

static int check_options(const Options* options, const cli_Args* args) {
    if (args->file_count > 0)
        return cli_usage_error("receive", "takes no files; -o OUT.vrma says where to write");
    if (options->output != NULL &&
        cli_check_ending("receive", "-o", options->output, CLI_CLIP) != CLI_OK)
        return CLI_USAGE;
    if (cli_has(args, "--vmc") && options->from_count > 0)
        return cli_usage_error("receive", "--vmc means --from vmc: give one of them");
    if (options->replay != NULL && options->packets != NULL)
        return cli_usage_error("receive", "--replay has the packets already: no --record-packets");
    if (options->replay != NULL &&
        (options->address != NULL || cli_has(args, "--port") || cli_has(args, "--wait")))
        return cli_usage_error("receive", "--replay reads a file: no --address, --port or --wait");
    if (options->replay != NULL &&
        senders_check_recorded("receive", options->from, options->from_count) != CLI_OK)
        return CLI_USAGE;
    if (options->packets != NULL && options->output != NULL &&
        strcmp(options->packets, options->output) == 0)
        return cli_usage_error("receive", "-o and --record-packets are the same file");
    if (options->packets != NULL && strcmp(options->packets, "-") == 0 && options->is_json)
        return cli_usage_error("receive", "--record-packets - and --json both write to standard "
                                          "output");
    return CLI_OK;
}

static int run_take(Take* take, const Options* options, const cli_Args* args) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.hips_height = take->hips_height;
    if (cli_limit("memory") > 0) def.max_bytes = cli_limit("memory");
    if (vrm_recorder_create(&def, &take->recorder) != VRM_OK)
        return cli_result_error("receive", "the motion", VRM_ERR_MEMORY, NULL);
    vrm_Result result = options->output != NULL ? cli_output_probe(options->output) : VRM_OK;
    if (result != VRM_OK) return cli_result_error("receive", options->output, result, NULL);
    return options->replay != NULL ? replay(take, options, args) : receive(take, options, args);
}

static int run(cli_Args* args) {
    Options options = {.address = cli_word(args, "--address"),
                       .output = cli_word(args, "--output"),
                       .replay = cli_word(args, "--replay"),
                       .packets = cli_word(args, "--record-packets"),
                       .is_json = cli_has(args, "--json"),
                       .is_quiet = cli_has(args, "--quiet"),
                       .has_shapes = cli_has(args, "--shapes")};
    double fps = 60.0, height = 0.94;
    options.from_count = cli_words(args, "--from", options.from);
    int status = check_options(&options, args);
    if (status != CLI_OK) return status;
    Take* take = calloc(1, sizeof *take);
    if (take == NULL) return cli_result_error("receive", "the motion", VRM_ERR_MEMORY, NULL);
    take->senders.command = "receive";
    take->seconds = options.replay != NULL ? 86400.0 : 10.0;
    take->wait_s = 30.0;
    const struct {
        const char *name, *word;
        double least, most, *out;
    } numbers[] = {{"--seconds", cli_word(args, "--seconds"), 0.001, 86400.0, &take->seconds},
                   {"--wait", cli_word(args, "--wait"), 0.0, 86400.0, &take->wait_s},
                   {"--fps", cli_word(args, "--fps"), 1.0, 1000.0, &fps},
                   {"--hips", cli_word(args, "--hips"), 0.01, 100.0, &height}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == CLI_OK; i++)
        if (!cli_parse_between(numbers[i].word, numbers[i].least, numbers[i].most, numbers[i].out))
            status = cli_usage_error("receive", "%s must be a number from %g to %g",
                                     numbers[i].name, numbers[i].least, numbers[i].most);
    take->tick_s = 1.0 / fps;
    take->hips_height = (float)height;
    if (status == CLI_OK) status = add_senders(take, &options, cli_word(args, "--port"));
    if (status == CLI_OK) status = run_take(take, &options, args);
    senders_close(&take->senders);
    vrm_recorder_destroy(take->recorder);
    free(take);
    return status;
}

#else

static int run(cli_Args* args) {
    (void)args;
    fputs("vrm receive: this vrm was built without libvrm_vmc\n", stderr);
    return CLI_FAILED;
}

#endif

static const cli_Option options[] = {
    CLI_OUTPUT_OPTION("Output file. Written atomically."),
    {.name = "--from",
     .value = "NAME[:PORT][@SOURCE]",
     .help = "Sender: vmc (default), openseeface, ifacialmocap, vtubestudio, livelink, mocopi or "
             "mediapipe. PORT: UDP port to listen on. May be repeated for trackers: if several "
             "send the same bone or the face, the last is used. SOURCE: IPv4 address of the phone "
             "to request data from (ifacialmocap, vtubestudio), or the pipe to read lines of "
             "landmarks from, - for standard input (mediapipe).",
     .most = SENDERS_MAX,
     CLI_SUCH_AS("vmc", "openseeface", "ifacialmocap", "vtubestudio", "livelink", "mocopi",
                 "mediapipe")},
    CLI_FLAG("--vmc", "The same as --from vmc, the default."),
    SENDERS_ADDRESS_OPTION,
    CLI_VALUE("--port", "N",
              "UDP port to listen on; 0 picks a free one. Default: that of the protocol, 39539 for "
              "VMC."),
    CLI_VALUE("--seconds", "S", "Seconds to record. Default: 10; with --replay, all."),
    CLI_VALUE("--wait", "S", "Seconds to wait for the first packet. Default: 30."),
    CLI_VALUE("--fps", "N", "Frames per second. Default: 60."),
    CLI_VALUE("--hips", "H", "Height of the sender's hips at rest (m). Default: 0.94."),
    CLI_FLAG(
        "--shapes",
        "Record the 52 shapes of a tracked face under ARKit's names, for avatars that have them "
        "(perfect sync). Default: presets."),
    CLI_VALUE("--record-packets", "FILE",
              "Also write the received packets with their times, as JSON Lines."),
    CLI_VALUE("--replay", "FILE",
              "Read packets from a file of --record-packets, or - for standard input, instead of "
              "the network; as fast as possible, with the same result each time."),
    CLI_FLAG("--json", "Print the result as one JSON object."),
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_receive = {
    .name = "receive",
    .summary = "record live motion (VMC protocol, trackers) as a VRM animation",
    .usage = "vrm receive [-o OUT.vrma] [--from NAME[:PORT][@SOURCE]] [--seconds S]\n"
             "vrm receive [-o OUT.vrma] --replay FILE\n",
    .about =
        "Receives bones, expressions and gaze from a motion capture program over the VMC\n"
        "protocol (OSC over UDP), or from trackers of a face or a body, and records them as a VRM\n"
        "animation. Recording starts with the first packet; Ctrl-C stops it early. Without -o,\n"
        "only prints what was received. Invalid packets are counted and ignored. Eye bones are\n"
        "not recorded: a VRM animation stores a gaze, which senders of VMC send as\n"
        "/VMC/Ext/Set/Eye.\n",
    .options = options,
    .run = run,
};
