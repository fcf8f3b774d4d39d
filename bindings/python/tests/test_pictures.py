# SPDX-License-Identifier: MIT
"""Drawing into arrays, and pictures in files."""

import pytest

import libvrm

numpy = pytest.importorskip("numpy")


@pytest.fixture
def renderer():
    try:
        return libvrm.Renderer()
    except libvrm.UnsupportedError as error:
        pytest.skip(str(error))


def test_an_avatar_is_drawn_into_an_array(renderer, model, rig):
    sim = libvrm.Sim()
    avatar = sim.add(rig)
    sim.step(0.0)
    drawable, framing = libvrm.Drawable(renderer, model, rig), libvrm.Framing(model, rig)
    framing.add_pose(avatar)
    low, high = framing.bounds
    assert high.y - low.y > 1.0
    picture = renderer.draw((drawable, avatar), viewpoint=framing.viewpoint(aspect=0.5), width=128, height=256)
    assert picture.shape == (256, 128, 4) and picture.dtype == numpy.uint8
    covered = (picture[:, :, 3] > 0).mean()
    assert 0.05 < covered < 0.9
    assert renderer.stats.triangles > 0
    bones = renderer.draw((drawable, avatar), viewpoint=framing.viewpoint(aspect=0.5), width=128, height=256,
                          overlays=libvrm.Overlay.BONES, model=model)
    assert (bones != picture).any()


def test_one_call_draws_a_thumbnail(renderer, model):
    assert libvrm.render(model, width=64, height=64, shot=libvrm.Shot.BUST)[:, :, 3].any()


def test_a_drawable_of_another_renderer_is_refused(model, rig):
    first = libvrm.Renderer(libvrm.RenderBackend.NULL)
    second = libvrm.Renderer(libvrm.RenderBackend.NULL)
    drawable = libvrm.Drawable(first, model, rig)
    sim = libvrm.Sim()
    with pytest.raises(libvrm.ArgumentError):
        second.draw((drawable, sim.add(rig)))


def test_pictures_go_through_files():
    picture = numpy.zeros((4, 6, 4), dtype=numpy.uint8)
    picture[:, :, 0], picture[:, :, 3] = 200, 255
    data = libvrm.encode_png(picture)
    assert data[:4] == b"\x89PNG" and b"\0" in data
    info = libvrm.peek_image(data)
    assert (info.format, info.width, info.height) == (libvrm.ImageFormat.PNG, 6, 4)
    assert (libvrm.decode_image(data) == picture).all()
    moving = libvrm.encode_image([picture, picture // 2], libvrm.ImageFormat.WEBP)
    assert moving[8:12] == b"WEBP"


def test_broken_pictures_are_errors():
    data = libvrm.encode_png(numpy.full((8, 8, 4), 7, dtype=numpy.uint8))
    with pytest.raises(libvrm.InvalidError):
        libvrm.decode_image(data[: len(data) // 2])
    with pytest.raises(libvrm.UnsupportedError):
        libvrm.decode_image(b"nothing at all")
    with pytest.raises(libvrm.LimitError):
        libvrm.decode_image(data, max_width=4, max_height=4)
    with pytest.raises(libvrm.ArgumentError):
        libvrm.encode_png(numpy.zeros((4, 4, 3), dtype=numpy.uint8))
