/* SPDX-License-Identifier: MIT */
/* Recordings of packets: what is written reads back, and what is wrong is said with its line. */
#define _POSIX_C_SOURCE 200809L /* fmemopen */
#include "support/check.h"
#include "support/dice.h"

#include "motion/packets.h"

#define HEADER "{\"format\":\"vrm-packets\",\"version\":1}\n"

/* A recording in memory. */
typedef struct Recording {
    FILE* file;
    PacketReader* reader;
} Recording;

static Recording record(const void* text, size_t size) {
    Recording recording = {.file = tmpfile()};
    assert_non_null(recording.file);
    assert_int_equal(fwrite(text, 1, size, recording.file), size);
    rewind(recording.file);
    recording.reader = packets_open(recording.file);
    assert_non_null(recording.reader);
    return recording;
}

static void end(Recording* recording) {
    packets_close(recording->reader);
    fclose(recording->file);
}

/* Reads all of a text that must be refused, with this in the error. */
static void assert_refused(const char* text, const char* expected) {
    Packet packet;
    PacketStep step;
    Recording recording = record(text, strlen(text));
    while ((step = packets_next(recording.reader, &packet)) == PACKETS_READ) continue;
    assert_int_equal(step, PACKETS_BAD);
    if (strstr(packets_error(recording.reader), expected) == NULL)
        fail_msg("'%s' does not say '%s'", packets_error(recording.reader), expected);
    assert_int_equal(packets_next(recording.reader, &packet), PACKETS_BAD);
    end(&recording);
}

/* ---- Cases ---- */

static void packets_of_every_size_read_back(void** state) {
    (void)state;
    static uint8_t data[PACKETS_DATA_MAX];
    static const size_t sizes[] = {0, 1, 2, 3, 4, 5, 1785, PACKETS_DATA_MAX - 1, PACKETS_DATA_MAX};
    enum { COUNT = sizeof sizes / sizeof *sizes };
    Dice dice = {1};
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)roll_int(&dice, 256);
    Recording recording = {.file = tmpfile()};
    assert_non_null(recording.file);
    assert_true(packets_write_header(recording.file));
    for (size_t i = 0; i < COUNT; i++)
        assert_true(packets_write(recording.file, (double)i / 60.0, "openseeface",
                                  data + (PACKETS_DATA_MAX - sizes[i]), sizes[i]));
    rewind(recording.file);
    recording.reader = packets_open(recording.file);
    assert_non_null(recording.reader);
    Packet packet;
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(packets_next(recording.reader, &packet), PACKETS_READ);
        assert_float_equal(packet.time_s, (double)i / 60.0, 1e-6);
        assert_string_equal(packet.from, "openseeface");
        assert_int_equal(packet.line, i + 2);
        assert_int_equal(packet.size, sizes[i]);
        if (sizes[i] > 0)
            assert_memory_equal(packet.data, data + (PACKETS_DATA_MAX - sizes[i]), sizes[i]);
    }
    assert_int_equal(packets_next(recording.reader, &packet), PACKETS_END);
    assert_int_equal(packets_next(recording.reader, &packet), PACKETS_END);
    assert_string_equal(packets_error(recording.reader), "");
    end(&recording);
}

static void written_base64_is_that_of_rfc_4648(void** state) {
    (void)state;
    char text[256] = "";
    FILE* file = fmemopen(text, sizeof text, "w");
    assert_non_null(file);
    assert_true(packets_write(file, 0.5, "vmc", "foob", 4));
    fclose(file);
    assert_string_equal(text, "{\"t\":0.500000,\"from\":\"vmc\",\"data\":\"Zm9vYg==\"}\n");
}

static void members_in_any_order_blank_lines_and_other_members_are_read(void** state) {
    (void)state;
    static const char text[] = "\n {\"made\":\"by hand\", \"version\" : 1, \"format\" : "
                               "\"vrm-packets\"}\r\n\r\n"
                               "{\"data\":\"Zm9v\",\"port\":39539,\"from\":\"vmc\",\"t\":1}";
    Packet packet;
    Recording recording = record(text, sizeof text - 1);
    assert_int_equal(packets_next(recording.reader, &packet), PACKETS_READ);
    assert_int_equal(packet.line, 4);
    assert_memory_equal(packet.data, "foo", 3);
    assert_int_equal(packets_next(recording.reader, &packet), PACKETS_END);
    end(&recording);
}

static void what_is_no_recording_is_refused_at_its_line(void** state) {
    (void)state;
    assert_refused("", "an empty file");
    assert_refused("\n\n", "an empty file");
    assert_refused("glTF\2", "line 1: not a line of JSON");
    assert_refused("[]\n", "line 1: not an object of JSON");
    assert_refused("{\"format\":\"vrm-motion\",\"version\":1}\n", "not a recording of packets");
    assert_refused("{\"format\":\"vrm-packets\"}\n", "\"version\" must be a number");
    assert_refused("{\"format\":\"vrm-packets\",\"version\":2}\n", "install a newer vrm");
}

