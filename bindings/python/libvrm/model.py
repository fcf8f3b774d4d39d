# SPDX-License-Identifier: MIT
"""One avatar, whatever its dialect: load it, read what it says, change it, save it."""

from __future__ import annotations

import ctypes
import json
import operator
import os
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping, Sequence

from . import _abi as abi
from ._handle import Handle, expect
from ._library import documented, lib
from ._memory import Exclusive, Keep, Native, Pointer, _enum, _text, address_of, data_of, encode, export_bytes, no_export, numpy, view
from ._types import (Accessor, AccessorType, Animation, Asset, Bone, Buffer, BufferView, Camera, ClipInfo,
                     ComponentType, Constraint, Dialect, Expression, FirstPersonType, Image, LookAt, Material, Mesh,
                     Meta, Node, OptimizeStats, Result, Sampler, Scene, Semantic, Skin, SpringBones, Surface, Texture,
                     Weight)
from ._words import word
from .errors import ArgumentError, check
from .report import Optimization, Report, ReportOf

__all__ = ["Edit", "Gltf", "Model", "load", "validate"]

#: Reads a file that a document names by a relative path; raises OSError when it cannot.
ReadFile = Callable[[str], bytes]

_READ_FILE = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint64,
                              ctypes.POINTER(abi.Allocator), ctypes.POINTER(ctypes.c_void_p),
                              ctypes.POINTER(ctypes.c_size_t))
_ALLOC = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)

_NUMBERS: dict[int, Any] = {
    ComponentType.BYTE: ctypes.c_int8, ComponentType.UNSIGNED_BYTE: ctypes.c_uint8, ComponentType.SHORT: ctypes.c_int16,
    ComponentType.UNSIGNED_SHORT: ctypes.c_uint16, ComponentType.UNSIGNED_INT: ctypes.c_uint32,
    ComponentType.FLOAT: ctypes.c_float,
}


class _Reader:
    """A Python function as the library's reader of side files. What it raises comes out of the call
    that read, once the library has returned."""

    def __init__(self, read_file: ReadFile) -> None:
        self.read_file = read_file
        self.error: BaseException | None = None
        self.callback = _READ_FILE(self._call)

    def _call(self, _: Any, path: bytes, max_size: int, allocator: Any, out_data: Any, out_size: Any) -> int:
        try:
            data = data_of(self.read_file(path.decode("utf-8", "replace")))
        except OSError:
            return int(Result.ERR_IO)
        except BaseException as error:  # C cannot carry it: it is raised after the call
            self.error = error
            return int(Result.ERR_IO)
        if len(data) > max_size:
            return int(Result.ERR_LIMIT)
        memory = _ALLOC(allocator[0].alloc)(allocator[0].ctx, max(len(data), 1), 16)
        if not memory:
            return int(Result.ERR_MEMORY)
        ctypes.memmove(memory, data, len(data))
        out_data[0], out_size[0] = memory, len(data)
        return int(Result.OK)

    def install(self, definition: Any) -> None:
        definition.read_file = ctypes.cast(self.callback, ctypes.c_void_p)

    def reraise(self) -> None:
        if self.error is not None:
            error, self.error = self.error, None
            raise error


def _set_limits(definition: Any, limits: Mapping[str, int] | None) -> None:
    if limits is not None:
        expect(limits, Mapping, "limits")
    for name, value in (limits or {}).items():
        if name not in dict(abi.Limits._fields_):
            raise TypeError(f"there is no limit {name!r}: {', '.join(n for n, _ in abi.Limits._fields_)}")
        setattr(definition.limits, name, value)


def _path(path: str | os.PathLike[str]) -> bytes:
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("a path must not hold U+0000")
    return encoded


