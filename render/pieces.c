/* SPDX-License-Identifier: MIT */
/* What is drawn of a model: a part for each node with a mesh, a piece for each of its primitives,
 * the first-person ranges, and the layout of an avatar's block. */
#include "pieces.h"

#include "renderer.h"

#include <string.h>

/* A file can reference every mesh from every node; the bound keeps this drawable. */
#define MAX_PIECES ((size_t)1 << 16)
/* Texels of a block: 64 MiB for one avatar. */
#define MAX_BLOCK (1 << 22)

/* ---- First person ---- */

/* The triangles of a shape that have no vertex bound to the head. The library returns the vertices
 * of these triangles; the shape's own list, whose vertices may have been split, is filtered by
 * them. */
static vrm_Result make_first_person(vrmi_Upload* upload, vrmi_Piece* piece, int32_t node,
                                    int32_t primitive) {
    const vrm_Drawable* drawable = upload->drawable;
    const vrm_Allocator* allocator = &upload->def.allocator;
    const vrmi_Shape* shape = &drawable->shapes[piece->shape];
    const vrmi_Geometry* geometry = &drawable->geometries[shape->geometry];
    size_t room = 0, count = 0, total = shape->indices.count;
    upload->work +=
        geometry->source_count + total + (uint64_t)vrm_model_gltf(upload->model)->node_count;
    if (upload->work > VRMI_MAX_WORK) return VRM_OK;
    vrm_Result result =
        vrm_first_person_indices(upload->model, node, primitive, allocator, NULL, 0, &room);
    if (result != VRM_OK) return result == VRM_ERR_MEMORY ? result : VRM_OK;

    uint32_t* list = vrmi_take(allocator, room, sizeof *list);
    uint8_t* is_body = vrmi_take(allocator, geometry->source_count, 1);
    uint32_t* indices = vrmi_room(allocator, upload->indices, &upload->index_capacity,
                                  upload->index_count + total, sizeof *indices);
    if (indices != NULL) upload->indices = indices;
    result = list == NULL || is_body == NULL || indices == NULL
                 ? VRM_ERR_MEMORY
                 : vrm_first_person_indices(upload->model, node, primitive, allocator, list, room,
                                            &count);
    if (result == VRM_OK) {
        for (size_t i = 0; i < count; i++)
            if (list[i] < geometry->source_count) is_body[list[i]] = 1;
        piece->is_split = true;
        piece->first_person.first = (uint32_t)upload->index_count;
        for (size_t i = 0; i < total; i += 3) {
            const uint32_t* triangle = indices + shape->indices.first + i;
            bool is_kept = true;
            for (int c = 0; c < 3; c++) {
                uint32_t v = triangle[c];
                is_kept = is_kept && is_body[geometry->sources == NULL ? v : geometry->sources[v]];
            }
            if (!is_kept) continue;
            memcpy(indices + upload->index_count, triangle, 3 * sizeof *indices);
            upload->index_count += 3;
        }
        piece->first_person.count = (uint32_t)upload->index_count - piece->first_person.first;
    }
    vrmi_give(allocator, list, room, sizeof *list);
    vrmi_give(allocator, is_body, geometry->source_count, 1);
    return result == VRM_ERR_MEMORY ? result : VRM_OK;
}

/* Nodes with the same mesh and the same skin share the list. */
static vrm_Result add_first_person(vrmi_Upload* upload, vrmi_Piece* piece,
                                   const vrm_MeshNode* mesh_node, int32_t primitive) {
    vrm_Drawable* drawable = upload->drawable;
    vrmi_Shape* shape = &drawable->shapes[piece->shape];
    if (shape->split_piece1 > 0 && shape->split_skin == mesh_node->skin) {
        const vrmi_Piece* same = &drawable->pieces[shape->split_piece1 - 1];
        piece->is_split = same->is_split;
        piece->first_person = same->first_person;
        return VRM_OK;
    }
    shape->split_piece1 = (int32_t)(piece - drawable->pieces) + 1;
    shape->split_skin = mesh_node->skin;
    return make_first_person(upload, piece, mesh_node->node, primitive);
}

