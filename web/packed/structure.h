/* SPDX-License-Identifier: MIT */
/* The structure of a WebAssembly module, followed byte by byte: what the next byte is. It is a
 * guide for the model only: a file that is no module is coded as well, in more bytes. */
#ifndef VRM_PACKED_STRUCTURE_H
#define VRM_PACKED_STRUCTURE_H

#include <stdint.h>

/* What a byte is, or the number that it is a part of. */
typedef enum {
    PLAIN, /* sections without code: data above all */
    HEAD,  /* sizes and variables of sections and functions, how many labels a table has */
    OPCODE,
    SUBOPCODE, /* behind the prefixes FC and FD */
    LOCAL,
    GLOBAL,
    CALL,
    TYPE,
    BLOCK,
    LABEL,
    ALIGNMENT,
    OFFSET,
    I32,
    I64,
    LANE, /* and numbers of memories and tables */
    RAW,  /* floats and vectors */
    KINDS
} Kind;

enum { CODE_SECTION = 10, PREFIX_FC = 0xfc, PREFIX_FD = 0xfd, FC = 0x200, FD = 0x100 };

/* Where a section is. Code consists of bodies, each with its size, its variables and its
 * instructions. */
typedef enum {
    SECTION_NUMBER,
    SECTION_SIZE,
    CONTENT,
    BODY_COUNT,
    BODY_SIZE,
    VARIABLES,
    CODE
} Stage;

typedef struct {
    Stage stage;
    Kind kind;
    unsigned part;  /* how many bytes of the number or of the floats have been */
    uint32_t value; /* of the number so far */
    unsigned section;
    uint32_t section_left, body_left;
    uint32_t
        variables_left; /* numbers that declare variables, and before them how many there are */
    uint32_t labels_left;
    unsigned raw_left;
    Kind operands[2]; /* that follow the present one; OPCODE where none does */
    /* Of the function: its number, the last instructions, the newest first, and the last variables.
     */
    uint32_t function;
    uint32_t opcodes[4];
    uint32_t locals[2];
    uint32_t last[KINDS]; /* the last number of each kind */
} Structure;

enum { PREAMBLE = 8 }; /* bytes before the first section */

static Structure at_the_beginning(void) {
    return (Structure){.stage = CONTENT, .section_left = PREAMBLE};
}

static void expect(Structure* s, Kind kind) {
    s->kind = kind;
    s->part = 0;
    s->value = 0;
}

static void expect_operands(Structure* s, Kind first, Kind second, Kind third) {
    s->operands[0] = second;
    s->operands[1] = third;
    expect(s, first);
}

static void expect_next_operand(Structure* s) {
    expect_operands(s, s->operands[0], s->operands[1], OPCODE);
}

static int is_in(uint32_t value, uint32_t first, uint32_t last) {
    return value - first <= last - first;
}

/* What follows an instruction; instructions with a prefix count from FC and FD. */
static void after_opcode(Structure* s, uint32_t op) {
    Kind first = OPCODE, second = OPCODE, third = OPCODE;
    if (is_in(op, 0x02, 0x04)) first = BLOCK; /* block, loop, if */
    if (is_in(op, 0x0c, 0x0d)) first = LABEL; /* br, br_if */
    if (op == 0x0e) first = HEAD;             /* br_table */
    if (op == 0x10) first = CALL;
    if (op == 0x11) first = TYPE, second = LANE; /* call_indirect */
    if (is_in(op, 0x20, 0x22)) first = LOCAL;
    if (is_in(op, 0x23, 0x24)) first = GLOBAL;
    if (op == 0x41) first = I32;
    if (op == 0x42) first = I64;
    /* f32.const, f64.const, v128.const, i8x16.shuffle */
    if (op == 0x43 || op == 0x44 || is_in(op, FD | 12, FD | 13)) {
        first = RAW;
        s->raw_left = op == 0x43 ? 4 : op == 0x44 ? 8 : 16;
    }
    /* Loads and stores of numbers, of vectors, and of single lanes. */
    if (is_in(op, 0x28, 0x3e) || is_in(op, FD, FD | 11) || is_in(op, FD | 92, FD | 93))
        first = ALIGNMENT, second = OFFSET;
    if (is_in(op, FD | 84, FD | 91)) first = ALIGNMENT, second = OFFSET, third = LANE;
    /* A lane, or the number of a memory: memory.size and .grow, extract_lane and replace_lane,
     * fill, and with two of them init and copy. */
    if (is_in(op, 0x3f, 0x40) || is_in(op, FD | 21, FD | 34) || op == (FC | 11)) first = LANE;
    if (op == (FC | 8) || op == (FC | 10)) first = LANE, second = LANE;
    if (op == PREFIX_FC || op == PREFIX_FD) first = SUBOPCODE;
    expect_operands(s, first, second, third);
}

