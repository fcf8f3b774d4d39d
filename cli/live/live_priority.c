/* SPDX-License-Identifier: MIT */
#include "live/live_priority.h"

#ifdef CLI_HAS_VMC

#include "words/args.h"

#include <string.h>

#define BIT(part) (1u << (part))

static const struct {
    const char* name;
    uint32_t parts;
} part_names[] = {{"face", BIT(VRM_LIVE_FACE)},
                  {"gaze", BIT(VRM_LIVE_GAZE)},
                  {"head", BIT(VRM_LIVE_HEAD)},
                  {"body", BIT(VRM_LIVE_BODY)},
                  {"left-hand", BIT(VRM_LIVE_LEFT_HAND)},
                  {"right-hand", BIT(VRM_LIVE_RIGHT_HAND)},
                  {"hands", BIT(VRM_LIVE_LEFT_HAND) | BIT(VRM_LIVE_RIGHT_HAND)},
                  {"root", BIT(VRM_LIVE_ROOT)}};

static int refuse(const char* text, const char* why) {
    return cli_usage_error("live",
                           "--priority %s: %s. It is PART=NAME[,NAME...] or PART=none; PART is "
                           "face, gaze, head, body, left-hand, right-hand, hands or root; NAME is "
                           "%s",
                           text, why, SENDERS_ALL);
}

/* 0: no such part. */
static uint32_t find_parts(const char* name, size_t length) {
    for (size_t i = 0; i < sizeof part_names / sizeof *part_names; i++)
        if (strlen(part_names[i].name) == length && memcmp(part_names[i].name, name, length) == 0)
            return part_names[i].parts;
    return 0;
}

/* The place of a kind of sender in LivePriority.ranks; VMC stands behind the trackers. */
static int kind_of(const Sender* sender) {
    return sender->vmc != NULL ? (int)VRM_TRACKER_COUNT : (int)sender->kind;
}

/* -1: no such sender. */
static int find_kind(const char* name) {
    if (strcmp(name, "vmc") == 0) return (int)VRM_TRACKER_COUNT;
    vrm_TrackerKind kind = vrm_tracker_by_name(name);
    return kind != VRM_TRACKER_COUNT ? (int)kind : -1;
}

/* Ranks of the senders of a list; 0 for those that are not in it. */
static int read_names(const char* text, const char* names, Senders* senders,
                      int32_t out[SENDERS_MAX]) {
    char name[32];
    for (int32_t rank = SENDERS_MAX; *names != '\0'; rank--) {
        size_t length = strcspn(names, ",");
        if (length == 0 || length >= sizeof name) return refuse(text, "no such sender");
        memcpy(name, names, length);
        name[length] = '\0';
        names += length + (names[length] == ',');
        int kind = find_kind(name);
        if (kind < 0) return refuse(text, "no such sender");
        if (out[kind] > 0) return refuse(text, "a sender is named twice");
        if (senders->count > 0 && senders_find(senders, name) == NULL)
            return refuse(text, "a sender is not in --from");
        out[kind] = rank;
    }
    return CLI_OK;
}

int live_priority_add(LivePriority* priority, const char* text, Senders* senders) {
    size_t length = strcspn(text, "=");
    int32_t ranks[SENDERS_MAX] = {0};
    uint32_t parts = find_parts(text, length);
    if (parts == 0 || text[length] == '\0') return refuse(text, "no such part");
    const char* names = text + length + 1;
    bool is_none = strcmp(names, "none") == 0;
    if (*names == '\0') return refuse(text, "a sender comes after =");
    int status = is_none ? CLI_OK : read_names(text, names, senders, ranks);
    for (int p = 0; p < VRM_LIVE_PART_COUNT && status == CLI_OK; p++) {
        if ((parts >> p & 1) == 0) continue;
        if (priority->is_set[p]) return refuse(text, "the part was named before");
        priority->is_set[p] = true;
        for (int k = 0; k < SENDERS_MAX; k++) priority->ranks[p][k] = ranks[k] > 0 ? ranks[k] : -1;
    }
    return status;
}

void live_priority_get(const LivePriority* priority, const Sender* sender, int32_t rank,
                       int32_t out[VRM_LIVE_PART_COUNT]) {
    for (int p = 0; p < VRM_LIVE_PART_COUNT; p++)
        out[p] = priority->is_set[p] ? priority->ranks[p][kind_of(sender)] : rank;
}

#endif
