/* SPDX-License-Identifier: MIT */
/* vrm receive: records the data that a motion capture program sends by the VMC protocol as a VRM
 * animation. */
#define _POSIX_C_SOURCE 200809L
#include "commands/commands.h"
#include "confine/confine.h"
#include "files/files.h"
#include "files/output_name.h"
#include "files/whole_file.h"
#include "motion/listen.h"
#include "words/args.h"
#include "words/json.h"
#include "words/limit_option.h"
#include "words/output.h"
#include "words/terminal.h"

#ifdef CLI_HAS_VMC

#include "vrm/vmc.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct Options {
    const char *address, *output;
    bool is_json, is_quiet;
} Options;

static const char* address_of(const Options* options) {
    return options->address != NULL ? options->address : "127.0.0.1";
}

typedef struct Recording {
    vrm_Vmc* vmc;
    vrm_VmcSocket* socket;
    vrm_Recorder* recorder;
    double seconds, wait_s, tick_s;
    float hips_height;
    struct Feedback* feedback;
} Recording;

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal_number) {
    (void)signal_number;
    is_interrupted = 1;
}

static double now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool parse_number(const char* text, double least, double most, double* out) {
    char* end;
    if (text == NULL) return true;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) return false;
    *out = value;
    return true;
}

/* ---- Receiving ---- */

/* A line on the terminal that is overwritten in place and cleared at the end. */
typedef struct Feedback {
    bool is_on, is_drawn;
    double next_s;
} Feedback;

static bool is_due(Feedback* feedback) {
    double now = now_s();
    if (!feedback->is_on || now < feedback->next_s) return false;
    feedback->next_s = now + 0.5;
    feedback->is_drawn = true;
    return true;
}

/* Cuts the line to the width of the terminal: a wrapped line could not be overwritten. */
VRM_PRINTF(1, 2) static void put_line(const char* format, ...) {
    char line[256];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fprintf(stderr, "\r%.*s\033[K", cli_terminal_columns() - 1, line);
}

static void end_feedback(Feedback* feedback) {
    if (feedback->is_drawn) fputs("\r\033[K", stderr);
    feedback->is_drawn = false;
}

/* Receives everything that arrives until `until`; true when there was something. */
static bool receive_until(Recording* recording, double until) {
    bool has_packets = false;
    for (double left = until - now_s(); left > 0.0 && !is_interrupted; left = until - now_s()) {
        int32_t milliseconds = left > 0.5 ? 500 : (int32_t)(left * 1000.0) + 1;
        if (vrm_vmc_socket_wait(recording->socket, milliseconds) &&
            vrm_vmc_socket_receive(recording->socket, recording->vmc) > 0)
            has_packets = true;
    }
    return has_packets;
}

/* ---- What was received ---- */

static int count_bits(uint64_t bits) {
    int count = 0;
    for (; bits != 0; bits &= bits - 1) count++;
    return count;
}

/* VRMC_vrm_animation 1.0, humanoid: eye bones must not be mapped; the gaze replaces them. */
static const uint64_t eye_bits = (uint64_t)1 << VRM_BONE_LEFT_EYE | (uint64_t)1
                                                                        << VRM_BONE_RIGHT_EYE;

static int count_bones(const Recording* recording) {
    return count_bits(vrm_vmc_state(recording->vmc)->bones & ~eye_bits);
}

static int count_eyes(const Recording* recording) {
    return count_bits(vrm_vmc_state(recording->vmc)->bones & eye_bits);
}

/* Whether a frame can be recorded; expressions alone suffice. */
static bool has_motion(const Recording* recording) {
    const vrm_VmcState* state = vrm_vmc_state(recording->vmc);
    return (state->bones & ~eye_bits) != 0 || state->has_root || state->has_gaze ||
           vrm_vmc_expression_count(recording->vmc) > 0;
}

static void show_recording(const Recording* recording, double elapsed_s) {
    int frames = (int)vrm_recorder_frame_count(recording->recorder);
    int bones = count_bones(recording), faces = (int)vrm_vmc_expression_count(recording->vmc);
    put_line("%.0f of %.0f s: %d frame%s, %d bone%s, %d expression%s; Ctrl-C ends it", elapsed_s,
             recording->seconds, frames, cli_s((uint64_t)frames), bones, cli_s((uint64_t)bones),
             faces, cli_s((uint64_t)faces));
}

/* A sender's first packets may hold its face alone: frames from before its first bone, which show
 * the avatar at rest, are dropped where bones follow within a second. */
static void drop_boneless_start(Recording* recording, double at_s, bool* has_bones) {
    if (*has_bones || count_bones(recording) == 0) return;
    *has_bones = true;
    while (at_s <= 1.0 && vrm_recorder_drop_frame(recording->recorder)) continue;
}