/* Takes a byte of a number; 0 when more follow. */
static int ends_number(Structure* s, uint8_t byte) {
    if (s->part < 5) s->value |= (uint32_t)(byte & 127) << 7 * s->part;
    s->part++;
    return byte < 128;
}

static void follow_code(Structure* s, uint8_t byte) {
    if (s->kind == OPCODE) {
        for (int i = 3; i > 0; i--) s->opcodes[i] = s->opcodes[i - 1];
        s->opcodes[0] = byte;
        after_opcode(s, byte);
        return;
    }
    if (s->kind == RAW) {
        s->part++;
        if (--s->raw_left == 0) expect_next_operand(s);
        return;
    }
    if (!ends_number(s, byte)) return;
    s->last[s->kind] = s->value;
    if (s->kind == SUBOPCODE) {
        s->opcodes[0] = (s->opcodes[0] == PREFIX_FC ? FC : FD) | (s->value & 0xff);
        after_opcode(s, s->opcodes[0]);
    } else if (s->kind == HEAD) { /* a table of labels, and one for all else */
        s->labels_left = s->value;
        expect_operands(s, LABEL, OPCODE, OPCODE);
    } else if (s->kind == LABEL && s->labels_left > 0) {
        s->labels_left--;
        expect(s, LABEL);
    } else {
        if (s->kind == LOCAL) s->locals[1] = s->locals[0], s->locals[0] = s->value;
        expect_next_operand(s);
    }
}

static void begin_stage(Structure* s, Stage stage, Kind kind) {
    s->stage = stage;
    expect(s, kind);
}

static void begin_body(Structure* s) {
    s->body_left = s->value;
    s->variables_left = UINT32_MAX; /* their count comes first */
    s->labels_left = 0;
    s->function++;
    for (int i = 0; i < 4; i++) s->opcodes[i] = 0;
    for (int i = 0; i < 2; i++) s->locals[i] = 0;
    begin_stage(s, VARIABLES, HEAD);
}

/* A count and pairs: how many variables, of which type. */
static void follow_variables(Structure* s, uint8_t byte) {
    if (!ends_number(s, byte)) return;
    s->variables_left = s->variables_left == UINT32_MAX ? 2 * s->value : s->variables_left - 1;
    if (s->variables_left == 0)
        begin_stage(s, CODE, OPCODE);
    else
        expect(s, HEAD);
}

static void begin_section(Structure* s) {
    s->section_left = s->value;
    if (s->section_left == 0)
        begin_stage(s, SECTION_NUMBER, PLAIN);
    else if (s->section == CODE_SECTION)
        begin_stage(s, BODY_COUNT, HEAD);
    else
        begin_stage(s, CONTENT, PLAIN);
}

static void follow(Structure* s, uint8_t byte) {
    if (s->stage == SECTION_NUMBER) {
        s->section = byte;
        begin_stage(s, SECTION_SIZE, HEAD);
        return;
    }
    if (s->stage == SECTION_SIZE) {
        if (ends_number(s, byte)) begin_section(s);
        return;
    }
    s->section_left--;
    s->body_left--;
    if (s->stage == BODY_COUNT) {
        if (ends_number(s, byte)) begin_stage(s, BODY_SIZE, HEAD);
    } else if (s->stage == BODY_SIZE) {
        if (ends_number(s, byte)) begin_body(s);
    } else if (s->stage == VARIABLES) {
        follow_variables(s, byte);
    } else if (s->stage == CODE) {
        follow_code(s, byte);
    }
    if (s->stage >= VARIABLES && s->body_left == 0) begin_stage(s, BODY_SIZE, HEAD);
    if (s->section_left == 0) begin_stage(s, SECTION_NUMBER, PLAIN);
}

#endif
