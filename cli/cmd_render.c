/* SPDX-License-Identifier: MIT */
/* vrm render: pictures of avatars, without a screen. */
#include "cli.h"

#ifdef CLI_HAS_RENDER
#include "render_run.h"
#else

static int run(int argc, char** argv) {
    (void)argc;
    (void)argv;
    fputs("vrm render: this vrm was built without pictures. Install libspng-dev,\n"
          "libjpeg62-turbo-dev, libwebp-dev and zlib1g-dev, then build again.\n",
          stderr);
    return CLI_FAILED;
}

#define render_run run
#endif

const cli_Command cli_render = {
    .name = "render",
    .summary = "draw pictures and animations of avatars, without a screen",
    .help =
        "usage: vrm render FILE -o OUT.png [options]\n"
        "       vrm render FILE... -o FOLDER/ [options]\n"
        "       vrm render FILE --frames N -o OUT%04d.png [options]\n"
        "       vrm render FILE --animate OUT.webp|.png|.gif|FOLDER/ [options]\n"
        "       vrm render FILE --thumbnail -o OUT.vrm, or FILE... --thumbnail --in-place\n"
        "\n"
        "Draws avatars as their materials say: MToon, unlit, PBR. Needs no screen and no graphics\n"
        "card: EGL of Mesa is enough (Debian: libegl1, libgles2, libgl1-mesa-dri).\n"
        "\n"
        "what is written\n"
        "  -o, --output OUT     a PNG, or WebP by its name; - is standard output; for several\n"
        "                       FILEs a folder, where each gets a PNG of its own name\n"
        "  --frames N           N pictures of a motion; OUT has a number in it, as %04d\n"
        "  --animate OUT        a motion in one file: .webp, .png (or .apng), .gif; in a\n"
        "                       folder a WebP for each FILE\n"
        "  --fps N              frames for each second, default 30\n"
        "  --seconds S          how long; default the clip's length, or 4\n"
        "  --turn DEGREES       the avatar turns by so much in that time, and its springs feel it\n"
        "  --quality Q          of WebP: 0 to 100, default 90; 101 is lossless\n"
        "  --thumbnail          put the picture into the avatar as its own; -o or --in-place\n"
        "  --in-place           with --thumbnail: write FILE itself\n"
        "  --force              with --thumbnail: write even what has errors that FILE has not\n"
        "  --json               facts as one JSON object per file, each on one line\n"
        "  -q, --quiet          print no text (--json still prints); see the exit status\n"
        "  -j, --jobs N         work on N files at a time, each in a process of its own: a\n"
        "                       crash costs one file alone. 0: one for each core\n"
        "  --no-sandbox         let the process do all that the user may do (docs/trust.md)\n"
        "  --limit NAME=VALUE   raise a limit for files that you trust (docs/trust.md)\n"
        "  --color WHEN         auto (default), always or never; NO_COLOR is honoured\n"
        "\n"
        "the picture\n"
        "  --size WxH           pixels, default 512x512 (1024x1024 with --thumbnail)\n"
        "  --background C       transparent (default), #rrggbb or #rrggbbaa\n"
        "  --samples N          for smooth edges, default 4\n"
        "  --light X,Y,Z/#C     where the light comes from, its colour, or both\n"
        "  --backend B          egl (default), or null, which does everything but drawing\n"
        "\n"
        "the camera\n"
        "  --camera SHOT        full (default), bust, face, or first-person\n"
        "  --orbit YAW,PITCH    degrees around the avatar to its left, and up\n"
        "  --fov DEGREES        from bottom to top, default 30 (first-person: 60)\n"
        "  --eye X,Y,Z --target X,Y,Z   a camera of your own, in metres; the avatar looks to +Z\n"
        "\n"
        "the avatar\n"
        "  --pose P             idle (default), rest (as the file has it), a (arms 45 degrees\n"
        "                       lower), or t (arms and legs brought to the T-pose)\n"
        "  --animation CLIP     a .vrma, a .bvh, or the glTF animation of FILE itself; what it\n"
        "                       does not move rests, or has the pose of --pose\n"
        "  --time S             at which second, default 0\n"
        "  --settle S           the springs swing in before the first picture, default 1.5\n"
        "  --expression NAME=W  weight 0 to 1, without it 1; names of 1.0 or 0.x; may be repeated\n"
        "  --look-at WHERE      camera, or X,Y,Z\n"
        "  --first-person, --third-person   which meshes show; third unless the camera is first\n"
        "  --debug LIST         bones, springs, colliders, normals, first-person\n"
        "\n"
        "A broken or absent texture is drawn as a checker board and reported.\n",
    .run = render_run,
};