@documented("vrm_validate", "vrm_validate_file")
def validate(source: str | os.PathLike[str] | bytes, *, skip_data: bool = False, read_file: ReadFile | None = None,
             limits: Mapping[str, int] | None = None) -> tuple[Report, Dialect]:
    """Says what is wrong with a file (a path, or its bytes), and which VRM it is."""
    definition = abi.ValidateDef()
    lib.vrm_validate_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
    definition.skip_data = skip_data
    _set_limits(definition, limits)
    reader = _Reader(read_file) if read_file is not None else None
    if reader:
        reader.install(definition)
    ctypes.set_errno(0)
    dialect = ctypes.c_int32()
    with ReportOf() as report:
        if not isinstance(source, (str, os.PathLike)):
            data = data_of(source)
            result = lib.vrm_validate(data, len(data), ctypes.byref(definition), report.pointer, ctypes.byref(dialect))
            what: str | os.PathLike[str] = "bytes"
        else:
            result = lib.vrm_validate_file(_path(source), ctypes.byref(definition), report.pointer, ctypes.byref(dialect))
            what = source
        if reader:
            reader.reraise()
        return report.check_file(result, what), _enum(Dialect, dialect.value)


class Model(Handle):
    """An avatar, or any glTF file. Start with libvrm.load()."""

    #: What loading found.
    report: Report
    _has_edit: bool

    def __init__(self) -> None:
        raise TypeError("use libvrm.load(), Model.from_bytes() or Model.create()")

    @classmethod
    def _wrap(cls, pointer: ctypes.c_void_p, report: Report) -> Model:
        model = cls.__new__(cls)
        model._native = Native("Model", pointer.value or 0, lib.vrm_model_destroy)
        model.report = report
        model._has_edit = False
        return model

    @staticmethod
    def _definition(strict: bool, limits: Mapping[str, int] | None) -> abi.LoadDef:
        definition = abi.LoadDef()
        lib.vrm_load_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.is_strict = strict
        _set_limits(definition, limits)
        return definition

    @classmethod
    @documented("vrm_model_load_file")
    def load(cls, path: str | os.PathLike[str], *, strict: bool = False, read_file: ReadFile | None = None,
             limits: Mapping[str, int] | None = None) -> Model:
        """Loads a file."""
        return cls._load(path, None, strict, read_file, limits)

    @classmethod
    @documented("vrm_model_load")
    def from_bytes(cls, data: bytes, *, strict: bool = False, read_file: ReadFile | None = None,
                   limits: Mapping[str, int] | None = None) -> Model:
        """Loads the bytes of a GLB or glTF file, which are copied."""
        return cls._load("bytes", data_of(data), strict, read_file, limits)

    @classmethod
    def _load(cls, path: str | os.PathLike[str], data: bytes | None, strict: bool, read_file: ReadFile | None,
              limits: Mapping[str, int] | None) -> Model:
        definition = cls._definition(strict, limits)
        reader = _Reader(read_file) if read_file is not None else None
        if reader:
            reader.install(definition)
        pointer = ctypes.c_void_p()
        ctypes.set_errno(0)
        with ReportOf() as report:
            if data is None:
                result = lib.vrm_model_load_file(_path(path), ctypes.byref(definition), report.pointer,
                                                 ctypes.byref(pointer))
            else:
                result = lib.vrm_model_load(data, len(data), ctypes.byref(definition), report.pointer,
                                            ctypes.byref(pointer))
            model = cls._wrap(pointer, report.read()) if result == Result.OK else None
            if reader:
                reader.reraise()
            report.check_file(result, path)
        assert model is not None
        return model

    @classmethod
    @documented("vrm_model_create")
    def create(cls) -> Model:
        """An empty document, to be filled by edits."""
        pointer = ctypes.c_void_p()
        check(lib.vrm_model_create(None, ctypes.byref(pointer)))
        return cls._wrap(pointer, Report())

    def _facts(self) -> str:
        meta, nodes = self.meta, self._gltf.node_count
        name = f"{meta.name!r}, " if meta is not None and meta.name else ""
        return f"{name}{self.dialect}, {nodes} node{'' if nodes == 1 else 's'}"

    # ---- Saving ----

    @documented("vrm_model_save_checked")
    def to_bytes(self, *, allow_errors: bool = False) -> bytes:
        """The file as bytes: those that were loaded where nothing was edited."""
        definition = self._save_definition(allow_errors)
        size = ctypes.c_size_t()
        check(lib.vrm_model_save_size(self._c, ctypes.byref(size)), "saving")
        data = ctypes.create_string_buffer(size.value)
        with ReportOf() as report:
            report.check(lib.vrm_model_save_checked(self._c, ctypes.byref(definition), report.pointer, data, size.value),
                         "saving")
        return data.raw

    @documented("vrm_model_save_file_checked")
    def save(self, path: str | os.PathLike[str], *, allow_errors: bool = False) -> None:
        """Writes the file: whole, or not at all."""
        definition = self._save_definition(allow_errors)
        ctypes.set_errno(0)
        with ReportOf() as report:
            report.check_file(lib.vrm_model_save_file_checked(self._c, ctypes.byref(definition), report.pointer, _path(path)),
                              path)

    @staticmethod
    def _save_definition(allow_errors: bool) -> abi.SaveDef:
        definition = abi.SaveDef()
        lib.vrm_save_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.allow_errors = allow_errors
        return definition

    # ---- What the file is ----

    @property
    def dialect(self) -> Dialect:
        """Which VRM the file is written in; Dialect.NONE for other glTF."""
        return _enum(Dialect, lib.vrm_model_dialect(self._c))

    @property
    def spec_version(self) -> str:
        """The version that the file states, as it is written there."""
        return _text(lib.vrm_model_spec_version(self._c))

    @property
    def facing(self) -> int:
        """+1: faces +Z; -1: faces -Z (0.x)."""
        return int(lib.vrm_model_facing(self._c))

    @property
    def meta(self) -> Meta | None:
        """Who made the avatar and what one may do with it."""
        pointer = lib.vrm_model_meta(self._c)
        return Meta._from_c(pointer[0], no_export) if pointer else None

    @property
    def bones(self) -> dict[Bone, int]:
        """The node of each bone that the avatar has."""
        found = {bone: int(lib.vrm_model_bone(self._c, bone)) for bone in Bone if bone >= 0}
        return {bone: node for bone, node in found.items() if node >= 0}

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """Presets in their order, then custom ones."""
        return self._array("vrm_model_expressions", Expression)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """Nodes that follow another node (VRMC_node_constraint)."""
        return self._array("vrm_model_constraints", Constraint)

    def _array(self, function: str, kind: Any) -> tuple[Any, ...]:
        count = ctypes.c_int32()
        items = getattr(lib, function)(self._c, ctypes.byref(count))
        return tuple(kind._from_c(items[i], no_export) for i in range(count.value))

    @property
    def look_at(self) -> LookAt | None:
        """How the eyes follow a target; None when the file does not say."""
        pointer = lib.vrm_model_look_at(self._c)
        return LookAt._from_c(pointer[0], no_export) if pointer else None

    @property
    def spring_bones(self) -> SpringBones:
        """What sways: springs, their joints and the colliders they meet."""
        return SpringBones._from_c(lib.vrm_model_spring_bones(self._c)[0], no_export)

    @property
    def surfaces(self) -> tuple[Surface, ...]:
        """How each material is drawn, whatever the dialect."""
        surfaces = lib.vrm_model_surfaces(self._c)
        return tuple(Surface._from_c(surfaces[i], no_export) for i in range(self._gltf.material_count))

    @property
    def clip_info(self) -> ClipInfo | None:
        """What a .vrma says of itself; None for other files."""
        pointer = lib.vrm_model_clip_info(self._c)
        return ClipInfo._from_c(pointer[0], no_export) if pointer else None

    def first_person(self, node: int) -> FirstPersonType:
        """Who sees the mesh of a node: the wearer, others, or both."""
        pointer, node = self._c, operator.index(node)
        count = lib.vrm_model_gltf(pointer)[0].node_count
        if not 0 <= node < count:
            raise IndexError(f"there is no node {node}: the file has {count}")
        return _enum(FirstPersonType, lib.vrm_model_first_person(pointer, node))

    @property
    def gltf(self) -> Gltf:
        """The glTF document, read part by part as it is asked for."""
        return Gltf(self)

    @property
    def _gltf(self) -> Any:
        return lib.vrm_model_gltf(self._c)[0]

    @property
    def json(self) -> Any:
        """The document's JSON as Python has it: a copy."""
        gltf = self._gltf  # keeps the model alive, which the tree is part of
        document = gltf.json
        size = lib.vrm_json_written_size(document)
        text = ctypes.create_string_buffer(max(size, 1))
        check(lib.vrm_json_write(document, text, size))
        return json.loads(text.raw[:size])

    # ---- Vertices ----

    def accessor(self, index: int) -> Any:
        """The numbers of an accessor, one row for each element: a view without a copy where they are
        stored as numpy can show them, else decoded floats. Needs numpy."""
        if numpy is None:
            raise RuntimeError("accessors need numpy (Debian: python3-numpy)")
        if not 0 <= index < self._gltf.accessor_count:
            raise IndexError(f"there is no accessor {index}")
        gltf = self._gltf
        accessor = gltf.accessors[index]
        columns = int(lib.vrm_accessor_components(accessor.type))
        shape = (int(accessor.count),) if columns == 1 else (int(accessor.count), columns)
        number: Any = _NUMBERS.get(accessor.component_type)
        is_plain = accessor.is_readable and not accessor.is_normalized and not accessor.is_sparse \
            and accessor.buffer_view >= 0 and accessor.type <= AccessorType.VEC4 and number is not None
        if is_plain:
            buffer_view = gltf.buffer_views[accessor.buffer_view]
            address = address_of(buffer_view.data) + accessor.byte_offset
            size = ctypes.sizeof(number)
            stride = buffer_view.byte_stride or size * columns
            is_safe = number is not ctypes.c_float or bool(
                numpy.isfinite(view(self._owner, address, number, shape, (stride, size)[:len(shape)])).all())
            if is_safe:
                return view(self._owner, address, number, shape, (stride, size)[:len(shape)])
        values = numpy.empty(shape, dtype=numpy.float32)
        check(lib.vrm_accessor_read_floats(ctypes.byref(gltf), index,
                                           values.ctypes.data_as(ctypes.POINTER(ctypes.c_float)), values.size),
              f"accessor {index}")
        return values

    def attribute(self, mesh: int, primitive: int, semantic: Semantic | str, set: int = 0) -> Any:
        """A vertex attribute of a primitive, as accessor() gives it; None when it has none. `semantic` may be its name in
        the file: "POSITION", "TEXCOORD_1"."""
        if isinstance(semantic, str):
            name, mark, number = semantic.rpartition("_")
            if mark and number.isascii() and number.isdigit():
                semantic, set = name, int(number[:9])
            semantic = word(Semantic, semantic)
        accessor = lib.vrm_primitive_attribute(ctypes.byref(self._primitive(mesh, primitive)), semantic, set)
        return None if accessor < 0 else self.accessor(accessor)

    def indices(self, mesh: int, primitive: int) -> Any:
        """The indices of a primitive; None when its vertices are drawn in order."""
        accessor = self._primitive(mesh, primitive).indices
        return None if accessor < 0 else self.accessor(accessor)

    def _primitive(self, mesh: int, primitive: int) -> Any:
        if not 0 <= mesh < self._gltf.mesh_count:
            raise IndexError(f"there is no mesh {mesh}")
        if not 0 <= primitive < self._gltf.meshes[mesh].primitive_count:
            raise IndexError(f"mesh {mesh} has no primitive {primitive}")
        return self._gltf.meshes[mesh].primitives[primitive]

    # ---- Changing ----

    @contextmanager
    def _changing(self, what: str) -> Iterator[Pointer]:
        """For a call that may free or move what views show."""
        native = self._owner
        with Exclusive(native, "changing") as pointer:
            native.check_exports(what)
            if self._has_edit:
                raise RuntimeError(f"cannot {what}: an edit is open")
            yield pointer

    @documented("vrm_model_validate")
    def validate(self) -> Report:
        """What would be wrong with the file if it were saved now."""
        with ReportOf() as report:
            return report.check(lib.vrm_model_validate(self._c, None, report.pointer), "validating")

    @documented("vrm_migrate")
    def migrate(self, to: Dialect | str = Dialect.V1, *, name: str | None = None, author: str | None = None) -> Report:
        """Makes the avatar one of another dialect, "1.0" or "0.x". The report has every decision."""
        definition = abi.MigrateDef()
        lib.vrm_migrate_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.to = Dialect(word(Dialect, {"1.0": "v1", "0.x": "v0"}.get(to, to) if isinstance(to, str) else to))
        keep = Keep()
        definition.name = None if name is None else keep.text(name)
        definition.author = None if author is None else keep.text(author)
        with ReportOf() as report, self._changing("migrate") as pointer:
            return report.check(lib.vrm_migrate(pointer, ctypes.byref(definition), report.pointer), "migrating")

    @documented("vrm_normalize")
    def normalize(self, *, keep_axes: bool = False, scale_only: bool = False) -> Report:
        """Frees the nodes of rotations and scales."""
        definition = abi.NormalizeDef()
        lib.vrm_normalize_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.keep_axes, definition.scale_only = keep_axes, scale_only
        with ReportOf() as report, self._changing("normalize") as pointer:
            return report.check(lib.vrm_normalize(pointer, ctypes.byref(definition), report.pointer), "normalizing")

    @documented("vrm_model_weigh")
    def weigh(self) -> Weight:
        """Bytes by their use, and counts of vertices, triangles, draw calls and more."""
        weight = abi.Weight()
        check(lib.vrm_model_weigh(self._c, ctypes.byref(weight)), "weighing")
        return Weight._from_c(weight, no_export)

    @documented("vrm_optimize")
    def optimize(self, *, removes_unused: bool = True, merges_equal: bool = True, stores_morphs_sparse: bool = True,
                 compacts_vertices: bool = True, joins_primitives: bool = True, drops_unbound_morphs: bool = False,
                 drops_idle_nodes: bool = False, drops_morph_normals: bool = False,
                 stores_dense: bool = False, quantizes: bool = False, compresses_meshopt: bool = False,
                 max_triangles: int = 0, max_error: float = 0.02, folds_bones: bool = False,
                 max_spring_joints: int = 0, joins_meshes: bool = False) -> Optimization:
        """Makes the file smaller and lighter; what is on by default loses nothing. The result has what the model
        weighed before, after and after each pass::

            done = model.optimize(drops_unbound_morphs=True)
            print(done.before.file_bytes, done.after.file_bytes)"""
        definition, stats = abi.OptimizeDef(), abi.OptimizeStats()
        lib.vrm_optimize_def_init(ctypes.byref(definition), ctypes.sizeof(definition))
        definition.removes_unused, definition.merges_equal = removes_unused, merges_equal
        definition.stores_morphs_sparse, definition.compacts_vertices = stores_morphs_sparse, compacts_vertices
        definition.joins_primitives, definition.drops_unbound_morphs = joins_primitives, drops_unbound_morphs
        definition.drops_idle_nodes, definition.drops_morph_normals = drops_idle_nodes, drops_morph_normals
        definition.stores_dense, definition.quantizes = stores_dense, quantizes
        definition.compresses_meshopt = compresses_meshopt
        definition.max_triangles, definition.max_error = max_triangles, max_error
        definition.folds_bones, definition.max_spring_joints = folds_bones, max_spring_joints
        definition.joins_meshes = joins_meshes
        with ReportOf() as report, self._changing("optimize") as pointer:
            result = lib.vrm_optimize(pointer, ctypes.byref(definition), report.pointer, ctypes.byref(stats))
            return Optimization._of(report.check(result, "optimizing"), OptimizeStats._from_c(stats, no_export))

    @contextmanager
    def edit(self) -> Iterator[Edit]:
        """Changes the model, all or nothing::

            with model.edit() as edit:
                edit.set("/asset/copyright", "me")

        An exception within leaves the model as it was."""
        edit = Edit._begin(self)
        try:
            yield edit
            edit._commit()
        finally:
            edit._abandon()


