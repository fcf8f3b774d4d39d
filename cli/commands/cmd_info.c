/* SPDX-License-Identifier: MIT */
/* vrm info: the contents of a file. docs/reference/cli.md defines the counts. */
#include "commands/commands.h"
#include "confine/confine.h"
#include "facts/counts.h"
#include "facts/face_facts.h"
#include "facts/licence.h"
#include "facts/measure.h"
#include "facts/terms.h"
#include "files/files.h"
#include "files/whole_file.h"
#include "rewrite/batch.h"
#include "words/args.h"
#include "words/json.h"
#include "words/output.h"

#include <stdlib.h>
#include <string.h>

typedef struct Options {
    bool is_json, is_quiet;
    const char* thumbnail; /* where to; NULL: nowhere */
    cli_Batch batch;
} Options;

/* What takes memory to find out, and so comes before the first line is printed. */
typedef struct Facts {
    int64_t counts[CLI_COUNT_COUNT];
    double height;
    cli_FaceFacts face;
    cli_ImageFacts* images;   /* from malloc() */
    const vrm_Report* report; /* of loading */
} Facts;

static const char* look_at_text(const vrm_Model* model) {
    const vrm_LookAt* look_at = vrm_model_look_at(model);
    if (look_at == NULL) return NULL;
    return look_at->type == VRM_LOOK_AT_BONE ? "bone" : "expression";
}

static const char* text_or_null(const char* text) {
    return text != NULL && text[0] != 0 ? text : NULL;
}

static int32_t count_clip_bones(const vrm_ClipInfo* clip) {
    int32_t count = 0;
    for (int b = 0; b < VRM_BONE_COUNT; b++) count += clip->bones[b] >= 0;
    return count;
}

static void json_expressions(vrm_JsonBuilder* builder, const vrm_Model* model) {
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(model, &count);
    vrm_json_put_key(builder, "expressions");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < count; i++) vrm_json_put_string(builder, expressions[i].name);
    vrm_json_end_array(builder);
}

static void json_bones(vrm_JsonBuilder* builder, const vrm_Model* model) {
    vrm_json_put_key(builder, "humanBones");
    vrm_json_begin_object(builder);
    for (int b = 0; b < VRM_BONE_COUNT; b++) {
        int32_t node = vrm_model_bone(model, (vrm_Bone)b);
        if (node >= 0) cli_json_integer(builder, vrm_bone_name((vrm_Bone)b), node);
    }
    vrm_json_end_object(builder);
}

/* What a VRM animation drives; null for an avatar. */
static void json_clip(vrm_JsonBuilder* builder, const vrm_Model* model) {
    const vrm_ClipInfo* clip = vrm_model_clip_info(model);
    vrm_json_put_key(builder, "animation");
    if (clip == NULL) {
        vrm_json_put_null(builder);
        return;
    }
    vrm_json_begin_object(builder);
    cli_json_string(builder, "specVersion", text_or_null(clip->spec_version));
    cli_json_integer(builder, "humanBones", count_clip_bones(clip));
    cli_json_integer(builder, "expressions", clip->expression_count);
    cli_json_bool(builder, "lookAt", clip->look_at_node >= 0);
    vrm_json_end_object(builder);
}

static void json_animations(vrm_JsonBuilder* builder, const vrm_Gltf* gltf) {
    vrm_json_put_key(builder, "clips");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < gltf->animation_count; i++) {
        const vrm_Animation* animation = &gltf->animations[i];
        vrm_json_begin_object(builder);
        cli_json_string(builder, "name", text_or_null(animation->name));
        vrm_json_put_key(builder, "seconds");
        vrm_json_put_float(builder, (float)cli_animation_seconds(gltf, animation));
        cli_json_integer(builder, "tracks", animation->channel_count);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void json_images(vrm_JsonBuilder* builder, const vrm_Gltf* gltf,
                        const cli_ImageFacts* images) {
    vrm_json_put_key(builder, "pictures");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < gltf->image_count; i++) {
        cli_ImageFacts facts = images[i];
        vrm_json_begin_object(builder);
        cli_json_string(builder, "name", text_or_null(gltf->images[i].name));
        cli_json_string(builder, "format", facts.format);
        cli_json_integer(builder, "width", facts.width);
        cli_json_integer(builder, "height", facts.height);
        cli_json_integer(builder, "bytes", (int64_t)gltf->images[i].size);
        vrm_json_end_object(builder);
    }
    vrm_json_end_array(builder);
}

