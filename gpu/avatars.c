/* SPDX-License-Identifier: MIT */
/* The avatars of the sim: ids, batches by rig, columns of a batch. Columns in use are always the
 * first ones: when avatars are removed, those of the last columns move into their places. */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

void vrm_gpu_sim_def_init(vrm_GpuSimDef* def, size_t def_size) {
    vrm_GpuSimDef defaults = {.spring_rate_hz = 60.0f,
                              .max_step_s = 1.0f / 30.0f,
                              .outputs = VRM_OUTPUT_ALL,
                              .split = VRM_GPU_SPLIT_AUTO};
    size_t size = def_size < sizeof defaults ? def_size : sizeof defaults;
    memset(def, 0, def_size);
    memcpy(def, &defaults, size);
    def->def_size = (uint32_t)def_size;
}

/* ---- Life ---- */

vrm_Result vrm_gpu_sim_create(const vrm_GpuSimDef* def, vrm_GpuSim** out_sim) {
    *out_sim = NULL;
    vrm_GpuSimDef copy = vrm_default_gpu_sim_def();
    if (def != NULL) {
        if (def->def_size < sizeof def->def_size || def->def_size > 65536) return VRM_ERR_DEF;
        memcpy(&copy, def, def->def_size < sizeof copy ? def->def_size : sizeof copy);
    }
    if (!(copy.spring_rate_hz > 0.0f))
        copy.spring_rate_hz = 0.0f;
    else if (copy.spring_rate_hz < 10.0f)
        copy.spring_rate_hz = 10.0f;
    else if (copy.spring_rate_hz > 1000.0f)
        copy.spring_rate_hz = 1000.0f;
    vrm_GpuSim* sim = calloc(1, sizeof *sim);
    if (sim == NULL) return VRM_ERR_MEMORY;
    sim->def = copy;
    vrm_Result result = gpu_device_open(&sim->device, &sim->def, sim->message, sizeof sim->message);
    if (result != VRM_OK) {
        vrm_gpu_sim_destroy(sim);
        return result;
    }
    sim->motions_changed = true;
    *out_sim = sim;
    return VRM_OK;
}

void vrm_gpu_sim_destroy(vrm_GpuSim* sim) {
    if (sim == NULL) return;
    gpu_Cl* cl = &sim->device.cl;
    if (cl->library != NULL && sim->device.queue != NULL) (void)cl->clFinish(sim->device.queue);
    cl_mem tables[] = {sim->rig_buffer, sim->motion_buffer, sim->batch_buffer, sim->group_buffer};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (tables[i] != NULL) (void)cl->clReleaseMemObject(tables[i]);
    for (int a = 0; a < ARENA_COUNT; a++)
        if (sim->arenas[a] != NULL) (void)cl->clReleaseMemObject(sim->arenas[a]);
    for (int32_t i = 0; i < sim->batch_count; i++) {
        vrm_rig_pack_destroy(sim->batches[i].pack);
        free(sim->batches[i].initial);
        free(sim->batches[i].entries);
    }
    gpu_device_close(&sim->device);
    gpu_words_free(&sim->rig_words);
    gpu_words_free(&sim->motion_words);
    free(sim->batches);
    free(sim->entries);
    free(sim->motions);
    free(sim->motion_tables);
    free(sim);
}

vrm_GpuDevice vrm_gpu_sim_device(const vrm_GpuSim* sim) {
    return sim->device.info;
}

bool vrm_gpu_sim_is_exact(const vrm_GpuSim* sim) {
    return sim->device.is_exact;
}

uint64_t vrm_gpu_sim_bytes(const vrm_GpuSim* sim) {
    uint64_t floats = 0;
    for (int a = 0; a < ARENA_COUNT; a++) floats += sim->arena_floats[a];
    return floats * sizeof(float);
}

const char* vrm_gpu_sim_message(const vrm_GpuSim* sim) {
    return sim->message;
}

void* vrm_gpu_sim_context(const vrm_GpuSim* sim) {
    return sim->device.context;
}

void* vrm_gpu_sim_queue(const vrm_GpuSim* sim) {
    return sim->device.queue;
}

