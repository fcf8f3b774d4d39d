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
    return cli_usage_error(senders->command, "--from %s: %s. It is NAME[:PORT][@PHONE]; NAME is %s",
                           text, why, SENDERS_ALL);
}

/* Splits NAME[:PORT][@PHONE]. */
static int read_words(const Senders* senders, const char* text, char* name, size_t name_size,
                      Sender* sender) {
    const char* at = strchr(text, '@');
    size_t head = at != NULL ? (size_t)(at - text) : strlen(text), length = head;
    const char* colon = memchr(text, ':', head);
    int32_t port = 0;
    if (at != NULL && (at[1] == '\0' || strlen(at + 1) >= sizeof sender->phone_address))
        return refuse(senders, text, "an IPv4 address in numbers comes after @, as @192.168.1.20");
    if (at != NULL) memcpy(sender->phone_address, at + 1, strlen(at + 1) + 1);
    if (colon != NULL) {
        char digits[8];
        length = (size_t)(colon - text);
        size_t count = head - length - 1;
        if (count >= sizeof digits)
            return refuse(senders, text, "a port is a number from 0 to 65535");
        memcpy(digits, colon + 1, count);
        digits[count] = '\0';
        if (!cli_parse_count(digits, &port) || port > 65535)
            return refuse(senders, text, "a port is a number from 0 to 65535");
    }
    if (length >= name_size) return refuse(senders, text, "no such sender");
    memcpy(name, text, length);
    name[length] = '\0';
    sender->port = colon != NULL ? (uint16_t)port : strcmp(name, "vmc") == 0 ? VRM_VMC_PORT : 0;
    if (colon == NULL && sender->port == 0)
        sender->port = vrm_tracker_port(vrm_tracker_by_name(name));
    return CLI_OK;
}

int senders_add(Senders* senders, const char* text, bool records_shapes) {
    char name[32];
    Sender sender = {.kind = VRM_TRACKER_COUNT};
    int status = read_words(senders, text, name, sizeof name, &sender);
    if (status != CLI_OK) return status;
    bool is_vmc = strcmp(name, "vmc") == 0;
    sender.kind = vrm_tracker_by_name(name);
    if (!is_vmc && sender.kind == VRM_TRACKER_COUNT) return refuse(senders, text, "no such sender");
    if (senders_find(senders, name) != NULL) return refuse(senders, text, "it was named before");
    if (sender.phone_address[0] != '\0' && vrm_tracker_phone_port(sender.kind) == 0)
        return refuse(senders, text,
                      "only ifacialmocap and vtubestudio are asked to send; the others send "
                      "by themselves");
    vrm_TrackerDef def = vrm_default_tracker_def();
    def.records_shapes = records_shapes;
    vrm_Result result = is_vmc ? vrm_vmc_create(NULL, &sender.vmc)
                               : vrm_tracker_create(sender.kind, &def, &sender.tracker);
    if (result != VRM_OK) return cli_result_error(senders->command, "the sender", result, NULL);
    senders->list[senders->count++] = sender; /* each name once, so there is room */
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

int senders_listen(Senders* senders, const char* address) {
    int status = CLI_OK;
    for (int i = 0; i < senders->count && status == CLI_OK; i++) {
        Sender* sender = &senders->list[i];
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

/* VTube Studio sends for some seconds only; iFacialMocap is asked until it sends. */
static bool is_asked(const Sender* sender) {
    return sender->phone != NULL && (sender->kind == VRM_TRACKER_VTUBESTUDIO ||
                                     vrm_tracker_stats(sender->tracker).packets == 0);
}

void senders_ask(Senders* senders, double now_s) {
    for (int i = 0; i < senders->count; i++) {
        Sender* sender = &senders->list[i];
        char text[VRM_TRACKER_REQUEST_MAX];
        if (!is_asked(sender) || now_s < sender->next_request_s) continue;
        size_t size = vrm_tracker_request(sender->kind, vrm_vmc_socket_port(sender->socket), text);
        sender->next_request_s = now_s + (double)vrm_tracker_request_interval(sender->kind);
        (void)vrm_vmc_socket_send(sender->phone, text, size); /* the next one may arrive */
    }
}

/* Of several sockets the first waits for a moment, the others are only looked at. */
bool senders_wait(Senders* senders, int32_t milliseconds) {
    if (senders->count == 1) return vrm_vmc_socket_wait(senders->list[0].socket, milliseconds);
    for (; milliseconds >= 0; milliseconds -= 2)
        for (int i = 0; i < senders->count; i++)
            if (vrm_vmc_socket_wait(senders->list[i].socket, i == 0 ? 2 : 0)) return true;
    return false;
}

void senders_close(Senders* senders) {
    for (int i = 0; i < senders->count; i++) {
        Sender* sender = &senders->list[i];
        vrm_vmc_socket_close(sender->socket);
        vrm_vmc_socket_close(sender->phone);
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
