// SPDX-License-Identifier: MIT
// WebGL 2 for the renderer in C, which calls OpenGL ES 3.0. WebGL objects get numbers, and addresses become
// views of memory. The names are those of render/gl.h without "gl"; a test compares the two lists.
import { floatHeap, glFunctions, heap, release, takeBytes, text, wordsAddress } from './module.js';
import { othersTurn } from './turn.js';

const FLOAT = 0x1406,
  RENDERER = 0x1f01;

/** Numbers for WebGL objects; 0 is none. */
class Names {
  #objects = [null];
  #free = [];

  add(object) {
    const name = this.#free.pop() ?? this.#objects.length;
    this.#objects[name] = object;
    return name;
  }

  get(name) {
    return this.#objects[name] ?? null;
  }

  remove(name) {
    const object = this.get(name);
    if (object !== null) {
      this.#objects[name] = null;
      this.#free.push(name);
    }
    return object;
  }
}

/** C names decoded images by addresses beyond the end of memory, which is at most 2 GiB. */
const firstToken = 2 ** 31;

/** Pixels per upload, and pixels in flight at the same time. */
const slicePixels = 2 ** 18,
  pixelsOnTheWay = 2 ** 20;
const longestTurn = 8; // milliseconds of uploads before the page gets a turn

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Limits uploads, so that the page stays responsive and the queue of the GPU process short. */
class Pace {
  #gl;
  #fences = []; // [fence, pixels sent before it]
  #onTheWay = 0;
  #since = performance.now();

  constructor(gl) {
    this.#gl = gl;
  }

