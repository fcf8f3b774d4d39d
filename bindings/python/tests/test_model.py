# SPDX-License-Identifier: MIT
"""Loading, validating, migrating, editing and saving."""

import dataclasses
import json
import os
import subprocess
import sys

import pytest

import libvrm
from libvrm import Bone, Dialect


def test_a_loaded_avatar_says_what_it_is(model):
    assert model.dialect == Dialect.V1
    assert model.meta is not None and model.meta.name == "Sample"
    assert model.meta.authors == ("The libvrm authors",)
    assert model.bones[Bone.HIPS] >= 0 and len(model.bones) == 55
    assert {"happy", "blink"} <= {expression.name for expression in model.expressions}
    assert model.json["asset"]["version"] == "2.0"
    assert len(model.gltf.nodes) == len(model.json["nodes"])
    assert [node.name for node in model.gltf.nodes] == [node.get("name", "") for node in model.json["nodes"]]


def test_bytes_load_like_the_file_and_save_as_they_came(avatar_file):
    data = avatar_file.read_bytes()
    with libvrm.Model.from_bytes(data) as model:
        assert model.to_bytes() == data


def test_vertices_are_views_of_the_file(model):
    numpy = pytest.importorskip("numpy")
    positions = model.attribute(0, 0, libvrm.Semantic.POSITION)
    index = model.gltf.meshes[0].primitives[0].attributes[0].accessor
    accessor = model.json["accessors"][index]
    assert positions.shape == (accessor["count"], 3)
    assert numpy.allclose(positions.min(axis=0), accessor["min"], atol=1e-6)
    assert not positions.flags.writeable and not positions.flags.owndata
    with pytest.raises(ValueError):
        positions[0] = 0
    with pytest.raises(ValueError):
        positions.flags.writeable = True
    assert model.indices(0, 0).max() < len(positions)
    assert model.attribute(0, 0, libvrm.Semantic.COLOR) is None


def test_every_accessor_equals_what_the_library_decodes(model):
    numpy = pytest.importorskip("numpy")
    import ctypes

    from libvrm._library import lib
    gltf = model._gltf
    for index in range(gltf.accessor_count):
        array = model.accessor(index)
        decoded = numpy.empty(array.shape, dtype=numpy.float32)
        assert lib.vrm_accessor_read_floats(ctypes.byref(gltf), index, decoded.ctypes.data_as(
            ctypes.POINTER(ctypes.c_float)), decoded.size) == 0
        assert numpy.array_equal(array.astype(numpy.float32), decoded), index


def test_migrating_makes_1_0_and_reports_the_licence(scene):
    model = libvrm.load(scene("0.x"))
    assert model.dialect == Dialect.V0
    report = model.migrate()
    assert model.dialect == Dialect.V1 and len(report) > 0
    assert libvrm.validate(model.to_bytes())[0].is_valid
    back = libvrm.Model.from_bytes(model.to_bytes())
    back.migrate(Dialect.V0)
    assert back.dialect == Dialect.V0


def test_normalizing_frees_nodes_of_rotations(scene):
    model = libvrm.load(scene("1.0", "--rotated"))
    assert any(node.rest.rotation != (0, 0, 0, 1) for node in model.gltf.nodes)
    model.normalize()
    assert all(node.rest.rotation == (0, 0, 0, 1) for node in model.gltf.nodes)


def test_optimizing_saves_bytes_and_loses_nothing(scene, tmp_path):
    path, small = scene("hero"), tmp_path / "small.vrm"
    model = libvrm.load(path)
    before = model.weigh()
    done = model.optimize()
    assert done.before == before and done.after == model.weigh()
    assert done.after.file_bytes <= done.after_pass[libvrm.OptimizePass.PRIMITIVES].file_bytes
    assert done.after.file_bytes < before.file_bytes and done.after.morph_bytes < before.morph_bytes
    assert isinstance(done, libvrm.Report) and done.is_valid
    model.save(small)
    assert subprocess.run([os.environ["VRM_COMMAND"], "diff", "-q", path, small]).returncode == 0
    again = model.optimize()
    assert again.codes() == {"OPTIMIZE_ALREADY"} and again.after == done.after


