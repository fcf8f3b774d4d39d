/* SPDX-License-Identifier: MIT */
/* What stands for parts of wasi-libc in the browser's module, beside the system's. */
#include "support/check.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Alignas(65536) char pages[1 << 20]; /* as WebAssembly's pages are */
static size_t pages_used;

static uintptr_t more_of_pages(size_t* size) {
    *size = (*size + 4095) & ~(size_t)4095;
    if (*size > sizeof pages - pages_used) return 0;
    uintptr_t address = (uintptr_t)(pages + pages_used);
    pages_used += *size;
    return address;
}

/* Each file is the whole of a part of libc: its names are changed for this test. */
#define HEAP_MORE more_of_pages
#define malloc    web_malloc
#define free      web_free
#define qsort     web_qsort
#define snprintf  web_snprintf
#define vsnprintf web_vsnprintf
#define sinf      web_sinf
#define cosf      web_cosf
#define tanf      web_tanf
#define fmodf     web_fmodf
#define strlen    web_strlen
#define memchr    web_memchr
#define strstr    web_strstr
#define strchr    web_strchr
#define strspn    web_strspn
#define strcspn   web_strcspn
#define strpbrk   web_strpbrk
#define strcpy    web_strcpy
void* web_malloc(size_t size);
void web_free(void* bytes);
void web_qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*));
int web_vsnprintf(char* restrict text, size_t size, const char* restrict format, va_list list);
int web_snprintf(char* restrict text, size_t size, const char* restrict format, ...);
float web_sinf(float angle);
float web_cosf(float angle);
float web_tanf(float angle);
float web_fmodf(float x, float y);
size_t web_strlen(const char* text);
void* web_memchr(const void* bytes, int value, size_t size);
char* web_strstr(const char* text, const char* part);
char* web_strchr(const char* text, int character);
size_t web_strspn(const char* text, const char* set);
size_t web_strcspn(const char* text, const char* set);
char* web_strpbrk(const char* text, const char* set);
char* web_strcpy(char* restrict to, const char* restrict from);
#include "web/wasm/format.c"
#include "web/wasm/heap.c"
#include "web/wasm/maths.c"
#include "web/wasm/sort.c"
#include "web/wasm/strings.c"
#undef malloc
#undef free
#undef qsort
#undef snprintf
#undef vsnprintf
#undef sinf
#undef cosf
#undef tanf
#undef fmodf
#undef strlen
#undef memchr
#undef strstr
#undef strchr
#undef strspn
#undef strcspn
#undef strpbrk
#undef strcpy

static uint64_t random_state = 1;

static uint64_t random_bits(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return random_state >> 32 ^ random_state << 31;
}

/* ---- Messages ---- */

#define EXPECT_SAME(room, ...)                                                                     \
    do {                                                                                           \
        char ours[500], theirs[500];                                                               \
        memset(ours, '#', sizeof ours);                                                            \
        memset(theirs, '#', sizeof theirs);                                                        \
        int our_length = web_snprintf(ours, room, __VA_ARGS__);                                    \
        int their_length = snprintf(theirs, room, __VA_ARGS__);                                    \
        if (our_length != their_length || memcmp(ours, theirs, sizeof ours))                       \
            fail_msg("\"%.490s\" instead of \"%.490s\"", ours, theirs);                            \
    } while (0)

static void messages_are_those_of_libc(void** state) {
    (void)state;
    EXPECT_SAME(500, "plain, %%, %c, %s, %.3s, %.*s|", 'x', "text", "text", 2, "text");
    EXPECT_SAME(500, "%d %i %u %x %X %02x %08lx %02X", -5, INT32_MIN, UINT32_MAX, 48879u, 48879u,
                10u, 48879ul, 255u);
    EXPECT_SAME(500, "%lld %llu %lu %zu %ld %05d", (long long)INT64_MIN,
                (unsigned long long)UINT64_MAX, 7ul, (size_t)9, -7l, -42);
    for (size_t room = 0; room < 14; room++) EXPECT_SAME(room, "%s %d", "longer", 12345);
}

