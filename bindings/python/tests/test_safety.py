# SPDX-License-Identifier: MIT
"""Nothing that Python code does ends the interpreter: wrong types, closed objects, views, callbacks, threads, exit."""

import array
import copy
import gc
import itertools
import json
import mmap
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import libvrm
from libvrm import Bone

PACKAGE = str(Path(libvrm.__file__).resolve().parents[1])


def run(code, *arguments, **environment):
    return subprocess.run([sys.executable, "-c", code, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, PYTHONPATH=PACKAGE, **environment))


# ---- Errors ----

def test_failures_say_what_is_wrong(tmp_path):
    with pytest.raises(libvrm.FileError, match="missing.vrm"):
        libvrm.load(tmp_path / "missing.vrm")
    with pytest.raises(OSError):
        libvrm.load(tmp_path / "missing.vrm")
    with pytest.raises(libvrm.ContainerError) as caught:
        libvrm.Model.from_bytes(b"glTF but no")
    assert caught.value.report.errors > 0 and caught.value.result == libvrm.Result.ERR_CONTAINER
    with pytest.raises(libvrm.JsonError, match="JSON"):
        libvrm.Model.from_bytes(b'{"asset": ')
    with pytest.raises(libvrm.LimitError):
        libvrm.Model.from_bytes(b"[[[[[[[[[[1]]]]]]]]]]", limits={"json_depth": 3})
    with pytest.raises(TypeError):
        libvrm.Model.from_bytes(b"{}", limits={"nonsense": 3})


def test_wrong_types_are_type_errors(model, rig):
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    for call in (lambda: libvrm.load(5), lambda: libvrm.Model.from_bytes("text"), lambda: libvrm.Rig(None),
                 lambda: libvrm.Rig(rig), lambda: sim.add(model), lambda: sim.step("soon"), lambda: libvrm.Model(),
                 lambda: avatar.set_pose((0, 0, 0)), lambda: avatar.set_expression("happy", "much"),
                 lambda: avatar.set_bone(None, (0, 0, 0, 1)), lambda: libvrm.Clip(rig), lambda: libvrm.Baker(model),
                 lambda: avatar.set_hips(5), lambda: libvrm.validate(None), lambda: rig.rest("hips")):
        with pytest.raises(TypeError):
            call()
    for call in (lambda: libvrm.load("a\0b"), lambda: avatar.set_bone(Bone.HEAD, (1, 2)),
                 lambda: avatar.set_expression("a\0b", 1.0)):
        with pytest.raises(ValueError):
            call()


def test_objects_of_another_type_are_type_errors(model, rig):
    sim, renderer = libvrm.Sim(), libvrm.Renderer(libvrm.RenderBackend.NULL)
    avatar = sim.add(rig)
    for call in (lambda: libvrm.Edit(sim), lambda: avatar.play(avatar), lambda: avatar.play(None),
                 lambda: libvrm.Player(rig).advance(1), lambda: libvrm.Baker(rig).add_frame(0, sim),
                 lambda: libvrm.Recorder().add_avatar(0, rig), lambda: libvrm.Framing(model, rig).add_pose(rig),
                 lambda: libvrm.pose([1]), lambda: libvrm.load("x", limits=[1]), lambda: libvrm.Avatar(rig, (1, 1))):
        with pytest.raises(TypeError):
            call()
    # Below the classes, too: a pointer knows what it points at.
    with pytest.raises(TypeError, match="expected Rig, got Sim"):
        libvrm._library.lib.vrm_rig_node_count(sim._c)