/* ---- Ids ---- */

gpu_Entry* gpu_entry(const vrm_GpuSim* sim, vrm_AvatarId id) {
    if (id.index1 == 0 || id.index1 > sim->entry_count) return NULL;
    gpu_Entry* entry = &sim->entries[id.index1 - 1];
    return entry->batch >= 0 && entry->generation == id.generation ? entry : NULL;
}

bool vrm_gpu_avatar_is_valid(const vrm_GpuSim* sim, vrm_AvatarId id) {
    return gpu_entry(sim, id) != NULL;
}

int32_t vrm_gpu_avatar_column(const vrm_GpuSim* sim, vrm_AvatarId id) {
    const gpu_Entry* entry = gpu_entry(sim, id);
    return entry == NULL ? -1 : entry->column;
}

int32_t vrm_gpu_sim_avatar_count(const vrm_GpuSim* sim) {
    return sim->avatar_count;
}

vrm_Result gpu_columns(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                       int32_t** out_columns, int32_t* out_batch) {
    *out_columns = NULL;
    *out_batch = -1;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    if (count <= 0) return VRM_OK;
    int32_t* columns = malloc((size_t)count * sizeof *columns);
    if (columns == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    for (int32_t i = 0; i < count; i++) {
        const gpu_Entry* entry = gpu_entry(sim, ids[i]);
        if (entry == NULL || (*out_batch >= 0 && entry->batch != *out_batch)) {
            free(columns);
            return gpu_refuse(sim, VRM_ERR_ARGUMENT,
                              entry == NULL ? "avatar %d is not in the sim"
                                            : "avatar %d is of another rig than the first",
                              (int)i);
        }
        *out_batch = entry->batch;
        columns[i] = entry->column;
    }
    *out_columns = columns;
    return VRM_OK;
}

static bool reserve_entries(vrm_GpuSim* sim, int32_t count) {
    uint64_t needed = (uint64_t)sim->entry_count + (uint64_t)count;
    if (needed <= sim->entry_capacity) return true;
    uint64_t capacity = sim->entry_capacity < 64 ? 64 : sim->entry_capacity;
    while (capacity < needed) capacity *= 2;
    if (capacity > UINT32_MAX) return false;
    gpu_Entry* entries = realloc(sim->entries, (size_t)capacity * sizeof *entries);
    if (entries == NULL) return false;
    sim->entries = entries;
    sim->entry_capacity = (uint32_t)capacity;
    return true;
}

static vrm_AvatarId take_id(vrm_GpuSim* sim, int32_t batch, int32_t column) {
    uint32_t index = sim->first_free;
    if (index == 0) {
        index = ++sim->entry_count;
        sim->entries[index - 1] = (gpu_Entry){.generation = 1};
    } else {
        sim->first_free = sim->entries[index - 1].next_free;
    }
    gpu_Entry* entry = &sim->entries[index - 1];
    entry->batch = batch;
    entry->column = column;
    sim->batches[batch].entries[column] = index - 1;
    return (vrm_AvatarId){index, entry->generation};
}

static void give_back_id(vrm_GpuSim* sim, gpu_Entry* entry) {
    entry->batch = -1;
    entry->generation = entry->generation == UINT32_MAX ? 1 : entry->generation + 1;
    entry->next_free = sim->first_free;
    sim->first_free = (uint32_t)(entry - sim->entries) + 1;
}

/* ---- Batches ---- */

int32_t gpu_find_batch(const vrm_GpuSim* sim, const vrm_Rig* rig) {
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].rig == rig) return i;
    return -1;
}

/* One whose last avatar was removed, or a new one. */
static int32_t unused_batch(const vrm_GpuSim* sim) {
    int32_t index = 0;
    while (index < sim->batch_count && sim->batches[index].rig != NULL) index++;
    return index;
}

