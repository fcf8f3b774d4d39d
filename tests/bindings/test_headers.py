# SPDX-License-Identifier: MIT
"""The reader of public headers: what it makes of a declaration, and that it refuses what it cannot read."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "generate" / "bindings"))
import headers  # noqa: E402

HEAD = '/* SPDX-License-Identifier: MIT */\n/** A part. */\n#define VRM_VERSION_TEXT "1.2.3"\n'


def read(text):
    """Reads one header; the tables of exceptions speak of other headers and are not checked."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "vrm").mkdir()
        (Path(folder) / "vrm" / "part.h").write_text(HEAD + text, encoding="utf-8")
        return headers.read_interface(Path(folder))


class Reading(unittest.TestCase):
    def setUp(self):
        self.check_tables, headers._check_tables = headers._check_tables, lambda interface: None

    def tearDown(self):
        headers._check_tables = self.check_tables

    def test_members_declared_together_share_type_and_comment(self):
        api = read("typedef struct vrm_P {\n    float x, y; /**< Metres. */\n    bool on;\n} vrm_P;\n")
        fields = api["structs"][0]["fields"]
        self.assertEqual([(f["name"], f["offset"], f["doc"]) for f in fields],
                         [("x", 0, "Metres."), ("y", 4, "Metres."), ("on", 8, "")])
        self.assertEqual((api["structs"][0]["size"], api["structs"][0]["align"]), (12, 4))

    def test_pointers_have_another_size_on_wasm32(self):
        struct = read("typedef struct vrm_P {\n    bool on;\n    const char* name;\n} vrm_P;\n")["structs"][0]
        self.assertEqual((struct["size"], struct["size_wasm32"]), (16, 8))
        self.assertEqual((struct["fields"][1]["offset"], struct["fields"][1]["offset_wasm32"]), (8, 4))

    def test_values_of_enumerations_count_on(self):
        api = read("typedef enum vrm_E { VRM_A = -1, VRM_B, VRM_C = 7, VRM_D } vrm_E;\n")
        self.assertEqual([v["value"] for v in api["enums"][0]["values"]], [-1, 0, 7, 8])

    def test_a_comment_speaks_for_declarations_without_a_gap(self):
        api = read("/** Both. */\nVRM_API int32_t vrm_a(void);\nVRM_API int32_t vrm_b(void);\n")
        self.assertEqual([f["doc"] for f in api["functions"]], ["Both.", "Both."])

    def test_a_function_without_a_comment_is_an_error(self):
        with self.assertRaisesRegex(headers.HeaderError, "vrm_b has no comment"):
            read("/** One. */\nVRM_API int32_t vrm_a(void);\n\nVRM_API int32_t vrm_b(void);\n")

    def test_a_member_or_value_without_a_comment_is_an_error(self):
        for text in ("typedef struct vrm_P {\n    float x; /**< Metres. */\n    bool on;\n} vrm_P;\n",
                     "typedef enum vrm_P {\n    VRM_A, /**< One. */\n    on\n} vrm_P;\n"):
            with self.assertRaisesRegex(headers.HeaderError, "on of vrm_P has no comment"):
                headers.check_comments(read(text))
        headers.check_comments(read("typedef struct vrm_P {\n    float x, y; /**< Metres. */\n} vrm_P;\n"))

    def test_arrays_know_the_member_that_counts_them(self):
        api = read("typedef struct vrm_P {\n    const float* meshes;\n    int32_t mesh_count;\n} vrm_P;\n")
        self.assertEqual(api["structs"][0]["fields"][0]["length"], "mesh_count")

    def test_null_is_allowed_where_the_comment_says_so(self):
        api = read("typedef struct vrm_P {\n    float x;\n} vrm_P;\n"
                   "/** `a` and `b` may be NULL. */\nVRM_API void vrm_f(const vrm_P* a, const vrm_P* b, const vrm_P* c);\n")
        self.assertEqual([p["nullable"] for p in api["functions"][0]["parameters"]], [True, True, False])

    def test_an_object_has_an_end(self):
        made = "typedef struct vrm_T vrm_T;\n/** Makes. */\nVRM_API bool vrm_t_create(vrm_T** out_t);\n"
        with self.assertRaisesRegex(headers.HeaderError, "vrm_T has no function"):
            read(made)
        api = read(made + "/** NULL is fine. */\nVRM_API void vrm_t_destroy(vrm_T* t);\n")
        self.assertEqual(api["opaques"][0]["ended_by"], "vrm_t_destroy")
        self.assertEqual(api["functions"][0]["parameters"][0]["released_by"], "vrm_t_destroy")

    def test_what_cannot_be_read_is_refused_with_its_line(self):
        for text in ("typedef union vrm_U { int32_t a; } vrm_U;\n", "int32_t stray;\n",
                     "typedef struct vrm_P {\n    unsigned int a;\n} vrm_P;\n",
                     "/** X. */\nVRM_API long vrm_f(void);\n"):
            with self.subTest(text), self.assertRaisesRegex(headers.HeaderError, r"part\.h:\d+"):
                read(text)

    def test_unknown_types_are_refused(self):
        with self.assertRaisesRegex(headers.HeaderError, "vrm_Missing"):
            read("typedef struct vrm_P {\n    vrm_Missing m;\n} vrm_P;\n")


if __name__ == "__main__":
    unittest.main()
