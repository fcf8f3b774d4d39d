/* SPDX-License-Identifier: MIT */
/* Linked without any protection: check.sh must see that. */
int main(void) {
    return 0;
}
