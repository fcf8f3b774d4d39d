/* SPDX-License-Identifier: MIT */
#include "float_texture.h"

#include "renderer.h"

uint32_t vrmi_make_float_texture(vrm_Renderer* renderer, size_t texels, const float* data) {
    const vrmi_Gl* gl = vrmi_gl(renderer);
    size_t rows = (texels + 2047) / 2048;
    if (rows > (size_t)renderer->max_texture) return 0;
    uint32_t id = 0;
    gl->GenTextures(1, &id);
    gl->ActiveTexture(GL_TEXTURE0);
    gl->BindTexture(GL_TEXTURE_2D, id);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 2048, (int32_t)rows, 0, GL_RGBA, GL_FLOAT, data);
    return id;
}
