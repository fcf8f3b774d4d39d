/* SPDX-License-Identifier: MIT */
/* How servers open files: no link is followed, wherever it stands in the path. */
#define _XOPEN_SOURCE 700 /* mkdtemp, mkfifo, symlink */

#include "files/no_links.h"

#include "support/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static char* below(const char* name) {
    static char paths[8][512];
    static int next;
    char* path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", root, name);
    return path;
}

static void write_text(const char* path, const char* text) {
    FILE* out = fopen(path, "wb");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static int make_tree(void** state) {
    (void)state;
    char made[] = "/tmp/vrm-links-XXXXXX";
    if (mkdtemp(made) == NULL) return -1;
    char* real = realpath(made, NULL); /* the folder of temporary files may itself be a link */
    snprintf(root, sizeof root, "%s", real);
    free(real);
    mkdir(below("in"), 0700);
    mkdir(below("out"), 0700);
    write_text(below("in/file"), "inside");
    write_text(below("out/file"), "outside");
    bool is_made = symlink("../out/file", below("in/link")) == 0 &&
                   symlink("../out", below("in/folder")) == 0 &&
                   symlink("in", below("door")) == 0 && mkfifo(below("in/pipe"), 0600) == 0;
    return is_made ? 0 : -1;
}

static int remove_tree(void** state) {
    (void)state;
    static const char* const names[] = {"in/file", "in/link",  "in/folder", "in/pipe",
                                        "in/new",  "out/file", "door"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) unlink(below(names[i]));
    rmdir(below("in"));
    rmdir(below("out"));
    return rmdir(root);
}

static bool opens(const char* path, int flags) {
    int file = cli_open(path, flags, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

static void links_are_followed_by_default(void** state) {
    (void)state;
    assert_true(opens(below("in/file"), O_RDONLY));
    assert_true(opens(below("in/link"), O_RDONLY));
    assert_true(opens(below("in/folder/file"), O_RDONLY));
    assert_true(opens(below("door/file"), O_RDONLY));
}

static void a_pipe_is_not_waited_for(void** state) {
    (void)state;
    uint64_t size = 0;
    int file = cli_open_regular(below("in/file"), &size);
    assert_true(file >= 0);
    assert_int_equal(size, 6);
    close(file);
    errno = 1;
    assert_int_equal(cli_open_regular(below("in/pipe"), &size), -1);
    assert_int_equal(errno, 0);
    assert_int_equal(cli_open_regular(below("in"), &size), -1);
    assert_int_equal(cli_open_regular(below("in/missing"), &size), -1);
    assert_int_equal(errno, ENOENT);
}

/* The last test: it cannot be undone. */
static void a_server_follows_no_link_in_any_part_of_a_path(void** state) {
    (void)state;
    cli_refuse_links();
    assert_true(cli_are_links_refused());
    assert_true(opens(below("in/file"), O_RDONLY));
    assert_true(opens(below("in//file"), O_RDONLY));
    assert_false(opens(below("in/link"), O_RDONLY));
    assert_false(opens(below("in/folder/file"), O_RDONLY));
    assert_false(opens(below("door/file"), O_RDONLY));
    assert_false(opens(below("in/pipe"), O_RDONLY));
    assert_false(opens(below("in"), O_RDONLY));
    assert_false(opens(below("door/new"), O_WRONLY | O_CREAT | O_EXCL));
    assert_false(opens(below("in/link"), O_WRONLY | O_CREAT));
    assert_true(opens(below("in/new"), O_WRONLY | O_CREAT | O_EXCL));
    assert_int_equal(chdir(root), 0);
    assert_true(opens("in/file", O_RDONLY));
    assert_true(opens("./in/file", O_RDONLY));
    assert_false(opens("door/file", O_RDONLY));
    char name[300 + 8] = "";
    memset(name, 'x', 300);
    strcpy(name + 300, "/file");
    assert_false(opens(name, O_RDONLY));
    assert_int_equal(errno, ENAMETOOLONG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_are_followed_by_default),
        cmocka_unit_test(a_pipe_is_not_waited_for),
        cmocka_unit_test(a_server_follows_no_link_in_any_part_of_a_path),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
