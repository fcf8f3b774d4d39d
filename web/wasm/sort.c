/* SPDX-License-Identifier: MIT */
/* qsort in a fifth of the bytes of wasi-libc's, which is linked in its place: heap sort. As
 * anywhere, the order of equal elements is undefined; the library's comparisons leave none. */
#include <stddef.h>
#include <stdlib.h>

typedef int Compare(const void* a, const void* b);

static void swap(char* a, char* b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

/* Lets element `at` sink until none below it is larger. */
static void sink(char* base, size_t at, size_t count, size_t size, Compare* compare) {
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        char* largest = base + child * size;
        if (child + 1 < count && compare(largest, largest + size) < 0) {
            child++;
            largest += size;
        }
        if (compare(base + at * size, largest) >= 0) return;
        swap(base + at * size, largest, size);
    }
}

void qsort(void* base, size_t count, size_t size, Compare* compare) {
    for (size_t i = count / 2; i-- > 0;) sink(base, i, count, size, compare);
    for (size_t end = count; end-- > 1;) {
        swap(base, (char*)base + end * size, size);
        sink(base, 0, end, size, compare);
    }
}