static void json_height(vrm_JsonBuilder* builder, double height) {
    vrm_json_put_key(builder, "height");
    if (height > 0.0)
        vrm_json_put_float(builder, (float)height);
    else
        vrm_json_put_null(builder);
}

static int print_json(const char* file, const vrm_Model* model, const Facts* facts) {
    vrm_JsonBuilder* builder = cli_json_create();
    if (builder == NULL) return CLI_FAILED;
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    const vrm_Meta* meta = vrm_model_meta(model);
    vrm_json_begin_object(builder);
    cli_json_string(builder, "file", file);
    cli_json_string(builder, "dialect", vrm_dialect_text(vrm_model_dialect(model)));
    cli_json_string(builder, "specVersion", text_or_null(vrm_model_spec_version(model)));
    cli_json_string(builder, "generator", text_or_null(gltf->asset.generator));
    cli_json_string(builder, "name", meta != NULL ? meta->name : NULL);
    vrm_json_put_key(builder, "authors");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; meta != NULL && i < meta->author_count; i++)
        vrm_json_put_string(builder, meta->authors[i]);
    vrm_json_end_array(builder);
    cli_json_string(builder, "licenseUrl", meta != NULL ? text_or_null(meta->license_url) : NULL);
    vrm_json_put_key(builder, "counts");
    vrm_json_begin_object(builder);
    for (int i = 0; i < CLI_COUNT_COUNT; i++)
        cli_json_integer(builder, cli_count_names[i], facts->counts[i]);
    vrm_json_end_object(builder);
    cli_json_string(builder, "lookAt", look_at_text(model));
    vrm_json_put_key(builder, "extensionsUsed");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < gltf->extension_used_count; i++)
        vrm_json_put_string(builder, gltf->extensions_used[i]);
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "extensionsRequired");
    vrm_json_begin_array(builder);
    for (int32_t i = 0; i < gltf->extension_required_count; i++)
        vrm_json_put_string(builder, gltf->extensions_required[i]);
    vrm_json_end_array(builder);
    vrm_json_put_key(builder, "meta");
    if (meta == NULL)
        vrm_json_put_null(builder);
    else
        cli_json_meta(builder, meta);
    json_bones(builder, model);
    json_expressions(builder, model);
    json_clip(builder, model);
    json_animations(builder, gltf);
    json_images(builder, gltf, facts->images);
    json_height(builder, facts->height);
    cli_json_face(builder, &facts->face);
    cli_json_integer(builder, "jsonBytes", (int64_t)vrm_model_json_size(model));
    cli_json_integer(builder, "binBytes", (int64_t)vrm_model_bin_size(model));
    vrm_json_end_object(builder);
    return cli_put_json(builder);
}

static void print_headline(const char* file, const vrm_Model* model) {
    const char* dialect = vrm_dialect_text(vrm_model_dialect(model));
    cli_put_text(stdout, file);
    if (dialect != NULL)
        printf(": VRM %s", dialect);
    else if (vrm_model_clip_info(model) != NULL)
        fputs(": VRM animation", stdout);
    else
        fputs(": glTF without VRM", stdout);
    const char* generator = vrm_model_gltf(model)->asset.generator;
    if (generator[0] != 0) {
        fputs(", written by ", stdout);
        cli_put_text(stdout, generator);
    }
    size_t json_size = vrm_model_json_size(model), bin_size = vrm_model_bin_size(model);
    printf(", %zu byte%s JSON, %zu byte%s binary\n", json_size, cli_s(json_size), bin_size,
           cli_s(bin_size));
}

static void print_animations(const vrm_Gltf* gltf) {
    for (int32_t i = 0; i < gltf->animation_count; i++) {
        const vrm_Animation* animation = &gltf->animations[i];
        printf("  %-16s ", i == 0 ? "animation" : "");
        if (animation->name[0] != 0) {
            cli_put_text(stdout, animation->name);
            fputs(": ", stdout);
        }
        printf("%.4g s, %d track%s\n", cli_animation_seconds(gltf, animation),
               animation->channel_count, cli_s((uint64_t)animation->channel_count));
    }
}

