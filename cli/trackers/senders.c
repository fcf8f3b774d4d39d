/* SPDX-License-Identifier: MIT */
#include "trackers/senders.h"

#ifdef CLI_HAS_VMC

#include "motion/listen.h"
#include "words/args.h"
#include "words/output.h"

#include <stdio.h>
#include <string.h>

const char* sender_name(const Sender* sender) {
    return sender->vmc != NULL ? "vmc" : vrm_tracker_name(sender->kind);
}

void sender_take(Sender* sender, const void* data, size_t size) {
    if (sender->vmc != NULL)
        (void)vrm_vmc_receive(sender->vmc, data, size);
    else
        (void)vrm_tracker_receive(sender->tracker, data, size);
}

/* Expressions alone suffice. */
bool sender_has_motion(const Sender* sender) {
    if (sender->vmc == NULL) return vrm_tracker_state(sender->tracker)->frames > 0;
    const vrm_VmcState* state = vrm_vmc_state(sender->vmc);
    return (state->bones & ~SENDERS_EYES) != 0 || state->has_root || state->has_gaze ||
           vrm_vmc_expression_count(sender->vmc) > 0;
}

/* ---- Names ---- */

static int refuse(const Senders* senders, const char* text, const char* why) {
    return cli_usage_error(senders->command,
                           "--from %s: %s. It is NAME[:PORT][@PHONE] or mediapipe@FILE; NAME is %s",
                           text, why, SENDERS_ALL);
}

static const char* source_of(const char* text) {
    const char* at = strchr(text, '@');
    return at != NULL ? at + 1 : NULL;
}

/* Splits NAME[:PORT], which ends at "@". */
static int read_words(const Senders* senders, const char* text, char* name, size_t name_size,
                      Sender* sender) {
    const char* source = source_of(text);
    size_t head = source != NULL ? (size_t)(source - 1 - text) : strlen(text), length = head;
    const char* colon = memchr(text, ':', head);
    int32_t port = 0;
    if (colon != NULL) {
        char digits[8];
        length = (size_t)(colon - text);
        size_t count = head - length - 1;
        if (count >= sizeof digits)
            return refuse(senders, text, "a port must be a number from 0 to 65535");
        memcpy(digits, colon + 1, count);
        digits[count] = '\0';
        if (!cli_parse_count(digits, &port) || port > 65535)
            return refuse(senders, text, "a port must be a number from 0 to 65535");
    }
    if (length >= name_size) return refuse(senders, text, "no such sender");
    memcpy(name, text, length);
    name[length] = '\0';
    sender->port = colon != NULL ? (uint16_t)port : strcmp(name, "vmc") == 0 ? VRM_VMC_PORT : 0;
    if (colon == NULL && sender->port == 0)
        sender->port = vrm_tracker_port(vrm_tracker_by_name(name));
    return CLI_OK;
}

/* Behind "@": the phone that is asked, or the file that MediaPipe's lines are in. */
static int read_source(const Senders* senders, const char* text, Sender* sender) {
    const char* source = source_of(text);
    if (source == NULL) return CLI_OK;
    if (sender->kind == VRM_TRACKER_MEDIAPIPE) {
        sender->path = source;
        return *source != '\0' ? CLI_OK
                               : refuse(senders, text, "a file or pipe comes after @, or -");
    }
    if (*source == '\0' || strlen(source) >= sizeof sender->phone_address)
        return refuse(senders, text, "an IPv4 address in numbers comes after @, as @192.168.1.20");
    memcpy(sender->phone_address, source, strlen(source) + 1);
    if (vrm_tracker_phone_port(sender->kind) != 0) return CLI_OK;
    return refuse(senders, text,
                  "only ifacialmocap and vtubestudio are asked to send; the others send by "
                  "themselves");
}

