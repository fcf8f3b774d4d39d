/* SPDX-License-Identifier: MIT */
#include "view/view_events.h"
#include "view/view_guard.h"
#include "view/view_peer.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char token[] = "0123456789abcdef0123456789abcdef";

static void a_token_counts_whole_or_not_at_all(void** state) {
    (void)state;
    char other[VIEW_TOKEN_LENGTH + 1];
    assert_true(view_is_token(token, 32, token));
    assert_false(view_is_token(token, 31, token));
    assert_false(view_is_token(token, 0, token));
    for (int i = 0; i < VIEW_TOKEN_LENGTH; i++) {
        memcpy(other, token, sizeof other);
        other[i] ^= 1;
        assert_false(view_is_token(other, 32, token));
    }
}

static void a_host_is_ours_by_loopback_name_and_port(void** state) {
    (void)state;
    static const char* const good[] = {"127.0.0.1:80", "localhost:80", "[::1]:80"};
    static const char* const bad[] = {"",
                                      "127.0.0.1",
                                      "127.0.0.1:8",
                                      "127.0.0.1:800",
                                      "127.0.0.1:80 ",
                                      "evil.test:80",
                                      "localhost",
                                      "localhost.:80",
                                      "LOCALHOST:80",
                                      "127.0.0.1:080",
                                      "127.1:80",
                                      "0.0.0.0:80",
                                      "::1:80",
                                      "localhost:80@evil.test"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char origin[64];
        assert_true(view_is_our_host(good[i], 80));
        snprintf(origin, sizeof origin, "http://%s", good[i]);
        assert_true(view_is_our_origin(origin, 80));
        snprintf(origin, sizeof origin, "https://%s", good[i]);
        assert_false(view_is_our_origin(origin, 80));
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(view_is_our_host(bad[i], 80));
    assert_false(view_is_our_host(NULL, 80));
    assert_true(view_is_our_origin(NULL, 80));
    assert_false(view_is_our_origin("null", 80));
    assert_false(view_is_our_origin("", 80));
}

static void another_site_may_only_navigate_to_the_page(void** state) {
    (void)state;
    assert_true(view_is_our_fetch(NULL, NULL, NULL, false));
    assert_true(view_is_our_fetch("same-origin", "cors", "empty", false));
    assert_true(view_is_our_fetch("none", "navigate", "document", false));
    assert_false(view_is_our_fetch("same-site", "cors", "empty", true));
    assert_false(view_is_our_fetch("cross-site", "no-cors", "image", true));
    assert_false(view_is_our_fetch("cross-site", "navigate", "iframe", true));
    assert_true(view_is_our_fetch("cross-site", "navigate", "document", true));
    assert_false(view_is_our_fetch("cross-site", "navigate", "document", false));
}

static void check_range(const char* text, uint64_t size, view_RangeKind kind, uint64_t first,
                        uint64_t count) {
    uint64_t got_first, got_count;
    view_RangeKind got = view_range(text, size, &got_first, &got_count);
    if (got != kind || (kind != VIEW_RANGE_NONE && (got_first != first || got_count != count)))
        fail_msg("%s of %d: kind %d, %d + %d", text != NULL ? text : "none", (int)size, (int)got,
                 (int)got_first, (int)got_count);
}

static void ranges_are_those_of_rfc_9110(void** state) {
    (void)state;
    check_range(NULL, 10, VIEW_RANGE_ALL, 0, 10);
    check_range("bytes=0-0", 10, VIEW_RANGE_PART, 0, 1);
    check_range("bytes=2-", 10, VIEW_RANGE_PART, 2, 8);
    check_range("bytes=2-99", 10, VIEW_RANGE_PART, 2, 8);
    check_range("bytes=-3", 10, VIEW_RANGE_PART, 7, 3);
    check_range("bytes=-30", 10, VIEW_RANGE_PART, 0, 10);
    check_range("bytes=9-9 ", 10, VIEW_RANGE_PART, 9, 1);
    check_range("bytes=0-18446744073709551615", 10, VIEW_RANGE_PART, 0, 10);
    check_range("bytes=10-", 10, VIEW_RANGE_NONE, 0, 0);
    check_range("bytes=-0", 10, VIEW_RANGE_NONE, 0, 0);
    check_range("bytes=0-0", 0, VIEW_RANGE_NONE, 0, 0);
    check_range("bytes=-1", 0, VIEW_RANGE_NONE, 0, 0);
    static const char* const ignored[] = {"",
                                          "bytes",
                                          "bytes=",
                                          "bytes=-",
                                          "bytes=a-b",
                                          "bytes=3-2",
                                          "bytes=1-2,4-5",
                                          "lines=1-2",
                                          "bytes=1--2",
                                          "bytes=+1-2",
                                          "bytes=18446744073709551616-",
                                          "bytes=0x1-2",
                                          "bytes= 1-2"};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        check_range(ignored[i], 10, VIEW_RANGE_ALL, 0, 10);
}

/* Whatever the text, a range lies inside the file. */
static void random_ranges_stay_inside_the_file(void** state) {
    (void)state;
    static const char letters[] = "0123456789-=,bytes \t";
    uint32_t seed = 7;
    for (int round = 0; round < 20000; round++) {
        char text[32] = "bytes=";
        int length = 6 + (int)((seed = seed * 1664525u + 1013904223u) >> 24) % 20;
        for (int i = 6; i < length; i++)
            text[i] =
                letters[((seed = seed * 1664525u + 1013904223u) >> 20) % (sizeof letters - 1)];
        uint64_t size = (seed >> 8) % 100, first, count;
        view_RangeKind kind = view_range(text, size, &first, &count);
        if (kind == VIEW_RANGE_PART) assert_true(count > 0);
        if (kind != VIEW_RANGE_NONE) assert_true(first <= size && count <= size - first);
    }
}

static void gzip_is_sent_only_to_who_accepts_it(void** state) {
    (void)state;
    assert_true(view_accepts_gzip("gzip, deflate, br"));
    assert_true(view_accepts_gzip("br;q=1.0, gzip;q=0.8, *;q=0.1"));
    assert_true(view_accepts_gzip("*"));
    assert_false(view_accepts_gzip(NULL));
    assert_false(view_accepts_gzip(""));
    assert_false(view_accepts_gzip("identity"));
    assert_false(view_accepts_gzip("gzip;q=0"));
    assert_false(view_accepts_gzip("gzip ; q=0.000"));
    assert_false(view_accepts_gzip("xgzip, gzipx"));
}

static void entity_tags_are_compared_whole(void** state) {
    (void)state;
    assert_true(view_has_etag("\"a\"", "\"a\""));
    assert_true(view_has_etag("\"b\", W/\"a\"", "\"a\""));
    assert_true(view_has_etag("*", "\"a\""));
    assert_false(view_has_etag("\"ab\"", "\"a\""));
    assert_false(view_has_etag(NULL, "\"a\""));
    assert_false(view_has_etag("", "\"a\""));
}

/* ---- Events ---- */

/* All that a listener receives until there is nothing more, read in pieces of a few bytes. */
static void hear(view_Listener* listener, const view_Board* board, double now_s, char* out) {
    for (;;) {
        int64_t size = view_listener_next(listener, board, now_s, out, 5);
        if (size <= 0) break;
        out += size;
    }
    *out = 0;
}

static void a_listener_hears_every_changed_file_and_the_newest_motion(void** state) {
    (void)state;
    char text[4096];
    view_File list[3] = {{.change = 0}, {.change = 0}, {.change = 0}};
    view_Files files = {.files = list, .count = 3};
    view_Board board = {.files = &files};
    view_Listener listener;
    view_listener_init(&listener, &board, NULL);
    hear(&listener, &board, 1.0, text);
    assert_string_equal(text, "retry: 1000\n\n");
    assert_false(view_listener_has_news(&listener, &board, 1.0));
    list[2].change = ++files.change;
    list[0].change = ++files.change;
    assert_true(view_board_set_motion(&board, "{\"a\":1}", 7));
    assert_true(view_board_set_motion(&board, "{\"a\":2}", 7));
    assert_true(view_listener_has_news(&listener, &board, 1.0));
    hear(&listener, &board, 1.0, text);
    assert_string_equal(text, "id: 1\nevent: changed\ndata: {\"index\":2}\n\n"
                              "id: 2\nevent: changed\ndata: {\"index\":0}\n\n"
                              "event: vmc\ndata: {\"a\":2}\n\n");
    assert_false(view_listener_has_news(&listener, &board, 5.9));
    hear(&listener, &board, 6.0, text);
    assert_string_equal(text, ":\n\n");

    view_Listener returned; /* missed the second change */
    view_listener_init(&returned, &board, "1");
    hear(&returned, &board, 1.0, text);
    assert_non_null(strstr(text, "{\"index\":0}"));
    assert_null(strstr(text, "{\"index\":2}"));
    board.is_ending = true;
    hear(&returned, &board, 1.0, text);
    assert_string_equal(text, "event: bye\ndata: {}\n\n");
    assert_int_equal(view_listener_next(&returned, &board, 1.0, text, 5), -1);
    view_listener_release(&listener);
    view_listener_release(&returned);
    free(board.motion);
}

/* As the kernel writes them on a machine with this byte order; here little-endian ones. */
static void a_peer_is_found_by_both_ends_of_its_connection(void** state) {
    (void)state;
    static const char v4[] =
        "  12: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        "
        "0 12345 1 0000000000000000 20 4 30 10 -1";
    static const char v6[] =
        "   3: 0000000000000000FFFF00000100007F:C350 0000000000000000FFFF00000100007F:1F90 01 "
        "00000000:00000000 00:00000000 00000000 65534        0 1 1 0000000000000000";
    uint32_t user = 0;
    assert_true(view_parse_peer(v4, 50000, 8080, &user));
    assert_int_equal(user, 1000);
    assert_true(view_parse_peer(v6, 50000, 8080, &user));
    assert_int_equal(user, 65534);
    assert_false(view_parse_peer(v4, 50001, 8080, &user));
    assert_false(view_parse_peer(v4, 50000, 8081, &user));
    assert_false(view_parse_peer(v4, 8080, 50000, &user)); /* the server's own end */
    static const char* const others[] = {
        "",
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid",
        "  12: 0200007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000",
        "  12: 0100007F:C350 0100007F:1F90 06 00000000:00000000 00:00000000 00000000  1000",
        "  12: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000",
        ("   3: 0000000000000000000000000100007F:C350 0000000000000000FFFF00000100007F:1F90 01 "
         "00000000:00000000 00:00000000 00000000 1000"),
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(view_parse_peer(others[i], 50000, 8080, &user));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_token_counts_whole_or_not_at_all),
        cmocka_unit_test(a_host_is_ours_by_loopback_name_and_port),
        cmocka_unit_test(another_site_may_only_navigate_to_the_page),
        cmocka_unit_test(ranges_are_those_of_rfc_9110),
        cmocka_unit_test(random_ranges_stay_inside_the_file),
        cmocka_unit_test(gzip_is_sent_only_to_who_accepts_it),
        cmocka_unit_test(entity_tags_are_compared_whole),
        cmocka_unit_test(a_peer_is_found_by_both_ends_of_its_connection),
        cmocka_unit_test(a_listener_hears_every_changed_file_and_the_newest_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
