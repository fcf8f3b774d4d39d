// SPDX-License-Identifier: MIT
// MToon for WebGLRenderer. The library's shaders compute the surface; three.js provides vertices,
// lights, shadows and fog. Names of the properties are those of the specification.
import * as THREE from 'three';
import { BackSide, ClampToEdgeWrapping, Color, Material, ShaderMaterial, Vector2 } from 'three';
import * as glsl from './shaders.js';

/* ShaderChunk and UniformsLib belong to WebGLRenderer. A page whose `three` is three.webgpu.js has neither and gives
 * MToonMaterialLoaderPlugin its own material; the import must not fail there. */

/* Names of our shaders that collide with names of three.js. */
const common = glsl.common.replaceAll('transformed(', 'transformed_uv(');
const outline = glsl.outline.replaceAll('transformed(', 'transformed_uv(');
const surface = glsl.surface.replaceAll('transformed(', 'transformed_uv(');

const features = `
#define SURFACE
#define MTOON
#ifdef USE_TANGENT
#define TANGENTS
#endif
#if defined(TAKES_VERTEX_COLOR) && (defined(USE_COLOR) || defined(USE_COLOR_ALPHA))
#define VERTEX_COLOR
#endif
#ifdef FLAT_SHADED
#define FLAT
#endif
/* By alphaTest and transparent, as pages set them on all materials. */
#ifdef USE_ALPHATEST
#define ALPHA_MASK
#endif
#ifndef OPAQUE
#define ALPHA_BLEND
#endif
${common}
#undef IS_OUTLINE
#undef IS_SCREEN_OUTLINE
#ifdef OUTLINE
#define IS_OUTLINE true
#else
#define IS_OUTLINE false
#endif
#ifdef SCREEN_OUTLINE
#define IS_SCREEN_OUTLINE true
#else
#define IS_SCREEN_OUTLINE false
#endif
`;

// Everything is in the camera's space, where three.js has its lights.
const vertexShader = `
#include <common>
${features}
#undef PROJECTION_Y
#define PROJECTION_Y projectionMatrix[1][1]
${outline}
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#if defined(UV_SECOND) && !defined(USE_UV1)
attribute vec2 uv1;
#endif
varying vec3 vViewPosition;
out vec3 v_position;
out vec3 v_normal;
out vec2 v_uv0;
#ifdef UV_SECOND
out vec2 v_uv1;
#endif
#ifdef TANGENTS
out vec4 v_tangent;
#endif
#ifdef VERTEX_COLOR
out vec4 v_color;
#endif
void main() {
  #include <beginnormal_vertex>
  #include <morphnormal_vertex>
  #include <skinbase_vertex>
  #include <skinnormal_vertex>
  #include <defaultnormal_vertex>
  #include <begin_vertex>
  #include <morphtarget_vertex>
  #include <skinning_vertex>
  #include <project_vertex>
  v_normal = normalize(transformedNormal);
  #ifdef FLIP_SIDED
  v_normal = -v_normal;
  #endif
  v_uv0 = uv;
  vec2 second = vec2(0.0);
  #ifdef UV_SECOND
  second = uv1;
  v_uv1 = uv1;
  #endif
  #ifdef TANGENTS
  /* w says on which side of normal and tangent the bitangent is: a mirror changes sides. */
  float mirror = determinant(mat3(modelViewMatrix));
  #ifdef USE_SKINNING
  mirror *= determinant(mat3(skinMatrix));
  #endif
  /* Not three.js's own: some releases reverse it in passes that draw backs, as outlines are. */
  vec3 along = (modelViewMatrix * vec4(objectTangent, 0.0)).xyz;
  v_tangent = vec4(normalize(along), mirror < 0.0 ? -tangent.w : tangent.w);
  #endif
  #ifdef VERTEX_COLOR
  #ifdef USE_COLOR_ALPHA
  v_color = color;
  #else
  v_color = vec4(color, 1.0);
  #endif
  #endif
  #ifdef OUTLINE
  mvPosition.xyz += v_normal * outline_width(gl_Position.w, uv, second);
  gl_Position = projectionMatrix * mvPosition;
  #endif
  v_position = mvPosition.xyz;
  vViewPosition = -mvPosition.xyz;
  #include <logdepthbuf_vertex>
  #include <clipping_planes_vertex>
  #include <worldpos_vertex>
  #include <shadowmap_vertex>
  #include <fog_vertex>
}`;

/* three.js darkens a light by its shadow. A toon surface in shadow has its shade colour instead: the
 * shadow is kept apart. */
