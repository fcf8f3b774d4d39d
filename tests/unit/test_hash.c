/* SPDX-License-Identifier: MIT */
#include "base/hash.h"
#include "base/sha256.h"
#include "vrm/digest.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static void expect_sha256(const char* text, const char* wanted) {
    char digest[VRM_DIGEST_SIZE];
    vrm_digest_sha256(text, strlen(text), digest);
    assert_string_equal(digest, wanted);
}

/* FIPS 180-4 examples, from NIST's "Examples with Intermediate Values" and test vectors. */
static void sha256_gives_the_published_digests(void** state) {
    (void)state;
    expect_sha256("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_sha256("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect_sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                  "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                  "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
    char digest[VRM_DIGEST_SIZE];
    vrm_digest_sha256(NULL, 0, digest);
    assert_string_equal(digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void sha256_gives_the_published_digest_of_a_million_letters(void** state) {
    (void)state;
    char* letters = malloc(1000000);
    assert_non_null(letters);
    memset(letters, 'a', 1000000);
    char digest[VRM_DIGEST_SIZE];
    vrm_digest_sha256(letters, 1000000, digest);
    free(letters);
    assert_string_equal(digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void sha256_does_not_depend_on_how_the_bytes_come_in_pieces(void** state) {
    (void)state;
    uint8_t bytes[200], whole[32], pieces[32];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 7);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        vrmi_Sha256 sha;
        vrmi_sha256_init(&sha);
        vrmi_sha256_add(&sha, bytes, size);
        vrmi_sha256_end(&sha, whole);
        for (size_t cut = 0; cut <= size; cut += 13) {
            vrmi_sha256_init(&sha);
            vrmi_sha256_add(&sha, bytes, cut);
            vrmi_sha256_add(&sha, bytes + cut, size - cut);
            vrmi_sha256_end(&sha, pieces);
            assert_memory_equal(pieces, whole, sizeof whole);
        }
    }
}

static void hash_depends_on_every_bit_the_size_and_the_seed(void** state) {
    (void)state;
    uint8_t bytes[40] = {0};
    for (size_t size = 0; size <= sizeof bytes; size++) {
        uint64_t plain = vrmi_hash(bytes, size, 0);
        assert_true(vrmi_hash(bytes, size, 1) != plain);
        if (size > 0) assert_true(vrmi_hash(bytes, size - 1, 0) != plain);
        for (size_t bit = 0; bit < size * 8; bit++) {
            bytes[bit / 8] ^= (uint8_t)(1u << (bit % 8));
            assert_true(vrmi_hash(bytes, size, 0) != plain);
            bytes[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        }
    }
}

/* A changed bit of the input should change about half of the hash, wherever both are. */
static void hash_spreads_each_input_bit_over_all_output_bits(void** state) {
    (void)state;
    int flips[64] = {0};
    int trials = 0;
    for (uint64_t key = 1; key <= 500; key++) {
        uint64_t plain = vrmi_hash(&key, sizeof key, 0);
        for (int bit = 0; bit < 64; bit++) {
            uint64_t other = key ^ (uint64_t)1 << bit;
            uint64_t changed = vrmi_hash(&other, sizeof other, 0) ^ plain;
            for (int i = 0; i < 64; i++) flips[i] += (int)(changed >> i & 1);
            trials++;
        }
    }
    for (int i = 0; i < 64; i++) {
        double share = (double)flips[i] / trials;
        if (share < 0.47 || share > 0.53) fail_msg("bit %d changes in %.3f of trials", i, share);
    }
}

/* Written down so that a changed design is seen: golden values elsewhere stand on it. */
static void hash_keeps_its_values(void** state) {
    (void)state;
    assert_true(vrmi_hash("", 0, 0) == 0x2F88A419BA5AB095u);
    assert_true(vrmi_hash("vrm", 3, 0) == 0xB11A905055257325u);
    assert_true(vrmi_hash("spring bone chain", 17, 42) == 0xDE1D0ED8595ECAE6u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_gives_the_published_digests),
        cmocka_unit_test(sha256_gives_the_published_digest_of_a_million_letters),
        cmocka_unit_test(sha256_does_not_depend_on_how_the_bytes_come_in_pieces),
        cmocka_unit_test(hash_depends_on_every_bit_the_size_and_the_seed),
        cmocka_unit_test(hash_spreads_each_input_bit_over_all_output_bits),
        cmocka_unit_test(hash_keeps_its_values),
    };
    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
