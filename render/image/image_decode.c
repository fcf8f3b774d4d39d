/* SPDX-License-Identifier: MIT */
/* The decoders: libspng, libjpeg-turbo and libwebp. The size was checked against the limits; each
 * decoder checks again that the library found the same size. */
#include "image/image_codec.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <spng.h>
#include <webp/decode.h>

#include <jpeglib.h> /* needs stdio.h before it */

#include <jerror.h>

/* ---- PNG ---- */

/* Limit for text, profiles and similar chunks that a PNG makes its reader keep. */
#define PNG_CACHE_BYTES ((size_t)32 << 20)

vrm_Result vrmi_decode_png(vrm_Span bytes, const vrm_ImageInfo* info, vrm_Picture* out) {
    spng_ctx* png = spng_ctx_new(0);
    if (png == NULL) return VRM_ERR_MEMORY;
    out->width = info->width;
    out->height = info->height;
    size_t size = 0;
    int error = spng_set_image_limits(png, info->width, info->height);
    if (error == 0) error = spng_set_chunk_limits(png, PNG_CACHE_BYTES, PNG_CACHE_BYTES);
    if (error == 0) error = spng_set_png_buffer(png, bytes.data, bytes.size);
    if (error == 0) error = spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size);
    if (error == 0 && size != (size_t)info->width * info->height * 4) error = SPNG_EINTERNAL;
    vrm_Result result = VRM_OK;
    if (error == 0) result = vrmi_image_reserve(out);
    if (error == 0 && result == VRM_OK)
        error = spng_decode_image(png, out->pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    spng_ctx_free(png);
    if (error == SPNG_EMEM) return VRM_ERR_MEMORY;
    return error != 0 ? VRM_ERR_INVALID : result;
}

/* ---- JPEG ---- */

/* A progressive file may have any number of scans, each as expensive as the whole image. Encoders
 * write about ten. */
#define JPEG_MAX_SCANS 100

/* libjpeg reports errors through a function that must not return; it jumps back to decode().
 * Between setjmp and longjmp only members of this struct change. */
typedef struct Jpeg {
    struct jpeg_decompress_struct codec;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf back;
    vrm_Result result;
    vrm_Picture* image;
} Jpeg;

static void leave(j_common_ptr codec) {
    Jpeg* jpeg = codec->client_data;
    jpeg->result = codec->err->msg_code == JERR_OUT_OF_MEMORY ? VRM_ERR_MEMORY : VRM_ERR_INVALID;
    longjmp(jpeg->back, 1);
}

/* Levels below zero are warnings: where the file is truncated, because the bytes end or a marker
 * replaces data, libjpeg would continue with grey. */
static void refuse_what_is_cut(j_common_ptr codec, int level) {
    int code = codec->err->msg_code;
    if (level < 0 && (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER)) leave(codec);
}

static void say_nothing(j_common_ptr codec) {
    (void)codec;
}

static void count_scans(j_common_ptr codec) {
    Jpeg* jpeg = codec->client_data;
    if (jpeg->codec.input_scan_number > JPEG_MAX_SCANS) leave(codec);
}

static void begin_jpeg(Jpeg* jpeg, vrm_Span bytes) {
    jpeg->codec.err = jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = leave;
    jpeg->errors.emit_message = refuse_what_is_cut;
    jpeg->errors.output_message = say_nothing;
    jpeg->codec.client_data = jpeg;
    jpeg_create_decompress(&jpeg->codec);
    jpeg->progress.progress_monitor = count_scans;
    jpeg->codec.progress = &jpeg->progress;
    jpeg_mem_src(&jpeg->codec, (const unsigned char*)bytes.data, (unsigned long)bytes.size);
    jpeg_read_header(&jpeg->codec, TRUE);
}

vrm_Result vrmi_peek_jpeg(vrm_Span bytes, vrm_ImageInfo* out) {
    Jpeg jpeg;
    memset(&jpeg, 0, sizeof jpeg);
    if (setjmp(jpeg.back) == 0) {
        begin_jpeg(&jpeg, bytes);
        out->width = jpeg.codec.image_width;
        out->height = jpeg.codec.image_height;
    }
    jpeg_destroy_decompress(&jpeg.codec);
    return jpeg.result;
}

