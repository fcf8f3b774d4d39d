/* SPDX-License-Identifier: MIT */
#include "trackers/take_report.h"

#ifdef CLI_HAS_VMC

#include "words/json.h"
#include "words/output.h"
#include "words/status.h"

#include <string.h>

/* ---- VMC ---- */

static const vrm_Vmc* vmc_of(const Take* take) {
    return senders_are_vmc(&take->senders) ? take->senders.list[0].vmc : NULL;
}

static int count_eyes(const vrm_Vmc* vmc) {
    uint64_t eyes = vrm_vmc_state(vmc)->bones & SENDERS_EYES;
    return (int)((eyes >> VRM_BONE_LEFT_EYE & 1) + (eyes >> VRM_BONE_RIGHT_EYE & 1));
}

static void put_vmc(vrm_JsonBuilder* builder, const Take* take, const vrm_Vmc* vmc) {
    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    cli_json_integer(builder, "packets", (int64_t)stats.packets);
    cli_json_integer(builder, "messages", (int64_t)stats.messages);
    cli_json_integer(builder, "bones", senders_count_bones(&take->senders));
    cli_json_integer(builder, "expressions", vrm_vmc_expression_count(vmc));
    cli_json_integer(builder, "eyeBones", count_eyes(vmc));
    cli_json_integer(builder, "otherMessages", (int64_t)stats.others);
    cli_json_integer(builder, "refusedPackets", (int64_t)stats.refused_packets);
    cli_json_integer(builder, "refusedMessages", (int64_t)stats.refused_messages);
    cli_json_integer(builder, "unknownBones", (int64_t)stats.unknown_bones);
    vrm_json_put_key(builder, "unknownBoneNames");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; vrm_vmc_unknown_bone(vmc, i) != NULL; i++)
        vrm_json_put_string(builder, vrm_vmc_unknown_bone(vmc, i));
    vrm_json_end_array(builder);
    cli_json_integer(builder, "unknownBoneNameCount", vrm_vmc_unknown_bone_count(vmc));
}

/* Prints the names in bone messages that are not bones, if there are any. */
static void print_unknown_bones(FILE* out, const vrm_Vmc* vmc) {
    int32_t shown = 0, all = vrm_vmc_unknown_bone_count(vmc);
    if (all == 0) return;
    fprintf(out, "  %s: ", all == 1 ? "a name that is no bone" : "names that are no bone");
    for (; vrm_vmc_unknown_bone(vmc, shown) != NULL; shown++) {
        if (shown > 0) fputs(", ", out);
        cli_put_text(out, vrm_vmc_unknown_bone(vmc, shown));
    }
    if (all > shown)
        fprintf(out, " and %s%d more", all == VRM_VMC_UNKNOWN_MAX ? "at least " : "",
                (int)(all - shown));
    fputc('\n', out);
}

static void print_vmc(FILE* out, const Take* take, const vrm_Vmc* vmc) {
    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    int bones = senders_count_bones(&take->senders), faces = (int)vrm_vmc_expression_count(vmc);
    fprintf(out, "%llu packet%s, %llu message%s, %d bone%s, %d expression%s",
            (unsigned long long)stats.packets, cli_s(stats.packets),
            (unsigned long long)stats.messages, cli_s(stats.messages), bones,
            cli_s((uint64_t)bones), faces, cli_s((uint64_t)faces));
    if (stats.refused_packets + stats.refused_messages > 0)
        fprintf(out, "; refused %llu packet%s and %llu message%s",
                (unsigned long long)stats.refused_packets, cli_s(stats.refused_packets),
                (unsigned long long)stats.refused_messages, cli_s(stats.refused_messages));
    fputc('\n', out);
    if (count_eyes(vmc) > 0)
        fputs("  eye bones came and are not recorded: a VRM animation has a gaze instead, which\n"
              "  the sender sends as /VMC/Ext/Set/Eye\n",
              out);
    print_unknown_bones(out, vmc);
}

/* ---- Trackers ---- */