static vrm_Result add_batch(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t* out_index) {
    int32_t index = unused_batch(sim);
    if (index == sim->batch_capacity) {
        int32_t capacity = sim->batch_capacity < 8 ? 8 : 2 * sim->batch_capacity;
        gpu_Batch* batches = realloc(sim->batches, (size_t)capacity * sizeof *batches);
        if (batches == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
        sim->batches = batches;
        sim->batch_capacity = capacity;
    }
    gpu_Batch batch = {.rig = rig};
    vrm_Result result = vrm_rig_pack(rig, NULL, &batch.pack);
    if (result != VRM_OK) return gpu_refuse(sim, result, "no memory");
    const char* code = NULL;
    if (!gpu_table_rig(&sim->rig_words, batch.pack, sim->def.outputs,
                       sim->def.spring_rate_hz > 0.0f, &batch.table, &batch.rows, &batch.initial,
                       &code)) {
        vrm_rig_pack_destroy(batch.pack);
        if (code == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
        (void)vrm_report_add(sim->def.report, code, "", NULL);
        return gpu_refuse(sim, VRM_ERR_UNSUPPORTED, "the device cannot run this avatar: %s", code);
    }
    sim->rigs_changed = sim->batches_changed = true;
    *out_index = index;
    sim->batches[index] = batch;
    if (index == sim->batch_count) sim->batch_count++;
    return VRM_OK;
}

static vrm_Result batch_for(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t* out_index) {
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    *out_index = gpu_find_batch(sim, rig);
    return *out_index >= 0 ? VRM_OK : add_batch(sim, rig, out_index);
}

vrm_Result vrm_gpu_sim_reserve(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t count) {
    int32_t index = 0;
    vrm_Result result = batch_for(sim, rig, &index);
    if (result != VRM_OK || count <= sim->batches[index].capacity) return result;
    return gpu_memory_fit(sim, index, count);
}

vrm_Result vrm_gpu_sim_add(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t count,
                           vrm_AvatarId* out_ids) {
    int32_t index = 0;
    vrm_Result result = batch_for(sim, rig, &index);
    if (result != VRM_OK || count <= 0) return result;
    gpu_Batch* batch = &sim->batches[index];
    if (count > INT32_MAX - GPU_COLUMNS - sim->avatar_count)
        return gpu_refuse(sim, VRM_ERR_MEMORY, "more avatars than can be counted");
    if (!reserve_entries(sim, count)) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    int32_t needed = batch->count + count;
    if (needed > batch->capacity) {
        int64_t wanted = (int64_t)batch->capacity + batch->capacity / 2;
        if (wanted < needed) wanted = needed;
        if (wanted > INT32_MAX - GPU_COLUMNS) wanted = needed;
        result = gpu_memory_fit(sim, index, (int32_t)wanted);
        if (result == VRM_ERR_MEMORY && wanted > needed)
            result = gpu_memory_fit(sim, index, needed); /* without room to spare */
        if (result != VRM_OK) return result;
    }
    result = gpu_memory_rest(sim, batch, batch->count, needed,
                             VRM_STAGE_ALL | F_FACE_CHANGED | F_TO_REST);
    if (result != VRM_OK) return result;
    for (int32_t i = 0; i < count; i++) out_ids[i] = take_id(sim, index, batch->count + i);
    batch->count = needed;
    sim->avatar_count += count;
    sim->groups_changed = sim->batches_changed = true;
    return VRM_OK;
}

/* ---- Removing ---- */

static vrm_Result move_columns(vrm_GpuSim* sim, const gpu_Batch* batch, const int32_t* moves,
                               int32_t count) {
    int32_t error = CL_SUCCESS;
    if (count == 0) return VRM_OK;
    cl_mem list = gpu_buffer(sim, moves, (size_t)count * 2 * sizeof *moves, &error);
    if (list == NULL) return gpu_fail(sim, error, "removing avatars");
    for (int a = 0; a < ARENA_COUNT && error == CL_SUCCESS; a++) {
        if (a == ARENA_SCRATCH) continue;
        uint64_t base = batch->bases[a];
        int32_t rows = batch->rows.rows[a];
        gpu_Argument arguments[] = {GPU_ARG(sim->arenas[a]), GPU_ARG(base), GPU_ARG(rows),
                                    GPU_ARG(list)};
        error = gpu_launch(sim, sim->device.kernels[GPU_KERNEL_MOVE], arguments, 4, (size_t)count,
                           (size_t)batch->rows.rows[a]);
    }
    (void)sim->device.cl.clReleaseMemObject(list);
    return gpu_fail(sim, error, "removing avatars");
}

/* Takes the table at `from` out of the words; those behind it move. Places within a table count
 * from its beginning. Returns its length. */
static int32_t cut_table(gpu_Words* words, int32_t from, int32_t to) {
    memmove(words->data + from, words->data + to,
            (size_t)(words->count - to) * sizeof *words->data);
    words->count -= to - from;
    return to - from;
}

static void forget_motion(vrm_GpuSim* sim, int32_t motion) {
    int32_t from = sim->motion_tables[motion], to = sim->motion_words.count;
    for (int32_t i = 0; i < sim->motion_count; i++)
        if (sim->motion_tables[i] > from && sim->motion_tables[i] < to) to = sim->motion_tables[i];
    int32_t length = cut_table(&sim->motion_words, from, to);
    for (int32_t i = 0; i < sim->motion_count; i++)
        if (sim->motion_tables[i] > from) sim->motion_tables[i] -= length;
    sim->motion_tables[motion] = 0;
    sim->motions[motion] = (gpu_Motion){NULL, -1};
    sim->motions_changed = true;
}

/* The host may now destroy the rig, and another may get its address. Nothing of it stays, so that
 * avatars may come and go for ever. */
static void forget_batch(vrm_GpuSim* sim, int32_t index) {
    gpu_Batch* batch = &sim->batches[index];
    int32_t from = batch->table, to = sim->rig_words.count;
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].table > from && sim->batches[i].table < to) to = sim->batches[i].table;
    int32_t length = cut_table(&sim->rig_words, from, to);
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].table > from) sim->batches[i].table -= length;
    for (int32_t i = 0; i < sim->motion_count; i++)
        if (sim->motions[i].batch == index) forget_motion(sim, i);
    vrm_rig_pack_destroy(batch->pack);
    free(batch->initial);
    free(batch->entries);
    *batch = (gpu_Batch){0};
    sim->rigs_changed = true;
}

