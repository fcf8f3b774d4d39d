/* SPDX-License-Identifier: MIT */
/* Shader programs, one for each set of features that some material needs; the driver begins to
 * compile them when a drawable is made, and they are kept by the renderer. */
#ifndef VRMI_RENDER_PROGRAMS_H
#define VRMI_RENDER_PROGRAMS_H

#include "renderer.h"

/* NULL when there is no memory. The program's id is 0 when the driver refuses the shader, which is
 * a bug of this library or the driver, not of a file. The pointer is valid until the next call. */
vrmi_Program* vrmi_program_get(vrm_Renderer* renderer, vrmi_Features features);

/* Begins to compile it, without waiting for the driver. */
vrmi_Program* vrmi_program_start(vrm_Renderer* renderer, vrmi_Features features);

uint32_t vrmi_program_lines(vrm_Renderer* renderer);
uint32_t vrmi_program_present(vrm_Renderer* renderer);
void vrmi_programs_release(vrm_Renderer* renderer);

/* The driver's last message about a refused shader; "" if there was none. */
const char* vrmi_program_complaint(const vrm_Renderer* renderer);

#endif