static void expect_number(double value) {
    EXPECT_SAME(500, "%g", value);
    EXPECT_SAME(500, "%.9g", value);
    EXPECT_SAME(500, "%.0f", value);
    EXPECT_SAME(500, "%.2f", value);
    EXPECT_SAME(500, "%.3f %.17g %.1g", value, value, value);
}

static void numbers_are_those_of_libc(void** state) {
    (void)state;
    static const double values[] = {0.0,
                                    -0.0,
                                    0.5,
                                    1.5,
                                    2.5,
                                    0.125,
                                    0.375,
                                    9.5,
                                    99.995,
                                    999999.5,
                                    1e6,
                                    1e5,
                                    123456789.0,
                                    0.0001,
                                    0.00001,
                                    9.9999995e-5,
                                    1e22,
                                    1e300,
                                    1.7976931348623157e308,
                                    5e-324,
                                    2.2250738585072014e-308,
                                    -3.25,
                                    (double)0.1f,
                                    0.05,
                                    0.005,
                                    0.95,
                                    0.995,
                                    1.0 / 3.0,
                                    1e15,
                                    4503599627370497.5};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        expect_number(values[i]);
        expect_number(-values[i]);
    }
    EXPECT_SAME(500, "%g %g %.2f", HUGE_VAL, -HUGE_VAL, HUGE_VAL);
    EXPECT_SAME(500, "%g", (double)NAN);
    for (int i = 0; i < 1500; i++) {
        uint64_t bits = random_bits();
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value - value == 0.0) expect_number(value);
        expect_number((double)(int64_t)(bits & 0xFFFFF) / (double)(1 << (bits >> 60)));
        expect_number((double)(float)(bits & 0xFFFFFF) * 1e-5);
    }
}

/* ---- Memory ---- */

enum { PIECES = 300 };

typedef struct Piece {
    unsigned char* bytes;
    size_t size;
    unsigned char fill;
} Piece;

static void expect_intact(const Piece* piece) {
    for (size_t i = 0; i < piece->size; i++) assert_int_equal(piece->bytes[i], piece->fill);
}

static void expect_free_in_one(void) {
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
        if (lists[list] != NULL) {
            assert_ptr_equal(lists[list]->next, NULL);
            assert_int_equal(size_of(lists[list]), pages_used - 2 * sizeof(Block));
        }
}

static void pieces_do_not_overlap_and_come_back(void** state) {
    (void)state;
    static Piece pieces[PIECES];
    size_t refused = 0;
    for (int round = 0; round < 20000; round++) {
        Piece* piece = &pieces[random_bits() % PIECES];
        if (piece->bytes != NULL) {
            expect_intact(piece);
            web_free(piece->bytes);
            piece->bytes = NULL;
            continue;
        }
        piece->size = (size_t)(random_bits() % (1u << random_bits() % 18));
        piece->bytes = web_malloc(piece->size);
        piece->fill = (unsigned char)round;
        if (piece->bytes == NULL) {
            refused++;
            piece->size = 0;
            continue;
        }
        assert_int_equal((uintptr_t)piece->bytes % 16, 0);
        memset(piece->bytes, piece->fill, piece->size);
    }
    assert_true(refused > 0); /* memory was short at times */
    for (int i = 0; i < PIECES; i++) {
        if (pieces[i].bytes == NULL) continue;
        expect_intact(&pieces[i]);
        web_free(pieces[i].bytes);
    }
    expect_free_in_one();
}

static void memory_that_came_back_is_used_again(void** state) {
    (void)state;
    expect_free_in_one();
    for (size_t size = 1000; size < 300000; size = size * 9 / 8) {
        void* a = web_malloc(size);
        void* b = web_malloc(40);
        web_free(a);
        size_t used = pages_used;
        for (int i = 0; i < 100; i++) {
            a = web_malloc(size);
            assert_non_null(a);
            web_free(a);
        }
        assert_int_equal(pages_used, used);
        web_free(b);
    }
    web_free(NULL);
    assert_null(web_malloc(SIZE_MAX));
    assert_null(web_malloc(SIZE_MAX / 2 - 100));
    assert_null(web_malloc(sizeof pages));
    void* still = web_malloc(1000);
    assert_non_null(still);
    web_free(still);
    expect_free_in_one();
}

