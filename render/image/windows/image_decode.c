/* SPDX-License-Identifier: MIT */
/* The decoders on Windows: its own, the Windows Imaging Component. PNG and JPEG are on every
 * Windows; WebP is where its extension is installed, as it is with Windows 11. Headers are read
 * here. The component may show part of a truncated picture; such files are refused before. */
#include "image/image_codec.h"

#include <limits.h>
#include <string.h>

#define COBJMACROS
#define CINTERFACE
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
/* GUIDs become part of this file. */
#include <initguid.h>
#include <wincodec.h>

DEFINE_GUID(container_png, 0x1b7cfaf4, 0x713f, 0x473c, 0xbb, 0xcd, 0x61, 0x37, 0x42, 0x5f, 0xae,
            0xaf);
DEFINE_GUID(container_jpeg, 0x19e4a5aa, 0x5662, 0x4fc5, 0xa0, 0xc0, 0x17, 0x58, 0x02, 0x8e, 0x10,
            0x57);
DEFINE_GUID(container_webp, 0xe094b0e2, 0x67f2, 0x45b3, 0xb0, 0xea, 0x11, 0x53, 0x37, 0xca, 0x7c,
            0xf3);
DEFINE_GUID(format_rgba, 0xf5c7ad2d, 0x6a8d, 0x43dd, 0xa7, 0xa8, 0xa2, 0x99, 0x35, 0x26, 0x1a,
            0xe9);
DEFINE_GUID(class_factory, 0xcacaf262, 0x9370, 0x4615, 0xa1, 0x3b, 0x9f, 0x55, 0x39, 0xda, 0x4c,
            0x0a);
DEFINE_GUID(interface_factory, 0xec5ec8a9, 0xc395, 0x4314, 0x9c, 0x77, 0x54, 0xd7, 0xa9, 0x35, 0xff,
            0x70);

#define STRIP_BYTES ((size_t)64 << 20) /* what one call copies at most: its sizes have 32 bits */

static vrm_Result result_of(HRESULT error) {
    if (SUCCEEDED(error)) return VRM_OK;
    if (error == E_OUTOFMEMORY) return VRM_ERR_MEMORY;
    bool is_missing = error == WINCODEC_ERR_COMPONENTNOTFOUND || error == REGDB_E_CLASSNOTREG ||
                      error == WINCODEC_ERR_UNSUPPORTEDPIXELFORMAT;
    return is_missing ? VRM_ERR_UNSUPPORTED : VRM_ERR_INVALID;
}

/* ---- Pixels ---- */

static HRESULT copy_pixels(IWICFormatConverter* converter, vrm_Picture* out) {
    uint32_t stride = out->width * 4;
    uint32_t rows = (uint32_t)(STRIP_BYTES / stride);
    if (rows == 0) rows = 1;
    HRESULT error = S_OK;
    for (uint32_t y = 0; y < out->height && SUCCEEDED(error); y += rows) {
        uint32_t count = out->height - y < rows ? out->height - y : rows;
        WICRect part = {0, (INT)y, (INT)out->width, (INT)count};
        error = IWICFormatConverter_CopyPixels(converter, &part, stride, stride * count,
                                               out->pixels + (size_t)stride * y);
    }
    return error;
}

/* Precondition: COM is there. */
static vrm_Result decode_frame(IWICImagingFactory* factory, vrm_Span bytes, const GUID* container,
                               const vrm_ImageInfo* info, vrm_Picture* out) {
    IWICStream* stream = NULL;
    IWICBitmapDecoder* decoder = NULL;
    IWICBitmapFrameDecode* frame = NULL;
    IWICFormatConverter* converter = NULL;
    UINT width = 0, height = 0;
    vrm_Result result = VRM_OK;
    HRESULT error = IWICImagingFactory_CreateStream(factory, &stream);
    if (SUCCEEDED(error))
        error = IWICStream_InitializeFromMemory(stream, (BYTE*)(uintptr_t)bytes.data,
                                                (DWORD)bytes.size);
    if (SUCCEEDED(error))
        error = IWICImagingFactory_CreateDecoder(factory, container, NULL, &decoder);
    if (SUCCEEDED(error))
        error =
            IWICBitmapDecoder_Initialize(decoder, (IStream*)stream, WICDecodeMetadataCacheOnDemand);
    if (SUCCEEDED(error)) error = IWICBitmapDecoder_GetFrame(decoder, 0, &frame);
    if (SUCCEEDED(error)) error = IWICBitmapFrameDecode_GetSize(frame, &width, &height);
    if (SUCCEEDED(error) && (width != info->width || height != info->height))
        result = VRM_ERR_INVALID;
    if (SUCCEEDED(error)) error = IWICImagingFactory_CreateFormatConverter(factory, &converter);
    if (SUCCEEDED(error))
        error = IWICFormatConverter_Initialize(converter, (IWICBitmapSource*)frame, &format_rgba,
                                               WICBitmapDitherTypeNone, NULL, 0.0,
                                               WICBitmapPaletteTypeCustom);
    if (SUCCEEDED(error) && result == VRM_OK) result = vrmi_image_reserve(out);
    if (SUCCEEDED(error) && result == VRM_OK) error = copy_pixels(converter, out);
    if (converter != NULL) IWICFormatConverter_Release(converter);
    if (frame != NULL) IWICBitmapFrameDecode_Release(frame);
    if (decoder != NULL) IWICBitmapDecoder_Release(decoder);
    if (stream != NULL) IWICStream_Release(stream);
    return result != VRM_OK ? result : result_of(error);
}