@documented("vrm_model_load_file")
def load(path: str | os.PathLike[str], *, strict: bool = False, read_file: ReadFile | None = None,
         limits: Mapping[str, int] | None = None) -> Model:
    """Loads a VRM avatar, a VRM animation or any glTF file."""
    return Model.load(path, strict=strict, read_file=read_file, limits=limits)


class Gltf:
    """The document of a model. Each part is a tuple of plain data; bytes in it (buffers, images) are
    views that keep the model's memory alive."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def _list(self, member: str, count: str, kind: Any) -> tuple[Any, ...]:
        gltf = self._model._gltf
        items = getattr(gltf, member)
        export = export_bytes(self._model._owner)
        return tuple(kind._from_c(items[i], export) for i in range(getattr(gltf, count)))

    @property
    def asset(self) -> Asset:
        """Who wrote the file, and by which version of glTF."""
        return Asset._from_c(self._model._gltf.asset, no_export)

    @property
    def scene(self) -> int:
        """The default scene; -1: none stated."""
        return int(self._model._gltf.scene)

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """The scenes: which nodes are their roots."""
        return self._list("scenes", "scene_count", Scene)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes."""
        return self._list("nodes", "node_count", Node)

    @property
    def meshes(self) -> tuple[Mesh, ...]:
        """The meshes with their primitives."""
        return self._list("meshes", "mesh_count", Mesh)

    @property
    def skins(self) -> tuple[Skin, ...]:
        """The skins: joints and inverse bind matrices."""
        return self._list("skins", "skin_count", Skin)

    @property
    def materials(self) -> tuple[Material, ...]:
        """The materials as glTF has them; Model.surfaces has how each is drawn."""
        return self._list("materials", "material_count", Material)

    @property
    def textures(self) -> tuple[Texture, ...]:
        """The textures: an image and a sampler each."""
        return self._list("textures", "texture_count", Texture)

    @property
    def samplers(self) -> tuple[Sampler, ...]:
        """How textures are filtered and repeated."""
        return self._list("samplers", "sampler_count", Sampler)

    @property
    def images(self) -> tuple[Image, ...]:
        """The images; `data` is the bytes of a PNG or JPEG."""
        return self._list("images", "image_count", Image)

    @property
    def accessors(self) -> tuple[Accessor, ...]:
        """The accessors; Model.accessor() reads their numbers."""
        return self._list("accessors", "accessor_count", Accessor)

    @property
    def buffer_views(self) -> tuple[BufferView, ...]:
        """Parts of buffers; `data` is their bytes."""
        return self._list("buffer_views", "buffer_view_count", BufferView)

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The buffers; `data` is their bytes."""
        return self._list("buffers", "buffer_count", Buffer)

    @property
    def animations(self) -> tuple[Animation, ...]:
        """The animations of glTF."""
        return self._list("animations", "animation_count", Animation)

    @property
    def cameras(self) -> tuple[Camera, ...]:
        """The cameras."""
        return self._list("cameras", "camera_count", Camera)

    @property
    def extensions_used(self) -> tuple[str, ...]:
        """Names of the extensions that the file says it uses."""
        gltf = self._model._gltf
        return tuple(_text(gltf.extensions_used[i]) for i in range(gltf.extension_used_count))

    @property
    def node_order(self) -> tuple[int, ...]:
        """All nodes, every parent before its children."""
        gltf = self._model._gltf
        return tuple(gltf.node_order[i] for i in range(gltf.node_count))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8")


class Edit(Handle):
    """An edit of a model; see Model.edit()."""

    _model: Model

    def __init__(self, model: Model) -> None:
        raise TypeError("use Model.edit()")

    @classmethod
    def _begin(cls, model: Model) -> Edit:
        edit, pointer = cls.__new__(cls), ctypes.c_void_p()
        with model._changing("edit") as model_pointer:
            check(lib.vrm_edit_begin(model_pointer, ctypes.byref(pointer)), "editing")
            # The model must be there when the edit ends, closed or not.
            edit._native = Native("Edit", pointer.value or 0, lib.vrm_edit_abandon, (model_pointer.native,))
            edit._model = model
            model._has_edit = True
        return edit

    @property
    def _owner(self) -> Native:
        if self._native is None:
            raise RuntimeError("this edit has ended")
        self._model._owner  # noqa: B018  raises when the model was closed
        return super()._owner

    def close(self) -> None:
        """Only Model.edit() ends an edit."""
        raise RuntimeError("an edit ends with its `with`")

    def _commit(self) -> None:
        native, model_native = self._owner, self._model._owner
        with ReportOf() as report, Exclusive(model_native, "changing"), Exclusive(native, "ending") as pointer:
            model_native.check_exports("finish the edit")
            native.is_over = True  # before the call: an interrupt right after it must not end the edit twice
            result = lib.vrm_edit_commit(pointer, report.pointer)
            native.is_over = result == Result.OK
            self._model.report = report.check(result, "editing")

    def _abandon(self) -> None:
        self._native = None  # the last call that uses it ends it
        self._model._has_edit = False

    @documented("vrm_edit_set")
    def set(self, pointer: str, value: Any) -> None:
        """Sets what a JSON pointer names to a value of Python's (dict, list, str, number, bool, None)."""
        text = _json(value)
        check(lib.vrm_edit_set(self._c, encode(pointer), text, len(text)), pointer)

    @documented("vrm_edit_insert")
    def insert(self, pointer: str, value: Any) -> None:
        text = _json(value)
        check(lib.vrm_edit_insert(self._c, encode(pointer), text, len(text)), pointer)

    @documented("vrm_edit_remove")
    def remove(self, pointer: str) -> None:
        check(lib.vrm_edit_remove(self._c, encode(pointer)), pointer)

    @documented("vrm_edit_add")
    def add(self, array: str, value: Any) -> int:
        """Appends to an array of the document and returns the index."""
        text, index = _json(value), ctypes.c_int32()
        check(lib.vrm_edit_add(self._c, encode(array), text, len(text), ctypes.byref(index)), array)
        return index.value

    @documented("vrm_edit_add_view")
    def add_view(self, data: bytes, target: int = 0, stride: int = 0) -> int:
        data, index = data_of(data), ctypes.c_int32()
        check(lib.vrm_edit_add_view(self._c, data, len(data), target, stride, ctypes.byref(index)), "buffer view")
        return index.value

    @documented("vrm_edit_add_floats")
    def add_floats(self, values: Any, *, target: int = 0, has_bounds: bool = False) -> int:
        """Adds an accessor of floats from rows of 1 to 4 or 16 numbers; an array of numpy's or lists."""
        kind, count, numbers = _rows(values, ctypes.c_float)
        index = ctypes.c_int32()
        check(lib.vrm_edit_add_floats(self._c, kind, numbers, count, target, has_bounds, ctypes.byref(index)), "accessor")
        return index.value

    @documented("vrm_edit_add_integers")
    def add_integers(self, values: Any, *, target: int = 0) -> int:
        kind, count, numbers = _rows(values, ctypes.c_uint32)
        index = ctypes.c_int32()
        check(lib.vrm_edit_add_integers(self._c, kind, numbers, count, target, ctypes.byref(index)), "accessor")
        return index.value

    @documented("vrm_edit_add_image")
    def add_image(self, data: bytes, name: str | None = None) -> int:
        data, index = data_of(data), ctypes.c_int32()
        check(lib.vrm_edit_add_image(self._c, data, len(data), None if name is None else encode(name),
                                     ctypes.byref(index)), "image")
        return index.value

    # ---- VRM 1.0: values of model.py's own words, changed with dataclasses.replace() ----

    @documented("vrm_edit_set_meta")
    def set_meta(self, meta: Meta) -> None:
        expect(meta, Meta, "meta")
        keep = Keep()
        check(lib.vrm_edit_set_meta(self._c, ctypes.byref(meta._to_c(keep))), "meta")

    @documented("vrm_edit_set_thumbnail")
    def set_thumbnail(self, data: bytes) -> None:
        data = data_of(data)
        check(lib.vrm_edit_set_thumbnail(self._c, data, len(data)), "thumbnail")

    @documented("vrm_edit_set_bones")
    def set_bones(self, bones: Mapping[Bone | str, int] | Mapping[Bone, int]) -> None:
        """The node of each bone; bones that are not named go."""
        expect(bones, Mapping, "bones")
        keep = Keep()
        given = {word(Bone, bone): node for bone, node in bones.items()}
        nodes, _ = keep.array(ctypes.c_int32, [given.get(bone, -1) for bone in Bone if bone >= 0])
        check(lib.vrm_edit_set_bones(self._c, nodes), "bones")

    @documented("vrm_edit_set_expressions")
    def set_expressions(self, expressions: Sequence[Expression]) -> None:
        keep = Keep()
        array, count = keep.array(abi.Expression, [keep.struct(Expression, expression) for expression in expressions])
        check(lib.vrm_edit_set_expressions(self._c, array, count), "expressions")

    @documented("vrm_edit_set_look_at")
    def set_look_at(self, look_at: LookAt | None) -> None:
        if look_at is not None:
            expect(look_at, LookAt, "look_at")
        keep = Keep()
        check(lib.vrm_edit_set_look_at(self._c, None if look_at is None else ctypes.byref(look_at._to_c(keep))), "lookAt")

    @documented("vrm_edit_set_first_person")
    def set_first_person(self, types: Sequence[FirstPersonType | str]) -> None:
        keep = Keep()
        array, count = keep.array(ctypes.c_int32, [word(FirstPersonType, kind) for kind in types])
        check(lib.vrm_edit_set_first_person(self._c, array, count), "firstPerson")

    @documented("vrm_edit_set_spring_bones")
    def set_spring_bones(self, springs: SpringBones) -> None:
        expect(springs, SpringBones, "springs")
        keep = Keep()
        check(lib.vrm_edit_set_spring_bones(self._c, ctypes.byref(springs._to_c(keep))), "springs")

    @documented("vrm_edit_set_constraint")
    def set_constraint(self, constraint: Constraint) -> None:
        expect(constraint, Constraint, "constraint")
        keep = Keep()
        check(lib.vrm_edit_set_constraint(self._c, ctypes.byref(constraint._to_c(keep))), "constraint")

    @documented("vrm_edit_remove_constraint")
    def remove_constraint(self, node: int) -> None:
        check(lib.vrm_edit_remove_constraint(self._c, node), "constraint")

    @documented("vrm_edit_set_surface")
    def set_surface(self, material: int, surface: Surface) -> None:
        expect(surface, Surface, "surface")
        keep = Keep()
        check(lib.vrm_edit_set_surface(self._c, material, ctypes.byref(surface._to_c(keep))), "surface")


