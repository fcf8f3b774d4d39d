/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* stat, realpath */

#include "files/output_name.h"

#include "files/files.h"
#include "files/paths.h"
#include "words/args.h"
#include "words/ascii_words.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool cli_is_folder(const char* path) {
    struct stat info;
    size_t length = strlen(path);
    if (length > 0 && cli_is_slash(path[length - 1])) return true;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

const char* cli_stem(const char* file, size_t* out_length) {
    const char* slash = cli_last_slash(file);
    const char* name = slash != NULL ? slash + 1 : file;
    if (strcmp(name, "-") == 0) name = "stdin";
    const char* dot = strrchr(name, '.');
    *out_length = dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
    return name;
}

/* ---- Endings ---- */

bool cli_has_ending(const char* path, const char* ending) {
    size_t length = strlen(path), end_length = strlen(ending);
    if (length <= end_length) return false;
    const char* end = path + length - end_length;
    return cli_is_same_word(end, ending) && !cli_is_slash(end[-1]);
}

static bool has_one_of(const char* path, const char* const* endings) {
    for (; *endings != NULL; endings++)
        if (cli_has_ending(path, *endings)) return true;
    return false;
}

/* Endings of well-known formats. Others mean nothing: "v1.2", "out.tmp". */
static const char* const known_endings[] = {
    ".vrm",  ".glb",    ".gltf", ".obj", ".dae",          ".stl",  ".ply",  ".3ds",  ".usd",
    ".usda", ".usdc",   ".usdz", ".abc", ".blend",        ".pmx",  ".pmd",  ".c3d",  ".trc",
    ".anim", ".png",    ".apng", ".jpg", ".jpeg",         ".webp", ".gif",  ".bmp",  ".tga",
    ".tif",  ".tiff",   ".psd",  ".exr", ".hdr",          ".svg",  ".ktx2", ".avif", ".jxl",
    ".mp4",  ".m4v",    ".mov",  ".avi", ".mkv",          ".webm", ".y4m",  ".pam",  ".rgba",
    ".json", ".ndjson", ".txt",  ".csv", ".xml",          ".html", ".md",   ".pdf",  ".zip",
    ".7z",   ".rar",    ".gz",   ".tar", ".unitypackage", ".wav",  ".wave", ".flac", ".ogg",
    ".oga",  ".opus",   ".mp3",  NULL};
static const char* const motion_endings[] = {CLI_MOTION_ENDINGS, NULL};

bool cli_has_known_ending(const char* path) {
    return has_one_of(path, known_endings) || has_one_of(path, motion_endings);
}

typedef struct Endings {
    const char* list[5];
    const char* sentence;
} Endings;

static const Endings products[CLI_PRODUCT_COUNT] = {
    [CLI_AVATAR] = {{".vrm", ".glb", ".gltf"}, "an avatar is written as .vrm or .glb"},
    [CLI_FILE] = {{".vrm", ".glb", ".gltf", ".vrma"}, "a file is written as .vrm, .vrma or .glb"},
    [CLI_BAKED] = {{".glb"}, "what is baked is written as .glb"},
    [CLI_CLIP] = {{".vrma", ".glb"}, "a VRM animation is written as .vrma"},
    [CLI_MOTION] = {{".vrma", ".glb", ".bvh"}, "motion is written as .vrma, .glb or .bvh"},
    [CLI_PICTURE] = {{".png", ".webp"},
                     "a picture is written as .png or .webp; --animate makes a .gif, and "
                     "--thumbnail goes into an avatar"},
    [CLI_STILL] = {{".png", ".webp"}, "a picture is written as .png or .webp"},
    [CLI_FILM] = {{".webp", ".png", ".apng", ".gif"},
                  "an animation is written as .webp, .png (APNG) or .gif"},
    [CLI_VIDEO] = {{".mp4", ".webm"}, "a film with sound is written as .mp4 or .webm"},
    [CLI_RAW] = {{".y4m", ".pam", ".rgba"},
                 "raw frames are written as .y4m, .pam or .rgba; without -o they go to standard "
                 "output, for ffmpeg -i - OUT.mp4"},
    [CLI_THUMBNAIL] = {{".png", ".jpg", ".jpeg"}, "a thumbnail is a .png or .jpg, as it is"},
    [CLI_TRACE] = {{".jsonl", ".json", ".ndjson", ".txt"}, "a trace is written as .jsonl"},
    [CLI_MAP] = {{".txt", ".map"}, "a mapping is written as .txt"},
};

