/* SPDX-License-Identifier: MIT */
/* usage: send_vmc PORT FRAMES [WHAT]
 * An independent sender of the VMC protocol, with packets that liblo writes, 60 frames a second.
 * WHAT is one of
 *   person   nods and smiles, each time with a message whose arguments are missing (the default)
 *   face     an expression alone
 *   eyes     eye bones alone
 *   strange  bones of 20 names that are none
 *   status   that there is a sender, and nothing else
 *   other    OSC of another protocol */
#define _POSIX_C_SOURCE 200809L
#include <lo/lo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void send_bone(lo_address address, const char* name, double height, double along,
                      double half) {
    lo_send(address, "/VMC/Ext/Bone/Pos", "sfffffff", name, 0.0, height, along, sin(half), 0.0, 0.0,
            cos(half));
}

static void send_face(lo_address address, int frame) {
    lo_send(address, "/VMC/Ext/Blend/Val", "sf", "Joy", 0.5 + 0.5 * sin(frame * 0.1));
    lo_send(address, "/VMC/Ext/Blend/Apply", "");
}

static void send_person(lo_address address, int frame) {
    send_bone(address, "Hips", 0.94, 0.001 * frame, 0.0);
    send_bone(address, "Head", 0.1, 0.0, 0.25 * sin(frame * 0.2));
    send_face(address, frame);
    lo_send(address, "/VMC/Ext/Bone/Pos", "s", "Hips"); /* arguments missing */
}

static void send_strange(lo_address address) {
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "Tentacle%02d", i);
        send_bone(address, name, 0.0, 0.0, 0.0);
    }
}

static void send_frame(lo_address address, const char* what, int frame) {
    if (strcmp(what, "other") == 0) {
        lo_send(address, "/avatar/parameters/Smile", "f", 0.5);
        return;
    }
    lo_send(address, "/VMC/Ext/OK", "i", 1);
    if (strcmp(what, "person") == 0) send_person(address, frame);
    if (strcmp(what, "face") == 0) send_face(address, frame);
    if (strcmp(what, "eyes") == 0) send_bone(address, "LeftEye", 0.0, 0.0, 0.1);
    if (strcmp(what, "strange") == 0) send_strange(address);
}

int main(int argc, char** argv) {
    if (argc != 3 && argc != 4) return 2;
    lo_address address = lo_address_new("127.0.0.1", argv[1]);
    for (int frame = 0; frame < atoi(argv[2]); frame++) {
        const struct timespec pause = {0, 16666667};
        send_frame(address, argc == 4 ? argv[3] : "person", frame);
        nanosleep(&pause, NULL);
    }
    lo_address_free(address);
    return 0;
}
