/* SPDX-License-Identifier: MIT */
/* malloc and free in a quarter of the bytes of wasi-libc's, which are linked in their place. The
 * library asks for few and large pieces: its arenas, arrays and files.
 *
 * Blocks lie one after the other, each with a header, and know the one before. Free ones are never
 * neighbours, and hang in lists by size: eight lists for each power of two. A request takes a block
 * of its own list that fits, else the first of the next list that has one, else memory grows. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* For tests of this file: where memory comes from. Returns the address of `*size` more bytes, which
 * it rounds up; 0 when there are none. */
#ifndef HEAP_MORE
extern unsigned char __heap_base;
static uintptr_t more(size_t* size) {
    enum { PAGE = 65536 };
    static bool has_begun;
    if (!has_begun) { /* what the module begins with, behind its data */
        has_begun = true;
        uintptr_t begin = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
        uintptr_t end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
        if (end - begin >= *size) {
            *size = end - begin;
            return begin;
        }
    }
    size_t pages = (*size + PAGE - 1) / PAGE;
    size_t before = __builtin_wasm_memory_grow(0, pages);
    *size = pages * PAGE;
    return before == SIZE_MAX ? 0 : before * PAGE;
}
#define HEAP_MORE more
#endif

typedef struct Block Block;
struct Block {
    Block* before; /* in memory; NULL for the first */
    size_t size;   /* of the bytes after this header; the lowest bit says that it is free */
    Block *next, *previous; /* in its list, while it is free */
};

enum { UNIT = 16, FREE = 1, LISTS = 8, POWERS = sizeof(size_t) * 8 };
_Static_assert(sizeof(Block) % UNIT == 0, "what follows a header is aligned as malloc promises");

static Block* lists[POWERS * LISTS];
static uint8_t filled[POWERS]; /* a bit for each of the lists of a power that is not empty */
static Block* last;            /* a header without bytes that ends the newest memory */

static size_t size_of(const Block* block) {
    return block->size & ~(size_t)FREE;
}

static bool is_free(const Block* block) {
    return (block->size & FREE) != 0;
}

static Block* after(const Block* block) {
    return (Block*)((char*)(uintptr_t)(block + 1) + size_of(block));
}

/* The list for blocks of at least this size, which is a unit or more. */
static unsigned list_of(size_t size) {
    unsigned power = POWERS - 1 - (unsigned)__builtin_clzl((unsigned long)size);
    return power * LISTS + (unsigned)(size >> (power - 3) & (LISTS - 1));
}

static void hang_up(Block* block) {
    unsigned list = list_of(size_of(block));
    block->size |= FREE;
    block->previous = NULL;
    block->next = lists[list];
    if (block->next != NULL) block->next->previous = block;
    lists[list] = block;
    filled[list / LISTS] |= (uint8_t)(1u << list % LISTS);
}

static void take_down(Block* block) {
    unsigned list = list_of(size_of(block));
    block->size &= ~(size_t)FREE;
    if (block->next != NULL) block->next->previous = block->previous;
    if (block->previous != NULL)
        block->previous->next = block->next;
    else
        lists[list] = block->next;
    if (lists[list] == NULL) filled[list / LISTS] &= (uint8_t) ~(1u << list % LISTS);
}

/* Makes a block and the one behind it one. */
static void join(Block* block) {
    block->size += sizeof(Block) + size_of(after(block));
    after(block)->before = block;
}

/* A block that becomes free, together with free neighbours. */
static void release(Block* block) {
    Block* next = after(block);
    if (is_free(next)) {
        take_down(next);
        join(block);
    }
    if (block->before != NULL && is_free(block->before)) {
        block = block->before;
        take_down(block);
        join(block);
    }
    hang_up(block);
}

static Block* find(size_t size) {
    enum { MOST_TRIES = 32 };
    unsigned list = list_of(size);
    int tries = 0;
    for (Block* block = lists[list]; block != NULL && tries < MOST_TRIES; block = block->next) {
        if (size_of(block) >= size) return block;
        tries++;
    }
    /* All blocks of the lists behind it are large enough. */
    unsigned power = list / LISTS;
    unsigned behind = filled[power] & (unsigned)(0xFE << list % LISTS);
    while (behind == 0 && ++power < POWERS) behind = filled[power];
    return behind == 0 ? NULL : lists[power * LISTS + (unsigned)__builtin_ctz(behind)];
}

static bool grow(size_t size) {
    size_t more_size = size + 2 * sizeof(Block); /* its header, and one that ends the memory */
    /* A free block at the end is part of what is wanted. */
    if (last != NULL && last->before != NULL && is_free(last->before) &&
        size_of(last->before) < size)
        more_size -= size_of(last->before);
    uintptr_t address = HEAP_MORE(&more_size);
    if (address == 0) return false;
    Block* first = (Block*)address;
    Block* before = NULL;
    if (last != NULL && address == (uintptr_t)(last + 1)) {
        first = last; /* memory goes on: no end any more */
        before = last->before;
        more_size += sizeof(Block);
    }
    first->before = before;
    first->size = more_size - 2 * sizeof(Block);
    last = after(first);
    last->before = first;
    last->size = 0;
    release(first);
    return true;
}

void* malloc(size_t size) {
    if (size > SIZE_MAX / 2) return NULL;
    size = size == 0 ? UNIT : (size + UNIT - 1) & ~(size_t)(UNIT - 1);
    Block* block = find(size);
    if (block == NULL && grow(size)) block = find(size);
    if (block == NULL) return NULL;
    take_down(block);
    if (size_of(block) >= size + sizeof(Block) + UNIT) {
        Block* rest = (Block*)((char*)(block + 1) + size);
        rest->before = block;
        rest->size = size_of(block) - size - sizeof(Block);
        after(rest)->before = rest;
        block->size = size;
        hang_up(rest);
    }
    return block + 1;
}

void free(void* bytes) {
    if (bytes != NULL) release((Block*)bytes - 1);
}
