/* SPDX-License-Identifier: MIT */
/* Forgets a block, as a bug would: proof that support/leaks.c notices. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char* volatile block = malloc(100); /* volatile: or it is not even allocated */
    if (block == NULL) return 1;
    block[0] = 'x';
    printf("%c is lost\n", block[0]);
    return 0;
}