static vrm_Result decode(vrm_Span bytes, const GUID* container, const vrm_ImageInfo* info,
                         vrm_Picture* out) {
    IWICImagingFactory* factory = NULL;
    if (bytes.size > UINT32_MAX) return VRM_ERR_LIMIT;
    out->width = info->width;
    out->height = info->height;
    HRESULT com = CoInitializeEx(NULL, COINIT_MULTITHREADED); /* a host may have another kind */
    HRESULT error = CoCreateInstance(&class_factory, NULL, CLSCTX_INPROC_SERVER, &interface_factory,
                                     (void**)&factory);
    vrm_Result result =
        FAILED(error) ? VRM_ERR_UNSUPPORTED : decode_frame(factory, bytes, container, info, out);
    if (factory != NULL) IWICImagingFactory_Release(factory);
    if (SUCCEEDED(com)) CoUninitialize();
    return result;
}

/* ---- PNG ---- */

static uint32_t big_endian(const uint8_t* at, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; i++) value = value << 8 | at[i];
    return value;
}

/* Length, name, data and checksum follow one another to the chunk IEND. */
static bool has_all_chunks(const uint8_t* data, size_t size) {
    size_t at = 8;
    while (size - at >= 12) {
        uint32_t length = big_endian(data + at, 4);
        if (length > size - at - 12) return false;
        if (memcmp(data + at + 4, "IEND", 4) == 0) return true;
        at += (size_t)length + 12;
    }
    return false;
}

vrm_Result vrmi_decode_png(vrm_Span bytes, const vrm_ImageInfo* info, vrm_Picture* out) {
    if (!has_all_chunks((const uint8_t*)bytes.data, bytes.size)) return VRM_ERR_INVALID;
    return decode(bytes, &container_png, info, out);
}

/* ---- JPEG ---- */

static bool is_frame_marker(uint8_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

/* Segments to the one that begins a frame: precision, height, width. */
vrm_Result vrmi_peek_jpeg(vrm_Span bytes, vrm_ImageInfo* out) {
    const uint8_t* data = (const uint8_t*)bytes.data;
    size_t at = 2;
    while (bytes.size - at >= 4 && data[at] == 0xFF) {
        uint8_t marker = data[at + 1];
        if (marker == 0xFF) { /* filling */
            at++;
            continue;
        }
        uint32_t length = big_endian(data + at + 2, 2);
        if (length < 2 || length > bytes.size - at - 2) return VRM_ERR_INVALID;
        if (is_frame_marker(marker)) {
            if (length < 8) return VRM_ERR_INVALID;
            out->height = big_endian(data + at + 5, 2);
            out->width = big_endian(data + at + 7, 2);
            return VRM_OK;
        }
        at += (size_t)length + 2;
    }
    return VRM_ERR_INVALID;
}

/* A file without its last marker, EOI, was truncated. Some programs write more behind it. */
static bool has_end(const uint8_t* data, size_t size) {
    for (size_t at = size - 1; at > 2; at--)
        if (data[at] == 0xD9 && data[at - 1] == 0xFF) return true;
    return false;
}

vrm_Result vrmi_decode_jpeg(vrm_Span bytes, int* shrink, vrm_Picture* out) {
    (void)shrink; /* the caller halves */
    vrm_ImageInfo info = {0};
    vrm_Result result = vrmi_peek_jpeg(bytes, &info);
    if (result == VRM_OK && !has_end((const uint8_t*)bytes.data, bytes.size))
        result = VRM_ERR_INVALID;
    return result == VRM_OK ? decode(bytes, &container_jpeg, &info, out) : result;
}

/* ---- WebP ---- */

static uint32_t little_endian(const uint8_t* at, int count) {
    uint32_t value = 0;
    for (int i = count - 1; i >= 0; i--) value = value << 8 | at[i];
    return value;
}

/* The first chunk: extended, lossless or lossy (RFC 9649, sections 2.5 to 2.7). */
vrm_Result vrmi_peek_webp(vrm_Span bytes, vrm_ImageInfo* out) {
    const uint8_t* data = (const uint8_t*)bytes.data;
    if (bytes.size < 30) return VRM_ERR_INVALID;
    if (memcmp(data + 12, "VP8X", 4) == 0) {
        out->width = little_endian(data + 24, 3) + 1;
        out->height = little_endian(data + 27, 3) + 1;
        return data[20] & 0x02 ? VRM_ERR_UNSUPPORTED : VRM_OK; /* animated */
    }
    if (memcmp(data + 12, "VP8L", 4) == 0 && data[20] == 0x2F) {
        uint32_t word = little_endian(data + 21, 4);
        out->width = (word & 0x3FFF) + 1;
        out->height = (word >> 14 & 0x3FFF) + 1;
        return VRM_OK;
    }
    if (memcmp(data + 12, "VP8 ", 4) == 0 && memcmp(data + 23, "\x9d\x01\x2a", 3) == 0) {
        out->width = little_endian(data + 26, 2) & 0x3FFF;
        out->height = little_endian(data + 28, 2) & 0x3FFF;
        return VRM_OK;
    }
    return VRM_ERR_INVALID;
}

/* The header gives the length of everything behind it. */
vrm_Result vrmi_decode_webp(vrm_Span bytes, const vrm_ImageInfo* info, vrm_Picture* out) {
    if (little_endian((const uint8_t*)bytes.data + 4, 4) > bytes.size - 8) return VRM_ERR_INVALID;
    return decode(bytes, &container_webp, info, out);
}