def test_optimizing_does_what_the_command_does(scene, tmp_path):
    path, expected = scene("hero-0.x"), tmp_path / "small.vrm"
    for options, arguments in (
            ({}, []),
            ({"drops_unbound_morphs": True}, ["--drop-unbound"]),
            ({"drops_idle_nodes": True, "drops_morph_normals": True}, ["--drop-nodes", "--drop-morph-normals"]),
            ({"stores_dense": True}, ["--dense"]),
            ({"folds_bones": True}, ["--fold-bones"]),
            ({"max_spring_joints": 40}, ["--spring-joints", "40"]),
            ({"quantizes": True}, ["--quantize"]),
            ({"joins_meshes": True}, ["--join-meshes"]),
            ({"compresses_meshopt": True}, ["--meshopt"]),
            ({"max_triangles": 9000, "max_error": 0.01}, ["--triangles", "9000", "--error", "0.01"]),
            ({"stores_morphs_sparse": False, "removes_unused": False}, ["--skip", "sparse", "--skip", "unused"]),
            ({"merges_equal": False, "compacts_vertices": False, "joins_primitives": False},
             ["--skip", "equal", "--skip", "vertices", "--skip", "join"])):
        model = libvrm.load(path)
        try:
            model.optimize(**options)
        except libvrm.UnsupportedError:  # a library without meshoptimizer
            assert {"compresses_meshopt", "max_triangles"} & options.keys()
            continue
        subprocess.run([os.environ["VRM_COMMAND"], "optimize", "-q", "--force", "--skip", "pictures", *arguments, path,
                        "-o", expected], check=True)
        assert model.to_bytes() == expected.read_bytes(), arguments


def test_an_edit_is_kept_whole(model, tmp_path):
    with model.edit() as edit:
        edit.set_meta(dataclasses.replace(model.meta, name="Nova", authors=("A", "B"), references=("ü",)))
        edit.set("/asset/copyright", "nobody")
    path = tmp_path / "nova.vrm"
    model.save(path)
    again = libvrm.load(path)
    assert again.meta.name == "Nova" and again.meta.authors == ("A", "B") and again.meta.references == ("ü",)
    assert again.json["asset"]["copyright"] == "nobody"
    assert libvrm.validate(path)[0].is_valid


def test_every_part_goes_out_and_in_unchanged(scene, tmp_path):
    model = libvrm.load(scene("1.0", "--limits", "--constraints", "2", "--custom", "2"))
    before = (model.meta, model.expressions, model.look_at, model.spring_bones, model.constraints, model.bones)
    with model.edit() as edit:
        edit.set_meta(model.meta)
        edit.set_bones(model.bones)
        edit.set_expressions(model.expressions)
        edit.set_look_at(model.look_at)
        edit.set_spring_bones(model.spring_bones)
        for constraint in model.constraints:
            edit.set_constraint(constraint)
        for material, surface in enumerate(model.surfaces):
            edit.set_surface(material, surface)
    after = (model.meta, model.expressions, model.look_at, model.spring_bones, model.constraints, model.bones)
    assert without_json(before) == without_json(after)
    assert model.validate().is_valid


