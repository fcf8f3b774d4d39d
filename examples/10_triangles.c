/* SPDX-License-Identifier: MIT */
/* For renderers of your own: every mesh that the avatar shows as triangles that were checked, with
 * normals, tangents and joints, posed by the skin matrices of a sim and written as a Wavefront OBJ
 * file that any 3D program opens.
 *
 * run: @avatar@ @out@ */
#include <vrm/vrm.h>

#include <stdio.h>

/* A vertex of a skinned mesh: the joint matrices of the sim, weighted. */
static vrm_Vec3 skinned(const vrm_Triangles* mesh, uint32_t vertex, const vrm_Affine* palette,
                        int32_t joint_count) {
    vrm_Vec3 p = mesh->positions[vertex], out = {0.0f, 0.0f, 0.0f};
    for (int32_t k = 0; k < mesh->influence_count; k++) {
        size_t at = (size_t)vertex * (size_t)mesh->influence_count + (size_t)k;
        float weight = mesh->weights[at];
        if (weight == 0.0f || mesh->joints[at] >= (uint32_t)joint_count) continue;
        const vrm_Vec4* rows = palette[mesh->joints[at]].rows;
        out.x += weight * (rows[0].x * p.x + rows[0].y * p.y + rows[0].z * p.z + rows[0].w);
        out.y += weight * (rows[1].x * p.x + rows[1].y * p.y + rows[1].z * p.z + rows[1].w);
        out.z += weight * (rows[2].x * p.x + rows[2].y * p.y + rows[2].z * p.z + rows[2].w);
    }
    return out;
}

static vrm_Vec3 rigid(vrm_Vec3 p, const vrm_Affine* world) {
    const vrm_Vec4* rows = world->rows;
    return (vrm_Vec3){rows[0].x * p.x + rows[0].y * p.y + rows[0].z * p.z + rows[0].w,
                      rows[1].x * p.x + rows[1].y * p.y + rows[1].z * p.z + rows[1].w,
                      rows[2].x * p.x + rows[2].y * p.y + rows[2].z * p.z + rows[2].w};
}

/* One primitive; returns how many vertices were written before the next. */
static uint32_t write_mesh(FILE* file, const vrm_Triangles* mesh, const vrm_Affine* palette,
                           int32_t joint_count, const vrm_Affine* world, uint32_t first) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        vrm_Vec3 p = mesh->influence_count > 0 && joint_count > 0
                         ? skinned(mesh, v, palette, joint_count)
                         : rigid(mesh->positions[v], world);
        fprintf(file, "v %f %f %f\n", (double)p.x, (double)p.y, (double)p.z);
    }
    for (uint32_t i = 0; i < mesh->index_count; i += 3) /* OBJ counts from 1 */
        fprintf(file, "f %u %u %u\n", first + mesh->indices[i] + 1,
                first + mesh->indices[i + 1] + 1, first + mesh->indices[i + 2] + 1);
    return first + mesh->vertex_count;
}

static vrm_Result write_all(FILE* file, const vrm_Model* model, const vrm_Rig* rig,
                            const vrm_Sim* sim, vrm_AvatarId hero) {
    const vrm_Gltf* gltf = vrm_model_gltf(model);
    int32_t count = 0;
    const vrm_MeshNode* shown = vrm_rig_mesh_nodes(rig, &count);
    uint32_t first = 0, triangles = 0, dropped = 0;
    for (int32_t i = 0; i < count; i++) {
        vrm_RigSkin skin = {0};
        if (shown[i].skin >= 0) skin = vrm_rig_skin(rig, shown[i].skin);
        const vrm_Affine* palettes = vrm_avatar_palettes(sim, hero);
        const vrm_Mesh* mesh = &gltf->meshes[shown[i].mesh];
        for (int32_t p = 0; p < mesh->primitive_count; p++) {
            vrm_TrianglesDef def = vrm_default_triangles_def();
            def.wants_tangents = true; /* this one does not need them, a normal map does */
            vrm_Triangles* made = NULL;
            vrm_Result result = vrm_primitive_triangles(gltf, &mesh->primitives[p], &def, &made);
            if (result == VRM_ERR_UNSUPPORTED) continue; /* points and lines */
            if (result != VRM_OK) return result;
            first =
                write_mesh(file, made, skin.joint_count > 0 ? palettes + skin.first_joint : NULL,
                           skin.joint_count, &vrm_avatar_worlds(sim, hero)[shown[i].node], first);
            triangles += made->index_count / 3;
            dropped += made->dropped_count;
            vrm_triangles_destroy(made);
        }
    }
    printf("%u vertices, %u triangles, %u left out\n", first, triangles, dropped);
    return VRM_OK;
}

int main(int argc, char** argv) {
    vrm_Model* model = NULL;
    vrm_Rig* rig = NULL;
    vrm_Sim* sim = NULL;
    if (argc != 3) {
        fprintf(stderr, "usage: %s AVATAR OUT.obj\n", argv[0]);
        return 2;
    }
    vrm_Result result = vrm_model_load_file(argv[1], NULL, NULL, &model);
    if (result == VRM_OK) result = vrm_rig_build(model, NULL, &rig);
    if (result == VRM_OK) result = vrm_sim_create(NULL, &sim);
    if (result == VRM_OK) {
        vrm_AvatarId hero = vrm_sim_add(sim, rig);
        vrm_Pose pose = vrm_pose_idle(0.0f);
        vrm_avatar_set_pose(sim, hero, &pose);
        vrm_sim_step(sim, 1.0f / 60.0f);
        FILE* file = fopen(argv[2], "w");
        result = file == NULL ? VRM_ERR_IO : write_all(file, model, rig, sim, hero);
        if (file != NULL && fclose(file) != 0 && result == VRM_OK) result = VRM_ERR_IO;
    }
    if (result != VRM_OK) fprintf(stderr, "%s: %s\n", argv[1], vrm_result_text(result));
    vrm_sim_destroy(sim);
    vrm_rig_destroy(rig);
    vrm_model_destroy(model);
    return result == VRM_OK ? 0 : 1;
}