/* ---- Order ---- */

static int by_value(const void* a, const void* b) {
    uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return x < y ? -1 : x > y;
}

static void sorts_as_libc(void** state) {
    (void)state;
    for (size_t count = 0; count < 200; count++) {
        uint32_t ours[200], theirs[200];
        for (size_t i = 0; i < count; i++)
            ours[i] = theirs[i] = (uint32_t)(random_bits() % (count + 1));
        web_qsort(ours, count, sizeof *ours, by_value);
        qsort(theirs, count, sizeof *theirs, by_value);
        assert_memory_equal(ours, theirs, count * sizeof *ours);
    }
}

/* ---- Texts ---- */

static void texts_are_searched_as_by_libc(void** state) {
    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[12], part[4], copy[12], expected[12];
        size_t length = random_bits() % sizeof text, size = random_bits() % sizeof part;
        for (size_t k = 0; k < length; k++) text[k] = (char)('a' + random_bits() % 3);
        for (size_t k = 0; k < size; k++) part[k] = (char)('a' + random_bits() % 4);
        text[length] = part[size] = '\0';
        assert_ptr_equal(web_strstr(text, part), strstr(text, part));
        assert_ptr_equal(web_strchr(text, part[0]), strchr(text, part[0]));
        assert_int_equal(web_strspn(text, part), strspn(text, part));
        assert_int_equal(web_strcspn(text, part), strcspn(text, part));
        assert_ptr_equal(web_strpbrk(text, part), strpbrk(text, part));
        assert_ptr_equal(web_strcpy(copy, text), copy);
        assert_string_equal(copy, strcpy(expected, text));
        assert_int_equal(web_strlen(text), length);
        assert_ptr_equal(web_memchr(text, part[0] - 256, length), memchr(text, part[0], length));
    }
}

/* ---- Angles ---- */

static void angles_are_those_of_libc(void** state) {
    (void)state;
    for (int i = -5000; i <= 5000; i++) {
        float angle = (float)i * 0.01f + 0.003f, tangent = tanf(angle);
        assert_true(fabsf(web_sinf(angle) - sinf(angle)) < 3e-7f);
        assert_true(fabsf(web_cosf(angle) - cosf(angle)) < 3e-7f);
        assert_true(fabsf(web_tanf(angle) - tangent) < 5e-7f * (1.0f + fabsf(tangent)));
    }
}

/* ---- Remainders ---- */

static void expect_remainder(float x, float y) {
    float ours = web_fmodf(x, y), theirs = fmodf(x, y);
    if (isnan(theirs)) {
        assert_true(isnan(ours));
        return;
    }
    assert_memory_equal(&ours, &theirs, sizeof ours);
}

static void remainders_are_those_of_libc(void** state) {
    (void)state;
    static const float values[] = {0.0f,   -0.0f,   1.0f,    -1.0f,    0.1f,      2.5f, -7.25f,
                                   1e-45f, FLT_MAX, FLT_MIN, INFINITY, -INFINITY, NAN};
    enum { COUNT = sizeof values / sizeof *values };
    for (int i = 0; i < COUNT * COUNT; i++) expect_remainder(values[i / COUNT], values[i % COUNT]);
    for (int i = 0; i < 20000; i++) {
        uint32_t bits[2] = {(uint32_t)random_bits(), (uint32_t)random_bits()};
        float pair[2];
        memcpy(pair, bits, sizeof pair);
        expect_remainder(pair[0], pair[1]);
        expect_remainder((float)(bits[0] % 100000) * 0.01f, (float)(bits[1] % 1000) * 0.007f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_those_of_libc),
        cmocka_unit_test(numbers_are_those_of_libc),
        cmocka_unit_test(pieces_do_not_overlap_and_come_back),
        cmocka_unit_test(memory_that_came_back_is_used_again),
        cmocka_unit_test(sorts_as_libc),
        cmocka_unit_test(texts_are_searched_as_by_libc),
        cmocka_unit_test(angles_are_those_of_libc),
        cmocka_unit_test(remainders_are_those_of_libc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
