/* SPDX-License-Identifier: MIT */
#include "normalize/maths64.h"

vrmi_Dquat vrmi_dquat_mul(vrmi_Dquat a, vrmi_Dquat b) {
    return (vrmi_Dquat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
                        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

vrmi_Dquat vrmi_dquat_normalize(vrmi_Dquat a) {
    double length = sqrt(a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w);
    if (!(length > 1e-30) || !isfinite(length)) return vrmi_dquat_identity();
    return (vrmi_Dquat){a.x / length, a.y / length, a.z / length, a.w / length};
}

vrmi_Dquat vrmi_dquat(vrm_Quat q) {
    return vrmi_dquat_normalize((vrmi_Dquat){(double)q.x, (double)q.y, (double)q.z, (double)q.w});
}

vrmi_Dvec vrmi_dquat_rotate(vrmi_Dquat q, vrmi_Dvec v) {
    vrmi_Dvec axis = {q.x, q.y, q.z};
    vrmi_Dvec t = vrmi_dvec_scale(vrmi_dvec_cross(axis, v), 2.0);
    return vrmi_dvec_add(vrmi_dvec_add(v, vrmi_dvec_scale(t, q.w)), vrmi_dvec_cross(axis, t));
}

double vrmi_dquat_apart(vrmi_Dquat a, vrmi_Dquat b) {
    vrmi_Dquat d = vrmi_dquat_mul(vrmi_dquat_conjugate(a), b);
    return sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
}

vrmi_Dquat vrmi_dquat_from_y(vrmi_Dvec to) {
    if (to.y + 1.0 < 1e-8) return (vrmi_Dquat){1.0, 0.0, 0.0, 0.0};
    return vrmi_dquat_normalize((vrmi_Dquat){to.z, 0.0, -to.x, 1.0 + to.y});
}

vrmi_Dmat vrmi_dmat_mul(const vrmi_Dmat* a, const vrmi_Dmat* b) {
    return vrmi_dmat_from_columns(vrmi_dmat_vector(a, vrmi_dmat_column(b, 0)),
                                  vrmi_dmat_vector(a, vrmi_dmat_column(b, 1)),
                                  vrmi_dmat_vector(a, vrmi_dmat_column(b, 2)));
}

vrmi_Dmat vrmi_dmat_from_quat(vrmi_Dquat q) {
    return vrmi_dmat_from_columns(vrmi_dquat_rotate(q, (vrmi_Dvec){1.0, 0.0, 0.0}),
                                  vrmi_dquat_rotate(q, (vrmi_Dvec){0.0, 1.0, 0.0}),
                                  vrmi_dquat_rotate(q, (vrmi_Dvec){0.0, 0.0, 1.0}));
}

double vrmi_dmat_determinant(const vrmi_Dmat* a) {
    return vrmi_dvec_dot(vrmi_dvec_cross(a->rows[0], a->rows[1]), a->rows[2]);
}

vrmi_Dmat vrmi_dmat_cofactor(const vrmi_Dmat* a) {
    return (vrmi_Dmat){{vrmi_dvec_cross(a->rows[1], a->rows[2]),
                        vrmi_dvec_cross(a->rows[2], a->rows[0]),
                        vrmi_dvec_cross(a->rows[0], a->rows[1])}};
}

bool vrmi_dmat_invert(const vrmi_Dmat* a, vrmi_Dmat* out) {
    double x = vrmi_dvec_length(vrmi_dmat_column(a, 0));
    double y = vrmi_dvec_length(vrmi_dmat_column(a, 1));
    double z = vrmi_dvec_length(vrmi_dmat_column(a, 2));
    double det = vrmi_dmat_determinant(a);
    if (!isfinite(det) || !(fabs(det) > 1e-9 * (x * y * z)) || !(fabs(det) > 0.0)) return false;
    vrmi_Dmat cofactor = vrmi_dmat_cofactor(a);
    for (int r = 0; r < 3; r++) /* transposed */
        out->rows[r] = vrmi_dvec_scale(vrmi_dmat_column(&cofactor, r), 1.0 / det);
    return true;
}

vrmi_Daffine vrmi_daffine_mul(const vrmi_Daffine* a, const vrmi_Daffine* b) {
    return (vrmi_Daffine){vrmi_dmat_mul(&a->linear, &b->linear), vrmi_daffine_point(a, b->offset)};
}

bool vrmi_daffine_invert(const vrmi_Daffine* a, vrmi_Daffine* out) {
    if (!vrmi_dmat_invert(&a->linear, &out->linear)) return false;
    out->offset = vrmi_dvec_scale(vrmi_dmat_vector(&out->linear, a->offset), -1.0);
    return true;
}

vrmi_Daffine vrmi_daffine_from_mat4(const vrm_Mat4* m) {
    vrmi_Dvec columns[4];
    for (int c = 0; c < 4; c++)
        columns[c] =
            (vrmi_Dvec){(double)m->m[c * 4], (double)m->m[c * 4 + 1], (double)m->m[c * 4 + 2]};
    return (vrmi_Daffine){vrmi_dmat_from_columns(columns[0], columns[1], columns[2]), columns[3]};
}

vrmi_Daffine vrmi_daffine_from_transform(vrm_Transform t) {
    vrmi_Dmat turn = vrmi_dmat_from_quat(vrmi_dquat(t.rotation));
    return (vrmi_Daffine){
        vrmi_dmat_from_columns(vrmi_dvec_scale(vrmi_dmat_column(&turn, 0), (double)t.scale.x),
                               vrmi_dvec_scale(vrmi_dmat_column(&turn, 1), (double)t.scale.y),
                               vrmi_dvec_scale(vrmi_dmat_column(&turn, 2), (double)t.scale.z)),
        vrmi_dvec(t.translation)};
}

double vrmi_daffine_apart(const vrmi_Daffine* a, const vrmi_Daffine* b) {
    double most = vrmi_dvec_reach(vrmi_dvec_sub(a->offset, b->offset));
    for (int r = 0; r < 3; r++)
        most = fmax(most, vrmi_dvec_reach(vrmi_dvec_sub(a->linear.rows[r], b->linear.rows[r])));
    return most;
}