/* The clock starts with the first packet; each tick with data is a frame. */
static vrm_Result record(Recording* recording) {
    double give_up_s = now_s() + recording->wait_s;
    while (!vrm_vmc_socket_wait(recording->socket, 100)) {
        if (now_s() >= give_up_s || is_interrupted) return VRM_OK;
        if (is_due(recording->feedback))
            put_line("waiting for the first packet, %.0f s left; Ctrl-C ends it",
                     give_up_s - now_s());
    }
    double begin = now_s();
    bool has_bones = false;
    int64_t ticks = (int64_t)(recording->seconds / recording->tick_s + 0.5);
    for (int64_t tick = 1; tick <= ticks && !is_interrupted; tick++) {
        double at = (double)tick * recording->tick_s;
        if (is_due(recording->feedback)) show_recording(recording, now_s() - begin);
        if (!receive_until(recording, begin + at) || !has_motion(recording)) continue;
        drop_boneless_start(recording, at, &has_bones);
        vrm_Result result =
            vrm_vmc_record(recording->vmc, recording->recorder, at, recording->hips_height);
        if (result != VRM_OK) return result;
    }
    return VRM_OK;
}

/* ---- Report ---- */

static int print_result_json(const Recording* recording, const Options* options) {
    vrm_JsonBuilder* builder = cli_json_create();
    vrm_VmcStats stats = vrm_vmc_stats(recording->vmc);
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", options->output);
    cli_json_integer(builder, "frames", vrm_recorder_frame_count(recording->recorder));
    cli_json_integer(builder, "packets", (int64_t)stats.packets);
    cli_json_integer(builder, "messages", (int64_t)stats.messages);
    cli_json_integer(builder, "bones", count_bones(recording));
    cli_json_integer(builder, "expressions", vrm_vmc_expression_count(recording->vmc));
    cli_json_integer(builder, "eyeBones", count_eyes(recording));
    cli_json_integer(builder, "otherMessages", (int64_t)stats.others);
    cli_json_integer(builder, "refusedPackets", (int64_t)stats.refused_packets);
    cli_json_integer(builder, "refusedMessages", (int64_t)stats.refused_messages);
    cli_json_integer(builder, "unknownBones", (int64_t)stats.unknown_bones);
    vrm_json_put_key(builder, "unknownBoneNames");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; vrm_vmc_unknown_bone(recording->vmc, i) != NULL; i++)
        vrm_json_put_string(builder, vrm_vmc_unknown_bone(recording->vmc, i));
    vrm_json_end_array(builder);
    cli_json_integer(builder, "unknownBoneNameCount", vrm_vmc_unknown_bone_count(recording->vmc));
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

/* Prints the names in bone messages that are not bones, if there are any. */
static void print_unknown_bones(FILE* out, const Recording* recording) {
    int32_t shown = 0, all = vrm_vmc_unknown_bone_count(recording->vmc);
    if (all == 0) return;
    fprintf(out, "  %s: ", all == 1 ? "a name that is no bone" : "names that are no bone");
    for (; vrm_vmc_unknown_bone(recording->vmc, shown) != NULL; shown++) {
        if (shown > 0) fputs(", ", out);
        cli_put_text(out, vrm_vmc_unknown_bone(recording->vmc, shown));
    }
    if (all > shown)
        fprintf(out, " and %s%d more", all == VRM_VMC_UNKNOWN_MAX ? "at least " : "",
                (int)(all - shown));
    fputc('\n', out);
}

static void print_result(const Recording* recording, const Options* options) {
    vrm_VmcStats stats = vrm_vmc_stats(recording->vmc);
    int bones = count_bones(recording), faces = (int)vrm_vmc_expression_count(recording->vmc);
    FILE* out = options->output != NULL && strcmp(options->output, "-") == 0 ? stderr : stdout;
    if (options->output != NULL) {
        int frames = (int)vrm_recorder_frame_count(recording->recorder);
        cli_put_text(out, options->output);
        fprintf(out, ": %d frame%s; ", frames, cli_s((uint64_t)frames));
    }
    fprintf(out, "%llu packet%s, %llu message%s, %d bone%s, %d expression%s",
            (unsigned long long)stats.packets, cli_s(stats.packets),
            (unsigned long long)stats.messages, cli_s(stats.messages), bones,
            cli_s((uint64_t)bones), faces, cli_s((uint64_t)faces));
    if (stats.refused_packets + stats.refused_messages > 0)
        fprintf(out, "; refused %llu packet%s and %llu message%s",
                (unsigned long long)stats.refused_packets, cli_s(stats.refused_packets),
                (unsigned long long)stats.refused_messages, cli_s(stats.refused_messages));
    fputc('\n', out);
    if (count_eyes(recording) > 0)
        fputs("  eye bones came and are not recorded: a VRM animation has a gaze instead, which\n"
              "  the sender sends as /VMC/Ext/Set/Eye\n",
              out);
    print_unknown_bones(out, recording);
}

