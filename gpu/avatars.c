/* SPDX-License-Identifier: MIT */
/* The avatars of the sim: ids, batches by rig, columns of a batch. Columns in use are always the
 * first ones: when avatars are removed, those of the last columns take theirs. */
#include "gpu.h"

#include <stdlib.h>
#include <string.h>

void vrm_gpu_sim_def_init(vrm_GpuSimDef* def, size_t def_size) {
    vrm_GpuSimDef defaults = {.spring_rate_hz = 60.0f,
                              .max_step_s = 1.0f / 30.0f,
                              .outputs = VRM_OUTPUT_DEFAULT,
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
        gpu_rest_free(&sim->batches[i].rest);
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
        if (rig != NULL && sim->batches[i].rig == rig) return i;
    return -1;
}

/* One whose last avatar was removed, or a new one. */
static int32_t unused_batch(const vrm_GpuSim* sim) {
    int32_t index = 0;
    while (index < sim->batch_count && sim->batches[index].rig != NULL) index++;
    return index;
}

/* Makes room for one more batch, as batches are only added one at a time. */
static bool grow_batches(vrm_GpuSim* sim) {
    if (unused_batch(sim) < sim->batch_capacity) return true;
    int32_t capacity = sim->batch_capacity < 8 ? 8 : 2 * sim->batch_capacity;
    gpu_Batch* batches = realloc(sim->batches, (size_t)capacity * sizeof *batches);
    if (batches == NULL) return false;
    sim->batches = batches;
    sim->batch_capacity = capacity;
    return true;
}

static void release_batch(gpu_Batch* batch) {
    vrm_rig_pack_destroy(batch->pack);
    gpu_rest_free(&batch->rest);
    free(batch->entries);
    *batch = (gpu_Batch){0};
}

/* A batch without avatars. Its table is the last one; the sim is otherwise unchanged. */
static vrm_Result make_batch(vrm_GpuSim* sim, const vrm_Rig* rig, gpu_Batch* out) {
    *out = (gpu_Batch){.rig = rig};
    vrm_Result result = vrm_rig_pack(rig, NULL, &out->pack);
    if (result != VRM_OK) return gpu_refuse(sim, result, "no memory");
    gpu_BuiltRig built;
    bool has_rate = sim->def.spring_rate_hz > 0.0f;
    if (gpu_table_rig(&sim->rig_words, out->pack, sim->def.outputs, has_rate, &built)) {
        out->table = built.at;
        out->rows = built.rows;
        out->rest = built.rest;
        return VRM_OK;
    }
    release_batch(out);
    if (built.code == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    (void)vrm_report_add(sim->def.report, built.code, "", NULL);
    return gpu_refuse(sim, VRM_ERR_UNSUPPORTED, "the device cannot run this avatar: %s",
                      built.code);
}

static int32_t install_batch(vrm_GpuSim* sim, const gpu_Batch* batch) {
    int32_t index = unused_batch(sim);
    sim->batches[index] = *batch;
    if (index == sim->batch_count) sim->batch_count++;
    sim->rigs_changed = sim->batches_changed = true;
    return index;
}

/* Where the table of a batch ends, with up to three words that align the next. */
static int32_t table_end(const vrm_GpuSim* sim, int32_t index) {
    int32_t from = sim->batches[index].table, to = sim->rig_words.count;
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].table > from && sim->batches[i].table < to) to = sim->batches[i].table;
    return to;
}

/* Takes the table at `from` out of the words; those behind it move. Places within a table count
 * from its beginning. Returns its length. */
static int32_t cut_table(gpu_Words* words, int32_t from, int32_t to) {
    memmove(words->data + from, words->data + to,
            (size_t)(words->count - to) * sizeof *words->data);
    words->count -= to - from;
    return to - from;
}

