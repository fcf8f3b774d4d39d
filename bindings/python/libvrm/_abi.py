# SPDX-License-Identifier: MIT
# Written by tools/update_api from include/vrm/*.h; do not edit.
"""The C interface of libvrm for ctypes: structs and prototypes, nothing of Python's own."""

from __future__ import annotations

from ctypes import (POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int32, c_int64,
                    c_size_t, c_uint8, c_uint16, c_uint32, c_uint64, c_void_p)
from typing import Any

from . import _checked
from ._checked import Int32, Int64, Opaque, Size, UInt8, UInt16, UInt32, UInt64

VERSION = '0.1.0'
VERSION_MAJOR = 0
VERSION_MINOR = 1
VERSION_PATCH = 0
VERSION_TEXT = '0.1.0'
DIGEST_SIZE = 65
JSON_MISSING = 4294967295
PACK_VERSION = 1
IDLE_PERIOD_S = 8.0
SEVERITY_COUNT = 4
NO_OFFSET = 18446744073709551615
FILE_NAME_MAX = 200
VMC_PORT = 39539
VMC_UNKNOWN_MAX = 256
VMC_NAME = 64


class Allocator(Structure):
    _fields_ = [
        ('alloc', c_void_p),
        ('release', c_void_p),
        ('ctx', c_void_p),
    ]
    alloc: Any
    release: Any
    ctx: Any


class BakerDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('name', c_char_p),
        ('tolerance_degrees', c_float),
        ('tolerance_metres', c_float),
        ('tolerance_weight', c_float),
        ('has_materials', c_bool),
        ('keeps_vrm', c_bool),
        ('max_bytes', c_uint64),
        ('allocator', Allocator),
    ]
    def_size: Any
    name: Any
    tolerance_degrees: Any
    tolerance_metres: Any
    tolerance_weight: Any
    has_materials: Any
    keeps_vrm: Any
    max_bytes: Any
    allocator: Any


class BakeStats(Structure):
    _fields_ = [
        ('frames', c_int32),
        ('channels', c_int32),
        ('seconds', c_float),
        ('source_keys', c_uint64),
        ('kept_keys', c_uint64),
        ('source_bytes', c_uint64),
        ('kept_bytes', c_uint64),
        ('gap_degrees', c_float),
        ('gap_metres', c_float),
    ]
    frames: Any
    channels: Any
    seconds: Any
    source_keys: Any
    kept_keys: Any
    source_bytes: Any
    kept_bytes: Any
    gap_degrees: Any
    gap_metres: Any


class Allowance(_checked.Structure):
    _fields_ = [
        ('base', c_uint64),
        ('per_byte', c_uint64),
    ]
    base: Any
    per_byte: Any


class Limits(_checked.Structure):
    _fields_ = [
        ('limits_size', c_uint32),
        ('json_depth', c_uint32),
        ('json_values', c_uint32),
        ('elements', c_uint32),
        ('file_bytes', c_uint64),
        ('decoded_bytes', c_uint64),
        ('memory', Allowance),
        ('written', Allowance),
        ('work', Allowance),
    ]
    limits_size: Any
    json_depth: Any
    json_values: Any
    elements: Any
    file_bytes: Any
    decoded_bytes: Any
    memory: Any
    written: Any
    work: Any


class BvhName(_checked.Structure):
    _fields_ = [
        ('joint', c_char_p),
        ('bone', c_int32),
    ]
    joint: Any
    bone: Any


class BvhDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('metres', c_float),
        ('rest', c_int32),
        ('keeps_start', c_bool),
        ('names', POINTER(BvhName)),
        ('name_count', c_int32),
        ('max_bytes', c_uint64),
        ('report', c_void_p),
        ('allocator', Allocator),
    ]
    def_size: Any
    metres: Any
    rest: Any
    keeps_start: Any
    names: Any
    name_count: Any
    max_bytes: Any
    report: Any
    allocator: Any


class ClipDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('animation', c_int32),
        ('max_bytes', c_uint64),
        ('report', c_void_p),
        ('allocator', Allocator),
    ]
    def_size: Any
    animation: Any
    max_bytes: Any
    report: Any
    allocator: Any


class Quat(Structure):
    _fields_ = [
        ('x', c_float),
        ('y', c_float),
        ('z', c_float),
        ('w', c_float),
    ]
    x: Any
    y: Any
    z: Any
    w: Any


class Vec3(Structure):
    _fields_ = [
        ('x', c_float),
        ('y', c_float),
        ('z', c_float),
    ]
    x: Any
    y: Any
    z: Any


class Pose(Structure):
    _fields_ = [
        ('rotations', Quat * 55),
        ('hips_offset', Vec3),
    ]
    rotations: Any
    hips_offset: Any


class Vec2(Structure):
    _fields_ = [
        ('x', c_float),
        ('y', c_float),
    ]
    x: Any
    y: Any


class ClipSample(Structure):
    _fields_ = [
        ('pose', Pose),
        ('bones', c_uint64),
        ('moves_hips', c_bool),
        ('has_gaze', c_bool),
        ('gaze_degrees', Vec2),
    ]
    pose: Any
    bones: Any
    moves_hips: Any
    has_gaze: Any
    gaze_degrees: Any


class Player(Structure):
    _fields_ = [
        ('clip', c_void_p),
        ('time_s', c_float),
        ('speed', c_float),
        ('weight', c_float),
        ('loops', c_bool),
        ('is_additive', c_bool),
    ]
    clip: Any
    time_s: Any
    speed: Any
    weight: Any
    loops: Any
    is_additive: Any


class Difference(Structure):
    _fields_ = [
        ('part', c_int32),
        ('kind', c_int32),
        ('subject', c_char_p),
        ('member', c_char_p),
        ('before', c_char_p),
        ('after', c_char_p),
    ]
    part: Any
    kind: Any
    subject: Any
    member: Any
    before: Any
    after: Any


class DiffDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('distance', c_float),
        ('angle', c_float),
        ('value', c_float),
        ('max_differences', c_int32),
        ('work', c_uint64),
        ('allocator', Allocator),
    ]
    def_size: Any
    distance: Any
    angle: Any
    value: Any
    max_differences: Any
    work: Any
    allocator: Any


class Buffer(_checked.Structure):
    _fields_ = [
        ('uri', c_char_p),
        ('data', POINTER(c_uint8)),
        ('size', c_uint64),
        ('json', c_uint32),
    ]
    uri: Any
    data: Any
    size: Any
    json: Any


class BufferView(_checked.Structure):
    _fields_ = [
        ('data', POINTER(c_uint8)),
        ('byte_length', c_uint64),
        ('buffer', c_int32),
        ('byte_stride', c_uint32),
        ('json', c_uint32),
        ('target', c_uint16),
        ('is_compressed', c_bool),
    ]
    data: Any
    byte_length: Any
    buffer: Any
    byte_stride: Any
    json: Any
    target: Any
    is_compressed: Any


class Accessor(_checked.Structure):
    _fields_ = [
        ('byte_offset', c_uint64),
        ('count', c_uint64),
        ('buffer_view', c_int32),
        ('json', c_uint32),
        ('component_type', c_uint16),
        ('type', c_uint8),
        ('is_normalized', c_bool),
        ('is_sparse', c_bool),
        ('is_readable', c_bool),
    ]
    byte_offset: Any
    count: Any
    buffer_view: Any
    json: Any
    component_type: Any
    type: Any
    is_normalized: Any
    is_sparse: Any
    is_readable: Any


class Sparse(_checked.Structure):
    _fields_ = [
        ('count', c_uint64),
        ('indices_offset', c_uint64),
        ('values_offset', c_uint64),
        ('indices_view', c_int32),
        ('values_view', c_int32),
        ('indices_type', c_int32),
        ('accessor', c_int32),
    ]
    count: Any
    indices_offset: Any
    values_offset: Any
    indices_view: Any
    values_view: Any
    indices_type: Any
    accessor: Any


