/* SPDX-License-Identifier: MIT */
/* The schema engine: static tables describe objects, one walker compares a JSON document with them
 * and makes the findings. glTF 2.0 and every VRM extension are such tables. */
#ifndef VRMI_VALIDATE_SCHEMA_SCHEMA_H
#define VRMI_VALIDATE_SCHEMA_SCHEMA_H

#include "base/alloc.h"
#include "vrm/json.h"
#include "json/json_report.h"

typedef enum vrmi_SchemaKind {
    VRMI_ANY = 0,
    VRMI_BOOL,
    VRMI_INTEGER,
    VRMI_NUMBER, /* finite */
    VRMI_STRING,
    VRMI_INDEX,      /* a non-negative integer, below the length of .target */
    VRMI_ARRAY,      /* of .element */
    VRMI_OBJECT,     /* of .type */
    VRMI_MAP,        /* an object with free names, each member an .element */
    VRMI_EXTENSIONS, /* the object that holds extensions of the type around it */
    VRMI_EXTRAS      /* anything, best an object */
} vrmi_SchemaKind;

enum vrmi_SchemaFlag {
    VRMI_REQUIRED = 1 << 0,
    VRMI_HAS_MIN = 1 << 1,   /* at least the .min of .range */
    VRMI_HAS_MAX = 1 << 2,   /* at most its .max */
    VRMI_ABOVE_MIN = 1 << 3, /* greater than .min, not equal */
    VRMI_BELOW_MAX = 1 << 4, /* less than .max, not equal */
    VRMI_UNIQUE = 1 << 5,    /* an array without equal elements (strings and integers) */
    VRMI_NO_USE = 1 << 6,    /* this reference does not count as a use of what it points at */
    VRMI_AT_ARRAY = 1 << 7   /* a wrong element is reported at its array, as Khronos does */
};

/* Arrays that indices point into; vrmi_target_pointers[] has the place of each. */
typedef enum vrmi_Target {
    VRMI_NOWHERE = 0, /* an index whose range is checked elsewhere */
    VRMI_ACCESSORS,
    VRMI_ANIMATIONS,
    VRMI_BUFFERS,
    VRMI_BUFFER_VIEWS,
    VRMI_CAMERAS,
    VRMI_IMAGES,
    VRMI_MATERIALS,
    VRMI_MESHES,
    VRMI_NODES,
    VRMI_SAMPLERS,
    VRMI_SCENES,
    VRMI_SKINS,
    VRMI_TEXTURES,
    VRMI_LIGHTS,                 /* KHR_lights_punctual */
    VRMI_VARIANTS,               /* KHR_materials_variants */
    VRMI_SPRING_COLLIDERS,       /* VRMC_springBone */
    VRMI_SPRING_COLLIDER_GROUPS, /* VRMC_springBone */
    VRMI_VRM0_COLLIDER_GROUPS,   /* VRM 0.x secondaryAnimation */
    VRMI_TARGET_COUNT
} vrmi_Target;

extern const char* const vrmi_target_pointers[VRMI_TARGET_COUNT];

/* Kinds of problems, each with its rule unless a table names another. */
typedef enum vrmi_SchemaProblem {
    VRMI_PROBLEM_NONE = 0,     /* ends a list of codes */
    VRMI_PROBLEM_MISSING,      /* UNDEFINED_PROPERTY */
    VRMI_PROBLEM_TYPE,         /* TYPE_MISMATCH */
    VRMI_PROBLEM_ELEMENT_TYPE, /* ARRAY_TYPE_MISMATCH */
    VRMI_PROBLEM_LENGTH,       /* ARRAY_LENGTH_NOT_IN_LIST */
    VRMI_PROBLEM_EMPTY,        /* EMPTY_ENTITY */
    VRMI_PROBLEM_RANGE,        /* VALUE_NOT_IN_RANGE */
    VRMI_PROBLEM_LIST,         /* VALUE_NOT_IN_LIST */
    VRMI_PROBLEM_DUPLICATE,    /* DUPLICATE_ELEMENTS */
    VRMI_PROBLEM_INDEX,        /* INVALID_INDEX: not a non-negative integer */
    VRMI_PROBLEM_REFERENCE,    /* UNRESOLVED_REFERENCE */
    VRMI_PROBLEM_DEPENDENCY,   /* UNSATISFIED_DEPENDENCY */
    VRMI_PROBLEM_ONE_OF,       /* ONE_OF_MISMATCH */
    VRMI_PROBLEM_UNEXPECTED,   /* UNEXPECTED_PROPERTY */
    VRMI_PROBLEM_COUNT
} vrmi_SchemaProblem;