void gpu_forget_motion(vrm_GpuSim* sim, int32_t motion) {
    int32_t from = sim->motion_tables[motion], to = sim->motion_words.count;
    for (int32_t i = 0; i < sim->motion_count; i++)
        if (sim->motion_tables[i] > from && sim->motion_tables[i] < to) to = sim->motion_tables[i];
    int32_t length = cut_table(&sim->motion_words, from, to);
    for (int32_t i = 0; i < sim->motion_count; i++)
        if (sim->motion_tables[i] > from) sim->motion_tables[i] -= length;
    sim->motion_tables[motion] = 0;
    sim->motions[motion] = (gpu_Motion){.batch = -1};
    sim->motions_changed = true;
}

/* The host may now destroy the rig, and another may get its address. Nothing of it stays, so that
 * avatars may come and go for ever. */
static void forget_batch(vrm_GpuSim* sim, int32_t index) {
    gpu_Batch* batch = &sim->batches[index];
    int32_t from = batch->table;
    int32_t length = cut_table(&sim->rig_words, from, table_end(sim, index));
    for (int32_t i = 0; i < sim->batch_count; i++)
        if (sim->batches[i].table > from) sim->batches[i].table -= length;
    for (int32_t i = 0; i < sim->motion_count; i++)
        if (sim->motions[i].batch == index) gpu_forget_motion(sim, i);
    release_batch(batch);
    sim->rigs_changed = sim->batches_changed = true;
}

/* Whether two batches are of rigs with the same data; `words` of a's table, of which up to three
 * may only align the next one. */
static bool are_alike(const vrm_GpuSim* sim, const gpu_Batch* a, int32_t words,
                      const gpu_Batch* b) {
    const int32_t* data = sim->rig_words.data;
    int32_t length = sim->rig_words.count - b->table;
    size_t inputs = (size_t)b->rows.rows[ARENA_INPUT] - 1;
    size_t faces = (size_t)b->rows.rows[ARENA_FACE];
    return words >= length && words - length < 4 &&
           memcmp(data + a->table, data + b->table, (size_t)length * sizeof *data) == 0 &&
           memcmp(a->rows.rows, b->rows.rows, sizeof b->rows.rows) == 0 &&
           memcmp(a->rest.input + 1, b->rest.input + 1, inputs * sizeof(float)) == 0 &&
           memcmp(a->rest.face, b->rest.face, faces * sizeof(float)) == 0;
}

/* The rig of a batch without avatars may have been destroyed and its address given to another one.
 * So the batch serves only a rig with the same data; else it is replaced. */
static vrm_Result renew_batch(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t* index) {
    int32_t old = *index, words = table_end(sim, old) - sim->batches[old].table;
    gpu_Batch fresh;
    if (!grow_batches(sim)) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    vrm_Result result = make_batch(sim, rig, &fresh);
    if (result == VRM_ERR_MEMORY) return result;
    if (result == VRM_OK && are_alike(sim, &sim->batches[old], words, &fresh)) {
        sim->rig_words.count = fresh.table;
        release_batch(&fresh);
        return VRM_OK;
    }
    if (result == VRM_OK) *index = install_batch(sim, &fresh);
    forget_batch(sim, old);
    return result;
}

static vrm_Result batch_for(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t* out_index) {
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    if (rig == NULL) return gpu_refuse(sim, VRM_ERR_ARGUMENT, "there is no rig");
    *out_index = gpu_find_batch(sim, rig);
    if (*out_index >= 0)
        return sim->batches[*out_index].count > 0 ? VRM_OK : renew_batch(sim, rig, out_index);
    gpu_Batch fresh;
    if (!grow_batches(sim)) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    vrm_Result result = make_batch(sim, rig, &fresh);
    if (result == VRM_OK) *out_index = install_batch(sim, &fresh);
    return result;
}

/* A batch with neither avatars nor room for some refers to its rig in vain. */
static void drop_unused(vrm_GpuSim* sim, int32_t index) {
    if (sim->batches[index].count == 0 && sim->batches[index].capacity == 0)
        forget_batch(sim, index);
}

vrm_Result vrm_gpu_sim_reserve(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t count) {
    int32_t index = 0;
    vrm_Result result = batch_for(sim, rig, &index);
    if (result != VRM_OK) return result;
    if (count > sim->batches[index].capacity) result = gpu_memory_fit(sim, index, count);
    if (count <= 0 && sim->batches[index].count == 0) sim->batches[index].capacity = 0;
    drop_unused(sim, index);
    return result;
}