/* How many there are of each size, in the order in which the sizes come; not endlessly many. */
static void print_images(const vrm_Gltf* gltf, const cli_ImageFacts* images) {
    enum { SIZES_MAX = 16 };
    cli_ImageFacts sizes[SIZES_MAX];
    int32_t counts[SIZES_MAX] = {0}, size_count = 0, others = 0;
    for (int32_t i = 0; i < gltf->image_count; i++) {
        cli_ImageFacts facts = images[i];
        int32_t at = 0;
        if (facts.width == 0) continue;
        while (at < size_count &&
               (sizes[at].width != facts.width || sizes[at].height != facts.height))
            at++;
        if (at == SIZES_MAX) {
            others++;
            continue;
        }
        sizes[at] = facts;
        counts[at]++;
        if (at == size_count) size_count++;
    }
    for (int32_t i = 0; i < size_count; i++) {
        if (i == 0) printf("  %-16s ", "image sizes");
        if (counts[i] > 1) printf("%d of ", counts[i]);
        printf("%ux%u%s", sizes[i].width, sizes[i].height, i + 1 < size_count ? ", " : "");
    }
    if (others > 0) printf(" and %d of other sizes", others);
    if (size_count > 0) putchar('\n');
}

/* Extensions that the file requires and nobody here reads. */
static void print_unread(const vrm_Report* report) {
    for (int32_t i = 0; i < vrm_report_count(report); i++) {
        vrm_Finding finding = vrm_report_get(report, i);
        if (strcmp(finding.code, "REQUIRED_EXTENSION_UNKNOWN") != 0) continue;
        printf("  %-16s ", "not read");
        cli_put_text(stdout, finding.message);
        putchar('\n');
    }
}

static void print_plain(const char* file, const vrm_Model* model, const Facts* facts) {
    print_headline(file, model);
    print_unread(facts->report);
    const vrm_Meta* meta = vrm_model_meta(model);
    if (meta != NULL) {
        cli_print_meta(meta);
        cli_print_licence(meta);
    }
    const vrm_ClipInfo* clip = vrm_model_clip_info(model);
    if (clip != NULL) {
        int32_t bones = count_clip_bones(clip), expressions = clip->expression_count;
        printf("  %-16s %d bone%s, %d expression%s%s\n", "drives", bones, cli_s((uint64_t)bones),
               expressions, cli_s((uint64_t)expressions),
               clip->look_at_node >= 0 ? ", the gaze" : "");
    }
    print_animations(vrm_model_gltf(model));
    if (facts->height > 0.0) printf("  %-16s %.3g m\n", "height", facts->height);
    print_images(vrm_model_gltf(model), facts->images);
    for (int i = 0; i < CLI_COUNT_COUNT; i++)
        if (facts->counts[i] != 0)
            printf("  %-16s %lld\n", cli_count_names[i], (long long)facts->counts[i]);
    if (look_at_text(model) != NULL) printf("  %-16s %s\n", "lookAt", look_at_text(model));
    int32_t count;
    const vrm_Expression* expressions = vrm_model_expressions(model, &count);
    for (int32_t i = 0; i < count; i++) {
        if (i == 0) printf("  %-16s", "namely");
        putchar(' ');
        cli_put_text(stdout, expressions[i].name);
        if (i == count - 1) putchar('\n');
    }
    cli_print_face(&facts->face);
}

/* The avatar's own picture, as it is in the file. */
static int write_thumbnail(const Options* options, const char* file, const vrm_Model* model) {
    const vrm_Meta* meta = vrm_model_meta(model);
    int32_t index = meta != NULL ? meta->thumbnail_image : -1;
    const vrm_Image* image = index >= 0 ? &vrm_model_gltf(model)->images[index] : NULL;
    if (image == NULL || image->data == NULL || image->size < 4)
        return cli_file_error("info", file, "it has no thumbnail");
    bool is_png = memcmp(image->data, "\x89PNG", 4) == 0;
    bool is_jpeg = memcmp(image->data, "\xFF\xD8\xFF", 3) == 0;
    cli_Batch batch = options->batch;
    char path[CLI_PATH_ROOM];
    batch.extension = is_jpeg ? ".jpg" : ".png";
    if (!cli_batch_output(&batch, file, path))
        return cli_result_error("info", file, VRM_ERR_LIMIT, NULL);
    bool is_called_jpeg = cli_has_ending(path, ".jpg") || cli_has_ending(path, ".jpeg");
    if ((is_jpeg && cli_has_ending(path, ".png")) || (is_png && is_called_jpeg))
        return cli_file_error("info", file, "its thumbnail is a %s: call it %s",
                              is_jpeg ? "JPEG" : "PNG", batch.extension);
    vrm_Result result = cli_write_file(path, image->data, (size_t)image->size);
    return result == VRM_OK ? CLI_OK : cli_result_error("info", path, result, NULL);
}

