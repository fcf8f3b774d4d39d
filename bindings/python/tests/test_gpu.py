# SPDX-License-Identifier: MIT
"""Crowds on an OpenCL device: the bits of the CPU, and errors that are exceptions."""

import gc
import os
import threading

import pytest

import libvrm
from libvrm import Bone, GpuInput, GpuOutput
from libvrm.gpu import GpuSim, devices

numpy = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def device():
    if not os.path.exists(os.path.join(os.environ.get("LIBVRM_PATH", ""), "libvrm_gpu.so.0")):
        pytest.skip("libvrm_gpu was not built")
    if not devices():
        pytest.skip("no OpenCL device (Debian: pocl-opencl-icd)")
    return devices()[0]


@pytest.fixture(scope="module")
def gpu(device):
    """One for all tests: compiling the kernels takes the longest."""
    return GpuSim()


def test_devices_say_what_they_are(device, gpu):
    assert device.name and device.platform and device.compute_units > 0 and device.memory_bytes > 0
    assert gpu.device.name in [d.name for d in devices()]
    assert gpu.is_exact


def test_a_crowd_has_the_bits_of_the_cpu(gpu, springs):
    rig, count = libvrm.Rig(springs), 9
    crowd = gpu.add(rig, count)
    assert len(crowd) == count and len(gpu) >= count and gpu.bytes > 0
    sim = libvrm.Sim()
    avatars = sim.add_crowd(rig, count)
    random = numpy.random.default_rng(1)
    roots = numpy.zeros((count, 10), dtype=numpy.float32)
    roots[:, 6] = 1
    roots[:, 7:] = 1
    for frame in range(5):
        roots[:, :3] = random.normal(0, 0.2, (count, 3))
        pose = libvrm.pose({Bone.HEAD: (0, 0.1 * frame, 0, 1), Bone.LEFT_UPPER_ARM: (0.3, 0, 0, 1)})
        row = [x for rotation in pose.rotations for x in rotation] + list(pose.hips_offset)
        crowd.set(GpuInput.ROOTS, roots)
        crowd.set(GpuInput.POSES, [row] * count)
        for avatar, root in zip(avatars, roots):
            avatar.set_root(root[:3])
            avatar.set_pose(pose)
        gpu.step(1 / 60)
        sim.step(1 / 60)
    for output, name in ((GpuOutput.WORLDS, "worlds"), (GpuOutput.PALETTES, "palettes"), (GpuOutput.LOCALS, "locals"),
                         (GpuOutput.OUT_MORPHS, "morphs"), (GpuOutput.WEIGHTS, "expression_weights")):
        theirs, ours = crowd.read(output), sim.gather(name, avatars)
        assert theirs.shape == ours.shape and theirs.tobytes() == ours.tobytes(), name
    crowd.remove()
    with pytest.raises(libvrm.StaleError):
        crowd.read(GpuOutput.WORLDS)


def test_clips_play_and_live_as_long_as_the_sim(gpu, scene, rig):
    clip = libvrm.Clip(libvrm.load(scene("clip")))
    crowd, sim = gpu.add(rig, 2), libvrm.Sim()
    avatar, player = sim.add(rig), libvrm.Player(clip)
    crowd.play(player)
    gpu.step(1 / 60, frames=3)
    for _ in range(3):
        player.advance(1 / 60)
        avatar.play(player)
        sim.step(1 / 60)
    assert crowd.read(GpuOutput.WORLDS)[1].tobytes() == avatar.worlds.tobytes()
    del clip, player
    gc.collect()
    gpu.step(1 / 60)
    crowd.play(None)
    gpu.step(1 / 60)
    gpu.finish()
    crowd.remove()


def test_wrong_use_raises(gpu, rig, device):
    crowd = gpu.add(rig, 2)
    with pytest.raises(libvrm.ArgumentError, match="20 floats"):
        crowd.set(GpuInput.ROOTS, numpy.zeros(3))
    with pytest.raises(libvrm.ArgumentError):
        crowd.set(GpuInput.ROOTS, numpy.full((2, 10), numpy.nan))
    with pytest.raises(libvrm.ArgumentError):
        crowd.play([])
    with pytest.raises(TypeError):
        gpu.add("rig", 1)
    with pytest.raises(libvrm.ArgumentError):
        gpu.add(rig, 0)
    with pytest.raises(libvrm.UnsupportedError) as caught:
        GpuSim(device="no device has this name")
    assert "GPU_NO_DEVICE" in caught.value.report.codes()
    crowd.remove()
    crowd_of_closed = None
    with GpuSim() as closed:
        crowd_of_closed = closed.add(rig)
    with pytest.raises(libvrm.StaleError):
        crowd_of_closed.read(GpuOutput.WORLDS)


def test_a_rig_lives_as_long_as_its_avatars(gpu, model):
    crowd = gpu.add(libvrm.Rig(model), 1)
    crowd.rig.close()
    gc.collect()
    gpu.step(1 / 60)
    assert numpy.isfinite(crowd.read(GpuOutput.WORLDS)).all()
    crowd.remove()


def test_other_threads_run_while_a_device_works(gpu, rig):
    crowd = gpu.add(rig, 50)
    count, ended = 0, threading.Event()

    def work():
        nonlocal count
        while not ended.is_set():
            count += 1

    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(5):
        gpu.step(1 / 60, frames=4)
        gpu.finish()
    ended.set()
    thread.join()
    assert count > 0
    crowd.remove()