static vrm_Result add_avatars(vrm_GpuSim* sim, int32_t index, int32_t count,
                              vrm_AvatarId* out_ids) {
    gpu_Batch* batch = &sim->batches[index];
    gpu_RestBuffers rest;
    if (count > INT32_MAX - GPU_COLUMNS - sim->avatar_count)
        return gpu_refuse(sim, VRM_ERR_MEMORY, "more avatars than can be counted");
    int32_t needed = batch->count + count;
    vrm_Result result = VRM_OK;
    if (needed > batch->capacity) {
        int64_t wanted = (int64_t)batch->capacity + batch->capacity / 2;
        if (wanted < needed) wanted = needed;
        if (wanted > INT32_MAX - GPU_COLUMNS) wanted = needed;
        result = gpu_memory_fit(sim, index, (int32_t)wanted);
        if (result == VRM_ERR_MEMORY && wanted > needed)
            result = gpu_memory_fit(sim, index, needed); /* without room to spare */
        if (result != VRM_OK) return result;
    }
    if (!reserve_entries(sim, count)) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    result = gpu_rest_upload(sim, batch, VRM_STAGE_ALL | F_FACE_CHANGED | F_TO_REST, &rest);
    if (result != VRM_OK) return result;
    int32_t error =
        gpu_rest_write(sim, batch, &rest, sim->arenas, batch->bases, batch->count, needed);
    gpu_rest_release(sim, &rest);
    if (error != CL_SUCCESS) return gpu_fail(sim, error, "adding avatars");
    for (int32_t i = 0; i < count; i++) out_ids[i] = take_id(sim, index, batch->count + i);
    batch->count = needed;
    sim->avatar_count += count;
    sim->groups_changed = sim->batches_changed = true;
    return VRM_OK;
}

vrm_Result vrm_gpu_sim_add(vrm_GpuSim* sim, const vrm_Rig* rig, int32_t count,
                           vrm_AvatarId* out_ids) {
    int32_t index = 0;
    vrm_Result result = batch_for(sim, rig, &index);
    if (result != VRM_OK) return result;
    if (count > 0) result = add_avatars(sim, index, count, out_ids);
    drop_unused(sim, index);
    return result;
}

/* ---- Removing ---- */

/* What is allocated before anything changes, for a batch that loses avatars but not all. */
typedef struct Removal {
    int32_t count;              /* avatars that go */
    int32_t *moves, move_count; /* from and to, of those that fill their columns */
    cl_mem list;                /* the moves */
    gpu_RestBuffers rest;
} Removal;

static void release_removals(vrm_GpuSim* sim, Removal* removals) {
    for (int32_t b = 0; b < sim->batch_count; b++) {
        free(removals[b].moves);
        if (removals[b].list != NULL) (void)sim->device.cl.clReleaseMemObject(removals[b].list);
        gpu_rest_release(sim, &removals[b].rest);
    }
    free(removals);
}

/* Columns of avatars that go have no entry while they are removed. */
static void mark_columns(const vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count,
                         Removal* removals) {
    for (int32_t i = 0; i < count; i++) {
        const gpu_Entry* entry = gpu_entry(sim, ids[i]);
        if (entry == NULL) continue;
        uint32_t* column = &sim->batches[entry->batch].entries[entry->column];
        removals[entry->batch].count += *column != UINT32_MAX;
        *column = UINT32_MAX;
    }
}

static void unmark_columns(const vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const gpu_Entry* entry = gpu_entry(sim, ids[i]);
        if (entry != NULL)
            sim->batches[entry->batch].entries[entry->column] = (uint32_t)(entry - sim->entries);
    }
}