class Image(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('uri', c_char_p),
        ('mime_type', c_char_p),
        ('data', POINTER(c_uint8)),
        ('size', c_uint64),
        ('buffer_view', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    uri: Any
    mime_type: Any
    data: Any
    size: Any
    buffer_view: Any
    json: Any


class Sampler(_checked.Structure):
    _fields_ = [
        ('mag_filter', c_uint32),
        ('min_filter', c_uint32),
        ('wrap_s', c_uint32),
        ('wrap_t', c_uint32),
        ('json', c_uint32),
    ]
    mag_filter: Any
    min_filter: Any
    wrap_s: Any
    wrap_t: Any
    json: Any


class Texture(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('sampler', c_int32),
        ('source', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    sampler: Any
    source: Any
    json: Any


class TextureTransform(Structure):
    _fields_ = [
        ('offset', Vec2),
        ('scale', Vec2),
        ('rotation', c_float),
    ]
    offset: Any
    scale: Any
    rotation: Any


class TextureInfo(_checked.Structure):
    _fields_ = [
        ('texture', c_int32),
        ('tex_coord', c_int32),
        ('transform', POINTER(TextureTransform)),
    ]
    texture: Any
    tex_coord: Any
    transform: Any


class Vec4(Structure):
    _fields_ = [
        ('x', c_float),
        ('y', c_float),
        ('z', c_float),
        ('w', c_float),
    ]
    x: Any
    y: Any
    z: Any
    w: Any


class Material(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('base_color_texture', TextureInfo),
        ('metallic_roughness_texture', TextureInfo),
        ('normal_texture', TextureInfo),
        ('occlusion_texture', TextureInfo),
        ('emissive_texture', TextureInfo),
        ('base_color_factor', Vec4),
        ('metallic_factor', c_float),
        ('roughness_factor', c_float),
        ('normal_scale', c_float),
        ('occlusion_strength', c_float),
        ('emissive_factor', Vec3),
        ('emissive_strength', c_float),
        ('alpha_cutoff', c_float),
        ('alpha_mode', c_int32),
        ('json', c_uint32),
        ('is_double_sided', c_bool),
        ('is_unlit', c_bool),
    ]
    name: Any
    base_color_texture: Any
    metallic_roughness_texture: Any
    normal_texture: Any
    occlusion_texture: Any
    emissive_texture: Any
    base_color_factor: Any
    metallic_factor: Any
    roughness_factor: Any
    normal_scale: Any
    occlusion_strength: Any
    emissive_factor: Any
    emissive_strength: Any
    alpha_cutoff: Any
    alpha_mode: Any
    json: Any
    is_double_sided: Any
    is_unlit: Any


class Attribute(_checked.Structure):
    _fields_ = [
        ('accessor', c_int32),
        ('key', c_uint32),
        ('set', c_uint16),
        ('semantic', c_uint8),
    ]
    accessor: Any
    key: Any
    set: Any
    semantic: Any


class MorphTarget(_checked.Structure):
    _fields_ = [
        ('attributes', POINTER(Attribute)),
        ('attribute_count', c_int32),
    ]
    attributes: Any
    attribute_count: Any


class Primitive(_checked.Structure):
    _fields_ = [
        ('attributes', POINTER(Attribute)),
        ('targets', POINTER(MorphTarget)),
        ('attribute_count', c_int32),
        ('target_count', c_int32),
        ('indices', c_int32),
        ('material', c_int32),
        ('json', c_uint32),
        ('mode', c_uint8),
    ]
    attributes: Any
    targets: Any
    attribute_count: Any
    target_count: Any
    indices: Any
    material: Any
    json: Any
    mode: Any


class MorphWeights(_checked.Structure):
    _fields_ = [
        ('values', POINTER(c_float)),
        ('count', c_int32),
    ]
    values: Any
    count: Any


class Mesh(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('primitives', POINTER(Primitive)),
        ('weights', POINTER(MorphWeights)),
        ('target_names', POINTER(c_char_p)),
        ('primitive_count', c_int32),
        ('target_count', c_int32),
        ('target_name_count', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    primitives: Any
    weights: Any
    target_names: Any
    primitive_count: Any
    target_count: Any
    target_name_count: Any
    json: Any


class Skin(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('inverse_bind_matrices', c_int32),
        ('skeleton', c_int32),
        ('joints', POINTER(c_int32)),
        ('joint_count', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    inverse_bind_matrices: Any
    skeleton: Any
    joints: Any
    joint_count: Any
    json: Any


class Transform(Structure):
    _fields_ = [
        ('translation', Vec3),
        ('rotation', Quat),
        ('scale', Vec3),
    ]
    translation: Any
    rotation: Any
    scale: Any


class Mat4(Structure):
    _fields_ = [
        ('m', c_float * 16),
    ]
    m: Any


class Node(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('children', POINTER(c_int32)),
        ('child_count', c_int32),
        ('parent', c_int32),
        ('mesh', c_int32),
        ('skin', c_int32),
        ('camera', c_int32),
        ('json', c_uint32),
        ('rest', Transform),
        ('matrix', POINTER(Mat4)),
        ('weights', POINTER(MorphWeights)),
    ]
    name: Any
    children: Any
    child_count: Any
    parent: Any
    mesh: Any
    skin: Any
    camera: Any
    json: Any
    rest: Any
    matrix: Any
    weights: Any


class Scene(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('nodes', POINTER(c_int32)),
        ('node_count', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    nodes: Any
    node_count: Any
    json: Any


class AnimationSampler(_checked.Structure):
    _fields_ = [
        ('input', c_int32),
        ('output', c_int32),
        ('interpolation', c_int32),
    ]
    input: Any
    output: Any
    interpolation: Any


class AnimationChannel(_checked.Structure):
    _fields_ = [
        ('sampler', c_int32),
        ('node', c_int32),
        ('path', c_int32),
        ('json', c_uint32),
    ]
    sampler: Any
    node: Any
    path: Any
    json: Any


class Animation(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('channels', POINTER(AnimationChannel)),
        ('channel_count', c_int32),
        ('samplers', POINTER(AnimationSampler)),
        ('sampler_count', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    channels: Any
    channel_count: Any
    samplers: Any
    sampler_count: Any
    json: Any


class Camera(Structure):
    _fields_ = [
        ('name', c_char_p),
        ('is_orthographic', c_bool),
        ('aspect_ratio', c_float),
        ('y_fov', c_float),
        ('x_mag', c_float),
        ('y_mag', c_float),
        ('z_near', c_float),
        ('z_far', c_float),
        ('json', c_uint32),
    ]
    name: Any
    is_orthographic: Any
    aspect_ratio: Any
    y_fov: Any
    x_mag: Any
    y_mag: Any
    z_near: Any
    z_far: Any
    json: Any


class Asset(Structure):
    _fields_ = [
        ('version', c_char_p),
        ('min_version', c_char_p),
        ('generator', c_char_p),
        ('copyright', c_char_p),
        ('json', c_uint32),
    ]
    version: Any
    min_version: Any
    generator: Any
    copyright: Any
    json: Any


class Gltf(_checked.Structure):
    _fields_ = [
        ('json', c_void_p),
        ('asset', Asset),
        ('scene', c_int32),
        ('scenes', POINTER(Scene)),
        ('nodes', POINTER(Node)),
        ('meshes', POINTER(Mesh)),
        ('skins', POINTER(Skin)),
        ('materials', POINTER(Material)),
        ('textures', POINTER(Texture)),
        ('samplers', POINTER(Sampler)),
        ('images', POINTER(Image)),
        ('accessors', POINTER(Accessor)),
        ('buffer_views', POINTER(BufferView)),
        ('buffers', POINTER(Buffer)),
        ('animations', POINTER(Animation)),
        ('cameras', POINTER(Camera)),
        ('extensions_used', POINTER(c_char_p)),
        ('extensions_required', POINTER(c_char_p)),
        ('sparse_accessors', POINTER(Sparse)),
        ('scene_count', c_int32),
        ('node_count', c_int32),
        ('mesh_count', c_int32),
        ('skin_count', c_int32),
        ('material_count', c_int32),
        ('texture_count', c_int32),
        ('sampler_count', c_int32),
        ('image_count', c_int32),
        ('accessor_count', c_int32),
        ('buffer_view_count', c_int32),
        ('buffer_count', c_int32),
        ('animation_count', c_int32),
        ('camera_count', c_int32),
        ('extension_used_count', c_int32),
        ('extension_required_count', c_int32),
        ('sparse_accessor_count', c_int32),
        ('node_order', POINTER(c_int32)),
    ]
    json: Any
    asset: Any
    scene: Any
    scenes: Any
    nodes: Any
    meshes: Any
    skins: Any
    materials: Any
    textures: Any
    samplers: Any
    images: Any
    accessors: Any
    buffer_views: Any
    buffers: Any
    animations: Any
    cameras: Any
    extensions_used: Any
    extensions_required: Any
    sparse_accessors: Any
    scene_count: Any
    node_count: Any
    mesh_count: Any
    skin_count: Any
    material_count: Any
    texture_count: Any
    sampler_count: Any
    image_count: Any
    accessor_count: Any
    buffer_view_count: Any
    buffer_count: Any
    animation_count: Any
    camera_count: Any
    extension_used_count: Any
    extension_required_count: Any
    sparse_accessor_count: Any
    node_order: Any


class GpuDevice(Structure):
    _fields_ = [
        ('platform', c_char * 64),
        ('name', c_char * 128),
        ('driver', c_char * 64),
        ('is_gpu', c_bool),
        ('compute_units', c_int32),
        ('memory_bytes', c_uint64),
    ]
    platform: Any
    name: Any
    driver: Any
    is_gpu: Any
    compute_units: Any
    memory_bytes: Any


class GpuSimDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('device', c_char_p),
        ('allows_inexact', c_bool),
        ('spring_rate_hz', c_float),
        ('max_step_s', c_float),
        ('outputs', c_uint32),
        ('split', c_int32),
        ('cache_folder', c_char_p),
        ('context', c_void_p),
        ('queue', c_void_p),
        ('report', c_void_p),
    ]
    def_size: Any
    device: Any
    allows_inexact: Any
    spring_rate_hz: Any
    max_step_s: Any
    outputs: Any
    split: Any
    cache_folder: Any
    context: Any
    queue: Any
    report: Any


class GpuBuffer(Structure):
    _fields_ = [
        ('buffer', c_void_p),
        ('first', c_uint64),
        ('tile', c_uint64),
        ('stride', c_uint64),
        ('width', c_int32),
        ('column_count', c_int32),
    ]
    buffer: Any
    first: Any
    tile: Any
    stride: Any
    width: Any
    column_count: Any


class ImageLimits(_checked.Structure):
    _fields_ = [
        ('limits_size', c_uint32),
        ('width', c_uint32),
        ('height', c_uint32),
        ('decoded_bytes', c_uint64),
        ('enough', c_uint32),
        ('is_color', c_bool),
    ]
    limits_size: Any
    width: Any
    height: Any
    decoded_bytes: Any
    enough: Any
    is_color: Any


class ImageInfo(Structure):
    _fields_ = [
        ('format', c_int32),
        ('width', c_uint32),
        ('height', c_uint32),
    ]
    format: Any
    width: Any
    height: Any


class Picture(Structure):
    _fields_ = [
        ('width', c_uint32),
        ('height', c_uint32),
        ('pixels', POINTER(c_uint8)),
        ('allocator', Allocator),
    ]
    width: Any
    height: Any
    pixels: Any
    allocator: Any


class ImageWriterDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('format', c_int32),
        ('width', c_uint32),
        ('height', c_uint32),
        ('frames_per_second', c_float),
        ('loop_count', c_int32),
        ('effort', c_int32),
        ('quality', c_float),
        ('allocator', Allocator),
    ]
    def_size: Any
    format: Any
    width: Any
    height: Any
    frames_per_second: Any
    loop_count: Any
    effort: Any
    quality: Any
    allocator: Any


class Span(_checked.Structure):
    _fields_ = [
        ('data', c_void_p),
        ('size', c_size_t),
    ]
    data: Any
    size: Any


class JsonDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('borrow_text', c_bool),
        ('allocator', Allocator),
        ('limits', Limits),
    ]
    def_size: Any
    borrow_text: Any
    allocator: Any
    limits: Any


class JsonIter(Structure):
    _fields_ = [
        ('json', c_void_p),
        ('key', c_uint32),
        ('value', c_uint32),
        ('index', c_uint32),
        ('private_next', c_uint32),
        ('private_end', c_uint32),
    ]
    json: Any
    key: Any
    value: Any
    index: Any
    private_next: Any
    private_end: Any


class TrianglesDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('wants_tangents', c_bool),
        ('tex_coord', c_int32),
        ('max_bytes', c_uint64),
        ('allocator', Allocator),
    ]
    def_size: Any
    wants_tangents: Any
    tex_coord: Any
    max_bytes: Any
    allocator: Any


class Triangles(Structure):
    _fields_ = [
        ('vertex_count', c_uint32),
        ('index_count', c_uint32),
        ('dropped_count', c_uint32),
        ('source_count', c_uint32),
        ('indices', POINTER(c_uint32)),
        ('sources', POINTER(c_uint32)),
        ('positions', POINTER(Vec3)),
        ('normals', POINTER(Vec3)),
        ('tangents', POINTER(Vec4)),
        ('uvs', POINTER(Vec2) * 2),
        ('colors', POINTER(Vec4)),
        ('influence_count', c_int32),
        ('joints', POINTER(c_uint32)),
        ('weights', POINTER(c_float)),
        ('max_joint', c_uint32),
        ('has_made_normals', c_bool),
        ('has_made_tangents', c_bool),
    ]
    vertex_count: Any
    index_count: Any
    dropped_count: Any
    source_count: Any
    indices: Any
    sources: Any
    positions: Any
    normals: Any
    tangents: Any
    uvs: Any
    colors: Any
    influence_count: Any
    joints: Any
    weights: Any
    max_joint: Any
    has_made_normals: Any
    has_made_tangents: Any


class TangentInput(_checked.Structure):
    _fields_ = [
        ('positions', POINTER(c_float)),
        ('normals', POINTER(c_float)),
        ('uvs', POINTER(c_float)),
        ('vertex_count', c_uint32),
        ('indices', POINTER(c_uint32)),
        ('index_count', c_size_t),
    ]
    positions: Any
    normals: Any
    uvs: Any
    vertex_count: Any
    indices: Any
    index_count: Any


class Tangents(Structure):
    _fields_ = [
        ('tangents', POINTER(c_float)),
        ('sources', POINTER(c_uint32)),
        ('vertex_count', c_uint32),
        ('allocator', Allocator),
    ]
    tangents: Any
    sources: Any
    vertex_count: Any
    allocator: Any


class MigrateDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('name', c_char_p),
        ('author', c_char_p),
        ('to', c_int32),
        ('spread_channel', c_void_p),
        ('spread_channel_ctx', c_void_p),
    ]
    def_size: Any
    name: Any
    author: Any
    to: Any
    spread_channel: Any
    spread_channel_ctx: Any


class LoadDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('is_strict', c_bool),
        ('borrow_bytes', c_bool),
        ('read_file', c_void_p),
        ('read_file_ctx', c_void_p),
        ('allocator', Allocator),
        ('limits', Limits),
    ]
    def_size: Any
    is_strict: Any
    borrow_bytes: Any
    read_file: Any
    read_file_ctx: Any
    allocator: Any
    limits: Any


class Meta(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('version', c_char_p),
        ('authors', POINTER(c_char_p)),
        ('copyright_information', c_char_p),
        ('contact_information', c_char_p),
        ('references', POINTER(c_char_p)),
        ('third_party_licenses', c_char_p),
        ('license_url', c_char_p),
        ('other_license_url', c_char_p),
        ('other_permission_url', c_char_p),
        ('author_count', c_int32),
        ('reference_count', c_int32),
        ('thumbnail_image', c_int32),
        ('avatar_permission', c_int32),
        ('commercial_usage', c_int32),
        ('credit_notation', c_int32),
        ('modification', c_int32),
        ('license0', c_int32),
        ('allow_excessively_violent_usage', c_bool),
        ('allow_excessively_sexual_usage', c_bool),
        ('allow_political_or_religious_usage', c_bool),
        ('allow_antisocial_or_hate_usage', c_bool),
        ('allow_redistribution', c_bool),
        ('json', c_uint32),
    ]
    name: Any
    version: Any
    authors: Any
    copyright_information: Any
    contact_information: Any
    references: Any
    third_party_licenses: Any
    license_url: Any
    other_license_url: Any
    other_permission_url: Any
    author_count: Any
    reference_count: Any
    thumbnail_image: Any
    avatar_permission: Any
    commercial_usage: Any
    credit_notation: Any
    modification: Any
    license0: Any
    allow_excessively_violent_usage: Any
    allow_excessively_sexual_usage: Any
    allow_political_or_religious_usage: Any
    allow_antisocial_or_hate_usage: Any
    allow_redistribution: Any
    json: Any


class MorphBind(_checked.Structure):
    _fields_ = [
        ('node', c_int32),
        ('index', c_int32),
        ('weight', c_float),
    ]
    node: Any
    index: Any
    weight: Any


class ColorBind(_checked.Structure):
    _fields_ = [
        ('material', c_int32),
        ('target', c_int32),
        ('value', Vec4),
    ]
    material: Any
    target: Any
    value: Any


class TextureBind(_checked.Structure):
    _fields_ = [
        ('material', c_int32),
        ('scale', Vec2),
        ('offset', Vec2),
        ('binds_x', c_bool),
        ('binds_y', c_bool),
    ]
    material: Any
    scale: Any
    offset: Any
    binds_x: Any
    binds_y: Any


class Expression(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('morph_binds', POINTER(MorphBind)),
        ('color_binds', POINTER(ColorBind)),
        ('texture_binds', POINTER(TextureBind)),
        ('morph_bind_count', c_int32),
        ('color_bind_count', c_int32),
        ('texture_bind_count', c_int32),
        ('preset', c_int32),
        ('binary', c_uint8),
        ('override_blink', c_uint8),
        ('override_look_at', c_uint8),
        ('override_mouth', c_uint8),
        ('json', c_uint32),
    ]
    name: Any
    morph_binds: Any
    color_binds: Any
    texture_binds: Any
    morph_bind_count: Any
    color_bind_count: Any
    texture_bind_count: Any
    preset: Any
    binary: Any
    override_blink: Any
    override_look_at: Any
    override_mouth: Any
    json: Any


class CurveKey(Structure):
    _fields_ = [
        ('time', c_float),
        ('value', c_float),
        ('in_tangent', c_float),
        ('out_tangent', c_float),
    ]
    time: Any
    value: Any
    in_tangent: Any
    out_tangent: Any


class RangeMap(_checked.Structure):
    _fields_ = [
        ('input_max_degrees', c_float),
        ('output_scale', c_float),
        ('curve', POINTER(CurveKey)),
        ('curve_count', c_int32),
    ]
    input_max_degrees: Any
    output_scale: Any
    curve: Any
    curve_count: Any


class LookAt(_checked.Structure):
    _fields_ = [
        ('type', c_int32),
        ('offset_from_head', Vec3),
        ('horizontal_inner', RangeMap),
        ('horizontal_outer', RangeMap),
        ('vertical_down', RangeMap),
        ('vertical_up', RangeMap),
        ('json', c_uint32),
    ]
    type: Any
    offset_from_head: Any
    horizontal_inner: Any
    horizontal_outer: Any
    vertical_down: Any
    vertical_up: Any
    json: Any


class Collider(_checked.Structure):
    _fields_ = [
        ('node', c_int32),
        ('shape', c_int32),
        ('offset', Vec3),
        ('tail', Vec3),
        ('normal', Vec3),
        ('radius', c_float),
        ('json', c_uint32),
    ]
    node: Any
    shape: Any
    offset: Any
    tail: Any
    normal: Any
    radius: Any
    json: Any


class ColliderGroup(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('colliders', POINTER(c_int32)),
        ('collider_count', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    colliders: Any
    collider_count: Any
    json: Any


class SpringLimit(_checked.Structure):
    _fields_ = [
        ('type', c_int32),
        ('angle', c_float),
        ('pitch', c_float),
        ('yaw', c_float),
        ('rotation', Quat),
    ]
    type: Any
    angle: Any
    pitch: Any
    yaw: Any
    rotation: Any


class SpringJoint(_checked.Structure):
    _fields_ = [
        ('node', c_int32),
        ('end_offset', Vec3),
        ('hit_radius', c_float),
        ('stiffness', c_float),
        ('gravity_power', c_float),
        ('gravity_dir', Vec3),
        ('drag_force', c_float),
        ('limit', SpringLimit),
        ('json', c_uint32),
    ]
    node: Any
    end_offset: Any
    hit_radius: Any
    stiffness: Any
    gravity_power: Any
    gravity_dir: Any
    drag_force: Any
    limit: Any
    json: Any


class Spring(_checked.Structure):
    _fields_ = [
        ('name', c_char_p),
        ('joints', POINTER(SpringJoint)),
        ('joint_count', c_int32),
        ('collider_groups', POINTER(c_int32)),
        ('collider_group_count', c_int32),
        ('center', c_int32),
        ('json', c_uint32),
    ]
    name: Any
    joints: Any
    joint_count: Any
    collider_groups: Any
    collider_group_count: Any
    center: Any
    json: Any


class SpringBones(_checked.Structure):
    _fields_ = [
        ('colliders', POINTER(Collider)),
        ('collider_groups', POINTER(ColliderGroup)),
        ('springs', POINTER(Spring)),
        ('collider_count', c_int32),
        ('collider_group_count', c_int32),
        ('spring_count', c_int32),
        ('json', c_uint32),
    ]
    colliders: Any
    collider_groups: Any
    springs: Any
    collider_count: Any
    collider_group_count: Any
    spring_count: Any
    json: Any


class Constraint(_checked.Structure):
    _fields_ = [
        ('node', c_int32),
        ('source', c_int32),
        ('type', c_int32),
        ('axis', c_int32),
        ('weight', c_float),
        ('json', c_uint32),
    ]
    node: Any
    source: Any
    type: Any
    axis: Any
    weight: Any
    json: Any


class Mtoon(_checked.Structure):
    _fields_ = [
        ('shade_multiply_texture', TextureInfo),
        ('shading_shift_texture', TextureInfo),
        ('matcap_texture', TextureInfo),
        ('rim_multiply_texture', TextureInfo),
        ('outline_width_multiply_texture', TextureInfo),
        ('uv_animation_mask_texture', TextureInfo),
        ('shade_color_factor', Vec3),
        ('shading_shift_factor', c_float),
        ('shading_shift_scale', c_float),
        ('shading_toony_factor', c_float),
        ('gi_equalization_factor', c_float),
        ('matcap_factor', Vec3),
        ('parametric_rim_color_factor', Vec3),
        ('parametric_rim_fresnel_power_factor', c_float),
        ('parametric_rim_lift_factor', c_float),
        ('rim_lighting_mix_factor', c_float),
        ('outline_width_mode', c_int32),
        ('outline_width_factor', c_float),
        ('outline_color_factor', Vec3),
        ('outline_lighting_mix_factor', c_float),
        ('uv_animation_scroll_x_speed_factor', c_float),
        ('uv_animation_scroll_y_speed_factor', c_float),
        ('uv_animation_rotation_speed_factor', c_float),
        ('render_queue_offset', c_int32),
        ('json', c_uint32),
        ('transparent_with_z_write', c_bool),
    ]
    shade_multiply_texture: Any
    shading_shift_texture: Any
    matcap_texture: Any
    rim_multiply_texture: Any
    outline_width_multiply_texture: Any
    uv_animation_mask_texture: Any
    shade_color_factor: Any
    shading_shift_factor: Any
    shading_shift_scale: Any
    shading_toony_factor: Any
    gi_equalization_factor: Any
    matcap_factor: Any
    parametric_rim_color_factor: Any
    parametric_rim_fresnel_power_factor: Any
    parametric_rim_lift_factor: Any
    rim_lighting_mix_factor: Any
    outline_width_mode: Any
    outline_width_factor: Any
    outline_color_factor: Any
    outline_lighting_mix_factor: Any
    uv_animation_scroll_x_speed_factor: Any
    uv_animation_scroll_y_speed_factor: Any
    uv_animation_rotation_speed_factor: Any
    render_queue_offset: Any
    json: Any
    transparent_with_z_write: Any


class Surface(_checked.Structure):
    _fields_ = [
        ('kind', c_int32),
        ('material', POINTER(Material)),
        ('mtoon', POINTER(Mtoon)),
    ]
    kind: Any
    material: Any
    mtoon: Any


class TextureUse(Structure):
    _fields_ = [
        ('is_srgb', c_bool),
        ('channel', c_int32),
        ('unset', Vec4),
    ]
    is_srgb: Any
    channel: Any
    unset: Any


class ClipExpression(Structure):
    _fields_ = [
        ('name', c_char_p),
        ('preset', c_int32),
        ('node', c_int32),
    ]
    name: Any
    preset: Any
    node: Any


class ClipInfo(Structure):
    _fields_ = [
        ('spec_version', c_char_p),
        ('has_humanoid', c_bool),
        ('bones', c_int32 * 55),
        ('expressions', POINTER(ClipExpression)),
        ('expression_count', c_int32),
        ('look_at_node', c_int32),
        ('has_look_at_offset', c_bool),
        ('look_at_offset', Vec3),
        ('json', c_uint32),
    ]
    spec_version: Any
    has_humanoid: Any
    bones: Any
    expressions: Any
    expression_count: Any
    look_at_node: Any
    has_look_at_offset: Any
    look_at_offset: Any
    json: Any


class NormalizeDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('keep_axes', c_bool),
        ('scale_only', c_bool),
    ]
    def_size: Any
    keep_axes: Any
    scale_only: Any


class PackNode(Structure):
    _fields_ = [
        ('file_node', c_int32),
        ('parent', c_int32),
        ('rest', Transform),
    ]
    file_node: Any
    parent: Any
    rest: Any


class PackBone(Structure):
    _fields_ = [
        ('node', c_int32),
        ('parent', c_int32),
        ('parent_inverse', Quat),
        ('world', Quat),
    ]
    node: Any
    parent: Any
    parent_inverse: Any
    world: Any


class PackExpression(Structure):
    _fields_ = [
        ('category', c_int32),
        ('binary', c_int32),
        ('overrides', c_int32 * 4),
        ('first_morph_bind', c_int32),
        ('morph_bind_count', c_int32),
        ('first_value_bind', c_int32),
        ('value_bind_count', c_int32),
    ]
    category: Any
    binary: Any
    overrides: Any
    first_morph_bind: Any
    morph_bind_count: Any
    first_value_bind: Any
    value_bind_count: Any


class PackMorphBind(Structure):
    _fields_ = [
        ('reached', c_int32),
        ('weight', c_float),
    ]
    reached: Any
    weight: Any


class PackValueBind(Structure):
    _fields_ = [
        ('value', c_int32),
        ('delta', Vec4),
    ]
    value: Any
    delta: Any


class PackRangeMap(Structure):
    _fields_ = [
        ('input_max_degrees', c_float),
        ('output_scale', c_float),
        ('first_key', c_int32),
        ('key_count', c_int32),
    ]
    input_max_degrees: Any
    output_scale: Any
    first_key: Any
    key_count: Any


class PackLookAt(Structure):
    _fields_ = [
        ('is_present', c_int32),
        ('type', c_int32),
        ('offset', Vec3),
        ('head', c_int32),
        ('to_forward', Quat),
        ('inner', PackRangeMap),
        ('outer', PackRangeMap),
        ('down', PackRangeMap),
        ('up', PackRangeMap),
        ('eye_bones', c_int32 * 2),
        ('expressions', c_int32 * 4),
    ]
    is_present: Any
    type: Any
    offset: Any
    head: Any
    to_forward: Any
    inner: Any
    outer: Any
    down: Any
    up: Any
    eye_bones: Any
    expressions: Any


class PackConstraint(Structure):
    _fields_ = [
        ('node', c_int32),
        ('source', c_int32),
        ('type', c_int32),
        ('weight', c_float),
        ('rest', Quat),
        ('before', Quat),
        ('after', Quat),
        ('axis', Vec3),
    ]
    node: Any
    source: Any
    type: Any
    weight: Any
    rest: Any
    before: Any
    after: Any
    axis: Any


class PackPair(Structure):
    _fields_ = [
        ('node', c_int32),
        ('tail', c_int32),
        ('joint', c_int32),
        ('is_direct', c_int32),
        ('rest', Quat),
        ('swing', Quat),
        ('direction', Vec3),
        ('length', c_float),
        ('gravity', Vec3),
        ('stiffness', c_float),
        ('keep', c_float),
        ('radius', c_float),
        ('scale', c_float),
        ('axis', Vec3),
        ('limit', c_int32),
        ('limit_frame', Quat),
        ('limit_cosine', c_float),
        ('limit_sine', c_float),
        ('limit_pitch', c_float),
        ('limit_yaw', c_float),
    ]
    node: Any
    tail: Any
    joint: Any
    is_direct: Any
    rest: Any
    swing: Any
    direction: Any
    length: Any
    gravity: Any
    stiffness: Any
    keep: Any
    radius: Any
    scale: Any
    axis: Any
    limit: Any
    limit_frame: Any
    limit_cosine: Any
    limit_sine: Any
    limit_pitch: Any
    limit_yaw: Any


class PackChain(Structure):
    _fields_ = [
        ('first_pair', c_int32),
        ('pair_count', c_int32),
        ('parent', c_int32),
        ('center', c_int32),
        ('first_collider', c_int32),
        ('collider_count', c_int32),
    ]
    first_pair: Any
    pair_count: Any
    parent: Any
    center: Any
    first_collider: Any
    collider_count: Any


class PackCollider(Structure):
    _fields_ = [
        ('node', c_int32),
        ('kind', c_int32),
        ('offset', Vec3),
        ('along', Vec3),
        ('radius', c_float),
    ]
    node: Any
    kind: Any
    offset: Any
    along: Any
    radius: Any


class PackWave(Structure):
    _fields_ = [
        ('first_chain', c_int32),
        ('chain_count', c_int32),
        ('first_node', c_int32),
        ('node_count', c_int32),
        ('first_collider', c_int32),
        ('collider_count', c_int32),
    ]
    first_chain: Any
    chain_count: Any
    first_node: Any
    node_count: Any
    first_collider: Any
    collider_count: Any


class Affine(Structure):
    _fields_ = [
        ('rows', Vec4 * 3),
    ]
    rows: Any


class RigPack(Structure):
    _fields_ = [
        ('version', c_int32),
        ('is_general', c_bool),
        ('has_circles', c_bool),
        ('override_damps_eye_bones', c_bool),
        ('facing', c_int32),
        ('node_count', c_int32),
        ('body_count', c_int32),
        ('nodes', POINTER(PackNode)),
        ('bones', PackBone * 55),
        ('hips_chain_count', c_int32),
        ('hips_chain', POINTER(c_int32)),
        ('hips_rest_model', Vec3),
        ('expression_count', c_int32),
        ('morph_bind_count', c_int32),
        ('value_bind_count', c_int32),
        ('expressions', POINTER(PackExpression)),
        ('morph_binds', POINTER(PackMorphBind)),
        ('value_binds', POINTER(PackValueBind)),
        ('morph_count', c_int32),
        ('reached_count', c_int32),
        ('value_count', c_int32),
        ('rest_morphs', POINTER(c_float)),
        ('reached_morphs', POINTER(c_int32)),
        ('value_bases', POINTER(Vec4)),
        ('look_at', PackLookAt),
        ('curve_key_count', c_int32),
        ('head_chain_count', c_int32),
        ('curve_keys', POINTER(CurveKey)),
        ('head_chain', POINTER(c_int32)),
        ('constraint_count', c_int32),
        ('constraint_step_count', c_int32),
        ('constraints', POINTER(PackConstraint)),
        ('constraint_steps', POINTER(c_int32)),
        ('palette_count', c_int32),
        ('palette_nodes', POINTER(c_int32)),
        ('inverse_binds', POINTER(Affine)),
        ('pair_count', c_int32),
        ('chain_count', c_int32),
        ('wave_count', c_int32),
        ('joint_count', c_int32),
        ('pairs', POINTER(PackPair)),
        ('chains', POINTER(PackChain)),
        ('waves', POINTER(PackWave)),
        ('collider_count', c_int32),
        ('collider_ref_count', c_int32),
        ('wave_node_count', c_int32),
        ('wave_collider_count', c_int32),
        ('colliders', POINTER(PackCollider)),
        ('collider_refs', POINTER(c_int32)),
        ('wave_nodes', POINTER(c_int32)),
        ('wave_colliders', POINTER(c_int32)),
        ('anchor_count', c_int32),
        ('anchors', POINTER(c_int32)),
    ]
    version: Any
    is_general: Any
    has_circles: Any
    override_damps_eye_bones: Any
    facing: Any
    node_count: Any
    body_count: Any
    nodes: Any
    bones: Any
    hips_chain_count: Any
    hips_chain: Any
    hips_rest_model: Any
    expression_count: Any
    morph_bind_count: Any
    value_bind_count: Any
    expressions: Any
    morph_binds: Any
    value_binds: Any
    morph_count: Any
    reached_count: Any
    value_count: Any
    rest_morphs: Any
    reached_morphs: Any
    value_bases: Any
    look_at: Any
    curve_key_count: Any
    head_chain_count: Any
    curve_keys: Any
    head_chain: Any
    constraint_count: Any
    constraint_step_count: Any
    constraints: Any
    constraint_steps: Any
    palette_count: Any
    palette_nodes: Any
    inverse_binds: Any
    pair_count: Any
    chain_count: Any
    wave_count: Any
    joint_count: Any
    pairs: Any
    chains: Any
    waves: Any
    collider_count: Any
    collider_ref_count: Any
    wave_node_count: Any
    wave_collider_count: Any
    colliders: Any
    collider_refs: Any
    wave_nodes: Any
    wave_colliders: Any
    anchor_count: Any
    anchors: Any


class PackTrack(Structure):
    _fields_ = [
        ('target', c_int32),
        ('index', c_int32),
        ('interpolation', c_int32),
        ('timeline', c_int32),
        ('first_key', c_int32),
    ]
    target: Any
    index: Any
    interpolation: Any
    timeline: Any
    first_key: Any


class PackTimeline(Structure):
    _fields_ = [
        ('first_time', c_int32),
        ('key_count', c_int32),
    ]
    first_time: Any
    key_count: Any


class ClipPack(Structure):
    _fields_ = [
        ('version', c_int32),
        ('duration', c_float),
        ('hips_rest', Vec3),
        ('timeline_count', c_int32),
        ('time_count', c_int32),
        ('track_count', c_int32),
        ('key_count', c_int32),
        ('timelines', POINTER(PackTimeline)),
        ('times', POINTER(c_float)),
        ('tracks', POINTER(PackTrack)),
        ('keys', POINTER(Vec4)),
    ]
    version: Any
    duration: Any
    hips_rest: Any
    timeline_count: Any
    time_count: Any
    track_count: Any
    key_count: Any
    timelines: Any
    times: Any
    tracks: Any
    keys: Any


class RecorderDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('name', c_char_p),
        ('rig', c_void_p),
        ('hips_height', c_float),
        ('tolerance_degrees', c_float),
        ('tolerance_metres', c_float),
        ('tolerance_weight', c_float),
        ('bones', c_uint64),
        ('max_bytes', c_uint64),
        ('allocator', Allocator),
    ]
    def_size: Any
    name: Any
    rig: Any
    hips_height: Any
    tolerance_degrees: Any
    tolerance_metres: Any
    tolerance_weight: Any
    bones: Any
    max_bytes: Any
    allocator: Any


class RecordStats(Structure):
    _fields_ = [
        ('frames', c_int32),
        ('channels', c_int32),
        ('seconds', c_float),
        ('source_keys', c_uint64),
        ('kept_keys', c_uint64),
        ('source_bytes', c_uint64),
        ('kept_bytes', c_uint64),
    ]
    frames: Any
    channels: Any
    seconds: Any
    source_keys: Any
    kept_keys: Any
    source_bytes: Any
    kept_bytes: Any


class RendererDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('backend', c_int32),
        ('get_proc', c_void_p),
        ('get_proc_ctx', c_void_p),
        ('report', c_void_p),
        ('allocator', Allocator),
    ]
    def_size: Any
    backend: Any
    get_proc: Any
    get_proc_ctx: Any
    report: Any
    allocator: Any


class RenderStats(Structure):
    _fields_ = [
        ('draw_calls', c_uint64),
        ('triangles', c_uint64),
        ('uploaded_bytes', c_uint64),
        ('gpu_bytes', c_int64),
        ('programs', c_int32),
        ('textures', c_int32),
        ('buffers', c_int32),
        ('texture_bindings', c_uint64),
        ('state_changes', c_uint64),
    ]
    draw_calls: Any
    triangles: Any
    uploaded_bytes: Any
    gpu_bytes: Any
    programs: Any
    textures: Any
    buffers: Any
    texture_bindings: Any
    state_changes: Any


class Tasks(_checked.Structure):
    _fields_ = [
        ('worker_count', c_int32),
        ('parallel_for', c_void_p),
        ('ctx', c_void_p),
    ]
    worker_count: Any
    parallel_for: Any
    ctx: Any


class DrawableDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('max_gpu_bytes', c_uint64),
        ('decode', c_void_p),
        ('decode_ctx', c_void_p),
        ('tasks', Tasks),
        ('report', c_void_p),
        ('allocator', Allocator),
        ('pixels', Allowance),
        ('geometry', Allowance),
        ('triangles', Allowance),
        ('image_limits', ImageLimits),
    ]
    def_size: Any
    max_gpu_bytes: Any
    decode: Any
    decode_ctx: Any
    tasks: Any
    report: Any
    allocator: Any
    pixels: Any
    geometry: Any
    triangles: Any
    image_limits: Any


class FrameDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('width', c_int32),
        ('height', c_int32),
        ('samples', c_int32),
        ('background', Vec4),
        ('view', Mat4),
        ('projection', Mat4),
        ('light_from', Vec3),
        ('light_color', Vec3),
        ('sky_color', Vec3),
        ('ground_color', Vec3),
        ('time_s', c_float),
        ('min_outline_px', c_float),
    ]
    def_size: Any
    width: Any
    height: Any
    samples: Any
    background: Any
    view: Any
    projection: Any
    light_from: Any
    light_color: Any
    sky_color: Any
    ground_color: Any
    time_s: Any
    min_outline_px: Any


class Line(Structure):
    _fields_ = [
        ('from_', Vec3),
        ('to', Vec3),
        ('color', Vec4),
    ]
    from_: Any
    to: Any
    color: Any


class Finding(Structure):
    _fields_ = [
        ('code', c_char_p),
        ('pointer', c_char_p),
        ('message', c_char_p),
        ('byte_offset', c_uint64),
        ('severity', c_int32),
    ]
    code: Any
    pointer: Any
    message: Any
    byte_offset: Any
    severity: Any


class ReportDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('max_findings', c_int32),
        ('max_per_code', c_int32),
        ('allocator', Allocator),
    ]
    def_size: Any
    max_findings: Any
    max_per_code: Any
    allocator: Any


class CategoryMember(_checked.Structure):
    _fields_ = [
        ('expression', c_char_p),
        ('category', c_int32),
    ]
    expression: Any
    category: Any


class RigDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('override_damps_eye_bones', c_bool),
        ('members', POINTER(CategoryMember)),
        ('member_count', c_int32),
        ('report', c_void_p),
        ('allocator', Allocator),
    ]
    def_size: Any
    override_damps_eye_bones: Any
    members: Any
    member_count: Any
    report: Any
    allocator: Any


class BoneAxes(Structure):
    _fields_ = [
        ('along', Vec3),
        ('hinge', Vec3),
        ('across', Vec3),
    ]
    along: Any
    hinge: Any
    across: Any


class ExpressionInfo(Structure):
    _fields_ = [
        ('name', c_char_p),
        ('preset', c_int32),
        ('category', c_int32),
        ('binary', c_int32),
    ]
    name: Any
    preset: Any
    category: Any
    binary: Any


class MaterialValue(Structure):
    _fields_ = [
        ('material', c_int32),
        ('kind', c_int32),
        ('color', c_int32),
        ('texture', c_int32),
        ('base', Vec4),
    ]
    material: Any
    kind: Any
    color: Any
    texture: Any
    base: Any


class RigConstraint(Structure):
    _fields_ = [
        ('node', c_int32),
        ('source', c_int32),
        ('type', c_int32),
        ('weight', c_float),
    ]
    node: Any
    source: Any
    type: Any
    weight: Any


class MeshNode(Structure):
    _fields_ = [
        ('node', c_int32),
        ('mesh', c_int32),
        ('skin', c_int32),
        ('morph_count', c_int32),
        ('first_morph', c_int32),
        ('is_split_in_first_person', c_bool),
        ('first_person', c_int32),
    ]
    node: Any
    mesh: Any
    skin: Any
    morph_count: Any
    first_morph: Any
    is_split_in_first_person: Any
    first_person: Any


class RigSkin(Structure):
    _fields_ = [
        ('joint_count', c_int32),
        ('first_joint', c_int32),
        ('joints', POINTER(c_int32)),
        ('inverse_binds', POINTER(Affine)),
    ]
    joint_count: Any
    first_joint: Any
    joints: Any
    inverse_binds: Any


class SaveDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('allow_errors', c_bool),
        ('known', c_void_p),
        ('known_by_code', c_bool),
    ]
    def_size: Any
    allow_errors: Any
    known: Any
    known_by_code: Any


