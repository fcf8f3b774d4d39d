/* SPDX-License-Identifier: MIT */
/* usage: spring_plots FOLDER
 * Draws docs/springs.md's pictures: how a strand sways at different frame rates, in raw steps and
 * in fixed ones, after a shake of the head. Build and run by hand when the solver changes:
 *
 *   cc -O2 -Iinclude tools/spring_plots.c build/libvrm.a -lm -o build/spring_plots
 *   build/spring_plots docs/images
 */
#include "vrm/vrm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS 3.0
#define RATES   5
#define WIDTH   720.0
#define HEIGHT  300.0

static const double rates_hz[RATES] = {24, 30, 60, 90, 144};
static const char* const colors[RATES] = {"#d62728", "#ff7f0e", "#222222", "#2ca02c", "#1f77b4"};

/* Five bones of 8 cm that hang from a head. */
static const char avatar[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"VRMC_springBone\"],\"nodes\":["
    "{\"children\":[1]},{\"children\":[2]},{\"children\":[3],\"translation\":[0,-0.08,0]},"
    "{\"children\":[4],\"translation\":[0,-0.08,0]},{\"children\":[5],\"translation\":[0,-0.08,0]},"
    "{\"translation\":[0,-0.08,0]}],\"extensions\":{\"VRMC_springBone\":{\"specVersion\":\"1.0\","
    "\"springs\":[{\"joints\":["
    "{\"node\":1,\"stiffness\":0.8,\"gravityPower\":0.3,\"dragForce\":0.2},"
    "{\"node\":2,\"stiffness\":0.8,\"gravityPower\":0.3,\"dragForce\":0.2},"
    "{\"node\":3,\"stiffness\":0.8,\"gravityPower\":0.3,\"dragForce\":0.2},"
    "{\"node\":4,\"stiffness\":0.8,\"gravityPower\":0.3,\"dragForce\":0.2},{\"node\":5}]}]}}}";

/* Two swings of the head in a second, then rest. */
static float head_x(double t) {
    return t < 1.0 ? (float)(0.12 * sin(6.283185307 * 2.0 * t)) : 0.0f;
}

static int draw_curve(FILE* out, const vrm_Rig* rig, int rate, float steps_hz) {
    vrm_SimDef def = vrm_default_sim_def();
    vrm_Sim* sim = NULL;
    def.spring_rate_hz = steps_hz;
    def.max_step_s = 1.0f;
    if (vrm_sim_create(&def, &sim) != VRM_OK) return 0;
    vrm_AvatarId id = vrm_sim_add(sim, rig);
    double dt = 1.0 / rates_hz[rate];
    fprintf(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\" points=\"",
            colors[rate]);
    for (double t = 0.0; t < SECONDS; t += dt) {
        vrm_Transform root = {{head_x(t), 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
        vrm_avatar_set_root(sim, id, root);
        vrm_sim_step(sim, (float)dt);
        double sway = (double)vrm_avatar_worlds(sim, id)[5].rows[0].w - (double)root.translation.x;
        fprintf(out, "%.1f,%.1f ", 50.0 + t / SECONDS * (WIDTH - 70.0),
                HEIGHT / 2.0 - sway * (HEIGHT / 2.0 - 30.0) / 0.32);
    }
    fprintf(out, "\"/>\n");
    vrm_sim_destroy(sim);
    return 1;
}

static int draw(const char* folder, const char* name, const char* title, const vrm_Rig* rig,
                float steps_hz) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* out = fopen(path, "w");
    if (out == NULL) return 0;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
            "<text x=\"50\" y=\"18\">%s</text>\n",
            WIDTH, HEIGHT, title);
    for (int cm = -30; cm <= 30; cm += 15) {
        double y = HEIGHT / 2.0 - cm / 100.0 * (HEIGHT / 2.0 - 30.0) / 0.32;
        fprintf(out,
                "<line x1=\"50\" x2=\"%g\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>"
                "<text x=\"8\" y=\"%.1f\">%d cm</text>\n",
                WIDTH - 20.0, y, y, y + 4.0, cm);
    }
    for (int s = 0; s <= 3; s++)
        fprintf(out, "<text x=\"%.1f\" y=\"%g\">%d s</text>\n",
                50.0 + s / SECONDS * (WIDTH - 70.0) - 8.0, HEIGHT - 6.0, s);
    int is_drawn = 1;
    for (int r = 0; r < RATES; r++) {
        is_drawn = is_drawn && draw_curve(out, rig, r, steps_hz);
        fprintf(out, "<text x=\"%d\" y=\"18\" fill=\"%s\">%g Hz</text>\n", 440 + 55 * r, colors[r],
                rates_hz[r]);
    }
    fprintf(out, "</svg>\n");
    return fclose(out) == 0 && is_drawn;
}

int main(int count, char** words) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    if (count != 2) return 2;
    if (vrm_model_load(avatar, sizeof avatar - 1, NULL, NULL, &model) != VRM_OK ||
        vrm_rig_build(model, NULL, &rig) != VRM_OK)
        return 1;
    int is_fine = draw(words[1], "springs-raw.svg", "One raw step for each frame", rig, 0.0f) &&
                  draw(words[1], "springs-fixed.svg", "Fixed steps at 60 Hz", rig, 60.0f);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return is_fine ? 0 : 1;
}