static vrm_TrackerStats sum_up(const Senders* senders) {
    vrm_TrackerStats sum = {0};
    for (int i = 0; i < senders->count; i++) {
        if (senders->list[i].tracker == NULL) continue;
        vrm_TrackerStats stats = vrm_tracker_stats(senders->list[i].tracker);
        sum.packets += stats.packets;
        sum.frames += stats.frames;
        sum.lost += stats.lost;
        sum.refused_packets += stats.refused_packets;
    }
    return sum;
}

static void put_trackers(vrm_JsonBuilder* builder, const Take* take) {
    const Senders* senders = &take->senders;
    vrm_TrackerStats sum = sum_up(senders);
    cli_json_integer(builder, "packets", (int64_t)sum.packets);
    cli_json_integer(builder, "bones", senders_count_bones(senders));
    cli_json_integer(builder, "shapes", senders_count_faces(senders));
    cli_json_integer(builder, "refusedPackets", (int64_t)sum.refused_packets);
    vrm_json_put_key(builder, "trackers");
    vrm_json_begin_array(builder);
    for (int i = 0; i < senders->count; i++) {
        vrm_TrackerStats stats = vrm_tracker_stats(senders->list[i].tracker);
        vrm_json_begin_object(builder);
        cli_json_string(builder, "name", sender_name(&senders->list[i]));
        cli_json_integer(builder, "packets", (int64_t)stats.packets);
        cli_json_integer(builder, "frames", (int64_t)stats.frames);
        cli_json_integer(builder, "lost", (int64_t)stats.lost);
        cli_json_integer(builder, "late", (int64_t)stats.late);
        cli_json_integer(builder, "others", (int64_t)stats.others);
        cli_json_integer(builder, "refusedPackets", (int64_t)stats.refused_packets);
        cli_json_integer(builder, "unknownNames", (int64_t)stats.unknown_names);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
    cli_json_integer(builder, "skippedPackets", (int64_t)take->skipped);
}

static void print_trackers(FILE* out, const Take* take) {
    vrm_TrackerStats sum = sum_up(&take->senders);
    int bones = senders_count_bones(&take->senders), shapes = senders_count_faces(&take->senders);
    fprintf(out, "%llu packet%s, %d bone%s, %d shape%s of the face",
            (unsigned long long)sum.packets, cli_s(sum.packets), bones, cli_s((uint64_t)bones),
            shapes, cli_s((uint64_t)shapes));
    if (sum.lost > 0)
        fprintf(out, "; nobody was seen in %llu packet%s", (unsigned long long)sum.lost,
                cli_s(sum.lost));
    if (sum.refused_packets > 0)
        fprintf(out, "; refused %llu packet%s", (unsigned long long)sum.refused_packets,
                cli_s(sum.refused_packets));
    fputc('\n', out);
}

/* ---- Result ---- */

int take_print_json(const Take* take, const char* output) {
    vrm_JsonBuilder* builder = cli_json_create();
    const vrm_Vmc* vmc = vmc_of(take);
    if (builder == NULL) return CLI_FAILED;
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", output);
    cli_json_integer(builder, "frames", vrm_recorder_frame_count(take->recorder));
    if (vmc != NULL)
        put_vmc(builder, take, vmc);
    else
        put_trackers(builder, take);
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

void take_print_result(const Take* take, const char* output) {
    FILE* out = output != NULL && strcmp(output, "-") == 0 ? stderr : stdout;
    if (output != NULL) {
        int frames = (int)vrm_recorder_frame_count(take->recorder);
        cli_put_text(out, output);
        fprintf(out, ": %d frame%s; ", frames, cli_s((uint64_t)frames));
    }
    if (vmc_of(take) != NULL)
        print_vmc(out, take, vmc_of(take));
    else
        print_trackers(out, take);
}

void take_print_skipped(const Take* take) {
    if (take->skipped == 0) return;
    fprintf(stderr, "vrm receive: %llu packet%s of other senders, such as ",
            (unsigned long long)take->skipped, cli_s(take->skipped));
    cli_put_text(stderr, take->skipped_name);
    fputs(", left out: --from NAME chooses what is replayed\n", stderr);
}

/* ---- Nothing ---- */

/* Whether the address stands for all addresses of this machine: 0.0.0.0. */
static bool is_any_address(const char* address) {
    return address[strspn(address, "0.")] == '\0';
}

/* The names of the protocols: "VMC", "openseeface and mocopi". */
static void put_names(const Senders* senders) {
    for (int i = 0; i < senders->count; i++) {
        const char* name = senders->list[i].vmc != NULL ? "VMC" : sender_name(&senders->list[i]);
        fprintf(stderr, "%s%s", i == 0 ? "" : i + 1 < senders->count ? ", " : " and ", name);
    }
}

/* Where it was waited for packets and lines. Returns whether there were packets to wait for. */
static bool put_places(const Senders* senders, const char* address) {
    bool has_sockets = false;
    for (int i = 0; i < senders->count; i++) {
        const Sender* sender = &senders->list[i];
        fputs(i == 0 ? "" : ", ", stderr);
        if (sender->path != NULL) {
            fputs("from ", stderr);
            cli_put_text(stderr, strcmp(sender->path, "-") == 0 ? "standard input" : sender->path);
            continue;
        }
        if (!has_sockets) fprintf(stderr, "to %s, port ", address);
        fprintf(stderr, "%u", vrm_vmc_socket_port(sender->socket));
        has_sockets = true;
    }
    return has_sockets;
}

static void print_nothing_sent(const Take* take, const char* address) {
    const Senders* senders = &take->senders;
    fputs("nothing came ", stderr);
    bool has_sockets = put_places(senders, address);
    fputs(".\n", stderr);
    if (!has_sockets) return;
    fputs("Let the sender send ", stderr);
    put_names(senders);
    fprintf(stderr, " to this %s and this port, or listen where it sends: --port N%s\n",
            is_any_address(address) ? "machine" : "address",
            is_any_address(address) ? "."
                                    : ",\nand --address 0.0.0.0 when it runs on another machine.");
}

static void print_nothing_in_vmc(const vrm_Vmc* vmc) {
    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    if (stats.messages == 0)
        fputs("none of them OSC.\nIs it another protocol that the sender speaks?\n", stderr);
    else if (stats.unknown_bones > 0)
        fputs("whose bones have names that VMC does not know.\n", stderr);
    else if (count_eyes(vmc) > 0)
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
    print_unknown_bones(stderr, vmc);
}

static void print_nothing_in_trackers(const Take* take) {
    vrm_TrackerStats sum = sum_up(&take->senders);
    if (sum.refused_packets == sum.packets) {
        fputs("none of them of ", stderr);
        put_names(&take->senders);
        fputs(".\nIs it another protocol that the sender speaks? --from NAME chooses it: "
              "vmc, openseeface,\nifacialmocap, vtubestudio, livelink, mocopi or mediapipe.\n",
              stderr);
    } else if (sum.lost > 0) {
        fputs("and nobody was seen in them.\nIs the camera free, and a face before it?\n", stderr);
    } else {
        fputs("and none had motion.\n", stderr);
    }
}

void take_print_nothing_came(const Take* take, const char* address) {
    const vrm_Vmc* vmc = vmc_of(take);
    uint64_t packets = vmc != NULL ? vrm_vmc_stats(vmc).packets : sum_up(&take->senders).packets;
    fputs("vrm receive: no motion was received: ", stderr);
    if (packets == 0 && address == NULL) {
        fputs("the recording has no packets of the senders that were asked for.\n", stderr);
        return;
    }
    if (packets == 0) {
        print_nothing_sent(take, address);
        return;
    }
    fprintf(stderr, "%llu packet%s came, ", (unsigned long long)packets, cli_s(packets));
    if (vmc != NULL)
        print_nothing_in_vmc(vmc);
    else
        print_nothing_in_trackers(take);
}

#endif