static vrm_Result measure(const vrm_Model* model, Facts* facts) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    facts->images = malloc(((size_t)gltf->image_count + 1) * sizeof *facts->images);
    if (facts->images == NULL || !cli_count_all(model, facts->counts)) return VRM_ERR_MEMORY;
    vrm_Result result = cli_avatar_height(model, &facts->height);
    if (result == VRM_OK) result = cli_face_facts(model, &facts->face);
    for (int32_t i = 0; i < gltf->image_count && result == VRM_OK; i++)
        result = cli_image_facts(&gltf->images[i], &facts->images[i]);
    return result;
}

static int info_file(const char* file, void* ctx) {
    const Options* options = ctx;
    vrm_Report* report = NULL;
    vrm_Model* model = NULL;
    Facts facts = {0};
    /* The picture goes to standard output alone. */
    bool is_piped = options->thumbnail != NULL && strcmp(options->thumbnail, "-") == 0;
    vrm_Result result = vrm_report_create(NULL, &report);
    if (result == VRM_OK) result = cli_load(file, report, &model);
    if (result == VRM_OK && (options->is_json || !options->is_quiet))
        result = measure(model, &facts);
    facts.report = report;
    int status = CLI_OK;
    if (result != VRM_OK) {
        if (options->is_json) cli_put_json_failure(file, result, report);
        status = cli_result_error("info", file, result, report);
    } else if (options->is_json && !is_piped) {
        status = print_json(file, model, &facts);
    } else if (!options->is_quiet && !is_piped) {
        print_plain(file, model, &facts);
    }
    int terms = result == VRM_OK ? cli_check_terms("info", file, report) : CLI_OK;
    if (terms > status) status = terms;
    if (result == VRM_OK && options->thumbnail != NULL) {
        int written = write_thumbnail(options, file, model);
        if (written > status) status = written;
    }
    free(facts.images);
    vrm_model_destroy(model);
    vrm_report_destroy(report);
    return status;
}

static int run(cli_Args* args) {
    Options options = {.is_json = cli_has(args, "--json"),
                       .is_quiet = cli_has(args, "--quiet"),
                       .thumbnail = cli_word(args, "--thumbnail")};
    if (args->file_count == 0) return cli_usage_error("info", "no FILE");
    int status = cli_expand_folders(args, cli_gltf_endings, cli_has(args, "--recursive"));
    options.batch = (cli_Batch){.args = args,
                                .output = options.thumbnail,
                                .option = "--thumbnail",
                                .product = CLI_THUMBNAIL,
                                .extension = ".png",
                                .is_json = options.is_json,
                                .is_confined = true};
    if (status == CLI_OK)
        status = options.thumbnail != NULL ? cli_batch_check(&options.batch)
                                           : cli_batch_confine(&options.batch);
    cli_Work work = {.run = info_file,
                     .ctx = &options,
                     .is_quiet = options.is_quiet,
                     .is_json = options.is_json};
    if (status == CLI_OK) status = cli_each_file(args, &work);
    return status;
}

static const cli_Option options[] = {
    CLI_VALUE("--thumbnail", "OUT",
              "Write the avatar's thumbnail with its original bytes. With several FILEs, OUT is a "
              "folder. - is standard output, without the facts."),
    CLI_RECURSIVE_OPTION,
    CLI_JOBS_OPTION,
    CLI_JSON_OPTION,
    CLI_QUIET_OPTION,
    CLI_COMMON_OPTIONS,
    {0},
};

const cli_Command cli_info = {
    .name = "info",
    .summary = "print what is in a file: dialect, licence, bones, expressions, counts",
    .usage = "vrm info [--json] [-q] [--thumbnail OUT] FILE...\n",
    .about =
        "Prints facts about VRM avatars of any dialect, VRM animations and plain glTF.\n"
        "FILE may be - for standard input. Triangles are counted as stored; vrm render prints\n"
        "the number drawn, which includes outlines.\n",
    .options = options,
    .status = "0 all files were read, 1 a file could not be used, 2 wrong usage, 3 a file could "
              "not be read.",
    .run = run,
};