_TYPES = {1: AccessorType.SCALAR, 2: AccessorType.VEC2, 3: AccessorType.VEC3, 4: AccessorType.VEC4,
          16: AccessorType.MAT4}


def _check_integers(values: Any) -> None:
    """numpy would take the low bits of what does not fit, and the integral part of what is no integer."""
    array = numpy.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        if array.dtype.kind in "fcb":
            raise TypeError(f"expected integers, got {array.dtype}")
        array = numpy.array([operator.index(number) for number in array.reshape(-1)], dtype=object)
    if array.size and not 0 <= int(array.min()) <= int(array.max()) < 2**32:
        raise OverflowError("integers must be 0 to 4294967295")


def _rows(values: Any, kind: Any) -> tuple[AccessorType, int, Any]:
    """Rows of numbers as C has them: accessor type, rows, array."""
    if numpy is not None:
        if kind is ctypes.c_uint32:
            _check_integers(values)
        array = numpy.ascontiguousarray(values, dtype=kind)
        columns = 1 if array.ndim == 1 else int(array.size // max(len(array), 1))
        count, flat = len(array), array.reshape(-1)
        numbers: Any = (kind * flat.size).from_buffer_copy(flat.tobytes()) if flat.size else (kind * 0)()
    else:
        rows = [list(row) if isinstance(row, (list, tuple)) else [row] for row in values]
        columns = len(rows[0]) if rows else 1
        if any(len(row) != columns for row in rows):
            raise ArgumentError("all rows must be of one length", Result.ERR_ARGUMENT)
        count = len(rows)
        flat_rows = [number for row in rows for number in row]
        if kind is ctypes.c_uint32 and any(not 0 <= operator.index(number) < 2**32 for number in flat_rows):
            raise OverflowError("integers must be 0 to 4294967295")
        numbers = (kind * len(flat_rows))(*flat_rows)
    if columns not in _TYPES:
        raise ArgumentError(f"rows of {columns} numbers are no accessor", Result.ERR_ARGUMENT)
    return _TYPES[columns], count, numbers
