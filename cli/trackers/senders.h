/* SPDX-License-Identifier: MIT */
/* What `vrm receive` and `vrm live` listen to: the VMC protocol, or trackers; each with its socket
 * or the pipe that it writes to, and a phone that is asked to send where the user named it. */
#ifndef CLI_SENDERS_H
#define CLI_SENDERS_H

#include "trackers/sender_lines.h"
#include "words/args.h"

#include "vrm/tracker.h"
#include "vrm/vmc.h"

#include <stdbool.h>

#define SENDERS_MAX (VRM_TRACKER_COUNT + 1) /* one of each */
#define SENDERS_ALL "vmc, openseeface, ifacialmocap, vtubestudio, livelink, mocopi or mediapipe"

#define SENDERS_ADDRESS_OPTION                                                                     \
    CLI_VALUE("--address", "A",                                                                    \
              "IPv4 address to listen on. Default: 127.0.0.1, this machine only. 0.0.0.0 accepts " \
              "packets from the network.")

typedef struct Sender {
    vrm_TrackerKind kind;   /* of `tracker` */
    vrm_Vmc* vmc;           /* NULL: a tracker */
    vrm_Tracker* tracker;   /* NULL: VMC */
    vrm_VmcSocket* socket;  /* where it listens; NULL before senders_listen(), and with `path` */
    const char* path;       /* the pipe or file with its lines; NULL: it sends packets */
    SenderLines* lines;     /* of `path`, from senders_listen() on */
    vrm_VmcSocket* phone;   /* where it asks; NULL: nobody is asked */
    uint16_t port;          /* 0: any that is free */
    char phone_address[64]; /* "" for none */
    double next_request_s;
    uint64_t answers;  /* packets of the phone about a person, seen or lost */
    double answered_s; /* when the last of them was noticed */
} Sender;

typedef struct Senders {
    const char* command; /* for messages */
    float hips_height;   /* of those of VMC, as vrm_VmcDef has it */
    Sender list[SENDERS_MAX];
    int count;
} Senders;

/* "vmc", or the name of the tracker. */
const char* sender_name(const Sender* sender);
/* Gives a packet to its reader. */
void sender_take(Sender* sender, const void* data, size_t size);
/* Whether it sent something that can be recorded. */
bool sender_has_motion(const Sender* sender);

/* Adds NAME[:PORT][@PHONE|@FILE], the value of --from, which must stay. Returns CLI_OK, or the
 * status after printing the error. */
int senders_add(Senders* senders, const char* text, bool records_shapes);
/* Whether values of --from can name senders of a recording, which have neither ports nor sources.
 * Returns CLI_OK, or the status after printing the error. */
int senders_check_recorded(const char* command, const char* const* from, int count);
/* The sender of that name; NULL if there is none. */
Sender* senders_find(Senders* senders, const char* name);
/* Opens all sockets and pipes. `address` NULL: 127.0.0.1. `lines`: how to open pipes, whose path is
 * set here. Returns a status, as senders_add(). */
int senders_listen(Senders* senders, const char* address, const InputWireDef* lines);
/* Whether one of them reads standard input. */
bool senders_read_stdin(const Senders* senders);
/* Whether all pipes have ended and there are no sockets. */
bool senders_have_ended(const Senders* senders);
/* The next packet or line of a sender that has arrived, until the next call; NULL: none. `buffer`
 * is room for a packet. */
const uint8_t* sender_next(Sender* sender, uint8_t* buffer, size_t room, size_t* out_size);
/* Asks the phones whose time has come. */
void senders_ask(Senders* senders, double now_s);
/* Waits for a packet at any socket, at most `milliseconds`; true when there is one. */
bool senders_wait(Senders* senders, int32_t milliseconds);
void senders_close(Senders* senders);

/* VMC alone, which has its own frames: root, names of expressions. */
bool senders_are_vmc(const Senders* senders);
/* The bones and expressions, or shapes, that all of them sent. */
int senders_count_bones(const Senders* senders);
int senders_count_faces(const Senders* senders);

/* Bones of the eyes: a VRM animation has a gaze instead (VRMC_vrm_animation 1.0, humanoid). */
#define SENDERS_EYES ((uint64_t)1 << VRM_BONE_LEFT_EYE | (uint64_t)1 << VRM_BONE_RIGHT_EYE)

#endif