def without_json(value):
    """Places in the JSON may move; what is said there may not."""
    if dataclasses.is_dataclass(value):
        return {f.name: without_json(getattr(value, f.name)) for f in dataclasses.fields(value) if f.name != "json"}
    if isinstance(value, dict):
        return {key: without_json(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(without_json(item) for item in value)
    return value


def test_an_exception_within_an_edit_leaves_the_model_as_it_was(model):
    before = model.to_bytes()
    with pytest.raises(KeyError):
        with model.edit() as edit:
            edit.set("/asset/copyright", "me")
            raise KeyError
    assert model.to_bytes() == before
    with pytest.raises(RuntimeError):
        edit.set("/asset/copyright", "me")


def test_an_edit_that_makes_the_file_invalid_is_not_saved(model, tmp_path):
    with model.edit() as edit:
        edit.set("/extensions/VRMC_vrm/meta/licenseUrl", 5)
    with pytest.raises(libvrm.InvalidError) as caught:
        model.save(tmp_path / "broken.vrm")
    assert caught.value.report.errors > 0
    assert not (tmp_path / "broken.vrm").exists()
    model.save(tmp_path / "broken.vrm", allow_errors=True)


def test_a_model_is_made_from_nothing(tmp_path):
    with libvrm.Model.create() as model:
        with model.edit() as edit:
            position = edit.add_floats([(0, 0, 0), (1, 0, 0), (0, 1, 0)], target=34962, has_bounds=True)
            indices = edit.add_integers([0, 1, 2], target=34963)
            edit.add("meshes", {"primitives": [{"attributes": {"POSITION": position}, "indices": indices}]})
            edit.add("nodes", {"mesh": 0, "name": "triangle"})
            edit.add("scenes", {"nodes": [0]})
        model.save(tmp_path / "triangle.glb")
    report, dialect = libvrm.validate(tmp_path / "triangle.glb")
    assert report.is_valid and dialect == Dialect.NONE


def test_side_files_are_read_through_a_function(tmp_path):
    document = {"asset": {"version": "2.0"}, "buffers": [{"uri": "data/a.bin", "byteLength": 4}]}
    asked = []

    def read(path):
        asked.append(path)
        return b"abcd"

    model = libvrm.Model.from_bytes(json.dumps(document).encode(), read_file=read)
    assert asked == ["data/a.bin"]
    assert bytes(model.gltf.buffers[0].data) == b"abcd"


def test_the_validator_finds_what_the_command_finds(scene, tmp_path):
    command = os.environ.get("VRM_COMMAND")
    if not command:
        pytest.skip("VRM_COMMAND names no program")
    good = scene("0.x")
    cut = tmp_path / "cut.vrm"
    cut.write_bytes(good.read_bytes()[:5000])
    none = tmp_path / "none.vrm"
    none.write_bytes(b"no avatar")
    wrong = tmp_path / "wrong.vrm"
    with libvrm.load(scene("1.0")) as model:
        with model.edit() as edit:
            edit.set("/extensions/VRMC_vrm/meta/name", 5)
            edit.set("/nodes/0/mesh", 99)
        model.save(wrong, allow_errors=True)
    paths = [str(path) for path in (good, cut, none, wrong)]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    ours = subprocess.run([sys.executable, "-m", "libvrm", "validate", "--json", *paths], capture_output=True, env=environment)
    theirs = subprocess.run([command, "validate", "--json", *paths], capture_output=True)
    assert ours.returncode == theirs.returncode == 1
    reports = [json.loads(line) for line in ours.stdout.splitlines()]
    others = [json.loads(line) for line in theirs.stdout.splitlines()]
    assert len(reports) == len(others) == 4
    for report, other in zip(reports, others):  # the command may say more of each
        findings, other_findings = report.pop("findings"), other.pop("findings")
        assert report == {key: other[key] for key in report}
        assert findings == [{key: more[key] for key in mine} for mine, more in zip(findings, other_findings)]
        assert len(findings) == len(other_findings)
    text = subprocess.run([sys.executable, "-m", "libvrm", "validate", *paths], capture_output=True, env=environment)
    assert text.returncode == 1
    assert len(text.stdout.splitlines()) == 4 + sum(report["errors"] + report["warnings"] + report["infos"] +
                                                    report["hints"] for report in reports)


def test_rules_are_listed():
    codes = {rule.code for rule in libvrm.rules()}
    assert len(codes) > 100 and "" not in codes


# ---- Differences ----

def test_equal_models_have_no_differences(scene, model, avatar_file):
    same = libvrm.diff(model, libvrm.load(avatar_file))
    assert not same and same.total == 0 and list(same) == [] and libvrm.diff(model, model, pixels=True) == same


def test_differences_name_part_subject_and_values(model, avatar_file):
    other = libvrm.load(avatar_file)
    with other.edit() as edit:
        edit.set_meta(dataclasses.replace(model.meta, name="Another"))
    found = libvrm.diff(model, other)
    assert found and found.total == len(found) == 1
    change = found.differences[0]
    assert (change.part, change.kind) == (libvrm.DiffPart.META, libvrm.DiffKind.CHANGED)
    assert (change.member, change.before, change.after) == ("name", "Sample", "Another")
    assert libvrm.diff(model, other, most=0).total == 1 and len(libvrm.diff(model, other, most=0)) == 0


def test_tolerances_of_differences_are_checked(model, scene):
    for arguments in ({"distance": -1}, {"angle": float("nan")}, {"value": -1}):
        with pytest.raises(ValueError):
            libvrm.diff(model, model, **arguments)
    with pytest.raises(TypeError):
        libvrm.diff(model, "other.vrm")
    assert libvrm.diff(model, libvrm.load(scene("0.x"))).total > 0