static void broken_packets_are_refused_at_their_line(void** state) {
    (void)state;
    assert_refused(HEADER "{\"t\":0,\"from\":\"vmc\",\"data\":\"Zm9", "line 2: not a line of JSON");
    assert_refused(HEADER "{\"from\":\"vmc\",\"data\":\"\"}", "line 2: \"t\" must be a time");
    assert_refused(HEADER "{\"t\":-1,\"from\":\"vmc\",\"data\":\"\"}", "\"t\" must be a time");
    assert_refused(HEADER "{\"t\":1e10,\"from\":\"vmc\",\"data\":\"\"}", "\"t\" must be a time");
    assert_refused(HEADER "{\"t\":2,\"from\":\"vmc\",\"data\":\"\"}\n"
                          "{\"t\":1,\"from\":\"vmc\",\"data\":\"\"}",
                   "line 3: \"t\" is 1.000000, earlier than 2.000000");
    assert_refused(HEADER "{\"t\":0,\"data\":\"\"}", "\"from\" must name a protocol");
    assert_refused(HEADER "{\"t\":0,\"from\":\"\",\"data\":\"\"}", "\"from\" must name");
    assert_refused(HEADER "{\"t\":0,\"from\":\"v\\u001b[2J\",\"data\":\"\"}", "\"from\" must name");
    assert_refused(HEADER "{\"t\":0,\"from\":\"a-name-of-more-than-thirty-one-letters\","
                          "\"data\":\"\"}",
                   "\"from\" must name");
    assert_refused(HEADER "{\"t\":0,\"from\":\"vmc\"}", "\"data\" must be base64");
    assert_refused(HEADER "{\"t\":0,\"from\":\"vmc\",\"data\":7}", "\"data\" must be base64");
}

static void text_that_is_nearly_base64_is_refused(void** state) {
    (void)state;
    static const char* const texts[] = {
        "Zm9",  "Zm9v=", "Zm9vYg=", "Zm9vYg",   "Zm9v====", "Z===",     "=Zm9",
        "Zm 9", "Zm9-",  "Zm9_",    "Zm9vYh==", "Zm9vYmF=", "Zm=vYg==", "Zm9v\\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[256];
        snprintf(text, sizeof text, HEADER "{\"t\":0,\"from\":\"vmc\",\"data\":\"%s\"}", texts[i]);
        assert_refused(text, "line 2: \"data\" must be base64");
    }
}

/* Memory does not follow the file: a line without an end is given up. */
static void line_that_is_too_long_is_refused(void** state) {
    (void)state;
    enum { SIZE = 2000000 };
    char* text = malloc(SIZE + 1);
    assert_non_null(text);
    memset(text, ' ', SIZE);
    text[SIZE] = '\0';
    assert_refused(text, "line 1: longer than");
    int used = snprintf(text, SIZE, HEADER "{\"t\":0,\"from\":\"vmc\",\"data\":\"");
    size_t letters = (PACKETS_DATA_MAX + 1) / 3 * 4 + 4; /* one byte too many */
    memset(text + used, 'A', letters);
    snprintf(text + (size_t)used + letters, 16, "\"}\n");
    assert_refused(text, "line 2: \"data\" must be base64 with padding, of at most 1048576 bytes");
    free(text);
}

/* A recording in which a byte changed is read or refused with its line. */
static void changed_bytes_are_read_or_refused(void** state) {
    (void)state;
    static const char whole[] = HEADER "{\"t\":0.25,\"from\":\"vmc\",\"data\":\"Zm9vYg==\"}\n"
                                       "{\"t\":0.5,\"from\":\"mocopi\",\"data\":\"Zm9v\"}\n";
    char text[sizeof whole];
    for (size_t at = 0; at < sizeof whole - 1; at++)
        for (int bit = 0; bit < 8; bit++) {
            Packet packet;
            PacketStep step;
            int count = 0;
            memcpy(text, whole, sizeof whole);
            text[at] = (char)(text[at] ^ 1 << bit);
            Recording recording = record(text, sizeof text - 1);
            while ((step = packets_next(recording.reader, &packet)) == PACKETS_READ) {
                assert_true(packet.size <= 4 && packet.time_s >= 0.0);
                count++;
            }
            assert_true(count <= 2);
            assert_true((step == PACKETS_BAD) == (packets_error(recording.reader)[0] != '\0'));
            end(&recording);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_of_every_size_read_back),
        cmocka_unit_test(written_base64_is_that_of_rfc_4648),
        cmocka_unit_test(members_in_any_order_blank_lines_and_other_members_are_read),
        cmocka_unit_test(what_is_no_recording_is_refused_at_its_line),
        cmocka_unit_test(broken_packets_are_refused_at_their_line),
        cmocka_unit_test(text_that_is_nearly_base64_is_refused),
        cmocka_unit_test(line_that_is_too_long_is_refused),
        cmocka_unit_test(changed_bytes_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
