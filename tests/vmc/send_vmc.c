/* SPDX-License-Identifier: MIT */
/* usage: send_vmc PORT FRAMES
 * An independent sender: nods and smiles by the VMC protocol, with packets that liblo writes, 60
 * frames a second, and each time a message whose arguments are missing. */
#define _POSIX_C_SOURCE 200809L
#include <lo/lo.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    lo_address address = lo_address_new("127.0.0.1", argv[1]);
    for (int frame = 0; frame < atoi(argv[2]); frame++) {
        const struct timespec pause = {0, 16666667};
        double half = 0.25 * sin(frame * 0.2);
        lo_send(address, "/VMC/Ext/OK", "i", 1);
        lo_send(address, "/VMC/Ext/Bone/Pos", "sfffffff", "Hips", 0.0, 0.94, 0.001 * frame, 0.0,
                0.0, 0.0, 1.0);
        lo_send(address, "/VMC/Ext/Bone/Pos", "sfffffff", "Head", 0.0, 0.1, 0.0, sin(half), 0.0,
                0.0, cos(half));
        lo_send(address, "/VMC/Ext/Blend/Val", "sf", "Joy", 0.5 + 0.5 * sin(frame * 0.1));
        lo_send(address, "/VMC/Ext/Blend/Apply", "");
        lo_send(address, "/VMC/Ext/Bone/Pos", "s", "Hips"); /* arguments missing */
        nanosleep(&pause, NULL);
    }
    lo_address_free(address);
    return 0;
}