int senders_add(Senders* senders, const char* text, bool records_shapes) {
    char name[32];
    Sender sender = {.kind = VRM_TRACKER_COUNT};
    int status = read_words(senders, text, name, sizeof name, &sender);
    if (status != CLI_OK) return status;
    bool is_vmc = strcmp(name, "vmc") == 0;
    sender.kind = vrm_tracker_by_name(name);
    if (!is_vmc && sender.kind == VRM_TRACKER_COUNT) return refuse(senders, text, "no such sender");
    if (senders_find(senders, is_vmc ? name : vrm_tracker_name(sender.kind)) != NULL)
        return refuse(senders, text, "it was named before");
    status = read_source(senders, text, &sender);
    if (status != CLI_OK) return status;
    vrm_TrackerDef def = vrm_default_tracker_def();
    vrm_VmcDef vmc_def = vrm_default_vmc_def();
    def.records_shapes = records_shapes;
    vmc_def.hips_height = senders->hips_height;
    vrm_Result result = is_vmc ? vrm_vmc_create(&vmc_def, &sender.vmc)
                               : vrm_tracker_create(sender.kind, &def, &sender.tracker);
    if (result != VRM_OK) return cli_result_error(senders->command, "the sender", result, NULL);
    senders->list[senders->count++] = sender; /* each name once, so there is room */
    return CLI_OK;
}

int senders_check_recorded(const char* command, const char* const* from, int count) {
    for (int i = 0; i < count; i++)
        if (strpbrk(from[i], ":@") != NULL)
            return cli_usage_error(command,
                                   "--from %s: a recording has no ports and no sources; with "
                                   "--replay, --from takes a NAME alone",
                                   from[i]);
    return CLI_OK;
}

Sender* senders_find(Senders* senders, const char* name) {
    for (int i = 0; i < senders->count; i++)
        if (strcmp(sender_name(&senders->list[i]), name) == 0) return &senders->list[i];
    return NULL;
}

/* ---- Sockets ---- */

static int open_phone(const Senders* senders, Sender* sender) {
    uint16_t port = vrm_tracker_phone_port(sender->kind);
    if (sender->phone_address[0] == '\0') return CLI_OK;
    vrm_Result result = vrm_vmc_socket_connect(sender->phone_address, port, &sender->phone);
    if (result == VRM_ERR_ARGUMENT)
        return cli_usage_error(senders->command,
                               "--from %s@%s: an IPv4 address in numbers comes after @, as "
                               "@192.168.1.20",
                               sender_name(sender), sender->phone_address);
    if (result == VRM_ERR_IO) {
        fprintf(stderr, "vrm %s: no way to the phone at %s: is this machine in its network?\n",
                senders->command, sender->phone_address);
        return CLI_FAILED;
    }
    return result == VRM_OK ? CLI_OK
                            : cli_result_error(senders->command, "the phone", result, NULL);
}

static int listen_at(const Senders* senders, Sender* sender, const char* address) {
    vrm_Result result = vrm_vmc_socket_open(address, sender->port, &sender->socket);
    if (result == VRM_ERR_ARGUMENT)
        return cli_usage_error(
            senders->command, "--address is an IPv4 address in numbers, as 192.168.1.20: %s is not",
            address);
    if (result == VRM_ERR_IO)
        return cli_listen_error(senders->command, "--address",
                                address != NULL ? address : "127.0.0.1", sender->port);
    return result == VRM_OK ? CLI_OK
                            : cli_result_error(senders->command, "the motion", result, NULL);
}

static int open_lines(Sender* sender, const InputWireDef* how) {
    InputWireDef def = *how;
    def.option = "--from mediapipe@";
    def.path = sender->path;
    return sender_lines_open(&def, &sender->lines);
}

int senders_listen(Senders* senders, const char* address, const InputWireDef* lines) {
    int status = CLI_OK;
    for (int i = 0; i < senders->count && status == CLI_OK; i++) {
        Sender* sender = &senders->list[i];
        if (sender->path != NULL) {
            status = open_lines(sender, lines);
            continue;
        }
        bool is_far =
            sender->phone_address[0] != '\0' && strncmp(sender->phone_address, "127.", 4) != 0;
        if (is_far && address == NULL)
            return cli_usage_error(
                senders->command,
                "--from %s@%s: the phone answers over the network: add --address 0.0.0.0, which "
                "accepts packets from every machine",
                sender_name(sender), sender->phone_address);
        status = listen_at(senders, sender, address);
        if (status == CLI_OK) status = open_phone(senders, sender);
    }
    return status;
}

/* A phone that sent nothing for so long has ended its app, or lost its way here. */
#define PHONE_SILENT_S 3.0

/* VTube Studio sends for some seconds only. iFacialMocap sends until its app ends: it is asked
 * until it sends, and when it has stopped. */