  /** Notes that pixels were sent; waits while too many are in flight or other tasks are due. */
  async rest(pixels) {
    const gl = this.#gl;
    this.#fences.push([gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0), pixels]);
    gl.flush();
    this.#onTheWay += pixels;
    if (performance.now() - this.#since > longestTurn) await this.#turn(othersTurn());
    while (this.#onTheWay > pixelsOnTheWay && !this.#collect()) await this.#turn(later(2));
  }

  /** Waits until all uploads are complete. */
  async drain(isWanted) {
    await this.rest(0);
    while (this.#fences.length > 0 && !this.#collect() && isWanted()) await this.#turn(later(4));
  }

  async #turn(promise) {
    await promise;
    this.#since = performance.now();
  }

  /** Removes completed fences; returns true if no wait is needed. */
  #collect() {
    const gl = this.#gl;
    while (this.#fences.length > 0) {
      const [fence, pixels] = this.#fences[0];
      if (fence && !gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return false;
      gl.deleteSync(fence);
      this.#onTheWay -= pixels;
      this.#fences.shift();
    }
    return true;
  }
}

/** The state of one WebGL context. The renderer in C draws with the current one. */
export class Context {
  constructor(gl) {
    this.gl = gl;
    this.forget();
    this.strings = [];
    /** Decoded images of the model that is being uploaded; null without one. */
    this.images = [];
    this.texture = null; // bound last
    this.pending = []; // textures whose pixels finishUploads() sends
    this.linking = []; // programs whose link status was not requested yet
    this.parallel = gl.getExtension('KHR_parallel_shader_compile');
    // Render targets of floats that can be blended and filtered; half floats otherwise.
    const hasFloats = gl.getExtension('EXT_float_blend') && gl.getExtension('OES_texture_float_linear');
    gl.getExtension(hasFloats ? 'EXT_color_buffer_float' : 'EXT_color_buffer_half_float');
    const debug = gl.getExtension('WEBGL_debug_renderer_info');
    this.name = String(gl.getParameter(debug ? debug.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  }

  /** Starts without objects. Objects of a lost context are gone; browsers warn if they are deleted later. */
  forget() {
    for (const table of [
      'buffers',
      'arrays',
      'textures',
      'samplers',
      'shaders',
      'programs',
      'locations',
      'framebuffers',
      'renderbuffers',
    ])
      this[table] = new Names();
  }

  /** Connects the imports of C to this context. */
  use() {
    current = this;
  }

  /** The textures of the model that C uploaded last; their pixels are still to be sent. */
  takePending() {
    const pending = this.pending;
    this.pending = [];
    return pending;
  }

  /** Sends pixels in slices and waits for programs, so that neither the page nor the GPU process is blocked for long.
   * Asks `isWanted()` after each pause; false cancels. */
  async finishUploads(pending, isWanted) {
    const { gl } = this;
    const pace = new Pace(gl);
    for (const { texture, internal, format, type, image, hasMips } of pending) {
      const rows = Math.max(1, Math.floor(slicePixels / image.width));
      for (let y = 0; y < image.height; y += rows) {
        const height = Math.min(rows, image.height - y),
          isWhole = height === image.height;
        const slice = isWhole
          ? image
          : await createImageBitmap(image, 0, y, image.width, height, {
              premultiplyAlpha: 'none',
              colorSpaceConversion: 'none',
            });
        if (!isWanted()) return;
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        if (isWhole) gl.texImage2D(gl.TEXTURE_2D, 0, internal, format, type, image);
        else {
          if (y === 0) gl.texImage2D(gl.TEXTURE_2D, 0, internal, image.width, image.height, 0, format, type, null);
          gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, y, format, type, slice);
          slice.close();
        }
        await pace.rest(image.width * height);
        if (!isWanted()) return;
      }
      if (!hasMips) continue;
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.generateMipmap(gl.TEXTURE_2D);
      await pace.rest(image.width * image.height);
      if (!isWanted()) return;
    }
    await this.#finishPrograms(pace, isWanted);
  }

  async #finishPrograms(pace, isWanted) {
    const { gl, parallel } = this,
      programs = this.linking;
    this.linking = [];
    const isLinked = (program) =>
      gl.isContextLost() || !gl.isProgram(program) || gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR);
    if (!parallel) await pace.drain(isWanted);
    else while (isWanted() && !programs.every(isLinked)) await later(4);
  }

  release() {
    for (const address of this.strings) release(address);
    this.strings = [];
  }
}

let current = null;

/** Memory as the view that WebGL requires for a pixel type. */
function pixelsAt(type, address) {
  return type === FLOAT ? [floatHeap(), address / 4] : [heap(), address];
}

const setInteger = (address, value) => new DataView(heap().buffer).setInt32(address, value, true);
const setIntegers = (address, values) => values.forEach((value, i) => setInteger(address + 4 * i, value));
const integersAt = (address, count) => new Uint32Array(heap().buffer, address, count);

const unsigned = (address) => address >>> 0;

function cText(address) {
  const bytes = heap();
  let end = address;
  while (bytes[end] !== 0) end++;
  return text(address, end - address);
}

/** Writes a text like GL: truncated to `size` bytes, with a terminating zero. */
function putText(value, size, length, out) {
  if (size <= 0) return;
  const bytes = new TextEncoder().encode(value).subarray(0, size - 1);
  heap().set(bytes, out);
  heap()[out + bytes.length] = 0;
  if (length !== 0) setInteger(length, bytes.length);
}

const make = (table, create) => (count, out) =>
  setIntegers(
    out,
    Array.from({ length: count }, () => current[table].add(current.gl[create]())),
  );
const destroy = (table, remove) => (count, ids) => {
  for (const name of integersAt(unsigned(ids), count)) {
    const object = current[table].remove(name);
    if (object !== null) current.gl[remove](object);
  }
};
const same =
  (method) =>
  (...args) =>
    current.gl[method](...args);

Object.assign(glFunctions, {
  // Functions by which C asks for images: web/wasm/render.c.
  image(index) {
    const image = current.images[index];
    if (!image) return 0;
    const out = new Uint32Array(heap().buffer, wordsAddress(), 2);
    out[0] = image.width;
    out[1] = image.height;
    return firstToken + index;
  },

  // ---- Those that answer ----
  GetString(name) {
    const value = name === RENDERER ? current.name : String(current.gl.getParameter(name));
    const address = takeBytes(new TextEncoder().encode(`${value.replaceAll('llvmpipe', 'LLVM pipe')}\0`), 'Stage');
    current.strings.push(address);
    return address;
  },
  GetIntegerv: (name, out) => setInteger(out, Number(current.gl.getParameter(name))),
  GetError: () => current.gl.getError(),
  GenBuffers: make('buffers', 'createBuffer'),
  BufferData(target, size, data, usage) {
    if (data === 0) current.gl.bufferData(target, size, usage);
    else current.gl.bufferData(target, heap(), usage, unsigned(data), size);
  },
  GenVertexArrays: make('arrays', 'createVertexArray'),
  GenTextures: make('textures', 'createTexture'),
  TexImage2D(target, level, internal, width, height, border, format, type, pixels) {
    const { gl, images } = current;
    const address = unsigned(pixels);
    if (address >= firstToken)
      current.pending.push({
        texture: current.texture,
        internal,
        format,
        type,
        image: images[address - firstToken],
        hasMips: false,
      });
    else if (address === 0) gl.texImage2D(target, level, internal, width, height, border, format, type, null);
    else gl.texImage2D(target, level, internal, width, height, border, format, type, ...pixelsAt(type, address));
  },
  TexSubImage2D(target, level, x, y, width, height, format, type, pixels) {
    current.gl.texSubImage2D(target, level, x, y, width, height, format, type, ...pixelsAt(type, unsigned(pixels)));
  },
  GenSamplers: make('samplers', 'createSampler'),
  CreateShader: (type) => current.shaders.add(current.gl.createShader(type)),
  GetShaderiv: (shader, name, out) =>
    setInteger(out, Number(current.gl.getShaderParameter(current.shaders.get(shader), name))),
  GetShaderInfoLog: (shader, size, length, out) =>
    putText(current.gl.getShaderInfoLog(current.shaders.get(shader)) ?? '', size, length, out),
  CreateProgram: () => current.programs.add(current.gl.createProgram()),
  GetProgramiv: (program, name, out) =>
    setInteger(out, Number(current.gl.getProgramParameter(current.programs.get(program), name))),
  GetProgramInfoLog: (program, size, length, out) =>
    putText(current.gl.getProgramInfoLog(current.programs.get(program)) ?? '', size, length, out),
  GetUniformLocation(program, name) {
    const location = current.gl.getUniformLocation(current.programs.get(program), cText(unsigned(name)));
    return location === null ? -1 : current.locations.add(location);
  },
  GenFramebuffers: make('framebuffers', 'createFramebuffer'),
  CheckFramebufferStatus: same('checkFramebufferStatus'),
  GenRenderbuffers: make('renderbuffers', 'createRenderbuffer'),
  ReadPixels: (x, y, width, height, format, type, out) =>
    current.gl.readPixels(x, y, width, height, format, type, ...pixelsAt(type, unsigned(out))),

  // ---- Those that only do ----
  Enable: same('enable'),
  Disable: same('disable'),
  Viewport: same('viewport'),
  ClearColor: same('clearColor'),
  Clear: same('clear'),
  DepthMask: (flag) => current.gl.depthMask(flag !== 0),
  DepthFunc: same('depthFunc'),
  CullFace: same('cullFace'),
  FrontFace: same('frontFace'),
  BlendFuncSeparate: same('blendFuncSeparate'),
  PolygonOffset: same('polygonOffset'),
  DeleteBuffers: destroy('buffers', 'deleteBuffer'),
  BindBuffer: (target, name) => current.gl.bindBuffer(target, current.buffers.get(name)),
  DeleteVertexArrays: destroy('arrays', 'deleteVertexArray'),
  BindVertexArray: (name) => current.gl.bindVertexArray(current.arrays.get(name)),
  EnableVertexAttribArray: same('enableVertexAttribArray'),
  VertexAttribPointer: (index, size, type, normalized, stride, offset) =>
    current.gl.vertexAttribPointer(index, size, type, normalized !== 0, stride, offset),
  VertexAttribI4ui: same('vertexAttribI4ui'),
  VertexAttrib4f: same('vertexAttrib4f'),
  LineWidth: same('lineWidth'),
  VertexAttribIPointer: same('vertexAttribIPointer'),
  DeleteTextures: destroy('textures', 'deleteTexture'),
  ActiveTexture: same('activeTexture'),
  BindTexture(target, name) {
    current.texture = current.textures.get(name);
    current.gl.bindTexture(target, current.texture);
  },
  TexParameteri: same('texParameteri'),
  GenerateMipmap(target) {
    const last = current.pending.at(-1);
    if (last && last.texture === current.texture) last.hasMips = true;
    else current.gl.generateMipmap(target);
  },
  PixelStorei: same('pixelStorei'),
  DeleteSamplers: destroy('samplers', 'deleteSampler'),
  BindSampler: (unit, name) => current.gl.bindSampler(unit, current.samplers.get(name)),
  SamplerParameteri: (name, parameter, value) =>
    current.gl.samplerParameteri(current.samplers.get(name), parameter, value),
  ShaderSource(shader, count, texts, lengths) {
    const addresses = integersAt(unsigned(texts), count);
    const source = Array.from(addresses, (address, i) => {
      const length = lengths === 0 ? -1 : new Int32Array(heap().buffer, unsigned(lengths), count)[i];
      return length < 0 ? cText(address) : text(address, length);
    }).join('');
    current.gl.shaderSource(current.shaders.get(shader), source);
  },
  CompileShader: (shader) => current.gl.compileShader(current.shaders.get(shader)),
  DeleteShader: (shader) => current.gl.deleteShader(current.shaders.remove(shader)),
  AttachShader: (program, shader) =>
    current.gl.attachShader(current.programs.get(program), current.shaders.get(shader)),
  LinkProgram(program) {
    const object = current.programs.get(program);
    current.gl.linkProgram(object);
    current.linking.push(object);
  },
  DeleteProgram: (program) => current.gl.deleteProgram(current.programs.remove(program)),
  UseProgram: (program) => current.gl.useProgram(current.programs.get(program)),
  Uniform1i: (location, value) => current.gl.uniform1i(current.locations.get(location), value),
  Uniform4fv: (location, count, values) =>
    current.gl.uniform4fv(current.locations.get(location), floatHeap(), unsigned(values) / 4, count * 4),
  Uniform4iv: (location, count, values) =>
    current.gl.uniform4iv(current.locations.get(location), new Int32Array(heap().buffer, unsigned(values), count * 4)),
  DrawArrays: same('drawArrays'),
  DrawElementsInstanced: same('drawElementsInstanced'),
  DeleteFramebuffers: destroy('framebuffers', 'deleteFramebuffer'),
  BindFramebuffer: (target, name) => current.gl.bindFramebuffer(target, current.framebuffers.get(name)),
  FramebufferTexture2D: (target, attachment, textureTarget, name, level) =>
    current.gl.framebufferTexture2D(target, attachment, textureTarget, current.textures.get(name), level),
  FramebufferRenderbuffer: (target, attachment, bufferTarget, name) =>
    current.gl.framebufferRenderbuffer(target, attachment, bufferTarget, current.renderbuffers.get(name)),
  BlitFramebuffer: same('blitFramebuffer'),
  DeleteRenderbuffers: destroy('renderbuffers', 'deleteRenderbuffer'),
  BindRenderbuffer: (target, name) => current.gl.bindRenderbuffer(target, current.renderbuffers.get(name)),
  RenderbufferStorageMultisample: same('renderbufferStorageMultisample'),
});