class AvatarId(Structure):
    _fields_ = [
        ('index1', c_uint32),
        ('generation', c_uint32),
    ]
    index1: Any
    generation: Any


class SimDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('avatar_capacity', c_int32),
        ('spring_rate_hz', c_float),
        ('max_step_s', c_float),
        ('outputs', c_uint32),
        ('keeps_vrm0_facing', c_bool),
        ('allocator', Allocator),
        ('tasks', Tasks),
        ('kernel', c_int32),
    ]
    def_size: Any
    avatar_capacity: Any
    spring_rate_hz: Any
    max_step_s: Any
    outputs: Any
    keeps_vrm0_facing: Any
    allocator: Any
    tasks: Any
    kernel: Any


class BudgetDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('milliseconds', c_float),
        ('unit_ns', c_float),
    ]
    def_size: Any
    milliseconds: Any
    unit_ns: Any


class BudgetUse(Structure):
    _fields_ = [
        ('work', c_double),
        ('work_wanted', c_double),
        ('work_allowed', c_double),
        ('full_count', c_int32),
        ('half_count', c_int32),
        ('paused_count', c_int32),
    ]
    work: Any
    work_wanted: Any
    work_allowed: Any
    full_count: Any
    half_count: Any
    paused_count: Any


class SpringSettings(Structure):
    _fields_ = [
        ('stiffness', c_float),
        ('gravity_power', c_float),
        ('gravity_dir', Vec3),
        ('drag_force', c_float),
        ('hit_radius', c_float),
    ]
    stiffness: Any
    gravity_power: Any
    gravity_dir: Any
    drag_force: Any
    hit_radius: Any


class SpringJointInfo(Structure):
    _fields_ = [
        ('spring', c_int32),
        ('joint', c_int32),
        ('node', c_int32),
        ('tail', c_int32),
        ('center', c_int32),
        ('collider_count', c_int32),
        ('moves', c_bool),
        ('tail_local', Vec3),
        ('settings', SpringSettings),
    ]
    spring: Any
    joint: Any
    node: Any
    tail: Any
    center: Any
    collider_count: Any
    moves: Any
    tail_local: Any
    settings: Any


class ShotDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('shot', c_int32),
        ('aspect', c_float),
        ('fov_degrees', c_float),
        ('yaw_degrees', c_float),
        ('pitch_degrees', c_float),
        ('margin', c_float),
    ]
    def_size: Any
    shot: Any
    aspect: Any
    fov_degrees: Any
    yaw_degrees: Any
    pitch_degrees: Any
    margin: Any


class Viewpoint(Structure):
    _fields_ = [
        ('eye', Vec3),
        ('target', Vec3),
        ('up', Vec3),
        ('z_near', c_float),
        ('z_far', c_float),
        ('view', Mat4),
        ('projection', Mat4),
    ]
    eye: Any
    target: Any
    up: Any
    z_near: Any
    z_far: Any
    view: Any
    projection: Any


class ValidateDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('skip_data', c_bool),
        ('read_file', c_void_p),
        ('read_file_ctx', c_void_p),
        ('allocator', Allocator),
        ('limits', Limits),
    ]
    def_size: Any
    skip_data: Any
    read_file: Any
    read_file_ctx: Any
    allocator: Any
    limits: Any


class Rule(Structure):
    _fields_ = [
        ('code', c_char_p),
        ('severity', c_int32),
        ('place', c_char_p),
        ('text', c_char_p),
    ]
    code: Any
    severity: Any
    place: Any
    text: Any


class VmcDef(_checked.Structure):
    _fields_ = [
        ('def_size', c_uint32),
        ('expression_count', c_int32),
        ('hips_height', c_float),
        ('allocator', Allocator),
    ]
    def_size: Any
    expression_count: Any
    hips_height: Any
    allocator: Any


class VmcStats(Structure):
    _fields_ = [
        ('packets', c_uint64),
        ('messages', c_uint64),
        ('poses', c_uint64),
        ('expressions', c_uint64),
        ('others', c_uint64),
        ('refused_packets', c_uint64),
        ('refused_messages', c_uint64),
        ('unknown_bones', c_uint64),
        ('dropped_expressions', c_uint64),
    ]
    packets: Any
    messages: Any
    poses: Any
    expressions: Any
    others: Any
    refused_packets: Any
    refused_messages: Any
    unknown_bones: Any
    dropped_expressions: Any


class VmcState(Structure):
    _fields_ = [
        ('is_available', c_bool),
        ('has_root', c_bool),
        ('has_hips', c_bool),
        ('has_time', c_bool),
        ('time_s', c_float),
        ('root_translation', Vec3),
        ('root_rotation', Quat),
        ('rotations', Quat * 55),
        ('bones', c_uint64),
        ('hips', Vec3),
        ('has_gaze', c_bool),
        ('gaze_yaw', c_float),
        ('gaze_pitch', c_float),
        ('applied', c_uint64),
    ]
    is_available: Any
    has_root: Any
    has_hips: Any
    has_time: Any
    time_s: Any
    root_translation: Any
    root_rotation: Any
    rotations: Any
    bones: Any
    hips: Any
    has_gaze: Any
    gaze_yaw: Any
    gaze_pitch: Any
    applied: Any


