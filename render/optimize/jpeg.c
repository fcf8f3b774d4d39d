/* SPDX-License-Identifier: MIT */
/* JPEG by libjpeg-turbo. Recompressing copies the quantized coefficients, so that every pixel
 * decodes to what it was: Huffman codes are made for the picture, in one scan or in several. */
#include "optimize/encoders.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h> /* needs stdio.h before it */

#include <jerror.h>

#define MAX_SCANS  100 /* as in image_decode.c */
#define MAX_MARKER 65533

/* libjpeg reports errors through a function that must not return; it jumps back. Between setjmp and
 * longjmp only members of this struct change. */
typedef struct Jpeg {
    struct jpeg_decompress_struct from;
    struct jpeg_compress_struct to;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf back;
    vrm_Result result;
    unsigned char* data; /* of the C library's heap, grown by libjpeg */
    unsigned long size;
} Jpeg;

static void leave(j_common_ptr codec) {
    Jpeg* jpeg = codec->client_data;
    bool is_memory = codec->err->msg_code == JERR_OUT_OF_MEMORY;
    jpeg->result = is_memory ? VRM_ERR_MEMORY : VRM_ERR_UNSUPPORTED;
    longjmp(jpeg->back, 1);
}

/* A file with warnings is not sound: what libjpeg made of it is not what others would. */
static void refuse_warnings(j_common_ptr codec, int level) {
    if (level < 0) leave(codec);
}

static void say_nothing(j_common_ptr codec) {
    (void)codec;
}

static void count_scans(j_common_ptr codec) {
    Jpeg* jpeg = codec->client_data;
    if (codec->is_decompressor && jpeg->from.input_scan_number > MAX_SCANS) leave(codec);
}

static void init(Jpeg* jpeg) {
    memset(jpeg, 0, sizeof *jpeg);
    jpeg->from.err = jpeg->to.err = jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = leave;
    jpeg->errors.emit_message = refuse_warnings;
    jpeg->errors.output_message = say_nothing;
    jpeg->progress.progress_monitor = count_scans;
    jpeg->from.client_data = jpeg->to.client_data = jpeg;
}

static void release(Jpeg* jpeg) {
    jpeg_destroy_compress(&jpeg->to);
    jpeg_destroy_decompress(&jpeg->from);
    free(jpeg->data);
}

/* JFIF and Adobe's marker are written by libjpeg where the file had them. */
static bool is_written(const Jpeg* jpeg, const struct jpeg_marker_struct* marker) {
    if (jpeg->to.write_JFIF_header && marker->marker == JPEG_APP0 && marker->data_length >= 5 &&
        memcmp(marker->data, "JFIF", 5) == 0)
        return true;
    return jpeg->to.write_Adobe_marker && marker->marker == JPEG_APP0 + 14 &&
           marker->data_length >= 5 && memcmp(marker->data, "Adobe", 5) == 0;
}

/* Behind the end other pictures may follow (CIPA DC-007), which would be lost. Zeros are padding.
 */
static void refuse_more_bytes(Jpeg* jpeg) {
    const struct jpeg_source_mgr* source = jpeg->from.src;
    for (size_t i = 0; i < source->bytes_in_buffer; i++)
        if (source->next_input_byte[i] != 0) leave((j_common_ptr)&jpeg->from);
}