def test_integers_that_do_not_fit_are_refused(model, rig):
    """ctypes alone takes their low bits: bone 2**32 would be the hips."""
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    for call in (lambda: rig.bone(2**32), lambda: avatar.set_rotation(2**32, (0, 0, 0, 1)),
                 lambda: libvrm.Sim(capacity=2**40), lambda: libvrm.load("x", limits={"json_depth": -1}),
                 lambda: libvrm.load("x", limits={"json_depth": 2**64}), lambda: libvrm.Clip(model, 2**32),
                 lambda: libvrm.Renderer(libvrm.RenderBackend.NULL).draw([], width=2**32 + 8)):
        with pytest.raises(OverflowError):
            call()
    with model.edit() as edit:
        for call in (lambda: edit.add_integers([-1]), lambda: edit.add_integers([2**32]), lambda: edit.add_integers([[2**70, 0, 0]]),
                     lambda: edit.set_bones({Bone.HIPS: 2**32}), lambda: edit.set_first_person([2**32])):
            with pytest.raises(OverflowError):
                call()
        for call in (lambda: edit.add_integers([1.5]), lambda: edit.add_integers(["x"]), lambda: edit.add_integers([None])):
            with pytest.raises(TypeError):
                call()
        edit.add_integers([0, 2**32 - 1])
    numpy = pytest.importorskip("numpy")
    assert rig.parent(numpy.int64(0)) == rig.parent(0) and rig.bone(numpy.int8(0)) == rig.bone(Bone.HIPS)
    assert libvrm.Recorder(hips_height=16777217).frame_count == 0  # a float, which may round