# Name: (library, result, parameters)
PROTOTYPES: dict[str, tuple[str, Any, tuple[Any, ...]]] = {
    'vrm_baker_def_init': ('vrm', None,
        (POINTER(BakerDef), Size,)),
    'vrm_baker_create': ('vrm', c_int32,
        (POINTER(BakerDef), Opaque('Rig'), POINTER(c_void_p),)),
    'vrm_baker_destroy': ('vrm', None,
        (Opaque('Baker'),)),
    'vrm_baker_add_frame': ('vrm', c_int32,
        (Opaque('Baker'), c_double, Opaque('Sim'), AvatarId,)),
    'vrm_baker_frame_count': ('vrm', c_int32,
        (Opaque('Baker'),)),
    'vrm_baker_finish': ('vrm', c_int32,
        (Opaque('Baker'), Opaque('Model'), Opaque('Report'), POINTER(BakeStats),)),
    'vrm_result_text': ('vrm', c_char_p,
        (Int32,)),
    'vrm_version': ('vrm', c_uint32,
        ()),
    'vrm_limits_init': ('vrm', None,
        (POINTER(Limits), Size,)),
    'vrm_bvh_def_init': ('vrm', None,
        (POINTER(BvhDef), Size,)),
    'vrm_bvh_read': ('vrm', c_int32,
        (c_char_p, Size, POINTER(BvhDef), POINTER(c_void_p),)),
    'vrm_bvh_destroy': ('vrm', None,
        (Opaque('Bvh'),)),
    'vrm_bvh_frame_count': ('vrm', c_int32,
        (Opaque('Bvh'),)),
    'vrm_bvh_frame_time': ('vrm', c_double,
        (Opaque('Bvh'),)),
    'vrm_bvh_hips_height': ('vrm', c_float,
        (Opaque('Bvh'),)),
    'vrm_bvh_metres': ('vrm', c_float,
        (Opaque('Bvh'),)),
    'vrm_bvh_bones': ('vrm', c_uint64,
        (Opaque('Bvh'),)),
    'vrm_bvh_joint_count': ('vrm', c_int32,
        (Opaque('Bvh'),)),
    'vrm_bvh_joint_name': ('vrm', c_char_p,
        (Opaque('Bvh'), Int32,)),
    'vrm_bvh_joint_bone': ('vrm', c_int32,
        (Opaque('Bvh'), Int32,)),
    'vrm_bvh_pose': ('vrm', None,
        (Opaque('Bvh'), Int32, POINTER(Pose),)),
    'vrm_clip_def_init': ('vrm', None,
        (POINTER(ClipDef), Size,)),
    'vrm_clip_build': ('vrm', c_int32,
        (Opaque('Model'), POINTER(ClipDef), POINTER(c_void_p),)),
    'vrm_clip_destroy': ('vrm', None,
        (Opaque('Clip'),)),
    'vrm_clip_kind': ('vrm', c_int32,
        (Opaque('Clip'),)),
    'vrm_clip_name': ('vrm', c_char_p,
        (Opaque('Clip'),)),
    'vrm_clip_duration': ('vrm', c_float,
        (Opaque('Clip'),)),
    'vrm_clip_steps': ('vrm', c_int32,
        (c_double, c_double,)),
    'vrm_clip_hips_height': ('vrm', c_float,
        (Opaque('Clip'),)),
    'vrm_clip_expression_count': ('vrm', c_int32,
        (Opaque('Clip'),)),
    'vrm_clip_expression_name': ('vrm', c_char_p,
        (Opaque('Clip'), Int32,)),
    'vrm_clip_expression_preset': ('vrm', c_int32,
        (Opaque('Clip'), Int32,)),
    'vrm_clip_sample': ('vrm', None,
        (Opaque('Clip'), c_float, POINTER(ClipSample),)),
    'vrm_clip_sample_expression': ('vrm', c_float,
        (Opaque('Clip'), Int32, c_float,)),
    'vrm_clip_sample_nodes': ('vrm', c_bool,
        (Opaque('Clip'), c_float, POINTER(Transform), Int32,)),
    'vrm_clip_sample_morphs': ('vrm', c_bool,
        (Opaque('Clip'), Opaque('Rig'), c_float, POINTER(c_float), Int32,)),
    'vrm_clip_fit_hips': ('vrm', Vec3,
        (Opaque('Clip'), Opaque('Rig'), Vec3,)),
    'vrm_player_advance': ('vrm', None,
        (POINTER(Player), c_float,)),
    'vrm_player_has_ended': ('vrm', c_bool,
        (POINTER(Player),)),
    'vrm_avatar_play': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, POINTER(Player), Int32,)),
    'vrm_diff_part_name': ('vrm', c_char_p,
        (Int32,)),
    'vrm_diff_kind_name': ('vrm', c_char_p,
        (Int32,)),
    'vrm_diff_def_init': ('vrm', None,
        (POINTER(DiffDef), Size,)),
    'vrm_diff_create': ('vrm', c_int32,
        (Opaque('Model'), Opaque('Model'), POINTER(DiffDef), POINTER(c_void_p),)),
    'vrm_diff_count': ('vrm', c_int32,
        (Opaque('Diff'),)),
    'vrm_diff_total': ('vrm', c_uint64,
        (Opaque('Diff'),)),
    'vrm_diff_get': ('vrm', Difference,
        (Opaque('Diff'), Int32,)),
    'vrm_diff_destroy': ('vrm', None,
        (Opaque('Diff'),)),
    'vrm_digest_sha256': ('vrm', None,
        (c_void_p, Size, c_void_p,)),
    'vrm_model_create': ('vrm', c_int32,
        (POINTER(LoadDef), POINTER(c_void_p),)),
    'vrm_edit_begin': ('vrm', c_int32,
        (Opaque('Model'), POINTER(c_void_p),)),
    'vrm_edit_commit': ('vrm', c_int32,
        (Opaque('Edit'), Opaque('Report'),)),
    'vrm_edit_abandon': ('vrm', None,
        (Opaque('Edit'),)),
    'vrm_edit_json': ('vrm', c_void_p,
        (Opaque('Edit'),)),
    'vrm_edit_set': ('vrm', c_int32,
        (Opaque('Edit'), c_char_p, c_char_p, Size,)),
    'vrm_edit_insert': ('vrm', c_int32,
        (Opaque('Edit'), c_char_p, c_char_p, Size,)),
    'vrm_edit_remove': ('vrm', c_int32,
        (Opaque('Edit'), c_char_p,)),
    'vrm_edit_add': ('vrm', c_int32,
        (Opaque('Edit'), c_char_p, c_char_p, Size, POINTER(c_int32),)),
    'vrm_edit_add_view': ('vrm', c_int32,
        (Opaque('Edit'), c_void_p, Size, UInt32, UInt32, POINTER(c_int32),)),
    'vrm_edit_add_floats': ('vrm', c_int32,
        (Opaque('Edit'), Int32, POINTER(c_float), Size, UInt32, c_bool, POINTER(c_int32),)),
    'vrm_edit_add_integers': ('vrm', c_int32,
        (Opaque('Edit'), Int32, POINTER(c_uint32), Size, UInt32, POINTER(c_int32),)),
    'vrm_edit_expand_accessors': ('vrm', c_int32,
        (Opaque('Edit'), UInt64, POINTER(c_int32),)),
    'vrm_edit_add_image': ('vrm', c_int32,
        (Opaque('Edit'), c_void_p, Size, c_char_p, POINTER(c_int32),)),
    'vrm_edit_set_meta': ('vrm', c_int32,
        (Opaque('Edit'), POINTER(Meta),)),
    'vrm_edit_set_thumbnail': ('vrm', c_int32,
        (Opaque('Edit'), c_void_p, Size,)),
    'vrm_edit_set_bones': ('vrm', c_int32,
        (Opaque('Edit'), POINTER(c_int32),)),
    'vrm_edit_set_expressions': ('vrm', c_int32,
        (Opaque('Edit'), POINTER(Expression), Int32,)),
    'vrm_edit_set_look_at': ('vrm', c_int32,
        (Opaque('Edit'), POINTER(LookAt),)),
    'vrm_edit_set_first_person': ('vrm', c_int32,
        (Opaque('Edit'), POINTER(c_int32), Int32,)),
    'vrm_edit_set_spring_bones': ('vrm', c_int32,
        (Opaque('Edit'), POINTER(SpringBones),)),
    'vrm_edit_set_constraint': ('vrm', c_int32,
        (Opaque('Edit'), POINTER(Constraint),)),
    'vrm_edit_remove_constraint': ('vrm', c_int32,
        (Opaque('Edit'), Int32,)),
    'vrm_edit_set_surface': ('vrm', c_int32,
        (Opaque('Edit'), Int32, POINTER(Surface),)),
    'vrm_accessor_components': ('vrm', c_int32,
        (Int32,)),
    'vrm_accessor_bounds': ('vrm', c_bool,
        (POINTER(Gltf), Int32, POINTER(c_float), POINTER(c_float),)),
    'vrm_accessor_sparse': ('vrm', Sparse,
        (POINTER(Gltf), Int32,)),
    'vrm_accessor_read_floats': ('vrm', c_int32,
        (POINTER(Gltf), Int32, POINTER(c_float), Size,)),
    'vrm_accessor_read_u32': ('vrm', c_int32,
        (POINTER(Gltf), Int32, POINTER(c_uint32), Size,)),
    'vrm_texture_transform': ('vrm', TextureTransform,
        (POINTER(TextureInfo),)),
    'vrm_primitive_attribute': ('vrm', c_int32,
        (POINTER(Primitive), Int32, Int32,)),
    'vrm_morph_target_attribute': ('vrm', c_int32,
        (POINTER(MorphTarget), Int32,)),
    'vrm_gltf_extension': ('vrm', c_uint32,
        (POINTER(Gltf), UInt32, c_char_p,)),
    'vrm_gpu_devices': ('vrm_gpu', c_int32,
        (POINTER(GpuDevice), Int32, POINTER(c_int32),)),
    'vrm_gpu_sim_def_init': ('vrm_gpu', None,
        (POINTER(GpuSimDef), Size,)),
    'vrm_gpu_sim_create': ('vrm_gpu', c_int32,
        (POINTER(GpuSimDef), POINTER(c_void_p),)),
    'vrm_gpu_sim_destroy': ('vrm_gpu', None,
        (Opaque('GpuSim'),)),
    'vrm_gpu_sim_device': ('vrm_gpu', GpuDevice,
        (Opaque('GpuSim'),)),
    'vrm_gpu_sim_is_exact': ('vrm_gpu', c_bool,
        (Opaque('GpuSim'),)),
    'vrm_gpu_sim_bytes': ('vrm_gpu', c_uint64,
        (Opaque('GpuSim'),)),
    'vrm_gpu_sim_message': ('vrm_gpu', c_char_p,
        (Opaque('GpuSim'),)),
    'vrm_gpu_sim_add': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), Opaque('Rig'), Int32, POINTER(AvatarId),)),
    'vrm_gpu_sim_reserve': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), Opaque('Rig'), Int32,)),
    'vrm_gpu_sim_remove': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), POINTER(AvatarId), Int32,)),
    'vrm_gpu_sim_avatar_count': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'),)),
    'vrm_gpu_avatar_is_valid': ('vrm_gpu', c_bool,
        (Opaque('GpuSim'), AvatarId,)),
    'vrm_gpu_input_width': ('vrm_gpu', c_int32,
        (Opaque('Rig'), Int32,)),
    'vrm_gpu_sim_set': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), Int32, POINTER(AvatarId), Int32, POINTER(c_float),)),
    'vrm_gpu_sim_set_from': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), Int32, POINTER(AvatarId), Int32, c_void_p, UInt64,)),
    'vrm_gpu_sim_play': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), POINTER(AvatarId), Int32, POINTER(Player),)),
    'vrm_gpu_sim_set_stages': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), POINTER(AvatarId), Int32, UInt32,)),
    'vrm_gpu_sim_reset_springs': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), POINTER(AvatarId), Int32,)),
    'vrm_gpu_sim_pause_springs': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), POINTER(AvatarId), Int32, c_bool,)),
    'vrm_gpu_sim_set_spring_scaling': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), POINTER(AvatarId), Int32, c_bool,)),
    'vrm_gpu_sim_step': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), c_float, Int32,)),
    'vrm_gpu_sim_finish': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'),)),
    'vrm_gpu_output_width': ('vrm_gpu', c_int32,
        (Opaque('Rig'), Int32,)),
    'vrm_gpu_sim_read': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), Int32, POINTER(AvatarId), Int32, POINTER(c_float),)),
    'vrm_gpu_sim_buffer': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), Opaque('Rig'), Int32, POINTER(GpuBuffer),)),
    'vrm_gpu_avatar_column': ('vrm_gpu', c_int32,
        (Opaque('GpuSim'), AvatarId,)),
    'vrm_gpu_sim_context': ('vrm_gpu', c_void_p,
        (Opaque('GpuSim'),)),
    'vrm_gpu_sim_queue': ('vrm_gpu', c_void_p,
        (Opaque('GpuSim'),)),
    'vrm_image_format_text': ('vrm_render', c_char_p,
        (Int32,)),
    'vrm_image_peek': ('vrm_render', c_int32,
        (Span, POINTER(ImageInfo),)),
    'vrm_image_decode': ('vrm_render', c_int32,
        (Span, POINTER(ImageLimits), POINTER(Allocator), POINTER(Picture),)),
    'vrm_image_release': ('vrm_render', None,
        (POINTER(Picture),)),
    'vrm_image_spread_channel': ('vrm_render', c_int32,
        (c_void_p, Span, Int32, POINTER(Allocator), POINTER(Span),)),
    'vrm_image_writer_def_init': ('vrm_render', None,
        (POINTER(ImageWriterDef), Size,)),
    'vrm_image_writer_create': ('vrm_render', c_int32,
        (POINTER(ImageWriterDef), POINTER(c_void_p),)),
    'vrm_image_writer_add': ('vrm_render', c_int32,
        (Opaque('ImageWriter'), POINTER(c_uint8),)),
    'vrm_image_writer_finish': ('vrm_render', c_int32,
        (Opaque('ImageWriter'), POINTER(Span),)),
    'vrm_image_writer_destroy': ('vrm_render', None,
        (Opaque('ImageWriter'),)),
    'vrm_json_def_init': ('vrm', None,
        (POINTER(JsonDef), Size,)),
    'vrm_json_parse': ('vrm', c_int32,
        (c_char_p, Size, POINTER(JsonDef), Opaque('Report'), POINTER(c_void_p),)),
    'vrm_json_reader_name': ('vrm', c_char_p,
        ()),
    'vrm_json_destroy': ('vrm', None,
        (Opaque('Json'),)),
    'vrm_json_root': ('vrm', c_uint32,
        (Opaque('Json'),)),
    'vrm_json_type': ('vrm', c_int32,
        (Opaque('Json'), UInt32,)),
    'vrm_json_count': ('vrm', c_uint32,
        (Opaque('Json'), UInt32,)),
    'vrm_json_member': ('vrm', c_uint32,
        (Opaque('Json'), UInt32, c_char_p,)),
    'vrm_json_element': ('vrm', c_uint32,
        (Opaque('Json'), UInt32, UInt32,)),
    'vrm_json_at': ('vrm', c_uint32,
        (Opaque('Json'), c_char_p,)),
    'vrm_json_iter': ('vrm', JsonIter,
        (Opaque('Json'), UInt32,)),
    'vrm_json_next': ('vrm', c_bool,
        (POINTER(JsonIter),)),
    'vrm_json_bool': ('vrm', c_bool,
        (Opaque('Json'), UInt32, c_bool,)),
    'vrm_json_number': ('vrm', c_double,
        (Opaque('Json'), UInt32, c_double,)),
    'vrm_json_integer': ('vrm', c_bool,
        (Opaque('Json'), UInt32, POINTER(c_int64),)),
    'vrm_json_equals': ('vrm', c_bool,
        (Opaque('Json'), UInt32, c_char_p,)),
    'vrm_json_string': ('vrm', c_size_t,
        (Opaque('Json'), UInt32, c_void_p, Size,)),
    'vrm_json_text': ('vrm', Span,
        (Opaque('Json'), UInt32,)),
    'vrm_json_offset': ('vrm', c_uint64,
        (Opaque('Json'), UInt32,)),
    'vrm_json_pointer': ('vrm', c_size_t,
        (Opaque('Json'), UInt32, c_void_p, Size,)),
    'vrm_json_set': ('vrm', c_int32,
        (Opaque('Json'), UInt32, c_char_p, c_char_p, Size, POINTER(c_uint32),)),
    'vrm_json_remove': ('vrm', c_int32,
        (Opaque('Json'), UInt32, c_char_p,)),
    'vrm_json_insert': ('vrm', c_int32,
        (Opaque('Json'), UInt32, UInt32, c_char_p, Size, POINTER(c_uint32),)),
    'vrm_json_remove_at': ('vrm', c_int32,
        (Opaque('Json'), UInt32, UInt32,)),
    'vrm_json_replace': ('vrm', c_int32,
        (Opaque('Json'), UInt32, c_char_p, Size, POINTER(c_uint32),)),
    'vrm_json_is_edited': ('vrm', c_bool,
        (Opaque('Json'),)),
    'vrm_json_written_size': ('vrm', c_size_t,
        (Opaque('Json'),)),
    'vrm_json_write': ('vrm', c_int32,
        (Opaque('Json'), c_void_p, Size,)),
    'vrm_json_builder_create': ('vrm', c_int32,
        (POINTER(Allocator), POINTER(c_void_p),)),
    'vrm_json_builder_destroy': ('vrm', None,
        (Opaque('JsonBuilder'),)),
    'vrm_json_builder_clear': ('vrm', None,
        (Opaque('JsonBuilder'),)),
    'vrm_json_put_key': ('vrm', None,
        (Opaque('JsonBuilder'), c_char_p,)),
    'vrm_json_begin_object': ('vrm', None,
        (Opaque('JsonBuilder'),)),
    'vrm_json_end_object': ('vrm', None,
        (Opaque('JsonBuilder'),)),
    'vrm_json_begin_array': ('vrm', None,
        (Opaque('JsonBuilder'),)),
    'vrm_json_end_array': ('vrm', None,
        (Opaque('JsonBuilder'),)),
    'vrm_json_put_null': ('vrm', None,
        (Opaque('JsonBuilder'),)),
    'vrm_json_put_bool': ('vrm', None,
        (Opaque('JsonBuilder'), c_bool,)),
    'vrm_json_put_integer': ('vrm', None,
        (Opaque('JsonBuilder'), Int64,)),
    'vrm_json_put_float': ('vrm', None,
        (Opaque('JsonBuilder'), c_float,)),
    'vrm_json_put_double': ('vrm', None,
        (Opaque('JsonBuilder'), c_double,)),
    'vrm_json_put_string': ('vrm', None,
        (Opaque('JsonBuilder'), c_char_p,)),
    'vrm_json_put_raw': ('vrm', None,
        (Opaque('JsonBuilder'), c_char_p, Size,)),
    'vrm_json_builder_text': ('vrm', c_int32,
        (Opaque('JsonBuilder'), POINTER(Span),)),
    'vrm_triangles_def_init': ('vrm', None,
        (POINTER(TrianglesDef), Size,)),
    'vrm_primitive_triangles': ('vrm', c_int32,
        (POINTER(Gltf), POINTER(Primitive), POINTER(TrianglesDef), POINTER(POINTER(Triangles)),)),
    'vrm_triangles_destroy': ('vrm', None,
        (POINTER(Triangles),)),
    'vrm_primitive_indices': ('vrm', c_int32,
        (POINTER(Gltf), POINTER(Primitive), POINTER(Allocator), POINTER(c_uint32), Size, POINTER(c_size_t), POINTER(c_size_t),)),
    'vrm_tangents_make': ('vrm', c_int32,
        (POINTER(TangentInput), POINTER(Allocator), POINTER(Tangents),)),
    'vrm_tangents_complete': ('vrm', c_int32,
        (POINTER(TangentInput), POINTER(Allocator), POINTER(c_float), POINTER(c_uint32),)),
    'vrm_tangents_release': ('vrm', None,
        (POINTER(Tangents),)),
    'vrm_migrate_def_init': ('vrm', None,
        (POINTER(MigrateDef), Size,)),
    'vrm_migrate': ('vrm', c_int32,
        (Opaque('Model'), POINTER(MigrateDef), Opaque('Report'),)),
    'vrm_dialect_text': ('vrm', c_char_p,
        (Int32,)),
    'vrm_load_def_init': ('vrm', None,
        (POINTER(LoadDef), Size,)),
    'vrm_model_load': ('vrm', c_int32,
        (c_void_p, Size, POINTER(LoadDef), Opaque('Report'), POINTER(c_void_p),)),
    'vrm_model_load_file': ('vrm', c_int32,
        (c_char_p, POINTER(LoadDef), Opaque('Report'), POINTER(c_void_p),)),
    'vrm_model_destroy': ('vrm', None,
        (Opaque('Model'),)),
    'vrm_model_save_size': ('vrm', c_int32,
        (Opaque('Model'), POINTER(c_size_t),)),
    'vrm_model_save': ('vrm', c_int32,
        (Opaque('Model'), c_void_p, Size,)),
    'vrm_model_save_file': ('vrm', c_int32,
        (Opaque('Model'), c_char_p,)),
    'vrm_model_gltf': ('vrm', POINTER(Gltf),
        (Opaque('Model'),)),
    'vrm_model_dialect': ('vrm', c_int32,
        (Opaque('Model'),)),
    'vrm_model_spec_version': ('vrm', c_char_p,
        (Opaque('Model'),)),
    'vrm_model_facing': ('vrm', c_int32,
        (Opaque('Model'),)),
    'vrm_model_json_size': ('vrm', c_size_t,
        (Opaque('Model'),)),
    'vrm_model_bin_size': ('vrm', c_size_t,
        (Opaque('Model'),)),
    'vrm_model_source_bytes': ('vrm', c_uint64,
        (Opaque('Model'),)),
    'vrm_model_is_glb': ('vrm', c_bool,
        (Opaque('Model'),)),
    'vrm_model_meta': ('vrm', POINTER(Meta),
        (Opaque('Model'),)),
    'vrm_bone_name': ('vrm', c_char_p,
        (Int32,)),
    'vrm_bone_by_name': ('vrm', c_int32,
        (c_char_p,)),
    'vrm_bone_parent': ('vrm', c_int32,
        (Int32,)),
    'vrm_bone_is_required': ('vrm', c_bool,
        (Int32,)),
    'vrm_model_bone': ('vrm', c_int32,
        (Opaque('Model'), Int32,)),
    'vrm_model_bone_count': ('vrm', c_int32,
        (Opaque('Model'),)),
    'vrm_expression_preset_name': ('vrm', c_char_p,
        (Int32,)),
    'vrm_expression_preset_by_name': ('vrm', c_int32,
        (c_char_p,)),
    'vrm_model_expressions': ('vrm', POINTER(Expression),
        (Opaque('Model'), POINTER(c_int32),)),
    'vrm_model_expression': ('vrm', c_int32,
        (Opaque('Model'), c_char_p,)),
    'vrm_model_look_at': ('vrm', POINTER(LookAt),
        (Opaque('Model'),)),
    'vrm_model_first_person': ('vrm', c_int32,
        (Opaque('Model'), Int32,)),
    'vrm_model_first_person_node': ('vrm', c_int32,
        (Opaque('Model'),)),
    'vrm_model_spring_bones': ('vrm', POINTER(SpringBones),
        (Opaque('Model'),)),
    'vrm_model_constraints': ('vrm', POINTER(Constraint),
        (Opaque('Model'), POINTER(c_int32),)),
    'vrm_model_surfaces': ('vrm', POINTER(Surface),
        (Opaque('Model'),)),
    'vrm_texture_use': ('vrm', TextureUse,
        (Int32,)),
    'vrm_surface_texture': ('vrm', POINTER(TextureInfo),
        (POINTER(Surface), Int32,)),
    'vrm_model_inverse_binds': ('vrm', c_int32,
        (Opaque('Model'), Int32, POINTER(Mat4), Int32,)),
    'vrm_model_clip_info': ('vrm', POINTER(ClipInfo),
        (Opaque('Model'),)),
    'vrm_normalize_def_init': ('vrm', None,
        (POINTER(NormalizeDef), Size,)),
    'vrm_normalize': ('vrm', c_int32,
        (Opaque('Model'), POINTER(NormalizeDef), Opaque('Report'),)),
    'vrm_rig_pack': ('vrm', c_int32,
        (Opaque('Rig'), POINTER(Allocator), POINTER(POINTER(RigPack)),)),
    'vrm_rig_pack_destroy': ('vrm', None,
        (POINTER(RigPack),)),
    'vrm_clip_pack': ('vrm', c_int32,
        (Opaque('Clip'), POINTER(Allocator), POINTER(POINTER(ClipPack)),)),
    'vrm_clip_pack_destroy': ('vrm', None,
        (POINTER(ClipPack),)),
    'vrm_pose_a': ('vrm', Pose,
        ()),
    'vrm_pose_idle': ('vrm', Pose,
        (c_float,)),
    'vrm_recorder_def_init': ('vrm', None,
        (POINTER(RecorderDef), Size,)),
    'vrm_recorder_create': ('vrm', c_int32,
        (POINTER(RecorderDef), POINTER(c_void_p),)),
    'vrm_recorder_destroy': ('vrm', None,
        (Opaque('Recorder'),)),
    'vrm_recorder_add_frame': ('vrm', c_int32,
        (Opaque('Recorder'), c_double, POINTER(Pose),)),
    'vrm_recorder_drop_frame': ('vrm', c_bool,
        (Opaque('Recorder'),)),
    'vrm_recorder_add_avatar': ('vrm', c_int32,
        (Opaque('Recorder'), c_double, Opaque('Sim'), AvatarId,)),
    'vrm_recorder_set_expression': ('vrm', c_int32,
        (Opaque('Recorder'), c_char_p, c_float,)),
    'vrm_recorder_set_gaze': ('vrm', c_int32,
        (Opaque('Recorder'), c_float, c_float,)),
    'vrm_recorder_frame_count': ('vrm', c_int32,
        (Opaque('Recorder'),)),
    'vrm_recorder_finish': ('vrm', c_int32,
        (Opaque('Recorder'), POINTER(RecordStats), POINTER(c_void_p),)),
    'vrm_renderer_def_init': ('vrm_render', None,
        (POINTER(RendererDef), Size,)),
    'vrm_renderer_create': ('vrm_render', c_int32,
        (POINTER(RendererDef), POINTER(c_void_p),)),
    'vrm_renderer_destroy': ('vrm_render', None,
        (Opaque('Renderer'),)),
    'vrm_renderer_name': ('vrm_render', c_char_p,
        (Opaque('Renderer'),)),
    'vrm_renderer_stats': ('vrm_render', RenderStats,
        (Opaque('Renderer'),)),
    'vrm_drawable_def_init': ('vrm_render', None,
        (POINTER(DrawableDef), Size,)),
    'vrm_drawable_create': ('vrm_render', c_int32,
        (Opaque('Renderer'), Opaque('Model'), Opaque('Rig'), POINTER(DrawableDef), POINTER(c_void_p),)),
    'vrm_drawable_destroy': ('vrm_render', None,
        (Opaque('Drawable'),)),
    'vrm_frame_def_init': ('vrm_render', None,
        (POINTER(FrameDef), Size,)),
    'vrm_camera_look_at': ('vrm_render', Mat4,
        (Vec3, Vec3, Vec3,)),
    'vrm_camera_perspective': ('vrm_render', Mat4,
        (c_float, c_float, c_float, c_float,)),
    'vrm_camera_orthographic': ('vrm_render', Mat4,
        (c_float, c_float, c_float, c_float,)),
    'vrm_render_begin': ('vrm_render', c_int32,
        (Opaque('Renderer'), POINTER(FrameDef),)),
    'vrm_render_draw': ('vrm_render', c_int32,
        (Opaque('Renderer'), Opaque('Drawable'), Opaque('Sim'), POINTER(AvatarId), Int32,)),
    'vrm_render_lines': ('vrm_render', c_int32,
        (Opaque('Renderer'), POINTER(Line), Int32, c_bool,)),
    'vrm_render_end': ('vrm_render', c_int32,
        (Opaque('Renderer'),)),
    'vrm_render_read': ('vrm_render', c_int32,
        (Opaque('Renderer'), POINTER(c_uint8), Size,)),
    'vrm_render_present': ('vrm_render', c_int32,
        (Opaque('Renderer'), UInt32, Int32, Int32, Int32, Int32,)),
    'vrm_overlay_lines': ('vrm_render', c_int32,
        (Opaque('Model'), Opaque('Sim'), AvatarId, UInt32, POINTER(Allocator), POINTER(POINTER(Line)), POINTER(c_int32),)),
    'vrm_lines_release': ('vrm_render', None,
        (POINTER(Allocator), POINTER(Line), Int32,)),
    'vrm_report_def_init': ('vrm', None,
        (POINTER(ReportDef), Size,)),
    'vrm_report_create': ('vrm', c_int32,
        (POINTER(ReportDef), POINTER(c_void_p),)),
    'vrm_report_count': ('vrm', c_int32,
        (Opaque('Report'),)),
    'vrm_report_get': ('vrm', Finding,
        (Opaque('Report'), Int32,)),
    'vrm_report_total': ('vrm', c_uint64,
        (Opaque('Report'), Int32,)),
    'vrm_report_is_truncated': ('vrm', c_bool,
        (Opaque('Report'),)),
    'vrm_report_ran_out_of_memory': ('vrm', c_bool,
        (Opaque('Report'),)),
    'vrm_report_add': ('vrm', c_bool,
        (Opaque('Report'), c_char_p, c_char_p, c_char_p,)),
    'vrm_report_clear': ('vrm', None,
        (Opaque('Report'),)),
    'vrm_report_destroy': ('vrm', None,
        (Opaque('Report'),)),
    'vrm_rig_def_init': ('vrm', None,
        (POINTER(RigDef), Size,)),
    'vrm_rig_build': ('vrm', c_int32,
        (Opaque('Model'), POINTER(RigDef), POINTER(c_void_p),)),
    'vrm_rig_destroy': ('vrm', None,
        (Opaque('Rig'),)),
    'vrm_rig_dialect': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_facing': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_node_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_parent': ('vrm', c_int32,
        (Opaque('Rig'), Int32,)),
    'vrm_rig_rest': ('vrm', Transform,
        (Opaque('Rig'), Int32,)),
    'vrm_rig_rest_model': ('vrm', Transform,
        (Opaque('Rig'), Int32,)),
    'vrm_rig_bone': ('vrm', c_int32,
        (Opaque('Rig'), Int32,)),
    'vrm_pose_rest': ('vrm', Pose,
        ()),
    'vrm_rig_bone_local': ('vrm', Quat,
        (Opaque('Rig'), Int32, Quat,)),
    'vrm_rig_bone_normalized': ('vrm', Quat,
        (Opaque('Rig'), Int32, Quat,)),
    'vrm_rig_read_pose': ('vrm', Pose,
        (Opaque('Rig'), POINTER(Transform),)),
    'vrm_rig_hips_height': ('vrm', c_float,
        (Opaque('Rig'),)),
    'vrm_rig_scale_hips': ('vrm', Vec3,
        (Opaque('Rig'), c_float, Vec3,)),
    'vrm_rig_bone_axes': ('vrm', c_bool,
        (Opaque('Rig'), Int32, POINTER(BoneAxes),)),
    'vrm_rig_t_pose_error': ('vrm', c_float,
        (Opaque('Rig'), POINTER(c_int32),)),
    'vrm_rig_t_pose': ('vrm', Pose,
        (Opaque('Rig'),)),
    'vrm_rig_expression_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_expression_info': ('vrm', ExpressionInfo,
        (Opaque('Rig'), Int32,)),
    'vrm_rig_expression': ('vrm', c_int32,
        (Opaque('Rig'), c_char_p,)),
    'vrm_rig_expression_preset': ('vrm', c_int32,
        (Opaque('Rig'), Int32,)),
    'vrm_rig_material_values': ('vrm', POINTER(MaterialValue),
        (Opaque('Rig'), POINTER(c_int32),)),
    'vrm_rig_look_at': ('vrm', c_bool,
        (Opaque('Rig'), POINTER(c_int32),)),
    'vrm_rig_constraint_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_constraint': ('vrm', RigConstraint,
        (Opaque('Rig'), Int32,)),
    'vrm_rig_mesh_nodes': ('vrm', POINTER(MeshNode),
        (Opaque('Rig'), POINTER(c_int32),)),
    'vrm_rig_morph_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_skin_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_skin': ('vrm', RigSkin,
        (Opaque('Rig'), Int32,)),
    'vrm_rig_palette_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_first_person_indices': ('vrm', c_int32,
        (Opaque('Model'), Int32, Int32, POINTER(Allocator), POINTER(c_uint32), Size, POINTER(c_size_t),)),
    'vrm_save_def_init': ('vrm', None,
        (POINTER(SaveDef), Size,)),
    'vrm_model_save_checked': ('vrm', c_int32,
        (Opaque('Model'), POINTER(SaveDef), Opaque('Report'), c_void_p, Size,)),
    'vrm_model_save_file_checked': ('vrm', c_int32,
        (Opaque('Model'), POINTER(SaveDef), Opaque('Report'), c_char_p,)),
    'vrm_model_validate': ('vrm', c_int32,
        (Opaque('Model'), POINTER(ValidateDef), Opaque('Report'),)),
    'vrm_sim_def_init': ('vrm', None,
        (POINTER(SimDef), Size,)),
    'vrm_kernel_is_supported': ('vrm', c_bool,
        (Int32,)),
    'vrm_kernel_name': ('vrm', c_char_p,
        (Int32,)),
    'vrm_kernel_for_crowds': ('vrm', c_int32,
        ()),
    'vrm_kernel_for_singles': ('vrm', c_int32,
        ()),
    'vrm_sim_create': ('vrm', c_int32,
        (POINTER(SimDef), POINTER(c_void_p),)),
    'vrm_sim_destroy': ('vrm', None,
        (Opaque('Sim'),)),
    'vrm_sim_add': ('vrm', AvatarId,
        (Opaque('Sim'), Opaque('Rig'),)),
    'vrm_sim_remove': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId,)),
    'vrm_sim_avatar_count': ('vrm', c_int32,
        (Opaque('Sim'),)),
    'vrm_avatar_is_valid': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_rig': ('vrm', c_void_p,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_set_user_data': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, c_void_p,)),
    'vrm_avatar_user_data': ('vrm', c_void_p,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_set_root': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Transform,)),
    'vrm_avatar_root': ('vrm', Transform,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_set_node': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, Transform,)),
    'vrm_avatar_set_rotation': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, Quat,)),
    'vrm_avatar_set_translation': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, Vec3,)),
    'vrm_avatar_set_nodes': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, POINTER(Transform), Int32,)),
    'vrm_avatar_set_bone': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, Quat,)),
    'vrm_avatar_set_hips': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Vec3,)),
    'vrm_avatar_set_pose': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, POINTER(Pose),)),
    'vrm_avatar_reset_pose': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_set_expression': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, c_float,)),
    'vrm_avatar_set_expression_named': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, c_char_p, c_float,)),
    'vrm_avatar_set_expression_at': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, c_float,)),
    'vrm_avatar_set_morph': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, c_float,)),
    'vrm_avatar_set_morphs': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, POINTER(c_float), Int32,)),
    'vrm_avatar_reset_morphs': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_look_at': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Vec3,)),
    'vrm_avatar_look_along': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, c_float, c_float,)),
    'vrm_avatar_look_off': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_set_view': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32,)),
    'vrm_avatar_set_stages': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, UInt32,)),
    'vrm_sim_step': ('vrm', None,
        (Opaque('Sim'), c_float,)),
    'vrm_sim_step_with': ('vrm', None,
        (Opaque('Sim'), c_float, c_void_p, c_void_p,)),
    'vrm_avatar_set_importance': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, c_float,)),
    'vrm_budget_def_init': ('vrm', None,
        (POINTER(BudgetDef), Size,)),
    'vrm_sim_step_within': ('vrm', None,
        (Opaque('Sim'), c_float, POINTER(BudgetDef), c_void_p, c_void_p,)),
    'vrm_sim_budget_use': ('vrm', BudgetUse,
        (Opaque('Sim'),)),
    'vrm_avatar_locals': ('vrm', POINTER(Transform),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_worlds': ('vrm', POINTER(Affine),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_palettes': ('vrm', POINTER(Affine),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_expression_weights': ('vrm', POINTER(c_float),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_expression_inputs': ('vrm', POINTER(c_float),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_morphs': ('vrm', POINTER(c_float),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_material_values': ('vrm', POINTER(Vec4),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_gaze': ('vrm', Vec2,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_visibility': ('vrm', c_int32,
        (Opaque('Sim'), AvatarId, Int32,)),
    'vrm_rig_spring_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_spring_joint_count': ('vrm', c_int32,
        (Opaque('Rig'),)),
    'vrm_rig_spring_joint': ('vrm', SpringJointInfo,
        (Opaque('Rig'), Int32,)),
    'vrm_avatar_reset_springs': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_teleport': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Transform,)),
    'vrm_avatar_pause_springs': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, c_bool,)),
    'vrm_avatar_set_spring_detail': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32,)),
    'vrm_avatar_set_spring_scaling': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, c_bool,)),
    'vrm_avatar_set_force': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Vec3,)),
    'vrm_avatar_set_spring_force': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, Vec3,)),
    'vrm_avatar_set_spring_weight': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, c_float,)),
    'vrm_avatar_set_joint_settings': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, POINTER(SpringSettings),)),
    'vrm_avatar_spring_rotations': ('vrm', POINTER(Quat),
        (Opaque('Sim'), AvatarId,)),
    'vrm_avatar_spring_tail': ('vrm', c_bool,
        (Opaque('Sim'), AvatarId, Int32, POINTER(Vec3), POINTER(c_float),)),
    'vrm_shot_def_init': ('vrm_render', None,
        (POINTER(ShotDef), Size,)),
    'vrm_stage_create': ('vrm_render', c_int32,
        (Opaque('Model'), Opaque('Rig'), POINTER(Allocator), POINTER(c_void_p),)),
    'vrm_stage_destroy': ('vrm_render', None,
        (Opaque('Stage'),)),
    'vrm_stage_clear': ('vrm_render', None,
        (Opaque('Stage'),)),
    'vrm_stage_see': ('vrm_render', c_bool,
        (Opaque('Stage'), Opaque('Sim'), AvatarId,)),
    'vrm_stage_bounds': ('vrm_render', None,
        (Opaque('Stage'), POINTER(Vec3), POINTER(Vec3),)),
    'vrm_stage_viewpoint': ('vrm_render', Viewpoint,
        (Opaque('Stage'), POINTER(ShotDef),)),
    'vrm_stage_first_person': ('vrm_render', Viewpoint,
        (Opaque('Stage'), POINTER(ShotDef), Opaque('Sim'), AvatarId,)),
    'vrm_text_for_terminal': ('vrm', c_size_t,
        (c_char_p, Size, c_void_p, Size,)),
    'vrm_text_for_file_name': ('vrm', c_size_t,
        (c_char_p, Size, c_void_p, Size,)),
    'vrm_validate_def_init': ('vrm', None,
        (POINTER(ValidateDef), Size,)),
    'vrm_validate': ('vrm', c_int32,
        (c_void_p, Size, POINTER(ValidateDef), Opaque('Report'), POINTER(c_int32),)),
    'vrm_validate_file': ('vrm', c_int32,
        (c_char_p, POINTER(ValidateDef), Opaque('Report'), POINTER(c_int32),)),
    'vrm_rule_count': ('vrm', c_int32,
        ()),
    'vrm_rule_get': ('vrm', Rule,
        (Int32,)),
    'vrm_vmc_def_init': ('vrm_vmc', None,
        (POINTER(VmcDef), Size,)),
    'vrm_vmc_create': ('vrm_vmc', c_int32,
        (POINTER(VmcDef), POINTER(c_void_p),)),
    'vrm_vmc_destroy': ('vrm_vmc', None,
        (Opaque('Vmc'),)),
    'vrm_vmc_receive': ('vrm_vmc', c_int32,
        (Opaque('Vmc'), c_void_p, Size,)),
    'vrm_vmc_stats': ('vrm_vmc', VmcStats,
        (Opaque('Vmc'),)),
    'vrm_vmc_unknown_bone': ('vrm_vmc', c_char_p,
        (Opaque('Vmc'), Int32,)),
    'vrm_vmc_unknown_bone_count': ('vrm_vmc', c_int32,
        (Opaque('Vmc'),)),
    'vrm_vmc_state': ('vrm_vmc', POINTER(VmcState),
        (Opaque('Vmc'),)),
    'vrm_vmc_expression_count': ('vrm_vmc', c_int32,
        (Opaque('Vmc'),)),
    'vrm_vmc_expression_name': ('vrm_vmc', c_char_p,
        (Opaque('Vmc'), Int32,)),
    'vrm_vmc_expression_weight': ('vrm_vmc', c_float,
        (Opaque('Vmc'), Int32,)),
    'vrm_vmc_pose': ('vrm_vmc', Pose,
        (Opaque('Vmc'), c_float,)),
    'vrm_vmc_apply': ('vrm_vmc', c_bool,
        (Opaque('Vmc'), Opaque('Sim'), AvatarId,)),
    'vrm_vmc_record': ('vrm_vmc', c_int32,
        (Opaque('Vmc'), Opaque('Recorder'), c_double, c_float,)),
    'vrm_vmc_bone': ('vrm_vmc', c_int32,
        (c_char_p,)),
    'vrm_vmc_preset': ('vrm_vmc', c_int32,
        (c_char_p,)),
    'vrm_vmc_socket_open': ('vrm_vmc', c_int32,
        (c_char_p, UInt16, POINTER(c_void_p),)),
    'vrm_vmc_socket_close': ('vrm_vmc', None,
        (Opaque('VmcSocket'),)),
    'vrm_vmc_socket_port': ('vrm_vmc', c_uint16,
        (Opaque('VmcSocket'),)),
    'vrm_vmc_socket_wait': ('vrm_vmc', c_bool,
        (Opaque('VmcSocket'), Int32,)),
    'vrm_vmc_socket_receive': ('vrm_vmc', c_int32,
        (Opaque('VmcSocket'), Opaque('Vmc'),)),
}

