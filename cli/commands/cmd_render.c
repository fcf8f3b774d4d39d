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
    {.heading = "Output"},
    CLI_OUTPUT_OPTION("PNG, or WebP by file extension; - for standard output. With several FILEs, "
                      "a folder that gets a PNG for each."),
    CLI_VALUE("--frames", "N",
              "Draw N pictures of a motion. OUT contains a number pattern, as frame%04d.png."),
    CLI_VALUE("--animate", "OUT",
              "Draw a motion as one animation: .webp, .png (or .apng) or .gif; or as a film with "
              "the sound of --audio: .mp4 or .webm, without transparency; needs GStreamer's "
              "programs. A folder gets a WebP for each FILE."),
    {.name = "--raw",
     .value = "FORMAT",
     .help = "Write raw frames for another program to standard output or -o OUT: y4m (4:2:0, "
             "transparent pixels on black), pam (RGBA with a header per frame) or rgba (no "
             "header).",
     CLI_ONE_OF("y4m", "pam", "rgba")},
    CLI_VALUE("--fps", "N", "Frames per second. Default: 30."),
    CLI_VALUE("--seconds", "S",
              "Duration. Default: length of the sound, else of the clip, else 4."),
    CLI_VALUE("--turn", "DEGREES",
              "Turn the avatar by this angle over the duration; springs react. 360 makes a "
              "turntable."),
    CLI_VALUE("--quality", "Q", "Quality of WebP, 0 to 100; 101 is lossless. Default: 90."),
    CLI_FLAG("--thumbnail", "Store the picture as the avatar's thumbnail; with -o or --in-place."),
    CLI_FLAG("--in-place", "With --thumbnail: overwrite FILE."),
    CLI_FLAG("--force", "With --thumbnail: write the file even if it has errors that FILE does not "
                        "have."),
    CLI_BATCH_OPTIONS,
    {.heading = "Picture"},
    CLI_VALUE("--size", "WxH", "Size in pixels. Default: 512x512 (1024x1024 with --thumbnail)."),
    {.name = "--background",
     .value = "C",
     .help = "Background: transparent (default), #rrggbb or #rrggbbaa.",
     CLI_SUCH_AS("transparent")},
    CLI_VALUE("--samples", "N", "Samples per pixel for smooth edges. Default: 4."),
    CLI_VALUE("--light", "X,Y,Z/#C", "Direction to the light, its colour, or both."),
    {.name = "--backend",
     .value = "B",
     .help = "egl (default), or null, which does everything except drawing.",
     CLI_ONE_OF("egl", "null")},
    {.heading = "Camera"},
    {.name = "--camera",
     .value = "SHOT",
     .help = "Framing: full (default), bust, face or first-person.",
     CLI_ONE_OF("full", "bust", "face", "first-person")},
    CLI_VALUE("--orbit", "YAW,PITCH",
              "Move the camera around the avatar: degrees to the avatar's left, and up."),
    CLI_VALUE("--fov", "DEGREES", "Vertical field of view. Default: 30 (first-person: 60)."),
    CLI_VALUE("--eye", "X,Y,Z", "Position of the camera (m), with --target. Avatars face +Z."),
    CLI_VALUE("--target", "X,Y,Z", "Point that the camera looks at (m)."),
    {.heading = "Avatar"},
    {.name = "--pose",
     .value = "P",
     .help = "idle (default), rest (as stored), a (arms 45 degrees down) or t (arms and legs "
             "moved to the T-pose).",
     CLI_ONE_OF("idle", "rest", "t", "a")},
    CLI_VALUE(
        "--animation", "CLIP",
        "Motion to play: a VRM animation (.vrma), a motion file (BVH, FBX, VMD, VPD, glTF), or "
        "the glTF animation of FILE itself. Bones that it does not move stay at rest, or "
        "in the pose of --pose."),
    MOTION_READING_OPTIONS("CLIP"),
    MOTION_CONTACT_OPTIONS("imported motion"),
    MOTION_REMOVE_ROOT_OPTION,
    CLI_VALUE("--time", "S", "Time of the pose in seconds. Default: 0."),
    CLI_VALUE("--settle", "S",
              "Seconds for springs to settle before the first picture. Default: 1.5."),
    {.name = "--expression",
     .value = "NAME=W",
     .help = "Expression by its name in 1.0 or 0.x; weight 0 to 1, default 1. May be repeated.",
     .most = RENDER_MAX_EXPRESSIONS},
    {.name = "--look-at",
     .value = "WHERE",
     .help = "Gaze target: camera, or X,Y,Z (m).",
     CLI_SUCH_AS("camera")},
    PERFORMANCE_OPTIONS("the result is half a second longer than the speech"),
    CLI_FLAG("--first-person", "Show the first-person meshes. Default with --camera first-person."),
    CLI_FLAG("--third-person", "Show the third-person meshes. Default with all other cameras."),
    {.name = "--debug",
     .value = "LIST",
     .help = "Overlays, separated by commas: bones, springs, colliders, normals, first-person.",
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
             "vrm render FILE --audio SOUND --animate OUT.mp4|.webm|.webp [options]\n"
             "vrm render FILE --raw y4m [options] | ffmpeg -i - OUT.mp4\n"
             "vrm render FILE --thumbnail -o OUT.vrm, or FILE... --thumbnail --in-place\n",
    .about =
        "Draws avatars with their materials: MToon, unlit, PBR. Needs no screen and no graphics\n"
        "card: EGL of Mesa is enough (Debian: libegl1, libgles2, libgl1-mesa-dri).\n",
    .options = options,
    .notes = "A broken or missing texture is drawn as a checkerboard and reported.\n",
    .run = run,
};