def test_bytes_of_any_kind_are_taken_whole(model, avatar_file):
    data = Path(avatar_file).read_bytes()
    with open(avatar_file, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for kind in (bytearray(data), memoryview(data), array.array("B", data), mapped):
            assert libvrm.Model.from_bytes(kind).to_bytes() == data and libvrm.validate(kind)[0].is_valid
    with model.edit() as edit:  # four bytes for each element, all of them
        index = edit.add_view(array.array("f", [1.0, 2.0, 3.0]))
    assert bytes(model.gltf.buffer_views[index].data) == array.array("f", [1.0, 2.0, 3.0]).tobytes()
    for value in (5, 10**12, "text", None, [1, 2]):
        for call in (libvrm.Model.from_bytes, libvrm.peek_image, libvrm.decode_image, libvrm.vmc.Vmc().receive):
            with pytest.raises(TypeError):
                call(value)
    with pytest.raises(TypeError):
        libvrm.Capture(10**12)


def test_refused_inputs_are_errors(rig):
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    for call in (lambda: avatar.set_bone(Bone.HEAD, (float("nan"), 0, 0, 1)), lambda: avatar.set_expression("nobody", 1),
                 lambda: avatar.set_rotation(10**6, (0, 0, 0, 1)), lambda: avatar.set_root(rotation=(0, 0, 0, 0)),
                 lambda: avatar.set_nodes([[0] * 10])):
        with pytest.raises(libvrm.ArgumentError):
            call()
    assert avatar.worlds[0][0][0] == 1


# ---- Ends ----

def test_closed_objects_raise(model, rig):
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    with model, sim, rig:
        pass
    model.close()
    for call in (lambda: model.meta, lambda: model.to_bytes(), lambda: libvrm.Rig(model), lambda: rig.node_count,
                 lambda: sim.step(0.1), lambda: len(sim), lambda: avatar.worlds, lambda: avatar.look_off(),
                 lambda: avatar.remove(), lambda: list(sim)):
        with pytest.raises(libvrm.StaleError, match="closed"):
            call()
    assert not avatar.is_valid and model.is_closed


def test_a_model_that_is_closed_within_its_edit_is_unchanged(avatar_file):
    with pytest.raises(libvrm.StaleError):
        with libvrm.load(avatar_file) as model:
            with model.edit() as edit:
                edit.set("/asset/copyright", "me")
                model.close()
                gc.collect()


def test_removed_avatars_raise_and_others_stay(rig):
    sim = libvrm.Sim()
    first, second = sim.add(rig), sim.add(rig)
    assert first == sim.avatars[0] and first != second and len({first, sim.avatars[0]}) == 1
    first.remove()
    for call in (lambda: first.worlds, lambda: first.set_hips((0, 0, 0)), lambda: first.remove(), lambda: first.gaze):
        with pytest.raises(libvrm.StaleError):
            call()
    third = sim.add(rig)  # takes the place of the first in memory
    assert not first.is_valid and second.is_valid and third.is_valid


def test_a_rig_outlives_its_avatars_whoever_lets_go_first(avatar_file):
    def make():
        sim = libvrm.Sim()
        with libvrm.load(avatar_file) as model, libvrm.Rig(model) as rig:
            return sim, sim.add(rig)

    sim, avatar = make()
    gc.collect()
    sim.step(0.1)
    assert avatar.worlds.shape[1:] == (3, 4) and avatar.rig.is_closed


def test_objects_end_with_the_last_reference(avatar_file):
    model = libvrm.load(avatar_file)
    rig = libvrm.Rig(model)
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    natives = [weakref.ref(x._native) for x in (model, rig, sim)]
    del model, rig, avatar
    assert natives[0]() is None and natives[1]() is not None  # the sim keeps the rig
    del sim
    assert [native() for native in natives] == [None] * 3


def test_copies_and_pickles_are_refused(model):
    for call in (lambda: copy.copy(model), lambda: copy.deepcopy(model), lambda: pickle.dumps(model)):
        with pytest.raises(TypeError):
            call()


# ---- Views ----

def test_a_view_keeps_its_owner_alive(avatar_file):
    model = libvrm.load(avatar_file)
    rig = libvrm.Rig(model)
    sim = libvrm.Sim()
    positions = model.attribute(0, 0, libvrm.Semantic.POSITION)
    image = model.gltf.images[0].data
    worlds = sim.add(rig).worlds
    binds = rig.inverse_binds(0)
    natives = [weakref.ref(x._native) for x in (model, rig, sim)]
    before = (positions.copy(), bytes(image), worlds.copy(), binds.copy())
    model.close()
    sim.close()
    rig.close()
    del model, rig, sim
    gc.collect()
    assert all(native() is not None for native in natives)
    part = positions[1:]
    del positions
    libvrm.load(avatar_file)  # would reuse freed memory
    assert (part == before[0][1:]).all() and bytes(image) == before[1]
    assert (worlds == before[2]).all() and (binds == before[3]).all()
    del part, image, worlds, binds
    gc.collect()
    assert [native() for native in natives] == [None] * 3


def test_views_forbid_what_would_free_them(model, rig):
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    worlds = avatar.worlds
    positions = model.attribute(0, 0, libvrm.Semantic.POSITION)
    with pytest.raises(BufferError):
        avatar.remove()
    for call in (model.migrate, model.normalize, model.optimize):
        with pytest.raises(BufferError):
            call()
    with pytest.raises(BufferError):
        with model.edit():
            pass
    del worlds, positions
    with model.edit() as edit:
        positions = model.attribute(0, 0, libvrm.Semantic.POSITION)
        edit.set("/asset/copyright", "me")
        del positions
    avatar.remove()


def test_a_view_taken_within_an_edit_stops_its_end(model):
    before = model.to_bytes()
    with pytest.raises(BufferError):
        with model.edit() as edit:
            edit.set("/asset/copyright", "me")
            positions = model.attribute(0, 0, libvrm.Semantic.POSITION)
    assert positions.shape[1] == 3 and model.to_bytes() == before


def test_edits_do_not_overlap(model):
    with model.edit():
        for call in (lambda: model.edit().__enter__(), model.migrate, model.normalize, model.optimize):
            with pytest.raises(RuntimeError):
                call()


class Acting:
    """A number, or three, whose conversion does something else first."""

    def __init__(self, act):
        self.act = act

    def __index__(self):
        self.act()
        return 0

    def __float__(self):
        return float(self.__index__())

    def __bool__(self):
        return bool(self.__index__())

    def __iter__(self):
        return iter([self.__index__(), 0, 0])


def test_an_edit_that_ends_while_its_arguments_are_read_is_refused(model):
    for use in (lambda edit, last: edit.add_view(b"1234", last), lambda edit, last: edit.set_first_person([last]),
                lambda edit, last: edit.remove_constraint(last), lambda edit, last: edit.add_floats([1.0], has_bounds=last)):
        manager = model.edit()
        edit = manager.__enter__()
        edit.set("/asset/copyright", "me")
        with pytest.raises(RuntimeError, match="ended"):
            use(edit, Acting(lambda: manager.__exit__(None, None, None)))
        with pytest.raises(RuntimeError, match="ended"):
            edit.set("/asset/copyright", "you")
        with pytest.raises(TypeError):
            copy.copy(edit)
    with pytest.raises(TypeError, match="Model.edit"):
        libvrm.Edit(model)


def test_objects_that_are_closed_while_arguments_are_read_live_on(model, avatar_file):
    rig, sim = libvrm.Rig(model), libvrm.Sim()
    avatar, recorder = sim.add(rig), libvrm.Recorder(rig)
    avatar.set_hips(Acting(sim.close))
    assert recorder.frame_count == 0 and model.first_person(Acting(model.close)) == libvrm.FirstPersonType.AUTO
    rig.rest(Acting(rig.close))
    recorder.add_frame(Acting(recorder.close), libvrm.pose_rest())
    for thing in (sim, model, rig, recorder):
        assert thing.is_closed
    sim = libvrm.Sim()
    other = sim.add(libvrm.Rig(libvrm.load(avatar_file)))
    with pytest.raises(libvrm.StaleError):
        other.set_hips(Acting(other.remove))


# ---- Callbacks, threads, exit ----

def test_a_step_that_begins_while_arguments_are_read_refuses_the_call(springs):
    rig, sim = libvrm.Rig(springs), libvrm.Sim()
    avatar = sim.add_crowd(rig, 2000)[0]
    for _ in range(20):  # until one step lasts long enough
        thread = threading.Thread(target=lambda: sim.step(0.5))

        def begin():
            thread.start()
            time.sleep(0.002)

        refused = None
        try:
            avatar.set_hips(Acting(begin))
        except RuntimeError as error:
            refused = error
        thread.join()
        if refused is not None:
            break
    assert "another thread is stepping this object" in str(refused)
    avatar.set_hips((0, 0, 0))


def test_threads_that_step_change_and_read_one_object_get_errors_only(springs):
    sys.setswitchinterval(1e-6)
    try:
        rig, sim = libvrm.Rig(springs), libvrm.Sim()
        sim.add(rig)
        end, wrong = time.monotonic() + 1.0, []

        def change(number):
            with springs.edit() as edit:
                edit.set("/asset/copyright", str(number))
                edit.add_floats([[0, 0, 0]] * 100)

        def churn(number):
            avatar = sim.add(rig)
            avatar.set_hips((0, 0, 0))
            avatar.worlds.sum()
            avatar.remove()

        def read(number):
            springs.attribute(0, 0, libvrm.Semantic.POSITION).sum()
            assert springs.json["asset"]["version"] == "2.0" and springs.expressions is not None

        def repeat(work):
            for number in itertools.count():
                if time.monotonic() > end:
                    return
                try:
                    work(number)
                except (RuntimeError, BufferError, libvrm.VrmError):
                    pass
                except BaseException as error:
                    wrong.append(error)

        works = (change, change, read, churn, churn, lambda number: sim.step(1 / 60), lambda number: sim.step(1 / 60))
        threads = [threading.Thread(target=repeat, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(0.005)
    assert not wrong
    sim.step(1 / 60)  # nothing is left behind that would refuse it
    with springs.edit() as edit:
        edit.set("/asset/copyright", "me")


def test_an_exception_in_a_callback_comes_out_of_the_call():
    class Mine(Exception):
        pass

    def read(path):
        raise Mine(path)

    document = json.dumps({"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 4}]}).encode()
    with pytest.raises(Mine, match="a.bin"):
        libvrm.Model.from_bytes(document, read_file=read)
    with pytest.raises(Mine):
        libvrm.validate(document, read_file=read)

    def refuse(path):
        raise FileNotFoundError(path)

    assert libvrm.Model.from_bytes(document, read_file=refuse).report.findings  # a file that is not there is a finding
    with pytest.raises(TypeError):
        libvrm.Model.from_bytes(document, read_file=lambda path: "text")


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError, RecursionError])
def test_whatever_a_callback_raises_comes_out_and_it_may_call_the_library(kind, avatar_file):
    document = json.dumps({"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 4}]}).encode()
    inner = []

    def read(path):
        inner.append(libvrm.load(avatar_file))  # the library within the library
        libvrm.Sim().add(libvrm.Rig(inner[-1]))
        raise kind

    def deeper(path):
        return libvrm.Model.from_bytes(document, read_file=read).to_bytes()

    for function in (read, deeper):
        with pytest.raises(kind):
            libvrm.Model.from_bytes(document, read_file=function)
    with ThreadPoolExecutor(2) as pool:
        futures = [pool.submit(libvrm.validate, document, read_file=read) for _ in range(4)]
        assert all(isinstance(future.exception(), kind) for future in futures)
    assert len(inner) == 6 and all(model.json for model in inner)


def test_files_are_validated_by_many_threads(scene):
    paths = [scene("0.x"), scene("1.0"), scene("springs")] * 8
    alone = [libvrm.validate(path) for path in paths]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(libvrm.validate, paths)) == alone


def test_a_sim_that_another_thread_steps_is_refused(springs):
    sim = libvrm.Sim()
    rig = libvrm.Rig(springs)
    avatars = sim.add_crowd(rig, 200)
    refused, stop = [], threading.Event()

    def meddle():
        while not stop.is_set():
            try:
                avatars[0].set_hips((0, 0, 0))
            except RuntimeError as error:
                refused.append(str(error))

    thread = threading.Thread(target=meddle)
    thread.start()
    try:
        for _ in range(50):
            try:
                sim.step(1 / 60)
            except RuntimeError:
                pass
    finally:
        stop.set()
        thread.join()
    assert all("stepping" in text for text in refused)
    sim.step(1 / 60)


def test_a_renderer_belongs_to_its_thread():
    renderer = libvrm.Renderer(libvrm.RenderBackend.NULL)
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(RuntimeError, match="thread"):
            pool.submit(lambda: renderer.name).result()
    assert renderer.name == "null"


def test_the_interpreter_ends_with_everything_open(avatar_file):
    code = """
import sys, libvrm
model = libvrm.load(sys.argv[1]); rig = libvrm.Rig(model); sim = libvrm.Sim(); avatar = sim.add(rig)
renderer = libvrm.Renderer(libvrm.RenderBackend.NULL); drawable = libvrm.Drawable(renderer, model, rig)
view, image = avatar.worlds, model.gltf.images[0].data
edit = model.edit
class Cycle: pass
sim.add(libvrm.Rig(model))  # a rig that is newer than the sim that keeps it
class Late:
    def __init__(self, view): self.view = view
    def __del__(self): self.view.tobytes()
late = Late(view)
cycle = Cycle(); cycle.self = cycle; cycle.things = [drawable, renderer, sim, rig, model, view]
print("end")
"""
    done = run(code, avatar_file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_the_interpreter_ends_while_threads_work(avatar_file):
    code = """
import sys, threading, libvrm
model = libvrm.load(sys.argv[1]); rig = libvrm.Rig(model)
sims, socket = [libvrm.Sim(), libvrm.Sim(workers=2)], libvrm.vmc.VmcSocket("127.0.0.1", 0)
for sim in sims: sim.add_crowd(rig, 300)
begun = threading.Barrier(4)
def step(sim):
    begun.wait()
    while True: sim.step(1 / 60)
def wait():
    begun.wait()
    while True: socket.wait(0.01)
for target, arguments in ((step, (sims[0],)), (step, (sims[1],)), (wait, ())):
    threading.Thread(target=target, args=arguments, daemon=True).start()
begun.wait()
for _ in range(20): model.gltf.nodes
print("end")
"""
    for _ in range(3):
        done = run(code, avatar_file)
        assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_a_model_is_closed_while_another_thread_reads_it(avatar_file):
    code = """
import sys, threading, libvrm
sys.setswitchinterval(1e-6)
for _ in range(15):
    model, begun = libvrm.load(sys.argv[1]), threading.Event()
    def read():
        try:
            while True:
                begun.set()
                model.expressions, model.gltf.nodes, model.json, model.surfaces, model.meta
        except libvrm.StaleError: pass
    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads: thread.start()
    begun.wait()
    model.close()
    for thread in threads: thread.join()
print("end")
"""
    done = run(code, avatar_file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork() here")
def test_a_forked_process_leaves_the_renderer_alone_and_ends(avatar_file):
    code = """
import os, sys, libvrm
model = libvrm.load(sys.argv[1]); rig = libvrm.Rig(model); sim = libvrm.Sim(workers=2); avatar = sim.add(rig)
try: renderer = libvrm.Renderer()
except libvrm.VrmError: renderer = libvrm.Renderer(libvrm.RenderBackend.NULL)
drawable = libvrm.Drawable(renderer, model, rig)
child = os.fork()
if child == 0:
    sim.step(1 / 60)
    try: renderer.draw((drawable, avatar), width=8, height=8)
    except RuntimeError as error: assert "fork" in str(error)
    else: sys.exit(1)
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
renderer.draw((drawable, avatar), width=8, height=8)
print("end")
"""
    done = run(code, avatar_file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


# ---- Without what is usually there ----

def test_a_missing_library_is_said(tmp_path):
    done = run("import libvrm; libvrm.load('x')", LIBVRM_PATH=str(tmp_path))
    assert done.returncode == 1 and "libvrm.so.0 was not found in LIBVRM_PATH" in done.stderr
    done = subprocess.run([sys.executable, "-m", "libvrm", "validate", "x"], capture_output=True, text=True,
                          env=dict(os.environ, PYTHONPATH=PACKAGE, LIBVRM_PATH=str(tmp_path)))
    assert done.returncode == 3 and done.stderr.startswith("libvrm: libvrm.so.0 was not found") and \
        "Traceback" not in done.stderr
    (tmp_path / "libvrm.so.0").write_bytes(b"no library")
    done = run("import libvrm; libvrm.load('x')", LIBVRM_PATH=str(tmp_path))
    assert done.returncode == 1 and "libvrm.so.0 cannot be loaded (" in done.stderr


@pytest.mark.parametrize("source, said", [
    ("unsigned vrm_version(void) { return 1003; }", "is libvrm 0.1.3, but this package was made for " + libvrm.__version__),
    ("int other;", "is no libvrm"),
    ("unsigned vrm_version(void) { return 2000; }", "has no function vrm_"),
])
def test_a_library_of_another_version_is_said(tmp_path, source, said):
    compiler = os.environ.get("CC", "cc")
    try:
        subprocess.run([compiler, "-shared", "-x", "c", "-o", str(tmp_path / "libvrm.so.0"), "-"], input=source.encode(),
                       check=True)
    except FileNotFoundError:
        pytest.skip("no C compiler")
    done = run("import libvrm; libvrm.load('x')", LIBVRM_PATH=str(tmp_path))
    assert done.returncode == 1 and said in done.stderr


def test_numpy_is_not_needed(avatar_file):
    code = """
import sys
sys.modules["numpy"] = None
import libvrm
model = libvrm.load(sys.argv[1]); rig = libvrm.Rig(model); sim = libvrm.Sim(); avatar = sim.add(rig)
avatar.set_root((1, 0, 0)); sim.step(1 / 60)
worlds = avatar.worlds
assert worlds.shape == (rig.node_count, 3, 4) and worlds.data.readonly and len(worlds) == rig.node_count
head = worlds[rig.bone("head")]
assert head.shape == (3, 4) and head[1][3] == worlds[rig.bone("head"), 1, 3] == worlds.tolist()[rig.bone("head")][1][3]
assert [row.tolist() for row in worlds] == worlds.tolist() and worlds[-1].tolist() == worlds[rig.node_count - 1].tolist()
assert worlds[2:4].tolist() == worlds.tolist()[2:4] and worlds[5:1].tolist() == [] and "Array([[" in repr(head) and "x" in repr(worlds)
for wrong in (rig.node_count, -rig.node_count - 1, (0, 3), (0, 0, 0, 0)):
    try: worlds[wrong]
    except IndexError: pass
    else: raise AssertionError(wrong)
for name in ("locals", "palettes", "expression_weights", "morphs", "material_values"):
    rows = getattr(avatar, name)
    assert len(rows) == rows.shape[0] and (len(rows) == 0 or rows[0] is not None)
assert len(rig.inverse_binds(0)[0]) == 3
print(round(worlds[rig.bone(libvrm.Bone.HIPS), 0, 3], 3))
avatar.set_nodes([[0, 0, 0, 0, 0, 0, 1, 1, 1, 1]] * rig.node_count)
with model.edit() as edit: edit.add_floats([(0, 0, 0), (1, 1, 1)])
for call in (lambda: model.accessor(0), lambda: sim.gather("worlds"), lambda: libvrm.render(model)):
    try: call()
    except RuntimeError as error: assert "numpy" in str(error)
"""
    done = run(code, avatar_file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1.0\n", "")


# ---- python -m libvrm ----

def command(*arguments, **options):
    environment = dict(os.environ, PYTHONPATH=PACKAGE, **options.pop("environment", {}))
    return subprocess.run([sys.executable, "-m", "libvrm", *map(os.fspath, arguments)], stderr=subprocess.PIPE, env=environment,
                          timeout=60, **options)


def test_the_command_says_what_is_wrong_with_its_use(tmp_path, avatar_file):
    for arguments, status, said in (((), 2, b"required"), (("nosuch",), 2, b"invalid choice"), (("validate",), 2, b"FILE"),
                                    (("validate", "--bad", "x"), 2, b"unrecognized"), (("validate", tmp_path / "no.vrm"), 3, b"no.vrm"),
                                    (("validate", tmp_path, avatar_file), 3, b"Is a directory")):
        done = command(*arguments, stdout=subprocess.DEVNULL)
        assert done.returncode == status and said in done.stderr and b"Traceback" not in done.stderr


def test_the_command_writes_any_name_in_any_locale(tmp_path, avatar_file):
    for name in ("\u00e9\u6f22.vrm".encode(), b"\xff.vrm"):
        path = os.path.join(os.fsencode(tmp_path), name)
        try:
            Path(os.fsdecode(path)).write_bytes(Path(avatar_file).read_bytes())
        except OSError:
            continue  # a file system that wants UTF-8
        for option in ([], ["--json"]):
            done = command("validate", *option, os.fsdecode(path), stdout=subprocess.PIPE, environment={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
            assert (done.returncode, done.stderr) == (0, b"") and done.stdout.decode("utf-8")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_the_command_reports_a_full_disk_and_not_a_closed_pipe(avatar_file):
    with open("/dev/full", "w") as full:
        done = command("validate", avatar_file, stdout=full)
    assert done.returncode == 3 and done.stderr == b"libvrm: standard output: writing failed: No space left on device\n"
    read, write = os.pipe()
    os.close(read)
    done = command("validate", *[avatar_file] * 200, stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


# ---- Words ----

def test_docstrings_quote_the_headers():
    assert "the rig must outlive it" in " ".join(libvrm.Sim.add.__doc__.lower().split())
    assert libvrm.Bone.__doc__ and libvrm.Meta.__doc__.startswith("Authors and licence")
