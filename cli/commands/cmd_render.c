/* SPDX-License-Identifier: MIT */
/* vrm render: pictures of avatars, without a screen. */
#include "commands/commands.h"
#include "face/performance.h"
#include "motion/motion_options.h"
#include "picture/render_plan.h"
#include "picture/render_run.h"

#include <stdio.h>

static int run(cli_Args* args) {
#ifdef CLI_HAS_RENDER
    return render_run(args);
#else
    (void)args;
    fputs("vrm render: this vrm was built without pictures. Install libspng-dev,\n"
          "libjpeg62-turbo-dev, libwebp-dev and zlib1g-dev, then build again.\n",
          stderr);
    return CLI_FAILED;
#endif
}

static const cli_Option options[] = {
    {.heading = "what is written"},
    CLI_OUTPUT_OPTION("a PNG, or WebP by its name; - is standard output; for several FILEs a "
                      "folder, where each gets a PNG of its own name"),
    CLI_VALUE("--frames", "N", "N pictures of a motion; OUT has a number in it, as %04d"),
    CLI_VALUE(
        "--animate", "OUT",
        "a motion in one file: .webp, .png (or .apng), .gif; in a folder a WebP for each FILE"),
    {.name = "--raw",
     .value = "FORMAT",
     .help = "a motion as frames for another program, to standard output or -o OUT: y4m (4:2:0, on "
             "black where it is transparent), pam (RGBA with a head for each frame) or rgba "
             "(without a head)",
     CLI_ONE_OF("y4m", "pam", "rgba")},
    CLI_VALUE("--fps", "N", "frames for each second, default 30"),
    CLI_VALUE("--seconds", "S", "how long; default the sound's length, the clip's, or 4"),
    CLI_VALUE("--turn", "DEGREES",
              "the avatar turns by so much in that time, and its springs feel it"),
    CLI_VALUE("--quality", "Q", "of WebP: 0 to 100, default 90; 101 is lossless"),
    CLI_FLAG("--thumbnail", "put the picture into the avatar as its own; -o or --in-place"),
    CLI_FLAG("--in-place", "with --thumbnail: overwrite FILE"),
    CLI_FLAG("--force", "with --thumbnail: write even what has errors that FILE has not"),
    CLI_FLAG("--json", "facts as one JSON object per file, each on one line"),
    CLI_QUIET_OPTION,
    CLI_RECURSIVE_OPTION("; results go to one FOLDER"),
    CLI_JOBS_OPTION,
    CLI_COMMON_OPTIONS,
    {.heading = "the picture"},
    CLI_VALUE("--size", "WxH", "pixels, default 512x512 (1024x1024 with --thumbnail)"),
    {.name = "--background",
     .value = "C",
     .help = "transparent (default), #rrggbb or #rrggbbaa",
     CLI_SUCH_AS("transparent")},
    CLI_VALUE("--samples", "N", "for smooth edges, default 4"),
    CLI_VALUE("--light", "X,Y,Z/#C", "where the light comes from, its colour, or both"),
    {.name = "--backend",
     .value = "B",
     .help = "egl (default), or null, which does everything but drawing",
     CLI_ONE_OF("egl", "null")},
    {.heading = "the camera"},
    {.name = "--camera",
     .value = "SHOT",
     .help = "full (default), bust, face, or first-person",
     CLI_ONE_OF("full", "bust", "face", "first-person")},
    CLI_VALUE("--orbit", "YAW,PITCH", "degrees around the avatar to its left, and up"),
    CLI_VALUE("--fov", "DEGREES", "from bottom to top, default 30 (first-person: 60)"),
    CLI_VALUE("--eye", "X,Y,Z",
              "a camera of your own, in metres, with --target; the avatar looks to +Z"),
    CLI_VALUE("--target", "X,Y,Z", "the point that it looks at"),
    {.heading = "the avatar"},
    {.name = "--pose",
     .value = "P",
     .help = "idle (default), rest (as the file has it), a (arms 45 degrees lower), or t (arms and "
             "legs brought to the T-pose)",
     CLI_ONE_OF("rest", "t", "a", "idle")},
    CLI_VALUE("--animation", "CLIP",
              "a .vrma, motion of another program (BVH, FBX, VMD, glTF), or the glTF animation of "
              "FILE itself; what it does not move rests, or has the pose of --pose"),
    MOTION_READING_OPTIONS("CLIP"),
    MOTION_FEET_OPTION("motion of other programs"),
    MOTION_REMOVE_ROOT_OPTION,
    CLI_VALUE("--time", "S", "at which second, default 0"),
    CLI_VALUE("--settle", "S", "the springs swing in before the first picture, default 1.5"),
    {.name = "--expression",
     .value = "NAME=W",
     .help = "weight 0 to 1, without it 1; names of 1.0 or 0.x; may be repeated",
     .most = RENDER_MAX_EXPRESSIONS},
    {.name = "--look-at", .value = "WHERE", .help = "camera, or X,Y,Z", CLI_SUCH_AS("camera")},
    PERFORMANCE_OPTIONS,
    CLI_FLAG("--first-person",
             "show the meshes of the first person; default where the camera is first-person"),
    CLI_FLAG("--third-person", "show those of the third person; default with every other camera"),
    {.name = "--debug",
     .value = "LIST",
     .help = "bones, springs, colliders, normals, first-person",
     CLI_SUCH_AS("bones", "springs", "colliders", "normals", "first-person")},
    {0},
};

const cli_Command cli_render = {
    .name = "render",
    .summary = "draw pictures and animations of avatars, without a screen",
    .usage = "vrm render FILE -o OUT.png [options]\n"
             "vrm render FILE... -o FOLDER/ [options]\n"
             "vrm render FILE --frames N -o OUT%04d.png [options]\n"
             "vrm render FILE --animate OUT.webp|.png|.gif|FOLDER/ [options]\n"
             "vrm render FILE --audio SOUND --animate OUT.webp [options]\n"
             "vrm render FILE --raw y4m [options] | ffmpeg -i - OUT.mp4\n"
             "vrm render FILE --thumbnail -o OUT.vrm, or FILE... --thumbnail --in-place\n",
    .about =
        "Draws avatars as their materials say: MToon, unlit, PBR. Needs no screen and no graphics\n"
        "card: EGL of Mesa is enough (Debian: libegl1, libgles2, libgl1-mesa-dri).\n",
    .options = options,
    .notes = "A broken or absent texture is drawn as a checker board and reported.\n",
    .run = run,
};