/* Whether the address stands for all addresses of this machine: 0.0.0.0. */
static bool is_any_address(const char* address) {
    return address[strspn(address, "0.")] == '\0';
}

static void print_nothing_sent(const Recording* recording, const char* address) {
    fprintf(
        stderr,
        "nothing came to %s, port %u.\n"
        "Let the sender send VMC to this %s and this port, or listen where it sends: --port N%s\n",
        address, vrm_vmc_socket_port(recording->socket),
        is_any_address(address) ? "machine" : "address",
        is_any_address(address) ? "."
                                : ",\nand --address 0.0.0.0 when it runs on another machine.");
}

/* Prints the most likely reasons why no motion arrived. */
static void print_nothing_came(const Recording* recording, const char* address) {
    vrm_VmcStats stats = vrm_vmc_stats(recording->vmc);
    fputs("vrm receive: no motion was received: ", stderr);
    if (stats.packets == 0) {
        print_nothing_sent(recording, address);
        return;
    }
    fprintf(stderr, "%llu packet%s came, ", (unsigned long long)stats.packets,
            cli_s(stats.packets));
    if (stats.messages == 0)
        fputs("none of them OSC.\nIs it another protocol that the sender speaks?\n", stderr);
    else if (stats.unknown_bones > 0)
        fputs("whose bones have names that VMC does not know.\n", stderr);
    else if (count_eyes(recording) > 0)
        fputs("with eye bones alone. A VRM animation cannot have them; its gaze comes as\n"
              "/VMC/Ext/Set/Eye.\n",
              stderr);
    else if (stats.refused_messages > 0)
        fprintf(stderr,
                "%llu message%s of VMC with wrong arguments.\n"
                "docs/guide/vmc.md lists what each message holds.\n",
                (unsigned long long)stats.refused_messages, cli_s(stats.refused_messages));
    else if (stats.others == stats.messages)
        fputs("and none had a message that is used here.\n"
              "Is it another protocol that the sender speaks, or does it send tracking only?\n",
              stderr);
    else
        fputs("with neither bones nor expressions.\n"
              "Is an avatar loaded in the sender, and tracking switched on?\n",
              stderr);
    print_unknown_bones(stderr, recording);
}

/* ---- Running ---- */

static int save(const Recording* recording, const Options* options) {
    vrm_Model* model = NULL;
    if (options->output == NULL) return CLI_OK;
    vrm_Result result = vrm_recorder_finish(recording->recorder, NULL, &model);
    if (result == VRM_OK) result = cli_save(model, NULL, NULL, options->output);
    vrm_model_destroy(model);
    return result == VRM_OK ? CLI_OK : cli_result_error("receive", options->output, result, NULL);
}

/* Ctrl-C, kill and closing the terminal end the recording, which is then saved. SA_RESTART: a
 * second Ctrl-C does not harm the file that is being written. */
static void end_by_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction old, action = {.sa_handler = interrupt, .sa_flags = SA_RESTART};
        bool is_ignored = sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN;
        if (!is_ignored || numbers[i] == SIGINT) sigaction(numbers[i], &action, NULL);
    }
}

/* Recording failed; the caller saves the frames until then. */
static int report_early_end(const Recording* recording, vrm_Result result) {
    int frames = (int)vrm_recorder_frame_count(recording->recorder);
    fprintf(stderr, "vrm receive: recording ended after %d frame%s: %s%s\n", frames,
            cli_s((uint64_t)frames), vrm_result_text(result),
            result == VRM_ERR_LIMIT ? " (--limit memory=VALUE)" : "");
    return result == VRM_ERR_LIMIT ? CLI_INVALID : CLI_FAILED;
}

static int run_recording(Recording* recording, const Options* options) {
    end_by_signals();
    if (!options->is_quiet)
        fprintf(stderr, "vrm receive: listening on %s, port %u\n", address_of(options),
                vrm_vmc_socket_port(recording->socket));
    Feedback feedback = {.is_on = !options->is_quiet && cli_terminal_redraws()};
    recording->feedback = &feedback;
    vrm_Result result = record(recording);
    end_feedback(&feedback);
    int status = result == VRM_OK ? CLI_OK : report_early_end(recording, result);
    if (vrm_recorder_frame_count(recording->recorder) > 0) {
        int saved = save(recording, options);
        if (saved > status) status = saved;
    } else if (result == VRM_OK) {
        print_nothing_came(recording, address_of(options));
        status = CLI_INVALID;
    }
    if (options->is_json) {
        int said = print_result_json(recording, options);
        return said > status ? said : status;
    }
    if (!options->is_quiet && status == CLI_OK) print_result(recording, options);
    return status;
}

