/* SPDX-License-Identifier: MIT */
/* Packets that liblo wrote and sent, over the loopback device. */
#define _POSIX_C_SOURCE 200809L
#include "support/avatar.h"
#include "support/check.h"
#include "vrm/vmc.h"

#include <arpa/inet.h>
#include <errno.h>
#include <lo/lo.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static void add(lo_bundle bundle, const char* address, lo_message message) {
    assert_int_equal(lo_bundle_add_message(bundle, address, message), 0);
}

static lo_message named(const char* name, const float* numbers, int count) {
    lo_message message = lo_message_new();
    assert_int_equal(lo_message_add_string(message, name), 0);
    for (int i = 0; i < count; i++) assert_int_equal(lo_message_add_float(message, numbers[i]), 0);
    return message;
}

static lo_message number(int32_t value) {
    lo_message message = lo_message_new();
    assert_int_equal(lo_message_add_int32(message, value), 0);
    return message;
}

static lo_bundle make_frame(float time) {
    const float root[] = {1, 0, 2, 0, 0, 0, 1}, hips[] = {0, 1.5f, 0, 0, 0, 0, 1};
    const float head[] = {0, 0.1f, 0, 0, 0.6f, 0, 0.8f}, weight[] = {0.5f};
    lo_bundle frame = lo_bundle_new(LO_TT_IMMEDIATE);
    assert_non_null(frame);
    add(frame, "/VMC/Ext/OK", number(1));
    lo_message clock = lo_message_new();
    assert_int_equal(lo_message_add_float(clock, time), 0);
    add(frame, "/VMC/Ext/T", clock);
    add(frame, "/VMC/Ext/Root/Pos", named("root", root, 7));
    add(frame, "/VMC/Ext/Bone/Pos", named("Hips", hips, 7));
    add(frame, "/VMC/Ext/Bone/Pos", named("Head", head, 7));
    add(frame, "/VMC/Ext/Blend/Val", named("Joy", weight, 1));
    add(frame, "/VMC/Ext/Blend/Val", named("びっくり", weight, 1));
    add(frame, "/VMC/Ext/Blend/Apply", lo_message_new());
    lo_message eye = number(1);
    for (int i = 0; i < 3; i++) assert_int_equal(lo_message_add_float(eye, i == 2 ? 1 : 0), 0);
    add(frame, "/VMC/Ext/Set/Eye", eye);
    return frame;
}

static void send_to(const vrm_VmcSocket* socket, lo_bundle bundle) {
    char port[16];
    snprintf(port, sizeof port, "%u", vrm_vmc_socket_port(socket));
    lo_address address = lo_address_new("127.0.0.1", port);
    assert_non_null(address);
    assert_true(lo_send_bundle(address, bundle) > 0);
    lo_bundle_free_recursive(bundle);
    lo_address_free(address);
}

static void frames_of_liblo_move_an_avatar(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"happy\":{}}}";
    TestRun run = test_run(&avatar);
    vrm_Vmc* vmc = NULL;
    vrm_VmcSocket* socket = NULL;
    assert_int_equal(vrm_vmc_create(NULL, &vmc), VRM_OK);
    assert_int_equal(vrm_vmc_socket_open(NULL, 0, &socket), VRM_OK);
    assert_false(vrm_vmc_socket_wait(socket, 0));
    assert_int_equal(vrm_vmc_socket_receive(socket, vmc), 0);
    int32_t received = 0;
    for (int i = 0; i < 3; i++) send_to(socket, make_frame((float)i));
    while (received < 3 && vrm_vmc_socket_wait(socket, 5000))
        received += vrm_vmc_socket_receive(socket, vmc);
    assert_int_equal(received, 3);

    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    const vrm_VmcState* now = vrm_vmc_state(vmc);
    assert_int_equal(stats.messages, 27);
    assert_int_equal(stats.refused_packets + stats.refused_messages + stats.others, 0);
    assert_true(now->is_available && now->has_gaze);
    assert_float_equal(now->time_s, 2, 0);
    assert_float_equal(now->gaze_yaw, 0, 1e-6);
    assert_string_equal(vrm_vmc_expression_name(vmc, 1), "びっくり");
    test_same_rotation(now->rotations[VRM_BONE_HEAD], (vrm_Quat){0, -0.6f, 0, 0.8f}, 1e-6f);

    assert_true(vrm_vmc_apply(vmc, run.sim, run.id));
    test_step(&run);
    test_same_point(test_position(&run, TEST_HIPS), (vrm_Vec3){-1, 1.5f, 2}, 1e-5f);
    test_same_rotation(test_local(&run, TEST_HEAD).rotation, (vrm_Quat){0, -0.6f, 0, 0.8f}, 1e-5f);
    assert_float_equal(vrm_avatar_expression_weights(run.sim, run.id)[0], 0.5f, 0);
    vrm_vmc_socket_close(socket);
    vrm_vmc_destroy(vmc);
    test_run_end(&run);
}