typedef struct vrmi_SchemaCode {
    uint16_t problem; /* vrmi_SchemaProblem */
    uint16_t rule;    /* vrmi_RuleId */
} vrmi_SchemaCode;

/* Which of the two counts is said by flags. */
typedef struct vrmi_SchemaRange {
    double min, max;
} vrmi_SchemaRange;

extern const vrmi_SchemaRange vrmi_range_0_1;
extern const vrmi_SchemaRange vrmi_range_from_1;

typedef struct vrmi_SchemaType vrmi_SchemaType;
typedef struct vrmi_SchemaValue vrmi_SchemaValue;
typedef struct vrmi_SchemaWalk vrmi_SchemaWalk;

/* A further check of a value that has passed its own table row. */
typedef void vrmi_SchemaValueCheck(vrmi_SchemaWalk* walk, vrm_JsonRef value);

/* A further check of an object after its members (and all below them) were checked. members[i] is
 * the value of row i of the type's table, VRM_JSON_MISSING when it is absent or was found wrong. */
typedef void vrmi_SchemaObjectCheck(vrmi_SchemaWalk* walk, vrm_JsonRef object,
                                    const vrm_JsonRef* members);

/* The requirements of a value. Zero means: no such requirement. There are hundreds of them, so
 * small numbers are bytes, and what depends on the kind shares memory. */
struct vrmi_SchemaValue {
    uint8_t kind;                   /* vrmi_SchemaKind */
    uint8_t flags;                  /* vrmi_SchemaFlag */
    uint8_t target;                 /* vrmi_Target of an index, or of an integer that is one */
    uint8_t length_min, length_max; /* of arrays (elements), strings (bytes), maps (members) */
    uint8_t needs;                  /* VRMI_NEEDS(i): row i must be there too, and be right */
    union {
        const char* const* strings;      /* of a string: the words allowed, NULL-terminated */
        const int32_t* integers;         /* of an integer: those allowed, ended by a negative one */
        const vrmi_SchemaRange* range;   /* of an integer or number, with the flags of a range */
        const vrmi_SchemaValue* element; /* of an array or map */
        const vrmi_SchemaType* type;     /* of an object, or of any value that is one */
    };
    vrmi_SchemaValueCheck* check;
    const vrmi_SchemaCode* codes; /* rules for problems of this value; before the type's */
};

typedef struct vrmi_SchemaMember {
    const char* name;
    vrmi_SchemaValue value;
} vrmi_SchemaMember;

#define VRMI_SCHEMA_MEMBERS 64 /* rows that a type may have, with those of all objects */
#define VRMI_BIT(row)       (UINT64_C(1) << (row))
#define VRMI_NEEDS(row)     ((row) + 1)

struct vrmi_SchemaType {
    const vrmi_SchemaMember* members;
    uint8_t member_count;
    bool allows_unknown;    /* members that the table does not list are fine */
    bool is_bare;           /* has no "extensions" and "extras", which all other objects have */
    bool null_is_absent;    /* a null member counts as not there instead of as a wrong type */
    uint8_t exactly_one_of; /* VRMI_BIT() of the first eight rows: one and only one must be there
                               and be right */
    uint8_t at_most_one_of; /* rows of which no two may be there, right or wrong */
    uint8_t at_least_one_of;
    const vrmi_SchemaType* like; /* takes the extensions of this type as well */
    vrmi_SchemaObjectCheck* check;
    const vrmi_SchemaCode* codes; /* rules for problems of and in this type, not below */
    /* For an extension whose versions differ in shape: chooses the type of an object. */
    const vrmi_SchemaType* (*choose)(const vrmi_SchemaWalk* walk, vrm_JsonRef object);
};