static int open_and_run(Recording* recording, const Options* options, const cli_Args* args,
                        uint16_t port) {
    vrm_RecorderDef def = vrm_default_recorder_def();
    def.hips_height = recording->hips_height;
    if (cli_limit("memory") > 0) def.max_bytes = cli_limit("memory");
    if (vrm_vmc_create(NULL, &recording->vmc) != VRM_OK ||
        vrm_recorder_create(&def, &recording->recorder) != VRM_OK)
        return cli_result_error("receive", "the motion", VRM_ERR_MEMORY, NULL);
    vrm_Result result = options->output != NULL ? cli_output_probe(options->output) : VRM_OK;
    if (result != VRM_OK) return cli_result_error("receive", options->output, result, NULL);
    result = vrm_vmc_socket_open(options->address, port, &recording->socket);
    if (result == VRM_ERR_ARGUMENT)
        return cli_usage_error(
            "receive", "--address is an IPv4 address in numbers, as 192.168.1.20: %s is not",
            options->address);
    if (result == VRM_ERR_IO)
        return cli_listen_error("receive", "--address", address_of(options), port);
    if (result != VRM_OK) return cli_result_error("receive", "the motion", result, NULL);
    /* Confined from here on: the socket is open, and its data comes from anyone. */
    int status = cli_confine(&(cli_Needs){.args = args, .output = options->output});
    return status == CLI_OK ? run_recording(recording, options) : status;
}

static int run(cli_Args* args) {
    Options options = {.address = cli_word(args, "--address"),
                       .output = cli_word(args, "--output"),
                       .is_json = cli_has(args, "--json"),
                       .is_quiet = cli_has(args, "--quiet")};
    const char* port_word = cli_word(args, "--port");
    int32_t port = VRM_VMC_PORT;
    double fps = 60.0, height = 0.94;
    Recording recording = {.seconds = 10.0, .wait_s = 30.0};
    if (args->file_count > 0)
        return cli_usage_error("receive", "takes no files; -o OUT.vrma says where to write");
    if (options.output != NULL &&
        cli_check_ending("receive", "-o", options.output, CLI_CLIP) != CLI_OK)
        return CLI_USAGE;
    if (port_word != NULL && (!cli_parse_count(port_word, &port) || port > 65535))
        return cli_usage_error("receive", "--port is a number from 0, any that is free, to 65535");
    const struct {
        const char *name, *word;
        double least, most, *out;
    } numbers[] = {{"--seconds", cli_word(args, "--seconds"), 0.001, 86400.0, &recording.seconds},
                   {"--wait", cli_word(args, "--wait"), 0.0, 86400.0, &recording.wait_s},
                   {"--fps", cli_word(args, "--fps"), 1.0, 1000.0, &fps},
                   {"--hips", cli_word(args, "--hips"), 0.01, 100.0, &height}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!parse_number(numbers[i].word, numbers[i].least, numbers[i].most, numbers[i].out))
            return cli_usage_error("receive", "%s is a number from %g to %g", numbers[i].name,
                                   numbers[i].least, numbers[i].most);
    recording.tick_s = 1.0 / fps;
    recording.hips_height = (float)height;
    int status = open_and_run(&recording, &options, args, (uint16_t)port);
    vrm_vmc_socket_close(recording.socket);
    vrm_recorder_destroy(recording.recorder);
    vrm_vmc_destroy(recording.vmc);
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
    CLI_FLAG("--vmc", "Protocol; VMC is the only one and the default."),
    CLI_VALUE("--address", "A",
              "IPv4 address to listen on. Default: 127.0.0.1, this machine only. 0.0.0.0 accepts "
              "packets from the network."),
    CLI_VALUE("--port", "N", "UDP port; 0 picks a free one. Default: 39539."),
    CLI_VALUE("--seconds", "S", "Seconds to record. Default: 10."),
    CLI_VALUE("--wait", "S", "Seconds to wait for the first packet. Default: 30."),
    CLI_VALUE("--fps", "N", "Frames per second. Default: 60."),
    CLI_VALUE("--hips", "H", "Height of the sender's hips at rest (m). Default: 0.94."),
    CLI_FLAG("--json", "Print the result as one JSON object."),
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_receive = {
    .name = "receive",
    .summary = "record live motion (VMC protocol) as a VRM animation",
    .usage = "vrm receive [-o OUT.vrma] [--port N] [--seconds S]\n",
    .about =
        "Receives bones, expressions and gaze from a motion capture program over the VMC\n"
        "protocol (OSC over UDP) and records them as a VRM animation. Recording starts with the\n"
        "first packet; Ctrl-C stops it early. Without -o, only prints what was received. Invalid\n"
        "packets are counted and ignored. Eye bones are not recorded: a VRM animation stores a\n"
        "gaze, which senders send as /VMC/Ext/Set/Eye.\n",
    .options = options,
    .run = run,
};
