/* SPDX-License-Identifier: MIT */
/* Writes WebP with libwebp's animation encoder, which finds changed rectangles and key frames
 * itself. A single frame becomes a still image. */
#include "image/image_writer.h"

#include <limits.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

typedef struct WebpState {
    WebPAnimEncoder* encoder;
    bool has_alpha;
} WebpState;

static vrm_Result webp_begin(vrm_ImageWriter* writer) {
    WebPAnimEncoderOptions options;
    if (!WebPAnimEncoderOptionsInit(&options)) return VRM_ERR_UNSUPPORTED;
    options.anim_params.loop_count = writer->def.loop_count;
    options.anim_params.bgcolor = 0;
    WebpState* state = vrmi_image_alloc(&writer->def.allocator, sizeof *state);
    if (state == NULL) return VRM_ERR_MEMORY;
    int width = (int)writer->def.width, height = (int)writer->def.height;
    *state = (WebpState){.encoder = WebPAnimEncoderNew(width, height, &options)};
    writer->state = state;
    return state->encoder != NULL ? VRM_OK : VRM_ERR_MEMORY;
}

/* libwebp uses BGRA words in the byte order of the machine; it converts the pixels itself. */
static vrm_Result webp_add(vrm_ImageWriter* writer, const uint8_t* pixels) {
    WebPConfig config;
    WebPPicture picture;
    WebpState* state = writer->state;
    if (!WebPConfigInit(&config) || !WebPPictureInit(&picture)) return VRM_ERR_UNSUPPORTED;
    bool is_lossless = writer->def.quality > 100.0f;
    config.lossless = is_lossless;
    config.quality = is_lossless ? (float)writer->def.effort * 8.0f : writer->def.quality;
    config.method = writer->def.effort * 2 / 3; /* 0 to 6 */
    picture.use_argb = 1;
    picture.width = (int)writer->def.width;
    picture.height = (int)writer->def.height;
    vrm_Result result = VRM_ERR_MEMORY;
    if (WebPPictureImportRGBA(&picture, pixels, picture.width * 4)) {
        state->has_alpha = state->has_alpha || WebPPictureHasTransparency(&picture);
        int64_t time = vrmi_frame_time(writer, writer->frame_count, 1000.0);
        if (time > INT_MAX)
            result = VRM_ERR_LIMIT;
        else if (WebPAnimEncoderAdd(state->encoder, &picture, (int)time, &config))
            result = VRM_OK;
    }
    WebPPictureFree(&picture);
    return result;
}

/* libwebp crops frames to what is drawn; if all of that is opaque it declares the canvas as having
 * no alpha, and players paint it black. The flag is bit 4 of the byte behind the VP8X chunk's
 * header. */
static void mark_alpha(vrm_ImageWriter* writer) {
    uint8_t* data = writer->bytes.data;
    if (writer->bytes.size > 20 && memcmp(data + 12, "VP8X", 4) == 0) data[20] |= 0x10;
}

static bool can_be_decoded(const WebPData* picture) {
    int width, height;
    uint8_t* pixels = WebPDecodeRGBA(picture->bytes, picture->size, &width, &height);
    WebPFree(pixels);
    return pixels != NULL;
}

/* libwebp 1.2.4 reports success when it had no memory for the alpha of a picture, and writes one
 * that decoders refuse: every frame is decoded before the file is handed out, which takes a small
 * part of the time for encoding it. */
static bool is_sound(const WebPData* file) {
    int frames = 0;
    WebPMux* mux = WebPMuxCreate(file, 0);
    bool is_good = mux != NULL && WebPMuxNumChunks(mux, WEBP_CHUNK_IMAGE, &frames) == WEBP_MUX_OK &&
                   frames > 0;
    for (int i = 1; is_good && i <= frames; i++) {
        WebPMuxFrameInfo frame;
        is_good = WebPMuxGetFrame(mux, (uint32_t)i, &frame) == WEBP_MUX_OK;
        if (!is_good) break;
        is_good = can_be_decoded(&frame.bitstream);
        WebPDataClear(&frame.bitstream);
    }
    WebPMuxDelete(mux);
    return is_good;
}

static vrm_Result webp_finish(vrm_ImageWriter* writer) {
    const WebpState* state = writer->state;
    int64_t end = vrmi_frame_time(writer, writer->frame_count, 1000.0);
    if (end > INT_MAX) return VRM_ERR_LIMIT;
    if (!WebPAnimEncoderAdd(state->encoder, NULL, (int)end, NULL)) return VRM_ERR_MEMORY;
    WebPData data;
    WebPDataInit(&data);
    if (!WebPAnimEncoderAssemble(state->encoder, &data)) return VRM_ERR_MEMORY;
    vrmi_bytes_put(&writer->bytes, data.bytes, data.size);
    bool is_good = vrmi_webp_has_memory(writer->def.width, writer->def.height) && is_sound(&data);
    WebPDataClear(&data);
    if (!is_good) return VRM_ERR_MEMORY;
    if (state->has_alpha && !writer->bytes.has_failed) mark_alpha(writer);
    return VRM_OK;
}

static void webp_end(vrm_ImageWriter* writer) {
    WebpState* state = writer->state;
    if (state == NULL) return;
    WebPAnimEncoderDelete(state->encoder);
    vrmi_image_free(&writer->def.allocator, state, sizeof *state);
}

const vrmi_WriterFormat vrmi_write_webp = {webp_begin, webp_add, webp_finish, webp_end};