/* The last avatars of the batch fill the columns below its new count. */
static vrm_Result plan_removal(vrm_GpuSim* sim, const gpu_Batch* batch, Removal* removal) {
    int32_t count = batch->count - removal->count, from = batch->count, error = CL_SUCCESS;
    removal->moves = malloc(((size_t)removal->count + 1) * 2 * sizeof *removal->moves);
    if (removal->moves == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    for (int32_t column = 0; column < count; column++) {
        if (batch->entries[column] != UINT32_MAX) continue;
        do from--;
        while (batch->entries[from] == UINT32_MAX);
        removal->moves[2 * removal->move_count] = from;
        removal->moves[2 * removal->move_count++ + 1] = column;
    }
    if (removal->move_count > 0) {
        size_t size = (size_t)removal->move_count * 2 * sizeof *removal->moves;
        removal->list = gpu_buffer(sim, removal->moves, size, &error);
        if (removal->list == NULL) return gpu_fail(sim, error, "removing avatars");
    }
    return gpu_rest_upload(sim, batch, 0, &removal->rest);
}

static int32_t move_columns(vrm_GpuSim* sim, const gpu_Batch* batch, const Removal* removal) {
    int32_t error = CL_SUCCESS;
    for (int a = 0; a < ARENA_COUNT && error == CL_SUCCESS && removal->move_count > 0; a++) {
        if (a == ARENA_SCRATCH) continue;
        uint64_t base = batch->bases[a];
        int32_t rows = batch->rows.rows[a];
        gpu_Argument arguments[] = {GPU_ARG(sim->arenas[a]), GPU_ARG(base), GPU_ARG(rows),
                                    GPU_ARG(removal->list)};
        error = gpu_launch(sim, sim->device.kernels[GPU_KERNEL_MOVE], arguments, 4,
                           (size_t)removal->move_count, (size_t)rows);
    }
    return error;
}

static int32_t close_holes(vrm_GpuSim* sim, int32_t index, const Removal* removal) {
    gpu_Batch* batch = &sim->batches[index];
    int32_t end = batch->count, error = CL_SUCCESS;
    batch->count -= removal->count;
    if (batch->count == 0) {
        forget_batch(sim, index);
        return CL_SUCCESS;
    }
    error = move_columns(sim, batch, removal);
    for (int32_t i = 0; i < removal->move_count; i++) {
        int32_t from = removal->moves[2 * i], to = removal->moves[2 * i + 1];
        batch->entries[to] = batch->entries[from];
        sim->entries[batch->entries[to]].column = to;
    }
    if (error != CL_SUCCESS) return error;
    return gpu_rest_write(sim, batch, &removal->rest, sim->arenas, batch->bases, batch->count, end);
}

vrm_Result vrm_gpu_sim_remove(vrm_GpuSim* sim, const vrm_AvatarId* ids, int32_t count) {
    sim->message[0] = 0;
    if (sim->is_lost) return gpu_refuse(sim, VRM_ERR_IO, "the device has failed before");
    Removal* removals = calloc((size_t)sim->batch_count + 1, sizeof *removals);
    if (removals == NULL) return gpu_refuse(sim, VRM_ERR_MEMORY, "no memory");
    mark_columns(sim, ids, count, removals);
    vrm_Result result = VRM_OK;
    for (int32_t b = 0; b < sim->batch_count && result == VRM_OK; b++)
        if (removals[b].count > 0 && removals[b].count < sim->batches[b].count)
            result = plan_removal(sim, &sim->batches[b], &removals[b]);
    if (result != VRM_OK) {
        unmark_columns(sim, ids, count);
        release_removals(sim, removals);
        return result;
    }
    for (int32_t i = 0; i < count; i++) {
        gpu_Entry* entry = gpu_entry(sim, ids[i]);
        if (entry == NULL) continue;
        give_back_id(sim, entry);
        sim->avatar_count--;
    }
    int32_t error = CL_SUCCESS;
    for (int32_t b = 0; b < sim->batch_count; b++)
        if (removals[b].count > 0) {
            int32_t closed = close_holes(sim, b, &removals[b]);
            if (closed != CL_SUCCESS) error = closed;
        }
    release_removals(sim, removals);
    sim->groups_changed = sim->batches_changed = true;
    if (error == CL_SUCCESS) return VRM_OK;
    return gpu_lose(sim, error, "removing avatars"); /* some columns have moved, others have not */
}