/* ---- Pieces ---- */

static vrm_Result add_morph_list(vrmi_Upload* upload, vrmi_Piece* piece, int32_t geometry_index) {
    vrm_Drawable* drawable = upload->drawable;
    vrmi_Geometry* geometry = &drawable->geometries[geometry_index];
    piece->morph_list = -1;
    if (geometry->morph_texture == 0) return VRM_OK;
    if (geometry->last_part == piece->part + 1) {
        piece->morph_list = geometry->last_list;
        return VRM_OK;
    }
    if (drawable->block_texels > MAX_BLOCK - geometry->morph_count - 1) {
        vrmi_upload_report(upload, "RENDER_MEMORY_LIMIT",
                           vrmi_pointer(upload, "nodes", drawable->parts[piece->part].node, ""),
                           NULL);
        return VRM_OK;
    }
    vrmi_MorphList* lists =
        vrmi_room(&upload->def.allocator, drawable->morph_lists, &drawable->morph_list_capacity,
                  drawable->morph_list_count + 1, sizeof *lists);
    if (lists == NULL) return VRM_ERR_MEMORY;
    drawable->morph_lists = lists;
    lists[drawable->morph_list_count] =
        (vrmi_MorphList){piece->part, geometry_index, drawable->block_texels};
    geometry->last_part = piece->part + 1;
    geometry->last_list = piece->morph_list = (int32_t)drawable->morph_list_count++;
    drawable->block_texels += geometry->morph_count + 1;
    return VRM_OK;
}

/* glTF 2.0, Skins: the transform of a node with a skinned mesh is ignored, so it does not give the
 * place of the mesh. All skinned pieces of an avatar are sorted as if at its hips: among them the
 * order of the file decides, for any camera. */
static int32_t skin_anchor(const vrm_Drawable* drawable, const vrm_RigSkin* skin, int32_t node) {
    if (drawable->anchor >= 0) return drawable->anchor;
    return skin->joints[0] >= 0 ? skin->joints[0] : node;
}

static vrm_Result add_piece(vrmi_Upload* upload, const vrm_MeshNode* mesh_node, int32_t part,
                            int32_t primitive) {
    vrm_Drawable* drawable = upload->drawable;
    int32_t shape_index = upload->first_shape[mesh_node->mesh] + primitive;
    const vrmi_Shape* shape = &drawable->shapes[shape_index];
    if (shape->geometry < 0 || shape->indices.count == 0) return VRM_OK;
    const vrmi_Geometry* geometry = &drawable->geometries[shape->geometry];
    if (geometry->vertex_array == 0) return VRM_OK;
    uint64_t triangles = shape->indices.count / 3 + 16;
    if (triangles > upload->triangles) {
        vrmi_upload_report(
            upload, "RENDER_MEMORY_LIMIT", vrmi_pointer(upload, "nodes", mesh_node->node, ""),
            "With this node more triangles would be drawn than the limit triangles of "
            "vrm_DrawableDef allows for a file of this size; it is not drawn. Raise "
            "the limit if you trust the file.");
        return VRM_OK;
    }
    upload->triangles -= triangles;
    if (drawable->piece_count >= MAX_PIECES) {
        vrmi_upload_report(upload, "RENDER_MEMORY_LIMIT",
                           vrmi_pointer(upload, "nodes", mesh_node->node, ""), NULL);
        return VRM_OK;
    }
    vrmi_Piece* pieces =
        vrmi_room(&upload->def.allocator, drawable->pieces, &drawable->piece_capacity,
                  drawable->piece_count + 1, sizeof *pieces);
    if (pieces == NULL) return VRM_ERR_MEMORY;
    drawable->pieces = pieces;
    vrmi_Piece* piece = &pieces[drawable->piece_count];
    *piece = (vrmi_Piece){
        .part = part, .shape = shape_index, .anchor = mesh_node->node, .joint_count = 1};
    piece->palette = (drawable->palette_count + part) * 3;
    if (mesh_node->skin >= 0 && geometry->has_joints) {
        vrm_RigSkin skin = vrm_rig_skin(drawable->rig, mesh_node->skin);
        if (skin.joint_count > 0) {
            piece->is_skinned = true;
            piece->skin = mesh_node->skin;
            piece->palette = skin.first_joint * 3;
            piece->joint_count = skin.joint_count;
            piece->anchor = skin_anchor(drawable, &skin, mesh_node->node);
            if (geometry->max_joint >= (uint32_t)skin.joint_count)
                vrmi_upload_report(upload, "RENDER_JOINT_OUT_OF_RANGE",
                                   vrmi_pointer(upload, "nodes", mesh_node->node, "/skin"), NULL);
        }
    }
    const vrmi_Material* material = &drawable->materials[shape->material];
    bool wants_uv = (material->features & VRMI_ALL_TEXTURES & ~VRMI_HAS(MATCAP_TEXTURE)) != 0;
    if ((wants_uv && !geometry->has_uv[0] && !(material->features & VRMI_HAS(UV_SECOND))) ||
        ((material->features & VRMI_HAS(UV_SECOND)) && !geometry->has_uv[1]))
        vrmi_upload_report(upload, "RENDER_TEXCOORD_MISSING",
                           vrmi_primitive_pointer(upload, mesh_node->mesh, primitive, ""), NULL);
    drawable->piece_count++;
    vrm_Result result = add_morph_list(upload, piece, shape->geometry);
    if (result == VRM_OK && mesh_node->is_split_in_first_person)
        result = add_first_person(upload, piece, mesh_node, primitive);
    return result;
}

