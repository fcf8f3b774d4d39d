/* SPDX-License-Identifier: MIT */
/* The memory of pictures. */
#include "image/image_codec.h"

#include <stdlib.h>
#include <string.h>

static void* heap_alloc(void* ctx, size_t size, size_t align) {
    (void)ctx;
    (void)align; /* malloc aligns for everything here */
    return malloc(size == 0 ? 1 : size);
}

static void heap_release(void* ctx, void* ptr, size_t size) {
    (void)ctx;
    (void)size;
    free(ptr);
}

vrm_Allocator vrmi_image_allocator(const vrm_Allocator* given) {
    if (given != NULL && given->alloc != NULL) return *given;
    return (vrm_Allocator){.alloc = heap_alloc, .release = heap_release};
}

void* vrmi_image_alloc(const vrm_Allocator* allocator, size_t size) {
    return allocator->alloc(allocator->ctx, size, 16);
}

void vrmi_image_free(const vrm_Allocator* allocator, void* ptr, size_t size) {
    if (ptr != NULL) allocator->release(allocator->ctx, ptr, size);
}

bool vrmi_webp_has_memory(uint32_t width, uint32_t height) {
    uint64_t bytes = (uint64_t)width * height * 10 + ((uint64_t)2 << 20);
    if (bytes > SIZE_MAX) return false;
    void* volatile probe = malloc((size_t)bytes); /* volatile: or the pair would be left out */
    bool is_there = probe != NULL;
    free(probe);
    return is_there;
}

size_t vrmi_image_bytes(const vrm_Picture* image) {
    return (size_t)image->width * image->height * 4;
}

vrm_Result vrmi_image_reserve(vrm_Picture* image) {
    image->pixels = vrmi_image_alloc(&image->allocator, vrmi_image_bytes(image));
    return image->pixels != NULL ? VRM_OK : VRM_ERR_MEMORY;
}

void vrm_image_release(vrm_Picture* image) {
    if (image == NULL) return;
    if (image->pixels != NULL)
        vrmi_image_free(&image->allocator, image->pixels, vrmi_image_bytes(image));
    memset(image, 0, sizeof *image);
}
