/* SPDX-License-Identifier: MIT */
#ifndef VRMI_OPTIMIZE_FOLD_MATRIX_H
#define VRMI_OPTIMIZE_FOLD_MATRIX_H

/* An affine map as rows of a 3 x 4 matrix. Doubles: a product over many nodes is then as exact as
 * the numbers of the file. */
typedef struct vrmi_FoldMatrix {
    double m[3][4];
} vrmi_FoldMatrix;

static inline vrmi_FoldMatrix vrmi_fold_mul(const vrmi_FoldMatrix* a, const vrmi_FoldMatrix* b) {
    vrmi_FoldMatrix out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) {
            out.m[r][c] = c == 3 ? a->m[r][3] : 0.0;
            for (int k = 0; k < 3; k++) out.m[r][c] += a->m[r][k] * b->m[k][c];
        }
    return out;
}

#endif