/* Fills the holes below the new count with the avatars above it. */
static vrm_Result close_holes(vrm_GpuSim* sim, int32_t index, int32_t removed) {
    gpu_Batch* batch = &sim->batches[index];
    int32_t count = batch->count - removed, move_count = 0, from = batch->count;
    int32_t* moves = malloc(((size_t)removed + 1) * 2 * sizeof *moves);
    if (moves == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    for (int32_t column = 0; column < count; column++) {
        if (batch->entries[column] != UINT32_MAX) continue;
        do from--;
        while (batch->entries[from] == UINT32_MAX);
        moves[2 * move_count] = from;
        moves[2 * move_count++ + 1] = column;
        batch->entries[column] = batch->entries[from];
        sim->entries[batch->entries[column]].column = column;
    }
    vrm_Result result = move_columns(sim, batch, moves, move_count);
    free(moves);
    int32_t end = batch->count;
    batch->count = count;
    if (result == VRM_OK) result = gpu_memory_rest(sim, batch, count, end, 0);
    if (count == 0) forget_batch(sim, index);
    return result;
}

vrm_Result vrm_gpu_sim_remove(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count) {
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    int32_t* removed = calloc((size_t)sim->batch_count + 1, sizeof *removed);
    if (removed == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    for (int32_t i = 0; i < count; i++) {
        gpu_Entry* entry = gpu_entry(sim, ids[i]);
        if (entry == NULL) continue;
        sim->batches[entry->batch].entries[entry->column] = UINT32_MAX;
        removed[entry->batch]++;
        give_back_id(sim, entry);
        sim->avatar_count--;
    }
    vrm_Result result = VRM_OK;
    for (int32_t b = 0; b < sim->batch_count; b++)
        if (removed[b] > 0) {
            vrm_Result closed = close_holes(sim, b, removed[b]);
            if (closed != VRM_OK) result = closed;
        }
    free(removed);
    sim->groups_changed = sim->batches_changed = true;
    return result;
}
