/* SPDX-License-Identifier: MIT */
/* Names of outputs: the format that an ending stands for, a folder for many files, numbers for
 * frames. */
#ifndef CLI_OUTPUT_NAME_H
#define CLI_OUTPUT_NAME_H

#include "vrm/vrm.h"

/* Endings of files that hold nothing but motion; glTF and JSON hold other things too. */
#define CLI_MOTION_ENDINGS ".vrma", ".bvh", ".fbx", ".vmd", ".vpd", ".npz", ".npy", ".jsonl"

/* An existing folder, or a name that ends in a slash. */
bool cli_is_folder(const char* path);

/* FILE's own name without its extension; not terminated. */
const char* cli_stem(const char* file, size_t* out_length);

/* Whether the name ends in this, dot included, in any case: ".png" and PICTURE.PNG. */
bool cli_has_ending(const char* path, const char* ending);
/* One of a well-known format; others mean nothing: "v1.2", "out.tmp". */
bool cli_has_known_ending(const char* path);

/* What a command can write. */
typedef enum cli_Product {
    CLI_AVATAR,    /* .vrm, .glb; glTF text too, of a file that was text */
    CLI_FILE,      /* what an avatar is written as, and .vrma */
    CLI_BAKED,     /* .glb */
    CLI_CLIP,      /* .vrma, .glb */
    CLI_MOTION,    /* the same, and .bvh */
    CLI_PICTURE,   /* .png, .webp */
    CLI_STILL,     /* the same, of a command that makes nothing else */
    CLI_FILM,      /* .webp, .png, .apng, .gif */
    CLI_VIDEO,     /* .mp4, .webm */
    CLI_RAW,       /* .y4m, .pam, .rgba */
    CLI_TRACE,     /* .jsonl, .json, .ndjson, .txt */
    CLI_MAP,       /* .txt, .map */
    CLI_THUMBNAIL, /* .png, .jpg, as the file has it */
    CLI_PRODUCT_COUNT
} cli_Product;

/* Refuses a name whose ending stands for another format: CLI_USAGE after printing what can be
 * written. Other endings, pipes and devices are accepted. `option` is the one that names the
 * output. */
int cli_check_ending(const char* command, const char* option, const char* output,
                     cli_Product product);

/* The same for a model: a GLB must not be called .gltf, glTF text must be, and text stays in the
 * folder of its side files. CLI_INVALID after printing the error. */
int cli_check_container(const char* command, const char* file, const vrm_Model* model,
                        const char* output);

/* The path for the result of FILE: `output` itself, or in the folder `output` FILE's own name with
 * another extension (NULL: its own). False when it does not fit. */
bool cli_output_path(const char* output, bool is_folder, const char* file, const char* extension,
                     char* out, size_t out_size);

/* True when the path holds exactly one %d or %04d and no other %. */
bool cli_is_number_pattern(const char* path);

/* The path with the number in its place. */
void cli_number_path(const char* pattern, int32_t number, char* out, size_t out_size);

#endif
