/* SPDX-License-Identifier: MIT */
#include "window/window.h"

#include "confine/confine.h"
#include "window/glfw.h"
#include "words/output.h"

#include <math.h>
#include <stdlib.h>

#define SCALE_OF_A_NOTCH 1.1 /* of the wheel */
enum { LEAST_EDGE = 32, LARGEST_EDGE = 8192 };

struct window_Window {
    glfw_Library glfw;
    const char* command;
    window_Def def;
    glfw_Window* window; /* NULL: not shown yet */
    window_Events events;
    double width, height;  /* as scaled: the desktop has whole units */
    double notches;        /* of the wheel since the last poll */
    double grip_x, grip_y; /* where in the window the pointer holds it */
    bool is_held;
};

/* GLFW has one state for the process, and tells its callbacks no more than the handle. */
static window_Window* shown;

/* ---- Open, close ---- */

/* As "vrm live: --window: WHAT: what GLFW says". */
static int refuse(const window_Window* window, const char* what, const char* hint) {
    const char* why = NULL;
    window->glfw.GetError(&why);
    fprintf(stderr, "vrm %s: --window: %s: ", window->command, what);
    cli_put_text(stderr, why != NULL ? why : "no reason was given");
    fprintf(stderr, "%s\n", hint);
    return CLI_FAILED;
}

static int connect(window_Window* window) {
    int major = 0, minor = 0, revision = 0;
    if (!glfw_open(&window->glfw)) {
        fprintf(stderr,
                "vrm %s: --window: libglfw.so.3 is missing; install GLFW 3.3 or newer (Debian: "
                "apt-get install libglfw3)\n",
                window->command);
        return CLI_FAILED;
    }
    window->glfw.GetVersion(&major, &minor, &revision);
    if (window->def.lets_through && (major < 3 || (major == 3 && minor < 4))) {
        fprintf(stderr,
                "vrm %s: --click-through needs GLFW 3.4 or newer, which the system has not (it has "
                "%d.%d.%d)\n",
                window->command, major, minor, revision);
        return CLI_FAILED;
    }
    return window->glfw.Init() ? CLI_OK : refuse(window, "no screen to show it on", "");
}

int window_connect(const char* command, const window_Def* def, window_Window** out_window) {
    *out_window = NULL;
    window_Window* window = calloc(1, sizeof *window);
    if (window == NULL) return cli_result_error(command, "--window", VRM_ERR_MEMORY, NULL);
    window->command = command;
    window->def = *def;
    int status = connect(window);
    if (status == CLI_OK)
        *out_window = window;
    else
        free(window);
    return status;
}

void window_close(window_Window* window) {
    if (window == NULL) return;
    shown = NULL;
    if (window->window != NULL) window->glfw.DestroyWindow(window->window);
    window->glfw.Terminate();
    free(window);
}

static void on_key(glfw_Window* handle, int key, int scancode, int action, int modifiers);
static void on_scroll(glfw_Window* handle, double x, double y);

/* GLX has transparent windows where EGL has none, as Mesa without a graphics card; EGL has OpenGL
 * ES with every driver. A thread on which one of them has a context cannot use the other. */
static bool create(window_Window* window) {
    static const int interfaces[] = {GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API};
    const glfw_Library* glfw = &window->glfw;
    const window_Def* def = &window->def;
    for (size_t i = def->beside_egl;
         i < sizeof interfaces / sizeof *interfaces && window->window == NULL; i++) {
        glfw->WindowHint(GLFW_CONTEXT_CREATION_API, interfaces[i]);
        window->window = glfw->CreateWindow(def->width, def->height, def->title, NULL, NULL);
    }
    return window->window != NULL;
}

int window_show(window_Window* window) {
    const glfw_Library* glfw = &window->glfw;
    const window_Def* def = &window->def;
    glfw->WindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
    glfw->WindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfw->WindowHint(GLFW_TRANSPARENT_FRAMEBUFFER, 1);
    glfw->WindowHint(GLFW_FLOATING, 1);
    glfw->WindowHint(GLFW_DECORATED, def->has_frame);
    if (def->lets_through) glfw->WindowHint(GLFW_MOUSE_PASSTHROUGH, 1);
    glfw->WindowHintString(GLFW_X11_CLASS_NAME, "vrm");
    glfw->WindowHintString(GLFW_X11_INSTANCE_NAME, "vrm");
    if (!create(window)) return refuse(window, "no window with OpenGL ES 3.0", cli_sandbox_hint());
    window->width = def->width;
    window->height = def->height;
    shown = window;
    glfw->SetKeyCallback(window->window, on_key);
    glfw->SetScrollCallback(window->window, on_scroll);
    window_use(window);
    glfw->SwapInterval(0); /* the caller has a clock of its own */
    return CLI_OK;
}