const lights = (THREE.ShaderChunk?.lights_fragment_begin ?? '').replace(
  /directLight\.color \*= (\( *directLight\.visible && receiveShadow)/g,
  'toon_shadow = $1',
);

const fragmentShader = `
#include <common>
${features}
#undef EYE
#define EYE (isOrthographic ? vec4(0.0, 0.0, 1.0, 0.0) : vec4(0.0, 0.0, 0.0, 1.0))
#undef VIEW_ROWS
#define VIEW_ROWS mat3(1.0)
#undef SKY_COLOR
#undef GROUND_COLOR
#define SKY_COLOR vec3(0.0)
#define GROUND_COLOR vec3(0.0)
#undef LIGHT_FROM
#undef LIGHT_COLOR
#define LIGHT_FROM vec3(0.0)
#define LIGHT_COLOR vec3(0.0)
${surface}
${glsl.mtoon}
varying vec3 vViewPosition;
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <shadowmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
#include <dithering_pars_fragment>

struct ToonSurface { vec3 lit; vec3 shade; float shift; };
float toon_shadow = 1.0;
float lit_share = 0.0; /* sum over the lights; for debugMode */

/* The light that arrives is kept in directSpecular, for the rim. A light of intensity PI counts 1. */
void toon_direct(const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal,
    const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonSurface material, inout ReflectedLight reflectedLight) {
  vec3 light = directLight.color * RECIPROCAL_PI;
  float shading = shading_of(dot(geometryNormal, directLight.direction), material.shift) * toon_shadow;
  lit_share += shading;
  reflectedLight.directDiffuse += mix(material.shade, material.lit, shading) * light;
  reflectedLight.directSpecular += light;
  toon_shadow = 1.0;
}
#define RE_Direct toon_direct

vec3 light_around(vec3 n) {
  vec3 sum = getAmbientLightIrradiance(ambientLightColor);
  #if defined(USE_LIGHT_PROBES)
  sum += getLightProbeIrradiance(lightProbe, n);
  #endif
  #if NUM_HEMI_LIGHTS > 0
  for (int i = 0; i < NUM_HEMI_LIGHTS; i++) sum += getHemisphereLightIrradiance(hemisphereLights[i], n);
  #endif
  return sum * RECIPROCAL_PI;
}

void main() {
  #include <clipping_planes_fragment>
  #include <logdepthbuf_fragment>
  animate();
  vec4 texel = base_texel();
  vec4 base = base_color(texel);
  vec3 normal = surface_normal();
  vec3 v = normalize(EYE.xyz - v_position * EYE.w);
  ToonSurface material = ToonSurface(base.rgb, shade_color(texel.rgb), shading_shift());
  ReflectedLight reflectedLight = ReflectedLight(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
  ${lights}
  vec3 up = normalize((viewMatrix * vec4(0.0, 1.0, 0.0, 0.0)).xyz);
  vec3 gi = mix(light_around(normal), 0.5 * (light_around(up) + light_around(-up)), GI_EQUALIZATION);
  vec3 color = reflectedLight.directDiffuse + gi * base.rgb;
  color += rim_of(normal, v, reflectedLight.directSpecular + gi, uv_of(SLOT_RIM));
  gl_FragColor = vec4(max(outlined(color + emission()), 0.0), base.a);
  #ifdef DEBUG_LIT_SHADE_RATE
  gl_FragColor.rgb = vec3(lit_share);
  #endif
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <fog_fragment>
  #include <premultiplied_alpha_fragment>
  #include <dithering_fragment>
  #ifdef DEBUG_NORMAL
  gl_FragColor = vec4(0.5 + 0.5 * normal, 1.0);
  #elif defined(DEBUG_UV)
  gl_FragColor = vec4(v_uv0, 0.0, 1.0);
  #endif
}`;

/** Property, sampler, #define and index in u_uv of each texture. */
export const slots = [
  ['map', 'u_base', 'BASE_TEXTURE', 0],
  ['normalMap', 'u_normal', 'NORMAL_TEXTURE', 2],
  ['emissiveMap', 'u_emissive', 'EMISSIVE_TEXTURE', 4],
  ['shadeMultiplyTexture', 'u_shade', 'SHADE_TEXTURE', 5],
  ['shadingShiftTexture', 'u_shift', 'SHIFT_TEXTURE', 6],
  ['rimMultiplyTexture', 'u_rim', 'RIM_TEXTURE', 7],
  ['outlineWidthMultiplyTexture', 'u_width', 'WIDTH_TEXTURE', 8],
  ['uvAnimationMaskTexture', 'u_mask', 'MASK_TEXTURE', 9],
  ['matcapTexture', 'u_matcap', 'MATCAP_TEXTURE', -1],
];

const numbers = {
  shadingShiftFactor: 0,
  shadingShiftTextureScale: 1,
  shadingToonyFactor: 0.9,
  giEqualizationFactor: 0.9,
  parametricRimFresnelPowerFactor: 5,
  parametricRimLiftFactor: 0,
  rimLightingMixFactor: 1,
  outlineWidthFactor: 0,
  outlineLightingMixFactor: 1,
  uvAnimationScrollXSpeedFactor: 0,
  uvAnimationScrollYSpeedFactor: 0,
  uvAnimationRotationSpeedFactor: 0,
  emissiveIntensity: 1,
};
const colors = {
  color: 0xffffff,
  emissive: 0x000000,
  shadeColorFactor: 0x000000,
  matcapFactor: 0xffffff,
  parametricRimColorFactor: 0x000000,
  outlineColorFactor: 0x000000,
};
const plain = {
  ...numbers,
  outlineWidthMode: 'none',
  isOutline: false,
  masksAreRed: false,
  ignoreVertexColor: true,
  debugMode: 'none',
};

/** Members by the names of three-vrm's uniforms. */
const members = Object.entries({
  litFactor: 'color',
  ...Object.fromEntries(
    [
      'opacity',
      'alphaTest',
      'normalScale',
      ...Object.keys(numbers),
      ...Object.keys(colors),
      ...slots.map(([name]) => name),
    ].map((name) => [name, name]),
  ),
});

/** A uniform of three-vrm that reads and writes the member of the material. */
class MemberUniform {
  #material;
  #member;

  constructor(material, member) {
    this.#material = material;
    this.#member = member;
  }

  get value() {
    return this.#material[this.#member];
  }
  set value(value) {
    this.#material[this.#member] = value;
  }
}

/** #defines by debugMode. */
const debugModes = { normal: 'DEBUG_NORMAL', litShadeRate: 'DEBUG_LIT_SHADE_RATE', uv: 'DEBUG_UV' };

/** Uniforms that WebGLRenderer sets in each frame. */
const frameValues = Object.entries({ ...THREE.UniformsLib?.lights, ...THREE.UniformsLib?.fog }).map(
  ([name, { value }]) => [name, value],
);

function frameUniforms() {
  const uniforms = {};
  for (const [name, value] of frameValues) uniforms[name] = { value: value?.isColor ? value.clone() : value };
  return uniforms;
}

/** The remainder of a periodic motion. */
const wrapped = (amount, period) => amount - Math.floor(amount / period) * period;

export class MToonMaterial extends ShaderMaterial {
  isMToonMaterial = true;
  normalScale = new Vector2(1, 1);
  #time = 0;
  #values = new Float32Array(36);
  #transforms = new Float32Array(80);

  constructor(parameters = {}) {
    super({ lights: true, fog: true, clipping: true, vertexShader, fragmentShader, uniforms: frameUniforms() });
    this.type = 'MToonMaterial';
    Object.assign(this, plain);
    for (const [name, value] of Object.entries(colors)) this[name] = new Color(value);
    for (const [name, sampler] of slots) {
      this[name] = null;
      this.uniforms[sampler] = { value: null };
    }
    this.uniforms.u_material = { value: this.#values };
    this.uniforms.u_uv = { value: this.#transforms };
    for (const [uniform, member] of members)
      Object.defineProperty(this.uniforms, uniform, { value: new MemberUniform(this, member) }); // not in the shaders
    this.setValues(parameters);
    this.updateProgram();
  }

  get isAnimated() {
    return (
      this.uvAnimationScrollXSpeedFactor !== 0 ||
      this.uvAnimationScrollYSpeedFactor !== 0 ||
      this.uvAnimationRotationSpeedFactor !== 0
    );
  }

  copy(source) {
    Material.prototype.copy.call(this, source); // shaders are shared, uniforms are not
    for (const name of Object.keys(plain)) this[name] = source[name];
    for (const name of Object.keys(colors)) this[name].copy(source[name]);
    for (const [name] of slots) this[name] = source[name];
    this.normalScale.copy(source.normalScale);
    this.#time = source.#time;
    this.updateProgram();
    return this;
  }

  /** Advances the scrolling of texture coordinates. */
  update(delta) {
    this.#time += delta;
  }

  /** Selects the program for the present textures and modes. */
  updateProgram() {
    const textures = slots.filter(([name]) => this[name]);
    const defines = {};
    for (const [, , define] of textures) defines[define] = '';
    if (textures.some(([, , , at]) => at >= 0)) defines.UV_TRANSFORM = '';
    if (textures.some(([name]) => this[name].channel === 1)) defines.UV_SECOND = '';
    if (this.isAnimated) defines.UV_ANIMATION = '';
    if (this.masksAreRed) defines.RED_MASKS = '';
    if (!this.ignoreVertexColor) defines.TAKES_VERTEX_COLOR = '';
    if (Object.hasOwn(debugModes, this.debugMode)) defines[debugModes[this.debugMode]] = '';
    if (this.isOutline) defines.OUTLINE = '';
    if (this.isOutline && this.outlineWidthMode === 'screenCoordinates') defines.SCREEN_OUTLINE = '';
    const isSame = Object.keys(defines).join() === Object.keys(this.defines).join();
    if (isSame) return;
    this.defines = defines;
    this.needsUpdate = true;
  }

  onBeforeRender() {
    this.updateProgram();
    this.#write();
  }

  #write() {
    const v = this.#values,
      rgb = (at, { r, g, b }, scale = 1) => {
        v[at] = r * scale;
        v[at + 1] = g * scale;
        v[at + 2] = b * scale;
      };
    rgb(0, this.color);
    v[3] = this.opacity;
    rgb(4, this.shadeColorFactor);
    v[7] = this.shadingShiftFactor;
    rgb(8, this.emissive, this.emissiveIntensity);
    v[11] = this.shadingToonyFactor;
    rgb(12, this.matcapFactor);
    v[15] = this.giEqualizationFactor;
    rgb(16, this.parametricRimColorFactor);
    v[19] = this.parametricRimFresnelPowerFactor;
    rgb(20, this.outlineColorFactor);
    v[23] = this.outlineLightingMixFactor;
    v[24] = this.parametricRimLiftFactor;
    v[25] = this.rimLightingMixFactor;
    v[26] = this.outlineWidthFactor;
    v[27] = this.alphaTest;
    // With a mask, the amount differs per pixel; without one, each texture scrolls by itself.
    const hasMask = Boolean(this.uvAnimationMaskTexture);
    const x = this.uvAnimationScrollXSpeedFactor * this.#time,
      y = this.uvAnimationScrollYSpeedFactor * this.#time;
    const turn = this.uvAnimationRotationSpeedFactor * this.#time;
    v[28] = hasMask ? x : 0;
    v[29] = hasMask ? y : 0;
    v[30] = hasMask ? turn : wrapped(turn, 2 * Math.PI);
    v[31] = this.normalScale.x; // GLTFLoader flips y for its own materials
    v[32] = this.shadingShiftTextureScale;
    for (const [name, sampler, , at] of slots) {
      const texture = this[name];
      this.uniforms[sampler].value = texture;
      if (texture && at >= 0) this.#writeTransform(at * 8, texture, hasMask ? 0 : x, hasMask ? 0 : y);
    }
    this.uniformsNeedUpdate = true;
  }

  /** KHR_texture_transform, as GLTFLoader stores it in a texture, for texture coordinates that are scrolled by x, y.
   * Whole repeats are dropped, so that precision does not decrease over hours. */
  #writeTransform(at, { offset, repeat, rotation, channel, wrapS, wrapT }, x, y) {
    const t = this.#transforms,
      c = Math.cos(rotation),
      s = Math.sin(rotation);
    const scrolled = (amount, wrap) =>
      wrap === ClampToEdgeWrapping ? Math.min(Math.max(amount, -1e6), 1e6) : wrapped(amount, 2);
    t[at] = c * repeat.x;
    t[at + 1] = s * repeat.y;
    t[at + 2] = -s * repeat.x;
    t[at + 3] = c * repeat.y;
    t[at + 4] = offset.x + scrolled(c * repeat.x * x + s * repeat.y * y, wrapS);
    t[at + 5] = offset.y + scrolled(c * repeat.y * y - s * repeat.x * x, wrapT);
    t[at + 6] = channel;
  }

  /** The second pass: back faces, moved outwards. */
  makeOutline() {
    const copy = this.clone();
    copy.name = `${this.name} (Outline)`;
    copy.isOutline = true;
    copy.side = BackSide;
    copy.polygonOffset = true;
    copy.polygonOffsetFactor = copy.polygonOffsetUnits = 1;
    return copy;
  }
}
