/* SPDX-License-Identifier: MIT */
/* Arrays of numbers as NumPy saves them: one as .npy, several in a ZIP file as .npz. Arrays of
 * Python objects (pickles) are recognised and never read. */
#ifndef VRMI_MOTION_NPY_H
#define VRMI_MOTION_NPY_H

#include "base/alloc.h"

enum { VRMI_NPY_DIMENSIONS = 6, VRMI_NPY_TYPE_ROOM = 16 };

typedef enum vrmi_NpyType {
    VRMI_NPY_NUMBERS = 0,
    VRMI_NPY_OBJECTS, /* a pickle */
    VRMI_NPY_OTHER    /* text, complex numbers, records */
} vrmi_NpyType;

typedef struct vrmi_Npy {
    vrmi_NpyType type;
    char type_text[VRMI_NPY_TYPE_ROOM]; /* as the file states it, "<f4"; cut, "a record" for one */
    char kind;                          /* 'f', 'i', 'u' or 'b' */
    uint8_t item_size;
    bool is_big_endian;
    int32_t dimension_count; /* 0: a single number */
    size_t shape[VRMI_NPY_DIMENSIONS];
    size_t strides[VRMI_NPY_DIMENSIONS]; /* in numbers */
    size_t count;                        /* of all numbers, which are there */
    const uint8_t* data;                 /* within the bytes that were read */
} vrmi_Npy;

bool vrmi_npy_recognises(const uint8_t* bytes, size_t size);

/* Reads the header. False when it is damaged, the numbers are cut short, or there are more than
 * VRMI_NPY_DIMENSIONS dimensions. An array of objects or another type has no data. */
bool vrmi_npy_read(const uint8_t* bytes, size_t size, vrmi_Npy* out);

/* "60 x 22 x 3", as far as there is room. */
enum { VRMI_NPY_SHAPE_ROOM = 96 };
const char* vrmi_npy_shape_text(const vrmi_Npy* array, char out[VRMI_NPY_SHAPE_ROOM]);

/* The number at a place in `data`, counted in numbers. May be NaN or infinite. */
double vrmi_npy_number(const vrmi_Npy* array, size_t place);

#endif