/* The rows of a type: those of its table, then those that all objects have. */
uint32_t vrmi_schema_row_count(const vrmi_SchemaType* type);
const vrmi_SchemaMember* vrmi_schema_row(const vrmi_SchemaType* type, uint32_t row);

#define VRMI_SCHEMA_TYPE(rows, ...)                                                                \
    { .members = (rows), .member_count = sizeof(rows) / sizeof((rows)[0]), __VA_ARGS__ }

/* An extension at a place. One name may have several rows. */
typedef struct vrmi_SchemaExtension {
    const char* name;
    const vrmi_SchemaType* place; /* the type whose "extensions" may hold it; NULL: only known */
    const vrmi_SchemaType* type;  /* what it looks like there; NULL: any object */
    bool is_exclusive;            /* warn when the object has other extensions beside it */
    bool even_undeclared; /* check the content also when extensionsUsed does not list the name */
} vrmi_SchemaExtension;

typedef struct vrmi_SchemaExtensions {
    const vrmi_SchemaExtension* rows;
    uint32_t row_count;
} vrmi_SchemaExtensions;

/* Facts about an element of a target. */
enum vrmi_TargetUse {
    VRMI_IS_USED = 1 << 0,  /* something refers to it */
    VRMI_HAS_ROLE = 1 << 1, /* an extension gives it a task */
    VRMI_NO_OBJECT = 1 << 2 /* it is no object, so nothing can refer to it */
};

struct vrmi_SchemaWalk {
    /* Set by the caller before vrmi_schema_prepare(). */
    const vrm_Json* json;
    vrm_Report* report;
    vrmi_Arena* arena; /* for the marks below */
    const vrmi_SchemaExtensions* const* extensions;
    uint32_t extension_count; /* of sets */
    void* ctx;                /* for the checks */

    /* Results, valid as long as the arena. */
    vrm_JsonRef target_arrays[VRMI_TARGET_COUNT];
    uint32_t target_counts[VRMI_TARGET_COUNT];
    uint8_t* used[VRMI_TARGET_COUNT]; /* vrmi_TargetUse flags, a byte per element */
    vrm_Result result;                /* VRM_OK or VRM_ERR_MEMORY */

    /* Private to the engine. */
    struct vrmi_SchemaFrame* frames;
    int32_t depth;
    bool is_unresolved; /* the last value was a sound index that points nowhere */
    struct vrmi_SchemaNames* declared;
    struct vrmi_SchemaSeen* seen;
};

/* Finds the targets and the declared extensions. Called once, before the first walk. */
vrm_Result vrmi_schema_prepare(vrmi_SchemaWalk* walk);

/* Checks `value` (usually the root of the document) as an object of `type`. */
vrm_Result vrmi_schema_walk(vrmi_SchemaWalk* walk, vrm_JsonRef value, const vrmi_SchemaType* type);

/* For checks: the element of a top-level array that is being checked, itself or something in it; -1
 * when the walk is not inside that array. */
int64_t vrmi_schema_element(const vrmi_SchemaWalk* walk, vrmi_Target target);

/* True when extensionsUsed lists the name. */
bool vrmi_schema_is_declared(const vrmi_SchemaWalk* walk, const char* name);

/* True when one of the walk's extension tables has the name (`text` as it stands in the JSON,
 * without quotes). */
bool vrmi_schema_is_known(const vrmi_SchemaWalk* walk, vrm_JsonRef name);

/* Marks an element as used, for references that only a check can resolve. */
void vrmi_schema_use(vrmi_SchemaWalk* walk, vrmi_Target target, int64_t index);

#endif