# What the header says of a function.
DOCS: dict[str, str] = {
    'vrm_baker_def_init':
        'Sets every field to its default; called by vrm_default_baker_def().',
    'vrm_baker_create':
        'For avatars of one rig, which must outlive the baker. `def` may be NULL: the defaults. VRM_ERR_ARGUMENT when a tolerance is not finite or below 0.',
    'vrm_baker_destroy':
        'NULL is fine.',
    'vrm_baker_add_frame':
        "Adds the avatar's state after the sim's last step. The first frame starts the animation, whatever its time; the time must increase with each further frame. The sim needs VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. VRM_ERR_ARGUMENT, and nothing is added, when the avatar is of another rig, an output is missing or the time does not increase.",
    'vrm_baker_frame_count':
        'Frames added so far.',
    'vrm_baker_finish':
        'Writes the animation into the model whose rig was baked, before its existing animations. On failure the model is unchanged. A root that was moved or turned, and the half turn of a 0.x avatar, become a new node above the others. Data in side files and URIs, and the images of a glTF text document, are embedded, and the file becomes a GLB. Findings list what glTF cannot show. `report` and `out_stats` may be NULL. VRM_ERR_ARGUMENT when there is no frame or the model is not that of the rig: dialect, nodes, meshes, morph targets or materials differ, as after an edit of them. VRM_ERR_UNSUPPORTED when the bytes of a buffer are not available.',
    'vrm_result_text':
        'One sentence for a person. Never NULL, valid for ever.',
    'vrm_version':
        'The version of the library that runs, as MAJOR * 1000000 + MINOR * 1000 + PATCH.',
    'vrm_limits_init':
        'Fills limits with their defaults, as many as `limits_size` bytes hold.',
    'vrm_bvh_def_init':
        'Sets every field to its default; called by vrm_default_bvh_def().',
    'vrm_bvh_read':
        'Reads the text of a file. `def` may be NULL: the defaults. VRM_ERR_INVALID when the text is not BVH or none of its joints is a bone; the report says where. Truncated frames are left out; a value that is no number keeps that of the frame before. Both make a finding.',
    'vrm_bvh_destroy':
        'NULL is fine.',
    'vrm_bvh_frame_count':
        'Frames of the motion that could be read.',
    'vrm_bvh_frame_time':
        'Seconds from one frame to the next; above 0.',
    'vrm_bvh_hips_height':
        'Height of the hips above the lowest point of the skeleton at rest, metres.',
    'vrm_bvh_metres':
        'Metres in one unit of the file.',
    'vrm_bvh_bones':
        'Bit b: a joint is bone b.',
    'vrm_bvh_joint_count':
        'Joints of the file, whether they are bones or not.',
    'vrm_bvh_joint_name':
        '"" when there is no such joint. Lives as long as the BVH.',
    'vrm_bvh_joint_bone':
        'The bone that a joint was taken for; VRM_BONE_NONE for none.',
    'vrm_bvh_pose':
        "The pose of a frame; `frame` is clamped to the first and the last. hips_offset is in metres of the file's own skeleton, whose hips rest at vrm_bvh_hips_height(). Allocates nothing.",
    'vrm_clip_def_init':
        'Sets every field to its default; called by vrm_default_clip_def().',
    'vrm_clip_build':
        'Compiles one animation of a model. `def` may be NULL: the defaults. Does not keep `model` or `def`. VRM_ERR_INVALID when the file has no animation at all, VRM_ERR_ARGUMENT when vrm_ClipDef.animation is out of range.',
    'vrm_clip_destroy':
        'NULL is fine.',
    'vrm_clip_kind':
        'What the clip can be played on.',
    'vrm_clip_name':
        'The name of the glTF animation; "" without one.',
    'vrm_clip_duration':
        'Time of the last key, seconds; the first key need not be at 0.',
    'vrm_clip_steps':
        "The number of equal steps that fill `seconds` at `fps` frames a second, for sampling a motion from beginning to end: frame k of n is at seconds * k / n. Rounded up, so that there are at least `fps` frames a second; a remainder of 0.001 frames or 0.01 % of all is ignored: times in files are rounded (60 frames of 1/30 s may end at 2.0000002), and one more step would shift every frame off the file's own. 0 where either number is not above 0; INT32_MAX where there are more.",
    'vrm_clip_hips_height':
        "Height of the hips at rest in the clip's own skeleton, metres; 0 without hips.",
    'vrm_clip_expression_count':
        'Expressions that the clip sets.',
    'vrm_clip_expression_name':
        "The name of a clip's expression.",
    'vrm_clip_expression_preset':
        'VRM_EXPRESSION_CUSTOM for custom ones and when there is no such expression.',
    'vrm_clip_sample':
        'A clip of nodes gives a sample that moves nothing.',
    'vrm_clip_sample_expression':
        'Weight of an expression, 0..1; 0 when there is no such expression.',
    'vrm_clip_sample_nodes':
        "Overwrites those of `locals`, one for each node of the file, that a clip of nodes moves; the others are unchanged. False, and nothing is written, when the clip is a VRM animation or `count` is not its file's number of nodes.",
    'vrm_clip_sample_morphs':
        "The same for morph weights, laid out as vrm_avatar_morphs() of the file's rig.",
    'vrm_clip_fit_hips':
        'A hips offset of the clip for an avatar: the position of the hips is scaled by the ratio of the two rest heights. Where either height is below 1 cm the offset is not scaled.',
    'vrm_player_advance':
        'Moves a player on by `dt` seconds times its speed. A result that is not finite counts as 0.',
    'vrm_player_has_ended':
        'True when a player that does not loop has come to its end (backwards: its beginning).',
    'vrm_avatar_play':
        "Sets an avatar's inputs to the blend of the players; the next vrm_sim_step() uses them. Each value that some player of weight above 0 moves starts at rest (expressions at 0, the gaze straight ahead) and is interpolated towards each player in turn by its weight: two players {walk, weight 1} and {run, weight w} cross-fade from walk to run. An additive player adds to the result of those before it, in proportion to its weight. Inputs that no player moves are unchanged.\n\nBones, expressions and a gaze that the avatar lacks are ignored. Clips of nodes are applied after VRM animations, in their own order, and overwrite them. Look-at, constraints and springs still overwrite what they drive, as after vrm_avatar_set_node(). Morph weights are set as by vrm_avatar_set_morph(): expressions add to them.\n\nFalse, and nothing changes, when the id is stale, a weight or time is not finite, or a clip of nodes comes from a file with another number of nodes.",
    'vrm_diff_part_name':
        '"meta", "humanoid", "expressions", "lookAt", "firstPerson", "springs", "colliders", "constraints", "materials", "meshes", "nodes", "animations"; NULL when it is none.',
    'vrm_diff_kind_name':
        '"changed", "added", "removed"; NULL when it is none.',
    'vrm_diff_def_init':
        'Sets every field to its default; called by vrm_default_diff_def().',
    'vrm_diff_create':
        'Compares. `def` may be NULL. VRM_ERR_ARGUMENT when a tolerance is negative or not a number.',
    'vrm_diff_count':
        'Differences kept, grouped by part in the order of vrm_DiffPart.',
    'vrm_diff_total':
        'All differences, kept or not; 0: the models mean the same.',
    'vrm_diff_get':
        'All strings "" when there is no such difference.',
    'vrm_diff_destroy':
        'NULL is fine.',
    'vrm_digest_sha256':
        'The SHA-256 (FIPS 180-4) of `size` bytes as 64 lower-case hexadecimal digits, terminated. `data` may be NULL when `size` is 0.',
    'vrm_model_create':
        'A model with nothing in it but asset.version and asset.generator: a GLB to be filled by edits. `def` may be NULL.',
    'vrm_edit_begin':
        'Begins an edit of `model`, which must outlive it.',
    'vrm_edit_commit':
        'Reads the model again from what was edited. On VRM_OK the edit has been destroyed. Otherwise (the result cannot be read, a strict model would have findings, no memory) the model is unchanged and the edit can be corrected or abandoned. Extensions that the edit added are entered in extensionsUsed, those that it removed are taken out; asset.generator is written where the file has none. `report` may be NULL.',
    'vrm_edit_abandon':
        'Discards the edit; the model is unchanged. NULL is fine.',
    'vrm_edit_json':
        'The JSON as it is now. A `json` that the model handed out names the same value here, as long as that value was not replaced or removed.',
    'vrm_edit_set':
        'Sets the value at an RFC 6901 pointer to JSON text; "-" as the last part appends to an array. Missing objects on the path are created, and an array where "-" follows. VRM_ERR_ARGUMENT when the pointer leads through a value that is neither object nor array, or an array has no such index, VRM_ERR_JSON when the text is not JSON.',
    'vrm_edit_insert':
        'Inserts before the element that the pointer names. References elsewhere in the document are not adjusted.',
    'vrm_edit_remove':
        'Removes a member or element; no-op when there is none.',
    'vrm_edit_add':
        'Appends to an array of the document ("nodes", "meshes", "materials", ...), which is created when missing. `out_index` may be NULL.',
    'vrm_edit_add_view':
        'Adds a buffer view. `target` is 34962 for vertices, 34963 for indices, 0 for anything else; `stride` 0 is tightly packed. Aligned to 4 bytes.',
    'vrm_edit_add_floats':
        'Adds a tightly packed accessor of floats: `count` elements. With `has_bounds` min and max are written, as POSITION and animation inputs need.',
    'vrm_edit_add_integers':
        'Adds a tightly packed accessor of indices or joints, in the smallest component type that holds the largest value (at least 16 bits).',
    'vrm_edit_expand_accessors':
        'Accessors without a buffer view (zeros) and sparse ones become plain data, for the many readers that support neither. At most `max_bytes` are added; an accessor that does not fit, or cannot be read, is left unchanged and counted in *out_kept (may be NULL). Bytes that no buffer view covers are removed. Call it as the only change of an edit.',
    'vrm_edit_add_image':
        'Adds an image. The format is detected from the first bytes: PNG, JPEG or WebP; anything else is VRM_ERR_ARGUMENT. `name` may be NULL.',
    'vrm_edit_set_meta':
        'Who made the avatar and what one may do with it.',
    'vrm_edit_set_thumbnail':
        'The picture of the avatar, in any dialect: PNG or JPEG, square. Replaces the old one where nothing else uses that: the old bytes are then overwritten, and cut off where they end the chunk. An old picture that a material uses too, or whose bytes another buffer view covers, is kept.',
    'vrm_edit_set_bones':
        'The node of each bone; -1: the avatar does not have it.',
    'vrm_edit_set_expressions':
        'All expressions, presets and custom ones; those that are not in the list are removed.',
    'vrm_edit_set_look_at':
        'NULL removes it. Curves of 0.x are not written.',
    'vrm_edit_set_first_person':
        'The type of each node, in node order; `auto` is the default and is not written.',
    'vrm_edit_set_spring_bones':
        'All springs, colliders and groups; without any the extension is removed. Inside colliders and planes get the fallback shape that the specification recommends. Disabled colliders and empty groups are left out, and indices are adjusted. A joint with node -1 becomes a new node at its end_offset, a child of the joint before.',
    'vrm_edit_set_constraint':
        'The constraint of constraint->node; a constraint that the node had, of any type, is replaced.',
    'vrm_edit_remove_constraint':
        'Removes the constraint of a node.',
    'vrm_edit_set_surface':
        'How a material is drawn: what vrm_Surface holds of the glTF material, and MToon or unlit. MToon has unlit beside it for programs without MToon. Everything else that the material, its textures and its MToon have in the file is kept: extras, unknown extensions and members. An emissive factor above 1 is moved into the strength; expressions that bind this emission are divided by the same number, so set expressions before surfaces.',
    'vrm_accessor_components':
        'Numbers per element: 3 for VEC3, 16 for MAT4.',
    'vrm_accessor_bounds':
        'The `min` and `max` of the file, vrm_accessor_components() values each. False when it does not have both; they may be wrong.',
    'vrm_accessor_sparse':
        'The sparse part of an accessor; a count of 0 and no views when it is not sparse.',
    'vrm_accessor_read_floats':
        'Decodes a whole accessor, whatever its layout: component type, normalization, stride, sparse values, no buffer view (zeros). Integers that are not normalized become floats of their value; numbers that are not finite become 0. `out` has room for `out_count` floats and needs count * components. VRM_ERR_INVALID when the accessor is not readable or its sparse indices do not increase below count, VRM_ERR_ARGUMENT when `accessor` is out of range or `out_count` is too small. Allocates nothing.',
    'vrm_accessor_read_u32':
        'As above for unsigned integers: indices and joints. Floats and negative values are refused with VRM_ERR_INVALID.',
    'vrm_texture_transform':
        "The transform of a texture's coordinates; the identity when it has none.",
    'vrm_primitive_attribute':
        'The accessor of an attribute; -1 when the primitive or the target does not have it.',
    'vrm_morph_target_attribute':
        'The accessor of an attribute of a morph target; -1 when it has none.',
    'vrm_gltf_extension':
        'A member of an element\'s "extensions", or VRM_JSON_MISSING.',
    'vrm_gpu_devices':
        'Lists what OpenCL offers, in its order. `out_devices` has room for `capacity` (may be NULL with 0); `out_count` gets how many there are, which may be more; 64 at most. VRM_ERR_UNSUPPORTED: no OpenCL on this machine.',
    'vrm_gpu_sim_def_init':
        'Sets every field to its default; called by vrm_default_gpu_sim_def().',
    'vrm_gpu_sim_create':
        'Opens a device, compiles the kernels and tests its arithmetic. `def` may be NULL: the defaults.\n\nVRM_ERR_UNSUPPORTED with a finding: GPU_NO_OPENCL, GPU_NO_DEVICE, GPU_COMPILE_FAILED, GPU_INEXACT. VRM_ERR_ARGUMENT: `context` and `queue` do not belong together. VRM_ERR_MEMORY: no memory, of the host or the device.',
    'vrm_gpu_sim_destroy':
        'NULL is fine. Waits for what is queued.',
    'vrm_gpu_sim_device':
        'The device that the sim runs on.',
    'vrm_gpu_sim_is_exact':
        'False when the device failed the test and vrm_GpuSimDef.allows_inexact accepted it.',
    'vrm_gpu_sim_bytes':
        'Bytes of device memory that avatars use.',
    'vrm_gpu_sim_message':
        'Why the last failed call failed, in words for a person; "" when none did. Valid until the next call.',
    'vrm_gpu_sim_add':
        'Adds `count` avatars at rest. `out_ids` gets their ids. The rig must live until its last avatar is removed. VRM_ERR_UNSUPPORTED: the device cannot run this rig, and a finding says why (GPU_RIG_*). VRM_ERR_MEMORY: too little memory; nothing changed.',
    'vrm_gpu_sim_reserve':
        'Reserves memory for `count` avatars of a rig in total; adding up to that number moves none. Lasts until the last avatar of the rig is removed; 0 gives up what no avatar has used. The rig may be destroyed before avatars are added: a rig that then has its address and other data gets memory of its own.',
    'vrm_gpu_sim_remove':
        'Removes avatars. Stale ids and repeated ones are ignored.',
    'vrm_gpu_sim_avatar_count':
        'Avatars of all rigs.',
    'vrm_gpu_avatar_is_valid':
        'False for stale ids and the null id.',
    'vrm_gpu_input_width':
        'Floats that an avatar of the rig takes; 0 when there is no such input.',
    'vrm_gpu_sim_set':
        "Sets an input of avatars of one rig; an avatar may be named once. VRM_ERR_ARGUMENT, and nothing changes: an id is stale or of another rig, or a value is one that the CPU's function refuses.",
    'vrm_gpu_sim_set_from':
        "The same from `buffer`, a cl_mem of the sim's context, starting at its float `first`. Values that the CPU's function refuses leave their avatar unchanged. VRM_ERR_ARGUMENT: the buffer is too small, of another context, or cannot be read.",
    'vrm_gpu_sim_play':
        'Lets avatars of one rig play a VRM animation on the device: before each frame the players advance by its length, then set bones, hips, expressions and gaze as vrm_avatar_play() does. One player for each avatar; their weight must be 1 and they may not be additive; a NULL clip stops playing. The clips must live as long as the sim. VRM_ERR_UNSUPPORTED: a player that the device cannot play.',
    'vrm_gpu_sim_set_stages':
        'Sum of vrm_Stages, as vrm_avatar_set_stages().',
    'vrm_gpu_sim_reset_springs':
        'As vrm_avatar_reset_springs().',
    'vrm_gpu_sim_pause_springs':
        'As vrm_avatar_pause_springs().',
    'vrm_gpu_sim_set_spring_scaling':
        'As vrm_avatar_set_spring_scaling().',
    'vrm_gpu_sim_step':
        "`frames` frames of `dt` seconds each, with the current inputs. After every 1024 of them it waits, so that a long run does not fill the driver's queue. VRM_ERR_IO: the device failed; the sim can only be destroyed.",
    'vrm_gpu_sim_finish':
        'Waits until all queued work is done.',
    'vrm_gpu_output_width':
        'Floats that an avatar of the rig gives.',
    'vrm_gpu_sim_read':
        "Reads a result of avatars of one rig into `out_values`, one run of floats after the other, laid out as the CPU's functions give it. Waits. VRM_ERR_ARGUMENT: a stale id, another rig, or a result that vrm_GpuSimDef.outputs does not include.",
    'vrm_gpu_sim_buffer':
        'Where a result of the avatars of a rig lies. VRM_ERR_ARGUMENT: the rig has no avatars, or the result has no buffer.',
    'vrm_gpu_avatar_column':
        'The column of an avatar in its batch; -1 for a stale id. Removing avatars changes columns.',
    'vrm_gpu_sim_context':
        'The cl_context that the sim uses.',
    'vrm_gpu_sim_queue':
        'The cl_command_queue that the sim uses.',
    'vrm_image_format_text':
        '"png", "jpeg", "webp", "apng", "gif", or "unknown".',
    'vrm_image_peek':
        'Reads the header alone. The format is detected from the bytes; a mime type is not used. VRM_ERR_UNSUPPORTED: none of PNG, JPEG, WebP. VRM_ERR_INVALID: a header cut short or broken.',
    'vrm_image_decode':
        'Decodes a PNG, JPEG or WebP, whatever its depth and kind: 1 to 16 bits, palette, grey, interlaced, progressive, CMYK. `limits` and `allocator` may be NULL. VRM_ERR_UNSUPPORTED: another format, or an animated WebP. VRM_ERR_LIMIT: larger than the limits. VRM_ERR_INVALID: broken or cut short. On failure *out is zeroed.',
    'vrm_image_release':
        'Releases the pixels and zeroes the picture; fine for a zeroed one.',
    'vrm_image_spread_channel':
        'A PNG whose red, green and blue all hold what one channel of a picture holds (0 red, 1 green, 2 blue, 3 alpha), and which is opaque: what vrm_MigrateDef.spread_channel asks for. Values are copied as they are stored. `limits` is NULL or a vrm_ImageLimits; where its decoded_bytes is not 0, it is a budget, and each picture subtracts its own bytes. On VRM_OK `*out_png` was taken from `allocator` with exactly its size and belongs to the caller; or it is empty, because the three channels hold that already. `allocator` may be NULL. Fails as vrm_image_decode() does, and with VRM_ERR_ARGUMENT when there is no such channel.',
    'vrm_image_writer_def_init':
        'Sets every field to its default; called by vrm_default_image_writer_def().',
    'vrm_image_writer_create':
        'VRM_ERR_DEF: not from the default function. VRM_ERR_ARGUMENT: a member out of its range. VRM_ERR_UNSUPPORTED: JPEG is read, not written.',
    'vrm_image_writer_add':
        'Adds a frame: width * height pixels as in vrm_Picture, read during the call. GIF has no partial transparency: alpha below one half becomes clear, the rest opaque. VRM_ERR_ARGUMENT: a second frame for PNG, or a frame after finishing. After a failure the writer can only be destroyed.',
    'vrm_image_writer_finish':
        'Completes the file. The bytes belong to the writer. VRM_ERR_ARGUMENT: there is no frame.',
    'vrm_image_writer_destroy':
        'NULL is fine.',
    'vrm_json_def_init':
        'Sets every field to its default; called by vrm_default_json_def().',
    'vrm_json_parse':
        'Parses UTF-8 text. A syntax error is VRM_ERR_JSON and a finding with its byte offset; a duplicate key is a finding and the last one counts; half a surrogate pair in an escape is a finding and is read as U+FFFD. `def` and `report` may be NULL.',
    'vrm_json_reader_name':
        'For people: the instructions that vrm_json_parse() reads long texts with on this CPU, "AVX2".',
    'vrm_json_destroy':
        'NULL is fine.',
    'vrm_json_root':
        'The root value.',
    'vrm_json_type':
        'What a value is; VRM_JSON_NONE for VRM_JSON_MISSING.',
    'vrm_json_count':
        'Members of an object or elements of an array.',
    'vrm_json_member':
        'The member with that key (UTF-8, terminated), compared after decoding escapes; the last one where an object has the key more than once.',
    'vrm_json_element':
        'The element at `index`, in at most a few dozen steps however long the array. To visit all elements use an iterator, one step each.',
    'vrm_json_at':
        'A value by RFC 6901 pointer ("" is the root).',
    'vrm_json_iter':
        'Before the first child; nothing to visit when `container` is neither array nor object.',
    'vrm_json_next':
        'Goes to the next child. False when there is none.',
    'vrm_json_bool':
        '`fallback` when the value is neither true nor false.',
    'vrm_json_number':
        'The number correctly rounded to double; `fallback` when it is not a number or overflows.',
    'vrm_json_integer':
        'True and the value when the number is mathematically an integer (1, 1.0, 10e-1) that fits.',
    'vrm_json_equals':
        'Compares a string value, decoded, with terminated UTF-8.',
    'vrm_json_string':
        'Decodes a string into `buffer` (terminated; cut at a character boundary when it does not fit) and returns the length that the whole needs, without terminator. `buffer` may be NULL if `size` is 0.',
    'vrm_json_text':
        'The bytes of a value as the document would write them now, for a value in which nothing was edited; an empty span otherwise. A string includes its quotes. Valid until the document is edited.',
    'vrm_json_offset':
        'Where the value begins in the parsed text; VRM_NO_OFFSET for a value that was set later.',
    'vrm_json_pointer':
        'Writes the RFC 6901 pointer of a value as vrm_json_string() does.',
    'vrm_json_set':
        'Replaces the member, or appends it. If several members have that key, one is left.',
    'vrm_json_remove':
        'Removes every member with that key; no-op when there is none.',
    'vrm_json_insert':
        'Inserts before `index`; index == count appends.',
    'vrm_json_remove_at':
        'Removes an element of an array.',
    'vrm_json_replace':
        'Replaces a value, which may be the root.',
    'vrm_json_is_edited':
        'True once a value was set, inserted, replaced or removed.',
    'vrm_json_written_size':
        'Size of the document as text; the text is the parsed bytes where nothing was edited.',
    'vrm_json_write':
        'Writes vrm_json_written_size() bytes, no terminator. VRM_ERR_ARGUMENT if `size` is too small.',
    'vrm_json_builder_create':
        '`allocator` may be NULL: the C library.',
    'vrm_json_builder_destroy':
        'NULL is fine.',
    'vrm_json_builder_clear':
        'Removes all text; the memory is kept for reuse.',
    'vrm_json_put_key':
        'The key of the next value; required before each value in an open object.',
    'vrm_json_begin_object':
        'Opens an object; end it with vrm_json_end_object().',
    'vrm_json_end_object':
        'Closes the innermost object.',
    'vrm_json_begin_array':
        'Opens an array; end it with vrm_json_end_array().',
    'vrm_json_end_array':
        'Closes the innermost array.',
    'vrm_json_put_null':
        'Appends null.',
    'vrm_json_put_bool':
        'Appends true or false.',
    'vrm_json_put_integer':
        'Appends a whole number.',
    'vrm_json_put_float':
        'The shortest text that reads back as the same float (or double); null when it is not finite.',
    'vrm_json_put_double':
        'Appends a number, in the shortest text that reads back as the same double.',
    'vrm_json_put_string':
        'Terminated UTF-8; bytes that are not UTF-8 become U+FFFD. NULL is written as null.',
    'vrm_json_put_raw':
        'Any value as text; it is not checked.',
    'vrm_json_builder_text':
        'The text so far; valid until the next call that changes the builder. VRM_ERR_MEMORY if any call since the last clear failed to allocate.',
    'vrm_triangles_def_init':
        'Sets every field to its default; called by vrm_default_triangles_def().',
    'vrm_primitive_triangles':
        "Reads a primitive of any mode of triangles (4 list, 5 strip, 6 fan), with indices or without.\n\nWhere the file has no normals they are made flat, as glTF 2.0 asks (3.7.2.1): each triangle then has vertices of its own. Missing tangents are computed as MikkTSpace defines them; a vertex at which they differ is split. Both add vertices behind those of the file, and `sources` names the file's vertex of each. Tangents of the file become usable by vrm_tangents_complete(), which adds no vertex. An attribute that is broken (other length or type than the positions ask for, not readable) counts as missing.\n\n`def` may be NULL: the defaults. VRM_ERR_INVALID when positions or indices cannot be read, VRM_ERR_UNSUPPORTED for points and lines.",
    'vrm_triangles_destroy':
        'NULL is fine.',
    'vrm_primitive_indices':
        'The indices alone, as a list of triangles: each is below the count of the positions, triangles with one that is not are left out. `out_indices` NULL: only *out_count and *out_dropped are set, to what a second call with that capacity sets them to; it fails where that one would. `out_dropped` gets the number of triangles left out; `out_dropped` may be NULL. Fails as vrm_primitive_triangles(), and with VRM_ERR_ARGUMENT when `capacity` is too small.',
    'vrm_tangents_make':
        'Tangents as MikkTSpace defines them. VRM_ERR_ARGUMENT when an index is not below vertex_count or index_count is not a multiple of three. `allocator` may be NULL.',
    'vrm_tangents_complete':
        'Makes tangents that a file has usable, in place: four numbers for each vertex of `input`, as vrm_Triangles has them. Each gets unit length and a w of 1 or -1. One that is unusable (no length, not finite, along the normal, or w 0) becomes the mean of the tangents of the triangles around its vertex, at right angles to the normal; without triangles or UVs (`input->uvs` may be NULL) any direction at right angles to it. No vertex is split and `input->indices` stay as they are. *out_made_count is the number of tangents so made. VRM_ERR_ARGUMENT as above.',
    'vrm_tangents_release':
        'Frees what vrm_tangents_make() made.',
    'vrm_migrate_def_init':
        'Sets every field to its default; called by vrm_default_migrate_def().',
    'vrm_migrate':
        'Makes a 0.x, draft or beta avatar a 1.0 avatar that moves and looks the same, facing +Z. A 1.0 avatar stays as it is. On failure the model is unchanged; on VRM_OK everything that it handed out before is invalid.\n\nTo 0.x: a 1.0 or beta avatar is normalized, faces -Z, and loses what 0.x cannot say: constraints, overrides, inside colliders, angle limits and more, each with a DOWNGRADE_ finding. A 0.x avatar stays as it is; one of the draft is VRM_ERR_UNSUPPORTED: migrate it to 1.0 first.\n\nNo permission is ever loosened. The report (may be NULL) gets a finding for every decision about the licence and for everything that 1.0 cannot say. VRM_ERR_INVALID when the file is no avatar, VRM_ERR_UNSUPPORTED when it cannot be migrated faithfully: the report says why. `def` may be NULL.',
    'vrm_dialect_text':
        '"0.x", "1.0-draft", "1.0-beta", "1.0"; NULL for VRM_DIALECT_NONE.',
    'vrm_load_def_init':
        'Sets every field to its default; called by vrm_default_load_def().',
    'vrm_model_load':
        'Loads GLB or glTF text from memory. `def` and `report` may be NULL.',
    'vrm_model_load_file':
        'As vrm_model_load() for a path. VRM_ERR_IO when the file cannot be read.',
    'vrm_model_destroy':
        'NULL is fine.',
    'vrm_model_save_size':
        'Saves to memory. A model that was not edited gives the loaded bytes, whatever is wrong with them. An edited model is validated; with errors the result is VRM_ERR_INVALID: the functions of vrm/save.h report the errors, and can accept those that the file had before. VRM_ERR_ARGUMENT when `size` is below vrm_model_save_size().',
    'vrm_model_save':
        'Writes the file into `bytes`, of vrm_model_save_size() bytes.',
    'vrm_model_save_file':
        'Writes a temporary file beside the target, then renames it: the target is complete or unchanged. Side files of a .gltf are not written.',
    'vrm_model_gltf':
        'The typed glTF document. Never NULL.',
    'vrm_model_dialect':
        'Which VRM the file is.',
    'vrm_model_spec_version':
        'The specVersion of the VRM extension as written; "" when absent.',
    'vrm_model_facing':
        '+1: faces +Z (1.0, beta). -1: faces -Z (0.x). For the draft it is derived from the bones.',
    'vrm_model_json_size':
        'Bytes of the JSON text and of the BIN chunk (0 when there is none).',
    'vrm_model_bin_size':
        'Bytes of the BIN chunk; 0 without one.',
    'vrm_model_source_bytes':
        'Bytes of the file as it would be saved, and of its side files: what the allowances of vrm_Limits grow with.',
    'vrm_model_is_glb':
        'Whether vrm_model_save() writes a GLB; else glTF text; side files stay where they are.',
    'vrm_model_meta':
        'NULL when the file has no VRM meta.',
    'vrm_bone_name':
        '"leftThumbMetacarpal"; NULL when `bone` is none.',
    'vrm_bone_by_name':
        'By the 1.0 name; VRM_BONE_NONE when there is no such bone.',
    'vrm_bone_parent':
        'The humanoid parent by the specification; VRM_BONE_NONE for hips.',
    'vrm_bone_is_required':
        'Required by VRM 1.0.',
    'vrm_model_bone':
        'The node of a bone; -1 when the avatar does not have it.',
    'vrm_model_bone_count':
        'How many bones of the humanoid are mapped.',
    'vrm_expression_preset_name':
        '"blinkLeft"; NULL for custom.',
    'vrm_expression_preset_by_name':
        'By the 1.0 name; VRM_EXPRESSION_CUSTOM when there is no such preset.',
    'vrm_model_expressions':
        'Presets in the order of vrm_ExpressionPreset, then custom ones in file order. Names are unique.',
    'vrm_model_expression':
        '-1 when the avatar does not have it.',
    'vrm_model_look_at':
        'NULL when the avatar has no gaze control.',
    'vrm_model_first_person':
        'The type of a node with a mesh: its annotation, or auto.',
    'vrm_model_first_person_node':
        "The node whose descendants `auto` hides: the head, or 0.x's firstPersonBone. -1 without either.",
    'vrm_model_spring_bones':
        'Never NULL; all counts 0 when the file has none.',
    'vrm_model_constraints':
        'In node order, valid ones only; cycles are not removed here (vrm_rig_build() reports and drops them).',
    'vrm_model_surfaces':
        'One for each material of the document.',
    'vrm_texture_use':
        'How the texture of a slot is sampled, whatever the surface.',
    'vrm_surface_texture':
        'NULL when this kind of surface has no such slot; its `texture` may still be -1.',
    'vrm_model_inverse_binds':
        "The inverse bind matrices of a skin, one for each of its joints: those of the file, identity where it has none. Where those of a 0.x or draft file contradict its nodes, the matrices are computed from the rest pose instead (finding SKIN_BINDS_CONTRADICT_NODES). VRM_ERR_ARGUMENT when `skin` is out of range or `count` is not the skin's joint_count, VRM_ERR_INVALID when the file's accessor cannot be read.",
    'vrm_model_clip_info':
        'NULL when the file is no VRM animation.',
    'vrm_normalize_def_init':
        'Sets every field to its default; called by vrm_default_normalize_def().',
    'vrm_normalize':
        'Removes rotation and scale from every node of a 0.x, beta or 1.0 avatar; rest pose and motion look the same. An avatar that is normalized already keeps every byte (finding NORMALIZE_ALREADY). On failure the model is unchanged; on VRM_OK everything that it handed out before is invalid.\n\nThe report (may be NULL) gets a NORMALIZE_ finding for every node that had to keep a rotation and for everything that cannot stay exactly as it was. VRM_ERR_INVALID when the file is no avatar, VRM_ERR_UNSUPPORTED when it cannot be normalized: the report says why. `def` may be NULL.',
    'vrm_rig_pack':
        '`allocator` NULL: the C library; kept until the pack is destroyed.',
    'vrm_rig_pack_destroy':
        'NULL is fine.',
    'vrm_clip_pack':
        'VRM_ERR_UNSUPPORTED for a clip of nodes.',
    'vrm_clip_pack_destroy':
        'NULL is fine.',
    'vrm_pose_a':
        'The A-pose, in which models are often shown: arms 45 degrees below the rest pose, nothing else. For avatars that rest in the T-pose, as VRM requires.',
    'vrm_pose_idle':
        'Standing at ease with the arms down: two breaths and one slow shift of weight in a period. A whole number of periods gives the same bits as 0. The same bits on every CPU; a time that is not finite counts as 0.',
    'vrm_recorder_def_init':
        'Sets every field to its default; called by vrm_default_recorder_def().',
    'vrm_recorder_create':
        '`def` may be NULL: the defaults. VRM_ERR_ARGUMENT when one of its numbers is not finite or below 0.',
    'vrm_recorder_destroy':
        'NULL is fine.',
    'vrm_recorder_add_frame':
        'Adds a frame. The first frame starts the animation, whatever its time; the time must increase with each further frame. hips_offset is in metres of the performer. Eye bones are ignored: a VRM animation has a gaze instead. Expressions and gaze keep the values of the frame before until they are set. VRM_ERR_ARGUMENT, and nothing is added, when a number is not finite or the time does not increase.',
    'vrm_recorder_drop_frame':
        'Removes the newest frame, and the expressions and the gaze that were first set in it. False when there is none.',
    'vrm_recorder_add_avatar':
        "Adds a frame with the state of an avatar after the sim's last step: bones (constraints and look-at included), expressions as asked for, and its gaze while it looks. The root transform is added to the hips: to record in place, put the avatar at the origin. The recorder should have the avatar's rig. Needs VRM_OUTPUT_LOCALS and VRM_OUTPUT_FACE. On failure nothing is added.",
    'vrm_recorder_set_expression':
        'Sets an expression of the newest frame by its name, preset or custom; clamped to 0..1. In frames before it was first set it is 0. VRM_ERR_ARGUMENT before the first frame, for a weight that is NaN, an empty name, and lookUp, lookDown, lookLeft and lookRight, which a VRM animation may not have.',
    'vrm_recorder_set_gaze':
        'Sets the gaze of the newest frame, as vrm_avatar_look_along() takes it. In frames before it was first set the gaze is straight ahead.',
    'vrm_recorder_frame_count':
        'Frames added so far.',
    'vrm_recorder_finish':
        'The animation so far, as a new model that the caller owns; recording may continue. `out_stats` may be NULL. VRM_ERR_ARGUMENT when there is no frame.',
    'vrm_renderer_def_init':
        'Sets every field to its default; called by vrm_default_renderer_def().',
    'vrm_renderer_create':
        '`def` may be NULL: the defaults. VRM_ERR_UNSUPPORTED when there is no EGL, no driver or no ES 3.0 context: finding RENDER_UNAVAILABLE.',
    'vrm_renderer_destroy':
        'NULL is fine. Its drawables must be destroyed before.',
    'vrm_renderer_name':
        'Name of the driver: GL_RENDERER and GL_VERSION, as "llvmpipe (...), OpenGL ES 3.2 Mesa"; "null" for the null backend. Lives as long as the renderer.',
    'vrm_renderer_stats':
        'The current counters.',
    'vrm_drawable_def_init':
        'Sets every field to its default; called by vrm_default_drawable_def().',
    'vrm_drawable_create':
        'Uploads what is drawn of a model. `rig` was built from `model` and must outlive the drawable; the model is not kept. `def` may be NULL. Any model that loads can be drawn; broken parts get a finding.',
    'vrm_drawable_destroy':
        'NULL is fine. Not between vrm_render_draw() and vrm_render_end().',
    'vrm_frame_def_init':
        'Sets every field to its default; called by vrm_default_frame_def().',
    'vrm_camera_look_at':
        'A view matrix; `eye` and `target` must differ, `up` must not be parallel to their difference; otherwise the nearest valid camera is returned.',
    'vrm_camera_perspective':
        'A projection matrix. `y_fov` radians from bottom to top, `aspect` width / height.',
    'vrm_camera_orthographic':
        '`height` metres from bottom to top of the picture.',
    'vrm_render_begin':
        'Begins a picture. VRM_ERR_ARGUMENT when the size or a matrix is out of range or not finite. A frame that was begun but not ended is discarded.',
    'vrm_render_draw':
        "Adds avatars to the picture; each must have the drawable's rig. Poses, weights and views are copied, so the sim may continue; the drawable must live until vrm_render_end(). Each avatar's view (vrm_avatar_set_view()) selects the meshes that are drawn. Needs the sim's outputs PALETTES, WORLDS and FACE. Stale ids are ignored. VRM_ERR_LIMIT: more avatars than one frame can hold (with 200 joints each some 6000).",
    'vrm_render_lines':
        'Adds lines one pixel wide, after everything else; `in_front`: nothing hides them.',
    'vrm_render_end':
        'Draws all that was added to the frame. VRM_ERR_UNSUPPORTED: the driver refuses a shader.',
    'vrm_render_read':
        'RGBA, a byte each, sRGB, alpha not multiplied in, the top row first. `size` must be four times width times height of the frame.',
    'vrm_render_present':
        'Draws the picture into a framebuffer of the host (0: the window, the canvas), colours encoded as sRGB and premultiplied, scaled to the rectangle.',
    'vrm_overlay_lines':
        "Makes the lines of an avatar's overlays, `which` a sum of vrm_Overlay, to be given to vrm_render_lines(). `out_lines` came from `allocator` (NULL: the C library) and is released with vrm_lines_release(); NULL where there are none. Needs the sim's outputs WORLDS and PALETTES.",
    'vrm_lines_release':
        'Frees what vrm_overlay_lines() made, with the same allocator.',
    'vrm_report_def_init':
        'Sets every field to its default; called by vrm_default_report_def().',
    'vrm_report_create':
        '`def` may be NULL: the defaults. One thread at a time may fill a report; several may read it while none fills it.',
    'vrm_report_count':
        'Findings kept, in the order in which they were made.',
    'vrm_report_get':
        'All strings "" and VRM_NO_OFFSET when there is no such finding.',
    'vrm_report_total':
        'How many findings of a severity there were, kept or not; 0 when `severity` is none of them.',
    'vrm_report_is_truncated':
        'True when findings were dropped: a limit of the definition or 8 MiB of strings was reached, or an allocation failed.',
    'vrm_report_ran_out_of_memory':
        'True when a finding was dropped because an allocation failed. Loading and validating return VRM_ERR_MEMORY then, and so does vrm_json_parse() of a text that it refuses; other functions that add to a report do their work nevertheless, so ask where a lost finding matters. vrm_report_clear() resets it.',
    'vrm_report_add':
        'Adds a finding for code above the library, such as a renderer. `code` must be listed in docs/rules.md, which also gives the severity; false when it is not. `pointer` "" is the root; `message` NULL: the rule\'s own sentence. Both are copied. A NULL report is fine.',
    'vrm_report_clear':
        'Removes all findings and invalidates their strings; the memory is kept for reuse.',
    'vrm_report_destroy':
        'NULL is fine.',
    'vrm_rig_def_init':
        'Sets every field to its default; called by vrm_default_rig_def().',
    'vrm_rig_build':
        'Compiles a model. `def` may be NULL: the defaults. Any model is accepted: one without VRM parts becomes a hierarchy with skins. Does not keep `model` or `def`.',
    'vrm_rig_destroy':
        'NULL is fine. Every avatar of the rig must have been removed from its sim before, and its bakers destroyed. An assertion finds what was forgotten; in builds without assertions the rig stays until the last of them is gone, and so must its allocator. May be called on any thread.',
    'vrm_rig_dialect':
        'The dialect of the file.',
    'vrm_rig_facing':
        '+1: faces +Z as the file has it; -1: faces -Z (0.x).',
    'vrm_rig_node_count':
        'Nodes of the document; all node numbers here are those of the file.',
    'vrm_rig_parent':
        '-1: a root, or no such node.',
    'vrm_rig_rest':
        'The rest transform relative to the parent; the identity when there is no such node.',
    'vrm_rig_rest_model':
        'The rest transform in model space (before any root transform, facing as in the file).',
    'vrm_rig_bone':
        'Node of a bone; -1 when the avatar does not have it.',
    'vrm_pose_rest':
        'The rest pose: identities and no offset.',
    'vrm_rig_bone_local':
        "Normalized rotation to the node's local rotation, inverse(P) N W with P and W the rest rotations of the parent node and of the node in model space; turned half around for an avatar that faces -Z. The identity when the avatar does not have the bone.",
    'vrm_rig_bone_normalized':
        'The inverse of vrm_rig_bone_local(): P R inverse(W).',
    'vrm_rig_read_pose':
        'Computes a pose from local transforms, one for each node. Bones that the avatar lacks get the identity.',
    'vrm_rig_hips_height':
        "Height of the hips at rest above the model's origin, metres; 0 without hips.",
    'vrm_rig_scale_hips':
        'A hips offset of another avatar, whose hips rest at `source_height` metres, for this one: scaled by the ratio of the two heights. Unscaled where either height is not above 0.',
    'vrm_rig_bone_axes':
        'The frame of one bone.',
    'vrm_rig_t_pose_error':
        'How far the rest pose is from the T-pose: for each limb bone the angle in radians between its direction to the next bone and that direction in the T-pose. `out_worst` may be NULL; gets the bone with the largest angle, or VRM_BONE_NONE. Returns that angle.',
    'vrm_rig_t_pose':
        'The T-pose: upper and lower arms, hands and legs are rotated into it by the smallest angle at each joint. For an avatar that rests in the T-pose this is the rest pose.',
    'vrm_rig_expression_count':
        'Numbered as vrm_model_expressions(): presets, then custom ones.',
    'vrm_rig_expression_info':
        'All zero and VRM_EXPRESSION_CUSTOM when there is no such expression.',
    'vrm_rig_expression':
        '-1 when the avatar does not have it.',
    'vrm_rig_expression_preset':
        'The index of a preset expression; -1 when the avatar does not have it.',
    'vrm_rig_material_values':
        'Sorted by material, then kind, then target or slot.',
    'vrm_rig_look_at':
        'False when the avatar has no gaze control. `out_type` may be NULL.',
    'vrm_rig_constraint_count':
        'In the order in which they run.',
    'vrm_rig_constraint':
        'The constraint of an index, 0 to vrm_rig_constraint_count() - 1.',
    'vrm_rig_mesh_nodes':
        'Nodes with a mesh in the default scene, in node order; in the first scene where no default is named; of all nodes where there is no scene.',
    'vrm_rig_morph_count':
        'Morph weights of all mesh nodes together.',
    'vrm_rig_skin_count':
        'Skins of the document.',
    'vrm_rig_skin':
        'All zero and NULL when there is no such skin.',
    'vrm_rig_palette_count':
        'Joint matrices of all skins together.',
    'vrm_first_person_indices':
        "What the first-person camera draws of a primitive whose node is split: the elements without a vertex that has a weight on the first-person bone or its descendants. Indices into the untouched vertex data, as a plain list: triangles (strips and fans are expanded), lines or points as the primitive's mode says.\n\n`out_indices` may be NULL to ask for the count; else it has room for `capacity` indices, of which 3 * (elements of the primitive) always suffice. VRM_ERR_ARGUMENT: no such node or primitive, or too little room. VRM_ERR_INVALID: the vertex data cannot be read. Scratch memory is taken from `allocator` (NULL: the C library) and released.",
    'vrm_save_def_init':
        'Sets every field to its default; called by vrm_default_save_def().',
    'vrm_model_save_checked':
        'As vrm_model_save(). A model that was not edited gives the bytes of its file, whatever they are. An edited model is validated: with an error that is not known the result is VRM_ERR_INVALID, the report (may be NULL) gets these errors, and the content of `bytes` is undefined. `def` may be NULL.',
    'vrm_model_save_file_checked':
        'As vrm_model_save_file(), checked in the same way: on VRM_ERR_INVALID nothing is written.',
    'vrm_model_validate':
        'Validates a model as it would be saved now. `def` may be NULL; its allocator and side files are not used: those of the model are.',
    'vrm_sim_def_init':
        'Sets every field to its default; called by vrm_default_sim_def().',
    'vrm_kernel_is_supported':
        'Whether this build has the kernel and this CPU can run it.',
    'vrm_kernel_name':
        'For people: "8 lanes, AVX2". "unknown" for a number that is no kernel.',
    'vrm_kernel_for_crowds':
        'The kernel that VRM_KERNEL_AUTO takes on this CPU for crowds: many avatars that share a rig.',
    'vrm_kernel_for_singles':
        'The kernel that it takes for the first avatars of a rig.',
    'vrm_sim_create':
        '`def` may be NULL: the defaults.',
    'vrm_sim_destroy':
        'Removes all avatars. NULL is fine.',
    'vrm_sim_add':
        'Adds an avatar in its rest pose at the origin. The rig must outlive it. The cost does not depend on the other avatars. Returns the null id when an allocation fails.',
    'vrm_sim_remove':
        'False when the id is stale. Other ids stay valid.',
    'vrm_sim_avatar_count':
        'Avatars that are in the sim now.',
    'vrm_avatar_is_valid':
        'False when the id is stale or null.',
    'vrm_avatar_rig':
        'NULL when the id is stale.',
    'vrm_avatar_set_user_data':
        'A pointer that the host stores with the avatar; the library never dereferences it. NULL until it is set, and when the id is stale.',
    'vrm_avatar_user_data':
        'What vrm_avatar_set_user_data() stored.',
    'vrm_avatar_set_root':
        'Places the avatar in the world. The rotation is normalized; a zero one is refused.',
    'vrm_avatar_root':
        "The parent transform of the avatar's root nodes: the root as it was set, times the half turn of a 0.x avatar unless vrm_SimDef.keeps_vrm0_facing. The identity when the id is stale.",
    'vrm_avatar_set_node':
        "Sets the local transform of a node, without conversion (0.x: in the file's axes). The rotation is normalized; a zero one is refused. Look-at, constraints and springs overwrite the rotations that they drive in each step while their stage is on.",
    'vrm_avatar_set_rotation':
        'The rotation alone, as vrm_avatar_set_node().',
    'vrm_avatar_set_translation':
        'The translation alone, as vrm_avatar_set_node().',
    'vrm_avatar_set_nodes':
        "All nodes at once: `count` must be the rig's node count. Refused as a whole.",
    'vrm_avatar_set_bone':
        'Turns one bone, as vrm_Pose has it. The rotation of a bone that the avatar lacks is carried by its children: rotating a missing upperChest turns neck and shoulders.',
    'vrm_avatar_set_hips':
        'Moves the hips away from their rest position, metres, axes of vrm_Pose.',
    'vrm_avatar_set_pose':
        'All bones and the hips at once. Refused as a whole when a number is not finite; a rotation of zero length counts as the identity.',
    'vrm_avatar_reset_pose':
        'All nodes back to rest. Root, expressions, morph weights and gaze stay.',
    'vrm_avatar_set_expression':
        'Weights are clamped to 0..1; NaN is refused.',
    'vrm_avatar_set_expression_named':
        "By the name that the file gives it, or a preset's; false when the avatar does not have it.",
    'vrm_avatar_set_expression_at':
        'By its index in the rig.',
    'vrm_avatar_set_morph':
        "Sets the weight of one morph target, numbered as vrm_avatar_morphs(): vrm_MeshNode.first_morph plus the target. It takes the place of the file's own weight, and expressions add to it. Beyond 1e6 it counts as 1e6.",
    'vrm_avatar_set_morphs':
        "All at once: `count` must be the rig's morph count. Refused as a whole.",
    'vrm_avatar_reset_morphs':
        "All morph weights back to the file's. Expressions stay.",
    'vrm_avatar_look_at':
        'Looks at a point in world space; the angles are recomputed in each step.',
    'vrm_avatar_look_along':
        'Looks in a direction relative to the head, degrees: left and down are positive. Clamped to -360..360.',
    'vrm_avatar_look_off':
        'Leaves eyes and look expressions to the host. This is the initial state.',
    'vrm_avatar_set_view':
        'Acts at once: vrm_avatar_visibility() needs no step.',
    'vrm_avatar_set_stages':
        'Sum of vrm_Stages. Default VRM_STAGE_ALL. A host with its own scene graph runs one stage alone by setting all node transforms, stepping, and reading vrm_avatar_locals(): the same code. Values that a stage would write keep their input value while it is off; the weights and material values of the expression stage keep the last one.',
    'vrm_sim_step':
        'Advances all avatars by `dt` seconds. With 0, a negative value or one that is not finite, springs do not advance and the rest of the frame is computed.',
    'vrm_sim_step_with':
        "The same, and `fn` is called once for each avatar shortly before it is stepped, on the thread that steps it: all workers share the work of setting inputs, while the avatar's data is in their cache. The order is not defined; calls for different avatars run at the same time where there are workers. Results are bit-identical to setting the inputs before the step. `fn` may be NULL.",
    'vrm_avatar_set_importance':
        'How important an avatar is to vrm_sim_step_within(): larger is more, for example 1 / distance to the camera, or 0 outside its view. Default 1. Refused when negative or not finite.',
    'vrm_budget_def_init':
        'Sets every field to its default; called by vrm_default_budget_def().',
    'vrm_sim_step_within':
        'As vrm_sim_step_with(), but lowers the springs of the least important avatars where a step would cost more than the budget: first to every second step, then to none, as vrm_avatar_set_spring_detail() does, which stays the upper limit. Nothing jumps: springs continue from where they are. The rest of a frame is computed for all; a budget below its cost holds all springs.\n\nWork is counted, not timed: the same calls make the same decisions on every machine, for sims with the same number of workers (each pays for `milliseconds` of work) and lanes (vrm_SimDef.kernel). Avatars are lowered in groups that are stepped together (those of a rig that were added one after the other, as many as there are lanes), by the most important of each. Levels change slowly, so that noise in importance does not make springs flicker. A NULL `budget` means the default. The next plain vrm_sim_step() restores full springs.',
    'vrm_sim_budget_use':
        'What the last vrm_sim_step_within() did.',
    'vrm_avatar_locals':
        'Local transforms, one for each node of the document.',
    'vrm_avatar_worlds':
        'World matrices, one for each node of the document.',
    'vrm_avatar_palettes':
        'Joint matrices (world * inverse bind) of all skins: vrm_rig_skin() says where each begins. They transform mesh vertices to world space, whatever node has the mesh.',
    'vrm_avatar_expression_weights':
        'Weights as applied, after binary rounding and overrides; one for each expression.',
    'vrm_avatar_expression_inputs':
        'Weights as asked for: by the host, or by an expression-type gaze.',
    'vrm_avatar_morphs':
        "Morph weights of all mesh nodes: vrm_rig_mesh_nodes() says where each begins. Each is what was set for it (by the host or a clip) plus the sum of the expressions, not clamped. A weight that was not set is 0 where some expression binds it, else the file's default.",
    'vrm_avatar_material_values':
        'One for each entry of vrm_rig_material_values().',
    'vrm_avatar_gaze':
        'Where the avatar looks, degrees: x is yaw, y is pitch; zero while looking is off.',
    'vrm_avatar_visibility':
        "How a node with a mesh is to be drawn in the avatar's view; VRM_HIDDEN for other nodes.",
    'vrm_rig_spring_count':
        'Springs of the model, those that cannot move included.',
    'vrm_rig_spring_joint_count':
        'Joints in the order of the file: springs, then joints without the last of each.',
    'vrm_rig_spring_joint':
        'Node -1 and all else zero when there is no such joint.',
    'vrm_avatar_reset_springs':
        'Resets all joints to rest under the pose of the next step, without motion: the initial state.',
    'vrm_avatar_teleport':
        'Like vrm_avatar_set_root(), but hair and clothes keep their shape and motion. With vrm_avatar_set_root() the way to the new position counts as motion.',
    'vrm_avatar_pause_springs':
        'While paused, joints keep their local rotations. Afterwards they continue from there, without velocity. Default false.',
    'vrm_avatar_set_spring_detail':
        'For avatars that are far away. A step saves time only for a block (docs/runtime.md) none of whose avatars runs its springs: set it for groups of avatars.',
    'vrm_avatar_set_spring_scaling':
        "Stiffness, gravity and forces are multiplied by the avatar's scale, as lengths and radii always are: an avatar that is scaled at run time then sways in the same shape. Default false, as the specification has it.",
    'vrm_avatar_set_force':
        'Wind: added to the gravity of all joints, in world space, in units of gravity_power. Default zero. Clamped to 1e6.',
    'vrm_avatar_set_spring_force':
        "The same for one spring, in addition to the avatar's force. The first call for any of the avatars of a block allocates; false when there is no memory.",
    'vrm_avatar_set_spring_weight':
        'How much of the sway is applied to the output, 0..1: 0 is the rotation that the host set. The simulation itself continues. Default 1. Allocates like vrm_avatar_set_spring_force().',
    'vrm_avatar_set_joint_settings':
        'Changes how one joint sways, for this avatar alone. The first call for any of the avatars of a block allocates; false when there is no memory.',
    'vrm_avatar_spring_rotations':
        'Local rotations, one for each joint, when vrm_SimDef.outputs has VRM_OUTPUT_SPRINGS: sufficient for a host with its own node tree. Otherwise NULL.',
    'vrm_avatar_spring_tail':
        "The simulated tail in world space and the length of the bone, metres, after the last step (with a spring rate: of the newest spring step, which outputs may not have reached yet). Before the avatar's first step: the tail of the rest pose, the avatar's root being the origin. Needs VRM_OUTPUT_WORLDS. False also for joints that cannot move.",
    'vrm_shot_def_init':
        'Sets every field to its default; called by vrm_default_shot_def().',
    'vrm_stage_create':
        'Measures a model. `rig` was built from it and must outlive the stage; the model is not kept. `allocator` may be NULL. Meshes that cannot be read are ignored: an avatar without any is framed by its bones.',
    'vrm_stage_destroy':
        'NULL is fine.',
    'vrm_stage_clear':
        'Removes all poses that were added.',
    'vrm_stage_see':
        "Adds the pose that the sim has computed for an avatar of the stage's rig: the meshes that are visible in the avatar's view. Needs the sim's output WORLDS. False when the id is stale.",
    'vrm_stage_bounds':
        'A box around all added poses, world space. Without any, a box of two metres at the origin.',
    'vrm_stage_viewpoint':
        'A camera that shows all added poses. `def` may be NULL; values are clamped to their range. The result is finite for every avatar.',
    'vrm_stage_first_person':
        "The avatar's own eyes: at the head bone with the file's look-at offset, turned by the head and then by the definition's yaw (to the left) and pitch (up). The shot and the margin are not used; without a head bone the position of the eyes is estimated. Use it with VRM_VIEW_FIRST_PERSON.",
    'vrm_text_for_terminal':
        'One line for a terminal or a log. Escaped are: control characters, line ends, marks that turn the direction of writing or are invisible, and the backslash: as `\\\\`, `\\n`, `\\r`, `\\t` or `\\u{202e}`; bytes that are no UTF-8 as `\\xff`. All other characters stay.',
    'vrm_text_for_file_name':
        'One name for a file or folder, valid on Linux, macOS and Windows. \\ / : * ? " < > |, control and invisible characters and bytes that are no UTF-8 become _, as does a leading - (which commands take for an option); spaces and dots at both ends are dropped, so no name is hidden or climbs a folder; Windows device names (CON, NUL.txt, COM1) get a _ in front; what is longer than VRM_FILE_NAME_MAX is cut; nothing left gives "_". Different texts can give the same name.',
    'vrm_validate_def_init':
        'Sets every field to its default; called by vrm_default_validate_def().',
    'vrm_validate':
        'Validates a file. VRM_OK means that validation completed: what is wrong is in the report. A file that cannot be read as glTF at all is still VRM_OK, with error findings; other results mean that validation itself failed (memory). `def`, `report` and `out_dialect` may be NULL.',
    'vrm_validate_file':
        "As vrm_validate() for a path; side files are read below the file's own folder. VRM_ERR_IO when the file itself cannot be read.",
    'vrm_rule_count':
        'Rules that a finding can name.',
    'vrm_rule_get':
        'All strings "" when there is no such rule; else they are valid for ever.',
    'vrm_vmc_def_init':
        'Sets every field to its default; called by vrm_default_vmc_def().',
    'vrm_vmc_create':
        '`def` may be NULL: the defaults.',
    'vrm_vmc_destroy':
        'NULL is fine.',
    'vrm_vmc_receive':
        'Reads one packet: a message or a bundle. VRM_ERR_INVALID when a part of it was refused; the rest was accepted. vrm_vmc_stats() says more.',
    'vrm_vmc_stats':
        'The current counters.',
    'vrm_vmc_unknown_bone':
        'Names in bone messages that are no bone, each once: the first 16, cut to 63 bytes. Untrusted text: use vrm_text_for_terminal() before printing. NULL when `index` is out of range.',
    'vrm_vmc_unknown_bone_count':
        'How many different names there are, those included that vrm_vmc_unknown_bone() does not list; counted up to VRM_VMC_UNKNOWN_MAX.',
    'vrm_vmc_state':
        "Valid until the receiver's end; changes with each packet.",
    'vrm_vmc_expression_count':
        "Expressions whose values were applied at least once, in the order in which they came, by the sender's own names. Values are applied by /VMC/Ext/Blend/Apply, or when a name comes again without one.",
    'vrm_vmc_expression_name':
        'The name lives as long as the receiver. "" and 0 when there is no such expression.',
    'vrm_vmc_expression_weight':
        'Its weight as it was sent.',
    'vrm_vmc_pose':
        'The bones as a pose; `hips_height` is that of the receiving avatar, used when vrm_VmcDef.hips_height is 0. Bones that were not sent are at rest.',
    'vrm_vmc_apply':
        'Gives an avatar the root, the pose, the applied expressions and the gaze. Expressions are found by preset, else by name, ignoring case. Before anything was received the avatar is not changed. False when the id is stale.',
    'vrm_vmc_record':
        'Adds a frame to a recorder: pose, expressions by their 1.0 names, gaze. `hips_height` as in vrm_vmc_pose(). On failure nothing is added.',
    'vrm_vmc_bone':
        'The bone of a name of Unity\'s HumanBodyBones ("LeftThumbProximal" is leftThumbMetacarpal), ignoring case. VRM_BONE_NONE when there is none.',
    'vrm_vmc_preset':
        'The preset of a name of 0.x ("Joy", "A", "Blink_L") or 1.0 ("happy", "aa", "blinkLeft"), ignoring case. VRM_EXPRESSION_CUSTOM when there is none.',
    'vrm_vmc_socket_open':
        'Opens a non-blocking UDP socket. `address` is an IPv4 address in numbers; NULL is 127.0.0.1, so that nobody else on the network can move the avatar. `port` 0 takes any that is free. VRM_ERR_ARGUMENT for an invalid address, VRM_ERR_IO when it cannot be bound (in use, not allowed).',
    'vrm_vmc_socket_close':
        'NULL is fine.',
    'vrm_vmc_socket_port':
        'The port on which it listens, also when it was opened with 0.',
    'vrm_vmc_socket_wait':
        'Waits for a packet, at most `milliseconds`. False when none came.',
    'vrm_vmc_socket_receive':
        'Passes waiting packets to the receiver, 1024 at most, so that a flood does not block the caller. Returns their number.',
}
