/* SPDX-License-Identifier: MIT */
/* A window of the desktop to draw in with OpenGL ES 3.0. The pointer drags it, the wheel scales it,
 * Escape closes it.
 *
 *   window_connect() -> the sandbox -> window_show() -> each frame: window_poll(), drawing,
 *   window_swap() -> window_close() */
#ifndef CLI_WINDOW_H
#define CLI_WINDOW_H

#include "vrm/render.h"

typedef struct window_Window window_Window;

typedef struct window_Def {
    const char* title;
    int32_t width, height; /* in units of the desktop: pixels, or more where it scales */
    bool has_frame;        /* title and border of the desktop */
    bool lets_through;     /* the pointer reaches what is behind the window */
    bool beside_egl;       /* the thread has contexts of EGL, too: a renderer without a window */
} window_Def;

/* Connects to the desktop. A driver starts threads, which the sandbox must confine, so that the
 * window is made later. CLI_OK, or CLI_FAILED after printing why as `command`. */
int window_connect(const char* command, const window_Def* def, window_Window** out_window);
/* `window` may be NULL. */
void window_close(window_Window* window);

/* Makes the window, and its GL context current. CLI_OK, or CLI_FAILED after printing why. */
int window_show(window_Window* window);

/* Makes its GL context current: before drawing, where the thread has others. */
void window_use(window_Window* window);

/* Whether what is behind the window is seen through it. */
bool window_is_transparent(const window_Window* window);

/* A function of OpenGL by its name, for vrm_RendererDef; `ctx` is the window. */
vrm_GlProc* window_get_proc(void* ctx, const char* name);

/* In pixels; 0 while the window is minimized. */
void window_pixels(const window_Window* window, int32_t* out_width, int32_t* out_height);

typedef struct window_Events {
    bool is_closed; /* and stays so */
    bool pressed_c;
} window_Events;

/* Lets pointer and keys do what they do; what came since the last call. Does not wait. */
window_Events window_poll(window_Window* window);

/* Shows what was drawn. Does not wait for the screen. */
void window_swap(window_Window* window);

#endif