static bool is_asked(Sender* sender, double now_s) {
    if (sender->phone == NULL) return false;
    if (sender->kind == VRM_TRACKER_VTUBESTUDIO) return true;
    vrm_TrackerStats stats = vrm_tracker_stats(sender->tracker);
    uint64_t answers = stats.frames + stats.lost;
    if (answers != sender->answers) sender->answered_s = now_s;
    sender->answers = answers;
    return answers == 0 || now_s - sender->answered_s >= PHONE_SILENT_S;
}

void senders_ask(Senders* senders, double now_s) {
    for (int i = 0; i < senders->count; i++) {
        Sender* sender = &senders->list[i];
        char text[VRM_TRACKER_REQUEST_MAX];
        if (!is_asked(sender, now_s) || now_s < sender->next_request_s) continue;
        size_t size = vrm_tracker_request(sender->kind, vrm_vmc_socket_port(sender->socket), text);
        sender->next_request_s = now_s + (double)vrm_tracker_request_interval(sender->kind);
        (void)vrm_vmc_socket_send(sender->phone, text, size); /* the next one may arrive */
    }
}

static bool wait_for(const Sender* sender, int32_t milliseconds) {
    return sender->lines != NULL ? sender_lines_wait(sender->lines, milliseconds)
                                 : vrm_vmc_socket_wait(sender->socket, milliseconds);
}

/* Of several senders the first waits for a moment, the others are only looked at. */
bool senders_wait(Senders* senders, int32_t milliseconds) {
    if (senders->count == 1) return wait_for(&senders->list[0], milliseconds);
    int first = 0; /* that has not ended: it takes the time */
    while (first + 1 < senders->count && senders->list[first].lines != NULL &&
           sender_lines_have_ended(senders->list[first].lines))
        first++;
    for (; milliseconds >= 0; milliseconds -= 2)
        for (int i = 0; i < senders->count; i++)
            if (wait_for(&senders->list[i], i == first ? 2 : 0)) return true;
    return false;
}

const uint8_t* sender_next(Sender* sender, uint8_t* buffer, size_t room, size_t* out_size) {
    if (sender->lines != NULL) return (const uint8_t*)sender_lines_next(sender->lines, out_size);
    int32_t size = sender->socket != NULL ? vrm_vmc_socket_read(sender->socket, buffer, room) : -1;
    *out_size = size >= 0 ? (size_t)size : 0;
    return size >= 0 ? buffer : NULL;
}

bool senders_read_stdin(const Senders* senders) {
    for (int i = 0; i < senders->count; i++)
        if (senders->list[i].path != NULL && strcmp(senders->list[i].path, "-") == 0) return true;
    return false;
}

bool senders_have_ended(const Senders* senders) {
    for (int i = 0; i < senders->count; i++)
        if (senders->list[i].lines == NULL || !sender_lines_have_ended(senders->list[i].lines))
            return false;
    return true;
}

void senders_close(Senders* senders) {
    for (int i = 0; i < senders->count; i++) {
        Sender* sender = &senders->list[i];
        vrm_vmc_socket_close(sender->socket);
        vrm_vmc_socket_close(sender->phone);
        sender_lines_close(sender->lines);
        vrm_vmc_destroy(sender->vmc);
        vrm_tracker_destroy(sender->tracker);
    }
    senders->count = 0;
}

/* ---- Counts ---- */

bool senders_are_vmc(const Senders* senders) {
    return senders->count == 1 && senders->list[0].vmc != NULL;
}

static int count_bits(uint64_t bits) {
    int count = 0;
    for (; bits != 0; bits &= bits - 1) count++;
    return count;
}

int senders_count_bones(const Senders* senders) {
    uint64_t bones = 0;
    for (int i = 0; i < senders->count; i++) {
        const Sender* sender = &senders->list[i];
        bones |= sender->vmc != NULL ? vrm_vmc_state(sender->vmc)->bones
                                     : vrm_tracker_state(sender->tracker)->bones;
    }
    return count_bits(bones & ~SENDERS_EYES);
}

int senders_count_faces(const Senders* senders) {
    uint64_t shapes = 0;
    int expressions = 0;
    for (int i = 0; i < senders->count; i++) {
        const Sender* sender = &senders->list[i];
        if (sender->vmc != NULL)
            expressions += (int)vrm_vmc_expression_count(sender->vmc);
        else
            shapes |= vrm_tracker_state(sender->tracker)->shape_mask;
    }
    return expressions + count_bits(shapes);
}

#endif