static void copy_coefficients(Jpeg* jpeg, vrm_Span bytes, bool is_progressive) {
    jpeg_create_decompress(&jpeg->from);
    jpeg->from.progress = &jpeg->progress;
    jpeg_save_markers(&jpeg->from, JPEG_COM, MAX_MARKER + 2);
    for (int i = 0; i < 16; i++) jpeg_save_markers(&jpeg->from, JPEG_APP0 + i, MAX_MARKER + 2);
    jpeg_mem_src(&jpeg->from, (const unsigned char*)bytes.data, (unsigned long)bytes.size);
    jpeg_read_header(&jpeg->from, TRUE);
    jvirt_barray_ptr* coefficients = jpeg_read_coefficients(&jpeg->from);
    jpeg_create_compress(&jpeg->to);
    jpeg_mem_dest(&jpeg->to, &jpeg->data, &jpeg->size);
    jpeg_copy_critical_parameters(&jpeg->from, &jpeg->to);
    jpeg->to.optimize_coding = TRUE;
    if (is_progressive) jpeg_simple_progression(&jpeg->to);
    jpeg_write_coefficients(&jpeg->to, coefficients);
    for (jpeg_saved_marker_ptr m = jpeg->from.marker_list; m != NULL; m = m->next)
        if (!is_written(jpeg, m)) jpeg_write_marker(&jpeg->to, m->marker, m->data, m->data_length);
    jpeg_finish_compress(&jpeg->to);
    jpeg_finish_decompress(&jpeg->from);
    refuse_more_bytes(jpeg);
}

/* Releases the codec; its file replaces that of `out` if that is empty or larger. */
static vrm_Result finish(Jpeg* jpeg, vrmi_Bytes* out) {
    if (jpeg->result == VRM_OK && (out->size == 0 || jpeg->size < out->size)) {
        out->size = 0;
        vrmi_bytes_put(out, jpeg->data, jpeg->size);
        if (out->has_failed) jpeg->result = VRM_ERR_MEMORY;
    }
    release(jpeg);
    return jpeg->result;
}

static vrm_Result recompress(vrm_Span bytes, bool is_progressive, vrmi_Bytes* out) {
    Jpeg jpeg;
    init(&jpeg);
    if (setjmp(jpeg.back) == 0) copy_coefficients(&jpeg, bytes, is_progressive);
    return finish(&jpeg, out);
}

vrm_Result vrmi_jpeg_recompress(vrm_Span bytes, vrmi_Bytes* out) {
    vrm_Result result = recompress(bytes, false, out);
    return result == VRM_OK ? recompress(bytes, true, out) : result;
}

/* From quality 90 on colours keep their full size: lines of toon pictures show the loss. */
static void compress_pixels(Jpeg* jpeg, const vrm_Picture* picture, int quality,
                            bool is_progressive) {
    jpeg_create_compress(&jpeg->to);
    jpeg_mem_dest(&jpeg->to, &jpeg->data, &jpeg->size);
    jpeg->to.image_width = picture->width;
    jpeg->to.image_height = picture->height;
    jpeg->to.input_components = 4;
    jpeg->to.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&jpeg->to);
    jpeg_set_quality(&jpeg->to, quality, TRUE);
    if (quality >= 90)
        jpeg->to.comp_info[0].h_samp_factor = jpeg->to.comp_info[0].v_samp_factor = 1;
    jpeg->to.optimize_coding = TRUE;
    if (is_progressive) jpeg_simple_progression(&jpeg->to);
    jpeg_start_compress(&jpeg->to, TRUE);
    while (jpeg->to.next_scanline < jpeg->to.image_height) {
        JSAMPROW row = picture->pixels + (size_t)jpeg->to.next_scanline * picture->width * 4;
        jpeg_write_scanlines(&jpeg->to, &row, 1);
    }
    jpeg_finish_compress(&jpeg->to);
}

static vrm_Result write_pixels(const vrm_Picture* picture, float quality, bool is_progressive,
                               vrmi_Bytes* out) {
    Jpeg jpeg;
    init(&jpeg);
    if (setjmp(jpeg.back) == 0)
        compress_pixels(&jpeg, picture, (int)(quality + 0.5f), is_progressive);
    return finish(&jpeg, out);
}

vrm_Result vrmi_jpeg_write(const vrm_Picture* picture, float quality, vrmi_Bytes* out) {
    vrm_Result result = write_pixels(picture, quality, false, out);
    return result == VRM_OK ? write_pixels(picture, quality, true, out) : result;
}