void window_use(window_Window* window) {
    window->glfw.MakeContextCurrent(window->window);
}

bool window_is_transparent(const window_Window* window) {
    return window->glfw.GetWindowAttrib(window->window, GLFW_TRANSPARENT_FRAMEBUFFER) != 0;
}

/* ---- Drawing ---- */

vrm_GlProc* window_get_proc(void* ctx, const char* name) {
    const window_Window* window = ctx;
    return (vrm_GlProc*)window->glfw.GetProcAddress(name);
}

void window_pixels(const window_Window* window, int32_t* out_width, int32_t* out_height) {
    int width = 0, height = 0;
    window->glfw.GetFramebufferSize(window->window, &width, &height);
    *out_width = width;
    *out_height = height;
}

void window_swap(window_Window* window) {
    window->glfw.SwapBuffers(window->window);
}

/* ---- Pointer and keys ---- */

static void on_key(glfw_Window* handle, int key, int scancode, int action, int modifiers) {
    (void)handle, (void)scancode, (void)modifiers;
    if (shown == NULL || action != GLFW_PRESS) return;
    shown->events.is_closed |= key == GLFW_KEY_ESCAPE;
    shown->events.pressed_c |= key == GLFW_KEY_C;
}

static void on_scroll(glfw_Window* handle, double x, double y) {
    (void)handle, (void)x;
    if (shown != NULL) shown->notches += y;
}

/* Both are asked for at one time: the pointer is told within the window, which moves. */
static void find_pointer(const window_Window* window, int place[2], double pointer[2]) {
    window->glfw.GetWindowPos(window->window, &place[0], &place[1]);
    window->glfw.GetCursorPos(window->window, &pointer[0], &pointer[1]);
}

static void drag(window_Window* window) {
    int place[2] = {0, 0};
    double pointer[2] = {0.0, 0.0};
    bool was_held = window->is_held;
    window->is_held =
        window->glfw.GetMouseButton(window->window, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
    if (!window->is_held) return;
    find_pointer(window, place, pointer);
    if (!was_held) {
        window->grip_x = pointer[0];
        window->grip_y = pointer[1];
    }
    int x = (int)lround(pointer[0] - window->grip_x), y = (int)lround(pointer[1] - window->grip_y);
    if (x != 0 || y != 0) window->glfw.SetWindowPos(window->window, place[0] + x, place[1] + y);
}

/* The user may have drawn the frame to another size. */
static void read_size(window_Window* window) {
    int width = 0, height = 0;
    window->glfw.GetWindowSize(window->window, &width, &height);
    bool is_ours = width == lround(window->width) && height == lround(window->height);
    if (is_ours || width < 1 || height < 1) return;
    window->width = width;
    window->height = height;
}

/* What is under the pointer stays there. */
static void scale(window_Window* window) {
    int place[2] = {0, 0};
    double pointer[2] = {0.0, 0.0};
    if (window->notches == 0.0) return;
    read_size(window);
    double low = LEAST_EDGE / fmin(window->width, window->height);
    double high = LARGEST_EDGE / fmax(window->width, window->height);
    double ratio = fmin(fmax(pow(SCALE_OF_A_NOTCH, window->notches), low), high);
    window->notches = 0.0;
    find_pointer(window, place, pointer);
    window->width *= ratio;
    window->height *= ratio;
    window->glfw.SetWindowSize(window->window, (int)lround(window->width),
                               (int)lround(window->height));
    window->glfw.SetWindowPos(window->window, (int)lround(place[0] + pointer[0] * (1.0 - ratio)),
                              (int)lround(place[1] + pointer[1] * (1.0 - ratio)));
    window->grip_x *= ratio;
    window->grip_y *= ratio;
}

window_Events window_poll(window_Window* window) {
    window->events.pressed_c = false;
    window->glfw.PollEvents();
    drag(window);
    scale(window);
    window->events.is_closed |= window->glfw.WindowShouldClose(window->window) != 0;
    return window->events;
}
