/* SPDX-License-Identifier: MIT */
/* A window: the avatar breathes in it, its eyes follow the camera, its hair and clothes follow the
 * head. The window and its GL context are GLFW's; the renderer draws in them. A number of frames as
 * the second argument closes it after so many.
 *
 * run: @avatar@ 3 */
#include <vrm/framing.h>
#include <vrm/pose.h>
#include <vrm/render.h>

#include <GLFW/glfw3.h>
#include <stdio.h>
#include <stdlib.h>

static vrm_GlProc* find_gl(void* ctx, const char* name) {
    (void)ctx;
    return (vrm_GlProc*)glfwGetProcAddress(name);
}

static GLFWwindow* open_window(void) {
    if (!glfwInit()) return NULL;
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    GLFWwindow* window = glfwCreateWindow(480, 640, "libvrm", NULL, NULL);
    if (window != NULL) glfwMakeContextCurrent(window);
    return window;
}

static vrm_Result show_frame(GLFWwindow* window, vrm_Renderer* renderer, vrm_Drawable* drawable,
                             vrm_Framing* framing, vrm_Sim* sim, vrm_AvatarId hero, float time_s) {
    vrm_FrameDef frame = vrm_default_frame_def();
    vrm_ShotDef shot = vrm_default_shot_def();
    glfwGetFramebufferSize(window, &frame.width, &frame.height);
    if (frame.width < 1 || frame.height < 1) return VRM_OK; /* minimized */
    shot.aspect = (float)frame.width / (float)frame.height;
    vrm_Viewpoint camera = vrm_framing_viewpoint(framing, &shot);
    frame.view = camera.view;
    frame.projection = camera.projection;
    frame.background = (vrm_Vec4){0.9f, 0.94f, 0.92f, 1.0f};
    frame.time_s = time_s;
    vrm_Pose pose = vrm_pose_idle(time_s);
    vrm_avatar_set_pose(sim, hero, &pose);
    vrm_avatar_look_at(sim, hero, camera.eye);
    vrm_sim_step(sim, 1.0f / 60.0f); /* swap interval 1: the screen's rate */
    vrm_Result result = vrm_render_begin(renderer, &frame);
    if (result == VRM_OK) result = vrm_render_draw(renderer, drawable, sim, &hero, 1);
    if (result == VRM_OK) result = vrm_render_end(renderer);
    if (result == VRM_OK) result = vrm_render_present(renderer, 0, 0, 0, frame.width, frame.height);
    glfwSwapBuffers(window);
    glfwPollEvents();
    return result;
}

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    int frame_count = argc > 2 ? atoi(argv[2]) : INT32_MAX;
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    vrm_Renderer* renderer = NULL;
    vrm_Drawable* drawable = NULL;
    vrm_Framing* framing = NULL;
    vrm_RendererDef def = vrm_default_renderer_def();
    def.backend = VRM_BACKEND_HOST;
    def.get_proc = find_gl;
    GLFWwindow* window = open_window();
    vrm_Result result = window != NULL ? VRM_OK : VRM_ERR_UNSUPPORTED;
    if (result == VRM_OK) result = vrm_model_load_file(argv[1], NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) result = vrm_renderer_create(&def, &renderer);
    if (result == VRM_OK) result = vrm_drawable_create(renderer, model, rig, NULL, &drawable);
    if (result == VRM_OK) result = vrm_framing_create(model, rig, NULL, &framing);
    vrm_AvatarId hero = result == VRM_OK ? vrm_sim_add(sim, rig) : (vrm_AvatarId){0, 0};
    if (result == VRM_OK) vrm_framing_add_pose(framing, sim, hero);
    for (int i = 0; result == VRM_OK && i < frame_count && !glfwWindowShouldClose(window); i++)
        result = show_frame(window, renderer, drawable, framing, sim, hero, (float)i / 60.0f);
    if (result != VRM_OK) printf("%s\n", vrm_result_text(result));
    vrm_framing_destroy(framing);
    vrm_drawable_destroy(drawable);
    vrm_renderer_destroy(renderer);
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    glfwTerminate();
    return result == VRM_OK ? 0 : result == VRM_ERR_UNSUPPORTED ? 77 : 1;
}