/* One message in each packet, as TDPT and many scripts send; ints where floats are usual, doubles
 * from Python, True for 1. */
static void single_messages_of_liblo_are_taken(void** state) {
    (void)state;
    vrm_Vmc* vmc = NULL;
    vrm_VmcSocket* socket = NULL;
    assert_int_equal(vrm_vmc_create(NULL, &vmc), VRM_OK);
    assert_int_equal(vrm_vmc_socket_open(NULL, 0, &socket), VRM_OK);
    char port[16];
    snprintf(port, sizeof port, "%u", vrm_vmc_socket_port(socket));
    lo_address address = lo_address_new("127.0.0.1", port);
    assert_non_null(address);
    assert_true(lo_send(address, "/VMC/Ext/OK", "iiii", 1, 3, 0, 1) > 0);
    assert_true(lo_send(address, "/VMC/Ext/T", "d", 4.5) > 0);
    assert_true(lo_send(address, "/VMC/Ext/Root/Pos", "siiiiiii", "", 0, 0, 0, 0, 0, 0, 1) > 0);
    assert_true(lo_send(address, "/VMC/Ext/Bone/Pos", "sddddddd", "Head", 0.0, 0.0, 0.0, 0.0, 0.6,
                        0.0, 0.8) > 0);
    assert_true(lo_send(address, "/VMC/Ext/Blend/Val", "sT", "Blink_R") > 0);
    assert_true(lo_send(address, "/VMC/Ext/Blend/Apply", "") > 0);
    assert_true(lo_send(address, "/VMC/Ext/Midi/CC/Val", "if", 1, 0.5) > 0);
    lo_address_free(address);
    int32_t received = 0;
    while (received < 7 && vrm_vmc_socket_wait(socket, 5000))
        received += vrm_vmc_socket_receive(socket, vmc);
    vrm_VmcStats stats = vrm_vmc_stats(vmc);
    assert_int_equal(stats.messages, 7);
    assert_int_equal(stats.others, 1);
    assert_int_equal(stats.refused_packets + stats.refused_messages, 0);
    assert_float_equal(vrm_vmc_state(vmc)->time_s, 4.5f, 0);
    assert_float_equal(vrm_vmc_expression_weight(vmc, 0), 1, 0);
    test_same_rotation(vrm_vmc_state(vmc)->rotations[VRM_BONE_HEAD], (vrm_Quat){0, -0.6f, 0, 0.8f},
                       1e-6f);
    vrm_vmc_socket_close(socket);
    vrm_vmc_destroy(vmc);
}

static void socket_says_when_it_cannot_be_had(void** state) {
    (void)state;
    vrm_VmcSocket *first = NULL, *second = NULL;
    assert_int_equal(vrm_vmc_socket_open("localhost", 0, &first), VRM_ERR_ARGUMENT);
    assert_null(first);
    assert_int_equal(vrm_vmc_socket_open("127.0.0.1", 0, &first), VRM_OK);
    assert_int_equal(vrm_vmc_socket_open(NULL, vrm_vmc_socket_port(first), &second), VRM_ERR_IO);
    assert_null(second);
    vrm_vmc_socket_close(first);
    vrm_vmc_socket_close(NULL);
}

