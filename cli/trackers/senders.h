/* SPDX-License-Identifier: MIT */
/* What `vrm receive` listens to: the VMC protocol, or trackers; each with its socket, and a phone
 * that is asked to send where the user named it. */
#ifndef CLI_SENDERS_H
#define CLI_SENDERS_H

#include "vrm/tracker.h"
#include "vrm/vmc.h"

#include <stdbool.h>

#define SENDERS_MAX (VRM_TRACKER_COUNT + 1) /* one of each */
#define SENDERS_ALL "vmc, openseeface, ifacialmocap, vtubestudio, livelink or mocopi"

typedef struct Sender {
    vrm_TrackerKind kind;   /* of `tracker` */
    vrm_Vmc* vmc;           /* NULL: a tracker */
    vrm_Tracker* tracker;   /* NULL: VMC */
    vrm_VmcSocket* socket;  /* where it listens; NULL before senders_listen() */
    vrm_VmcSocket* phone;   /* where it asks; NULL: nobody is asked */
    uint16_t port;          /* 0: any that is free */
    char phone_address[64]; /* "" for none */
    double next_request_s;
} Sender;

typedef struct Senders {
    const char* command; /* for messages */
    Sender list[SENDERS_MAX];
    int count;
} Senders;

/* "vmc", or the name of the tracker. */
const char* sender_name(const Sender* sender);
/* Gives a packet to its reader. */
void sender_take(Sender* sender, const void* data, size_t size);
/* Whether it sent something that can be recorded. */
bool sender_has_motion(const Sender* sender);

/* Adds NAME[:PORT][@PHONE], the value of --from. Returns CLI_OK, or the status after printing the
 * error. */
int senders_add(Senders* senders, const char* text, bool records_shapes);
/* The sender of that name; NULL if there is none. */
Sender* senders_find(Senders* senders, const char* name);
/* Opens all sockets. `address` NULL: 127.0.0.1. Returns a status, as senders_add(). */
int senders_listen(Senders* senders, const char* address);
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