vrm_Result vrmi_upload_parts(vrmi_Upload* upload) {
    vrm_Drawable* drawable = upload->drawable;
    const vrmi_Gl* gl = vrmi_gl(drawable->renderer);
    int32_t count = 0;
    const vrm_MeshNode* nodes = vrm_rig_mesh_nodes(drawable->rig, &count);
    int32_t palette_count = vrm_rig_palette_count(drawable->rig);
    if ((int64_t)palette_count + count > MAX_BLOCK / 3) { /* an empty block, so no part either */
        vrmi_upload_report(upload, "RENDER_MEMORY_LIMIT", "/skins", NULL);
        return VRM_OK;
    }
    drawable->palette_count = palette_count;
    drawable->anchor = vrm_rig_bone(drawable->rig, VRM_BONE_HIPS);
    drawable->part_count = (size_t)count;
    drawable->parts = vrmi_take(&upload->def.allocator, (size_t)count, sizeof *drawable->parts);
    if (drawable->parts == NULL) return VRM_ERR_MEMORY;
    drawable->block_texels = (drawable->palette_count + count) * 3;
    vrm_Result result = VRM_OK;
    for (int32_t i = 0; i < count && result == VRM_OK; i++) {
        drawable->parts[i] = (vrmi_Part){nodes[i].node, nodes[i].first_morph, nodes[i].morph_count};
        int32_t primitives = upload->gltf->meshes[nodes[i].mesh].primitive_count;
        for (int32_t p = 0; p < primitives && result == VRM_OK; p++)
            result = add_piece(upload, &nodes[i], i, p);
    }
    if (result != VRM_OK || upload->index_count == 0) return result;
    /* Now that every stretch is known and every split made. */
    gl->BindVertexArray(0);
    gl->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, drawable->index_buffer);
    gl->BufferData(GL_ELEMENT_ARRAY_BUFFER,
                   (ptrdiff_t)(upload->index_count * sizeof *upload->indices), upload->indices,
                   GL_STATIC_DRAW);
    drawable->index_count = upload->index_count;
    drawable->renderer->stats.buffers++;
    drawable->renderer->stats.gpu_bytes += (int64_t)(upload->index_count * 4);
    return VRM_OK;
}