#ifdef __linux__
/* Its descriptor is the lowest that was free. */
static void socket_cannot_send(void** state) {
    (void)state;
    vrm_VmcSocket *one = NULL, *other = NULL;
    assert_int_equal(vrm_vmc_socket_open(NULL, 0, &other), VRM_OK);
    int file = dup(0);
    close(file);
    assert_int_equal(vrm_vmc_socket_open(NULL, 0, &one), VRM_OK);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(vrm_vmc_socket_port(other))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ssize_t sent = sendto(file, "x", 1, MSG_NOSIGNAL, (const struct sockaddr*)&to, sizeof to);
    assert_int_equal(sent, -1);
    assert_int_equal(errno, EPIPE);
    vrm_vmc_socket_close(one);
    vrm_vmc_socket_close(other);
}
#endif

typedef struct Heard {
    int messages, bones, faces, wrong;
} Heard;

/* The union that liblo points to with is aligned for its largest member, a packet for 4 bytes. */
static float float_of(const lo_arg* value) {
    float out;
    memcpy(&out, value, sizeof out);
    return out;
}

/* Every message that liblo understood. */
static int hear(const char* address, const char* types, lo_arg** values, int count,
                lo_message message, void* ctx) {
    Heard* heard = ctx;
    (void)message;
    heard->messages++;
    if (strcmp(address, "/VMC/Ext/Bone/Pos") == 0) {
        double length = 0.0;
        heard->bones++;
        for (int i = 4; i < count; i++) {
            double f = (double)float_of(values[i]);
            length += f * f;
        }
        heard->wrong += strcmp(types, "sfffffff") != 0 || length < 0.999 || length > 1.001;
    } else if (strcmp(address, "/VMC/Ext/Blend/Val") == 0) {
        heard->faces++;
        heard->wrong += strcmp(types, "sf") != 0 || strcmp((const char*)values[0], "happy") != 0 ||
                        float_of(values[1]) != 0.25f;
    }
    return 0;
}

static bool send_packet(void* socket, const void* data, size_t size) {
    return vrm_vmc_socket_send(socket, data, size);
}

static void liblo_understands_what_is_sent(void** state) {
    (void)state;
    TestAvatar avatar = test_avatar(VRM_DIALECT_1);
    avatar.expressions = "{\"preset\":{\"happy\":{}}}";
    TestRun run = test_run(&avatar);
    Heard heard = {0};
    vrm_VmcSocket* socket = NULL;
    int bones = 0;
    lo_server server = lo_server_new(NULL, NULL);
    assert_non_null(server);
    lo_server_add_method(server, NULL, NULL, hear, &heard);
    assert_int_equal(vrm_vmc_socket_connect(NULL, (uint16_t)lo_server_get_port(server), &socket),
                     VRM_OK);
    assert_true(vrm_avatar_set_expression(run.sim, run.id, VRM_EXPRESSION_HAPPY, 0.25f));
    test_step(&run);
    assert_true(vrm_vmc_send(run.sim, run.id, 1.0, send_packet, socket));
    for (int b = 0; b < VRM_BONE_COUNT; b++)
        bones += vrm_rig_bone(run.rig, (vrm_Bone)b) >= 0 ? 1 : 0;
    while (lo_server_recv_noblock(server, 500) > 0 && heard.faces == 0) continue;
    assert_int_equal(heard.bones, bones);
    assert_int_equal(heard.faces, 1);
    assert_int_equal(heard.messages, bones + 1 + 4); /* OK, time, root, Apply */
    assert_int_equal(heard.wrong, 0);
    lo_server_free(server);
    vrm_vmc_socket_close(socket);
    test_run_end(&run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_of_liblo_move_an_avatar),
        cmocka_unit_test(liblo_understands_what_is_sent),
        cmocka_unit_test(single_messages_of_liblo_are_taken),
        cmocka_unit_test(socket_says_when_it_cannot_be_had),
#ifdef __linux__
        cmocka_unit_test(socket_cannot_send),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