/* Adobe's programs store inverted ink, 255 for none, and others follow them. */
static void cmyk_to_rgba(const JSAMPLE* from, uint8_t* to, uint32_t count) {
    for (uint32_t i = 0; i < count; i++, from += 4, to += 4) {
        for (int c = 0; c < 3; c++) to[c] = (uint8_t)((from[c] * from[3] + 127) / 255);
        to[3] = 255;
    }
}

static void read_rows(Jpeg* jpeg, bool is_cmyk) {
    vrm_Picture* image = jpeg->image;
    while (jpeg->codec.output_scanline < jpeg->codec.output_height) {
        uint8_t* to = image->pixels + (size_t)jpeg->codec.output_scanline * image->width * 4;
        JSAMPROW row = to;
        if (jpeg_read_scanlines(&jpeg->codec, &row, 1) != 1) leave((j_common_ptr)&jpeg->codec);
        if (is_cmyk) cmyk_to_rgba(to, to, image->width);
    }
}

/* A progressive file may end between two scans without a warning. It is refused if the mean values
 * (DC) of some component are incomplete. */
static void require_whole_scans(Jpeg* jpeg) {
    const struct jpeg_decompress_struct* codec = &jpeg->codec;
    for (int c = 0; codec->progressive_mode && c < codec->num_components; c++)
        if (codec->coef_bits != NULL && codec->coef_bits[c][0] != 0) leave((j_common_ptr)codec);
}

static void decode_jpeg(Jpeg* jpeg, vrm_Span bytes, int* shrink) {
    begin_jpeg(jpeg, bytes);
    J_COLOR_SPACE space = jpeg->codec.jpeg_color_space;
    bool is_cmyk = space == JCS_CMYK || space == JCS_YCCK;
    jpeg->codec.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    while (*shrink > 0 && jpeg->codec.scale_denom < 8) {
        jpeg->codec.scale_num = 1;
        jpeg->codec.scale_denom *= 2;
        --*shrink;
    }
    jpeg_start_decompress(&jpeg->codec); /* reads all scans of a progressive file */
    require_whole_scans(jpeg);
    jpeg->image->width = jpeg->codec.output_width;
    jpeg->image->height = jpeg->codec.output_height;
    jpeg->result = vrmi_image_reserve(jpeg->image);
    if (jpeg->result == VRM_OK) read_rows(jpeg, is_cmyk);
}

vrm_Result vrmi_decode_jpeg(vrm_Span bytes, int* shrink, vrm_Picture* out) {
    Jpeg jpeg;
    memset(&jpeg, 0, sizeof jpeg);
    jpeg.image = out;
    if (setjmp(jpeg.back) == 0) decode_jpeg(&jpeg, bytes, shrink);
    jpeg_destroy_decompress(&jpeg.codec);
    return jpeg.result;
}

/* ---- WebP ---- */

static vrm_Result webp_result(VP8StatusCode status) {
    if (status == VP8_STATUS_OK) return VRM_OK;
    if (status == VP8_STATUS_OUT_OF_MEMORY) return VRM_ERR_MEMORY;
    return status == VP8_STATUS_UNSUPPORTED_FEATURE ? VRM_ERR_UNSUPPORTED : VRM_ERR_INVALID;
}

vrm_Result vrmi_peek_webp(vrm_Span bytes, vrm_ImageInfo* out) {
    WebPBitstreamFeatures features;
    VP8StatusCode status = WebPGetFeatures((const uint8_t*)bytes.data, bytes.size, &features);
    if (status != VP8_STATUS_OK) return webp_result(status);
    out->width = (uint32_t)features.width;
    out->height = (uint32_t)features.height;
    return features.has_animation ? VRM_ERR_UNSUPPORTED : VRM_OK;
}

vrm_Result vrmi_decode_webp(vrm_Span bytes, const vrm_ImageInfo* info, vrm_Picture* out) {
    out->width = info->width;
    out->height = info->height;
    vrm_Result result = vrmi_image_reserve(out);
    if (result != VRM_OK) return result;
    if (!vrmi_webp_has_memory(info->width, info->height)) return VRM_ERR_MEMORY;
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return VRM_ERR_UNSUPPORTED;
    size_t stride = (size_t)info->width * 4;
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = out->pixels;
    config.output.u.RGBA.stride = (int)stride;
    config.output.u.RGBA.size = stride * info->height;
    VP8StatusCode status = WebPDecode((const uint8_t*)bytes.data, bytes.size, &config);
    WebPFreeDecBuffer(&config.output);
    return webp_result(status);
}