static bool is_device(const char* path) {
    struct stat info;
    return strcmp(path, "-") == 0 ||
           (stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

int cli_check_ending(const char* command, const char* option, const char* output,
                     cli_Product product) {
    const Endings* endings = &products[product];
    if (is_device(output) || has_one_of(output, endings->list) || !cli_has_known_ending(output))
        return CLI_OK;
    return cli_usage_error(command, "%s %s: %s", option, output, endings->sentence);
}

/* ---- Text and GLB ---- */

static bool has_side_files(const vrm_Gltf* gltf) {
    for (int32_t i = 0; i < gltf->buffer_count; i++)
        if (gltf->buffers[i].uri[0] != 0 && strncmp(gltf->buffers[i].uri, "data:", 5) != 0)
            return true;
    for (int32_t i = 0; i < gltf->image_count; i++)
        if (gltf->images[i].uri[0] != 0 && strncmp(gltf->images[i].uri, "data:", 5) != 0)
            return true;
    return false;
}

static bool are_in_one_folder(const char* a, const char* b) {
    const char *a_slash = cli_last_slash(a), *b_slash = cli_last_slash(b);
    char folders[2][4096];
    snprintf(folders[0], sizeof folders[0], "%.*s", a_slash != NULL ? (int)(a_slash - a) + 1 : 1,
             a_slash != NULL ? a : ".");
    snprintf(folders[1], sizeof folders[1], "%.*s", b_slash != NULL ? (int)(b_slash - b) + 1 : 1,
             b_slash != NULL ? b : ".");
    return cli_same_file(folders[0], folders[1]);
}

int cli_check_container(const char* command, const char* file, const vrm_Model* model,
                        const char* output) {
    if (is_device(output)) return CLI_OK;
    if (vrm_model_is_glb(model)) {
        if (!cli_has_ending(output, ".gltf")) return CLI_OK;
        return cli_file_error(command, output, "what is written is a GLB: call it .vrm or .glb");
    }
    if (cli_has_ending(output, ".vrm") || cli_has_ending(output, ".glb"))
        return cli_file_error(command, output,
                              "%s is glTF text and stays text: call the output .gltf", file);
    if (has_side_files(vrm_model_gltf(model)) && !are_in_one_folder(file, output))
        return cli_file_error(command, output,
                              "%s has side files, which would not be found from there: write to "
                              "its own folder",
                              file);
    return CLI_OK;
}

/* ---- Folders and numbers ---- */

bool cli_output_path(const char* output, bool is_folder, const char* file, const char* extension,
                     char* out, size_t out_size) {
    if (!is_folder) return (size_t)snprintf(out, out_size, "%s", output) < out_size;
    size_t length;
    const char* name = cli_stem(file, &length);
    const char* join = cli_is_slash(output[strlen(output) - 1]) ? "" : "/";
    int needed = snprintf(out, out_size, "%s%s%.*s%s", output, join, (int)length, name,
                          extension != NULL ? extension : name + length);
    return needed >= 0 && (size_t)needed < out_size;
}

/* The length of a %d or %04d at `text`; 0 when there is none. At most nine digits. */
static size_t number_mark(const char* text, int* out_width) {
    if (text[0] != '%') return 0;
    size_t digits = strspn(text + 1, "0123456789");
    if (digits > 2 || text[1 + digits] != 'd' || (digits > 0 && text[1] != '0')) return 0;
    *out_width = digits > 0 ? (int)strtol(text + 1, NULL, 10) : 1;
    return *out_width <= 9 ? digits + 2 : 0;
}

bool cli_is_number_pattern(const char* path) {
    int marks = 0, width;
    for (const char* at = path; *at != 0; at++) {
        if (*at != '%') continue;
        if (number_mark(at, &width) == 0) return false;
        marks++;
    }
    return marks == 1;
}

void cli_number_path(const char* pattern, int32_t number, char* out, size_t out_size) {
    const char* mark = strchr(pattern, '%');
    int width = 1;
    size_t length = mark != NULL ? number_mark(mark, &width) : 0;
    if (length == 0)
        snprintf(out, out_size, "%s", pattern);
    else
        snprintf(out, out_size, "%.*s%0*d%s", (int)(mark - pattern), pattern, width, number,
                 mark + length);
}
