/* SPDX-License-Identifier: MIT */
/** libvrm for C++17: RAII owners, spans, and failures as exceptions or as values. Header only; link
 * the C library of the same version.
 *
 *   vrm::Model model = vrm::Model::load("avatar.vrm");          // throws vrm::Error
 *   vrm::Rig rig = vrm::Rig::build(model);
 *   vrm::Sim sim = vrm::Sim::create();
 *   vrm::Avatar hero = sim.add(rig);
 *   hero.set_expression(VRM_EXPRESSION_HAPPY, 1.0f);
 *   sim.step(1.0f / 60.0f);
 *
 * Every function that can fail exists twice: NAME() throws, try_NAME() returns an Expected. With
 * exceptions turned off, use the latter: a failing NAME() then ends the program.
 *
 * Definitions, enumerations and plain data are those of C. An owner converts to its C pointer, so
 * it can be passed to every C function: vrm_avatar_look_off(sim, hero). Lifetimes are those of C: a
 * rig must outlive its avatars and bakers, a map its faces, a model its edits; a temporary in their
 * place does not compile. An owner that was moved from is empty. Functions that can fail then fail
 * with VRM_ERR_ARGUMENT, as for a null pointer; all others throw (without exceptions: end the
 * program). */
#ifndef VRM_VRM_HPP
#define VRM_VRM_HPP

#include "vrm.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define VRM_HPP_EXCEPTIONS 1
#else
#define VRM_HPP_EXCEPTIONS 0
#endif

namespace vrm {

/** A range of memory that is owned elsewhere. */
template <class T> class Span {
  public:
    constexpr Span() noexcept = default;
    constexpr Span(T* data, std::size_t size) noexcept : data_(data), size_(size) {}
    /** Makes a span of a vector, string or other container of T; a const container needs a const T.
     */
    template <class C, class = decltype(std::declval<C&>().size()),
              class E = std::remove_pointer_t<decltype(std::declval<C&>().data())>,
              class = std::enable_if_t<std::is_convertible<E (*)[], T (*)[]>::value>>
    constexpr Span(C& container) noexcept : data_(container.data()), size_(container.size()) {}
    template <std::size_t N> constexpr Span(T (&array)[N]) noexcept : data_(array), size_(N) {}

    constexpr T* data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T* begin() const noexcept { return data_; }
    constexpr T* end() const noexcept { return data_ + size_; }
    constexpr T& operator[](std::size_t index) const { return data_[index]; }
    T& at(std::size_t index) const {
        if (index >= size_) out_of_range();
        return data_[index];
    }

  private:
    [[noreturn]] static void out_of_range() {
#if VRM_HPP_EXCEPTIONS
        throw std::out_of_range("vrm::Span::at");
#else
        std::abort();
#endif
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
};

namespace detail {
[[noreturn]] void raise_empty();
}

/** Owns a C object and destroys it. */
template <class T, void (*End)(T*)> class Handle {
  public:
    Handle() noexcept = default;
    explicit Handle(T* object) noexcept : object_(object) {}
    Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) reset(std::exchange(other.object_, nullptr));
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { End(object_); }

    T* get() const noexcept { return object_; }
    operator T*() const noexcept { return object_; }
    explicit operator bool() const noexcept { return object_ != nullptr; }
    /** Releases ownership: the caller must destroy the object. */
    [[nodiscard]] T* release() noexcept { return std::exchange(object_, nullptr); }
    void reset(T* object = nullptr) noexcept { End(std::exchange(object_, object)); }

  protected:
    /* For calls that have no other way to fail. */
    T* need() const {
        if (object_ == nullptr) detail::raise_empty();
        return object_;
    }

  private:
    T* object_ = nullptr;
};

template <class T> class Expected;

/** Findings about a file. */
class Report : public Handle<vrm_Report, vrm_report_destroy> {
  public:
    using Handle::Handle;
    static Expected<Report> try_create();
    static Expected<Report> try_create(const vrm_ReportDef& def);
    static Report create();

    /** Iterator over the findings that were kept. */
    class Iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = vrm_Finding;
        using difference_type = std::ptrdiff_t;
        using pointer = const vrm_Finding*;
        using reference = vrm_Finding;
        Iterator(const vrm_Report* report, int32_t index) : report_(report), index_(index) {}
        vrm_Finding operator*() const { return vrm_report_get(report_, index_); }
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++index_;
            return before;
        }
        bool operator==(const Iterator& other) const { return index_ == other.index_; }
        bool operator!=(const Iterator& other) const { return index_ != other.index_; }

      private:
        const vrm_Report* report_;
        int32_t index_;
    };

    int32_t size() const { return get() ? vrm_report_count(get()) : 0; }
    Iterator begin() const { return {get(), 0}; }
    Iterator end() const { return {get(), size()}; }
    vrm_Finding operator[](int32_t index) const { return vrm_report_get(need(), index); }
    uint64_t total(vrm_Severity severity) const { return vrm_report_total(need(), severity); }
    /** Returns true if there are no errors. */
    bool is_valid() const { return total(VRM_ERROR) == 0; }
    bool is_truncated() const { return vrm_report_is_truncated(need()); }
    void clear() { vrm_report_clear(need()); }
};

/** Why a call failed, with the findings about the file if there is one. */
struct Failure {
    vrm_Result result = VRM_OK;
    std::shared_ptr<const Report> report; /**< May be empty. */
    std::string path = {};                /**< Path of the file that was passed; may be empty. */
    int cause = 0; /**< errno if a path was passed and the result is VRM_ERR_IO; else 0. */

    std::string message() const {
        std::string text = path.empty() ? "" : path + ": ";
        text += vrm_result_text(result);
        if (cause != 0) text += ": " + std::generic_category().message(cause);
        if (report && report->size() > 0) {
            vrm_Finding worst = (*report)[0];
            for (vrm_Finding finding : *report)
                if (finding.severity < worst.severity) worst = finding;
            text += std::string(" (") + worst.code + " at \"" + worst.pointer +
                    "\": " + worst.message + ")";
        }
        return text;
    }
};

#if VRM_HPP_EXCEPTIONS
/** Exception of all functions that have a try_NAME(). */
class Error : public std::runtime_error {
  public:
    explicit Error(Failure failure)
        : std::runtime_error(failure.message()), failure_(std::move(failure)) {}
    vrm_Result result() const noexcept { return failure_.result; }
    const Failure& failure() const noexcept { return failure_; }

  private:
    Failure failure_;
};
#endif

namespace detail {

[[noreturn]] inline void raise(const Failure& failure) {
#if VRM_HPP_EXCEPTIONS
    throw Error(failure);
#else
    (void)failure;
    std::abort();
#endif
}

inline Failure failed(vrm_Result result) {
    return Failure{result, nullptr};
}

inline Failure failed(vrm_Result result, Report&& report) {
    return Failure{result, std::make_shared<const Report>(std::move(report))};
}

/* To be called before anything else that sets errno. */
inline Failure failed(vrm_Result result, Report&& report, const char* path) {
    int cause = path != nullptr && result == VRM_ERR_IO ? errno : 0;
    Failure failure = failed(result, std::move(report));
    if (path != nullptr) failure.path = path;
    failure.cause = cause;
    return failure;
}

[[noreturn]] inline void raise_empty() {
    raise(failed(VRM_ERR_ARGUMENT));
}

/* Whether a call in C may be made with these, none of which it takes as NULL. */
template <class... Pointers> bool are_there(const Pointers*... pointers) {
    return ((pointers != nullptr) && ...);
}

/* C would read such a path up to its first zero byte: that is another file. */
inline bool is_path(const std::string& path) {
    return path.find('\0') == std::string::npos;
}

} // namespace detail

/** A value, or the failure. */
template <class T> class [[nodiscard]] Expected {
  public:
    Expected(T&& value) : value_(std::move(value)) {}
    Expected(Failure failure) : failure_(std::move(failure)) {}

    explicit operator bool() const noexcept { return value_.has_value(); }
    bool has_value() const noexcept { return value_.has_value(); }
    const Failure& error() const noexcept { return failure_; }
    vrm_Result result() const noexcept { return failure_.result; }
    T& operator*() & { return *value_; }
    const T& operator*() const& { return *value_; }
    T&& operator*() && { return std::move(*value_); }
    T* operator->() { return &*value_; }
    const T* operator->() const { return &*value_; }
    T& value() & {
        if (!value_) detail::raise(failure_);
        return *value_;
    }
    const T& value() const& {
        if (!value_) detail::raise(failure_);
        return *value_;
    }
    T&& value() && {
        if (!value_) detail::raise(failure_);
        return std::move(*value_);
    }

  private:
    std::optional<T> value_;
    Failure failure_;
};

template <> class [[nodiscard]] Expected<void> {
  public:
    Expected() = default;
    Expected(Failure failure) : failure_(std::move(failure)) {}
    explicit operator bool() const noexcept { return failure_.result == VRM_OK; }
    bool has_value() const noexcept { return failure_.result == VRM_OK; }
    const Failure& error() const noexcept { return failure_; }
    vrm_Result result() const noexcept { return failure_.result; }
    void value() const {
        if (failure_.result != VRM_OK) detail::raise(failure_);
    }

  private:
    Failure failure_;
};

inline Expected<Report> Report::try_create(const vrm_ReportDef& def) {
    vrm_Report* report = nullptr;
    vrm_Result result = vrm_report_create(&def, &report);
    if (result != VRM_OK) return detail::failed(result);
    return Report(report);
}
inline Expected<Report> Report::try_create() {
    return try_create(vrm_default_report_def());
}
inline Report Report::create() {
    return try_create().value();
}

namespace detail {

/* Runs a call that fills a report and makes an object. */
/* `path`: of the file that the call is about; null: none. */
template <class Owner, class C, class Call>
Expected<Owner> make_reported(Call call, const char* path = nullptr) {
    Expected<Report> report = Report::try_create();
    if (!report) return report.error();
    C* object = nullptr;
    vrm_Result result = call(report->get(), &object);
    if (result != VRM_OK) return failed(result, std::move(*report), path);
    return Owner(object);
}

template <class Call> Expected<void> do_reported(Call call, const char* path = nullptr) {
    Expected<Report> report = Report::try_create();
    if (!report) return report.error();
    vrm_Result result = call(report->get());
    if (result != VRM_OK) return failed(result, std::move(*report), path);
    return {};
}

/* Runs a call that fills a report, and hands the report out. */
template <class Call> Expected<Report> report_of(Call call, const char* path = nullptr) {
    Expected<Report> report = Report::try_create();
    if (!report) return report.error();
    vrm_Result result = call(report->get());
    if (result != VRM_OK) return failed(result, std::move(*report), path);
    return std::move(*report);
}

inline Expected<void> done(vrm_Result result) {
    if (result != VRM_OK) return failed(result);
    return {};
}

} // namespace detail

/* ---- Files ---- */

/** Validates a file and returns the findings. `out_dialect` may be nullptr. */
inline Expected<Report> try_validate(const char* path, vrm_Dialect* out_dialect = nullptr) {
    if (!detail::are_there(path)) return detail::failed(VRM_ERR_ARGUMENT);
    return detail::report_of(
        [&](vrm_Report* report) { return vrm_validate_file(path, nullptr, report, out_dialect); },
        path);
}
inline Expected<Report> try_validate(const std::string& path, vrm_Dialect* out_dialect = nullptr) {
    if (!detail::is_path(path)) return detail::failed(VRM_ERR_ARGUMENT);
    return try_validate(path.c_str(), out_dialect);
}
inline Report validate(const char* path, vrm_Dialect* out_dialect = nullptr) {
    return try_validate(path, out_dialect).value();
}
inline Report validate(const std::string& path, vrm_Dialect* out_dialect = nullptr) {
    return try_validate(path, out_dialect).value();
}

class Edit;

class Model : public Handle<vrm_Model, vrm_model_destroy> {
  public:
    using Handle::Handle;

    static Expected<Model> try_load(const char* path,
                                    const vrm_LoadDef& def = vrm_default_load_def()) {
        if (!detail::are_there(path)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::make_reported<Model, vrm_Model>(
            [&](vrm_Report* report, vrm_Model** out) {
                return vrm_model_load_file(path, &def, report, out);
            },
            path);
    }
    static Expected<Model> try_load(const std::string& path,
                                    const vrm_LoadDef& def = vrm_default_load_def()) {
        if (!detail::is_path(path)) return detail::failed(VRM_ERR_ARGUMENT);
        return try_load(path.c_str(), def);
    }
    static Model load(const char* path, const vrm_LoadDef& def = vrm_default_load_def()) {
        return try_load(path, def).value();
    }
    static Model load(const std::string& path, const vrm_LoadDef& def = vrm_default_load_def()) {
        return try_load(path, def).value();
    }

    static Expected<Model> try_load(Span<const unsigned char> bytes,
                                    const vrm_LoadDef& def = vrm_default_load_def()) {
        return detail::make_reported<Model, vrm_Model>([&](vrm_Report* report, vrm_Model** out) {
            return vrm_model_load(bytes.data(), bytes.size(), &def, report, out);
        });
    }
    static Model load(Span<const unsigned char> bytes,
                      const vrm_LoadDef& def = vrm_default_load_def()) {
        return try_load(bytes, def).value();
    }

    /** Creates an empty document, to be filled by edits. */
    static Expected<Model> try_create() {
        vrm_Model* model = nullptr;
        vrm_Result result = vrm_model_create(nullptr, &model);
        if (result != VRM_OK) return detail::failed(result);
        return Model(model);
    }
    static Model create() { return try_create().value(); }

    Expected<void> try_save(const char* path) const {
        if (!detail::are_there(get(), path)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::do_reported(
            [&](vrm_Report* report) {
                return vrm_model_save_file_checked(get(), nullptr, report, path);
            },
            path);
    }
    Expected<void> try_save(const std::string& path) const {
        if (!detail::is_path(path)) return detail::failed(VRM_ERR_ARGUMENT);
        return try_save(path.c_str());
    }
    void save(const char* path) const { try_save(path).value(); }
    void save(const std::string& path) const { try_save(path).value(); }

    Expected<std::vector<unsigned char>> try_save() const {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        std::size_t size = 0;
        vrm_Result result = vrm_model_save_size(get(), &size);
        if (result != VRM_OK) return detail::failed(result);
        std::vector<unsigned char> bytes(size);
        Expected<void> saved = detail::do_reported([&](vrm_Report* report) {
            return vrm_model_save_checked(get(), nullptr, report, bytes.data(), bytes.size());
        });
        if (!saved) return saved.error();
        return bytes;
    }
    std::vector<unsigned char> save() const { return try_save().value(); }

    Expected<Report> try_validate() const {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::report_of(
            [&](vrm_Report* report) { return vrm_model_validate(get(), nullptr, report); });
    }
    Report validate() const { return try_validate().value(); }
    Expected<Report> try_migrate(const vrm_MigrateDef& def = vrm_default_migrate_def()) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::report_of(
            [&](vrm_Report* report) { return vrm_migrate(get(), &def, report); });
    }
    Report migrate(const vrm_MigrateDef& def = vrm_default_migrate_def()) {
        return try_migrate(def).value();
    }
    Expected<Report> try_normalize(const vrm_NormalizeDef& def = vrm_default_normalize_def()) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::report_of(
            [&](vrm_Report* report) { return vrm_normalize(get(), &def, report); });
    }
    Report normalize(const vrm_NormalizeDef& def = vrm_default_normalize_def()) {
        return try_normalize(def).value();
    }
    /** `out_stats` may be nullptr. */
    Expected<Report> try_optimize(const vrm_OptimizeDef& def = vrm_default_optimize_def(),
                                  vrm_OptimizeStats* out_stats = nullptr) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::report_of(
            [&](vrm_Report* report) { return vrm_optimize(get(), &def, report, out_stats); });
    }
    Report optimize(const vrm_OptimizeDef& def = vrm_default_optimize_def(),
                    vrm_OptimizeStats* out_stats = nullptr) {
        return try_optimize(def, out_stats).value();
    }
    vrm_Weight weigh() const {
        vrm_Weight weight;
        detail::done(vrm_model_weigh(need(), &weight)).value();
        return weight;
    }

    const vrm_Gltf& gltf() const { return *vrm_model_gltf(need()); }
    vrm_Dialect dialect() const { return vrm_model_dialect(need()); }
    int32_t facing() const { return vrm_model_facing(need()); }
    const vrm_Meta* meta() const { return vrm_model_meta(need()); }
    int32_t bone(vrm_Bone bone) const { return vrm_model_bone(need(), bone); }
    int32_t bone_count() const { return vrm_model_bone_count(need()); }
    Span<const vrm_Expression> expressions() const {
        int32_t count = 0;
        const vrm_Expression* items = vrm_model_expressions(need(), &count);
        return {items, static_cast<std::size_t>(count)};
    }
    Span<const vrm_Constraint> constraints() const {
        int32_t count = 0;
        const vrm_Constraint* items = vrm_model_constraints(need(), &count);
        return {items, static_cast<std::size_t>(count)};
    }
    const vrm_LookAt* look_at() const { return vrm_model_look_at(need()); }
    const vrm_SpringBones& spring_bones() const { return *vrm_model_spring_bones(need()); }
    Span<const vrm_Surface> surfaces() const {
        return {vrm_model_surfaces(need()), static_cast<std::size_t>(gltf().material_count)};
    }

    Expected<std::vector<float>> try_read_floats(int32_t accessor) const {
        if (get() == nullptr || accessor < 0 || accessor >= gltf().accessor_count)
            return detail::failed(VRM_ERR_ARGUMENT);
        const vrm_Accessor& from = gltf().accessors[accessor];
        if (!from.is_readable) return detail::failed(VRM_ERR_INVALID);
        auto width = vrm_accessor_components(static_cast<vrm_AccessorType>(from.type));
        std::vector<float> values(static_cast<std::size_t>(from.count) *
                                  static_cast<std::size_t>(width));
        vrm_Result result =
            vrm_accessor_read_floats(&gltf(), accessor, values.data(), values.size());
        if (result != VRM_OK) return detail::failed(result);
        return values;
    }
    std::vector<float> read_floats(int32_t accessor) const {
        return try_read_floats(accessor).value();
    }

    Expected<Edit> try_edit() &;
    Expected<Edit> try_edit() && = delete; /* which the edit would outlive */
    Edit edit() &;
    Edit edit() && = delete;
};

/** An edit. It is abandoned unless it is committed. The model must outlive it. */
class Edit : public Handle<vrm_Edit, vrm_edit_abandon> {
  public:
    using Handle::Handle;

    Expected<void> try_commit() {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::do_reported([&](vrm_Report* report) {
            vrm_Result result = vrm_edit_commit(get(), report);
            if (result == VRM_OK) (void)release(); /* the library has ended it */
            return result;
        });
    }
    void commit() { try_commit().value(); }

    /** Sets the value at an RFC 6901 pointer to JSON text. */
    Expected<void> try_set(const char* pointer, std::string_view text) {
        if (!detail::are_there(get(), pointer)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_edit_set(get(), pointer, text.data(), text.size()));
    }
    Edit& set(const char* pointer, std::string_view text) {
        try_set(pointer, text).value();
        return *this;
    }
    Expected<void> try_remove(const char* pointer) {
        if (!detail::are_there(get(), pointer)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_edit_remove(get(), pointer));
    }
    Edit& remove(const char* pointer) {
        try_remove(pointer).value();
        return *this;
    }
    /** Appends to an array of the document and returns the index. */
    Expected<int32_t> try_add(const char* array, std::string_view text) {
        if (!detail::are_there(get(), array)) return detail::failed(VRM_ERR_ARGUMENT);
        int32_t index = -1;
        vrm_Result result = vrm_edit_add(get(), array, text.data(), text.size(), &index);
        if (result != VRM_OK) return detail::failed(result);
        return Expected<int32_t>(std::move(index));
    }
    int32_t add(const char* array, std::string_view text) { return try_add(array, text).value(); }
    Expected<void> try_set_meta(const vrm_Meta& meta) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_edit_set_meta(get(), &meta));
    }
    Edit& set_meta(const vrm_Meta& meta) {
        try_set_meta(meta).value();
        return *this;
    }
    /** Sets the node of each bone; -1: the avatar does not have it. */
    Expected<void> try_set_bones(const int32_t (&nodes)[VRM_BONE_COUNT]) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_edit_set_bones(get(), nodes));
    }
    Edit& set_bones(const int32_t (&nodes)[VRM_BONE_COUNT]) {
        try_set_bones(nodes).value();
        return *this;
    }
    Expected<void> try_set_expressions(Span<const vrm_Expression> expressions) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_edit_set_expressions(get(), expressions.data(),
                                                     static_cast<int32_t>(expressions.size())));
    }
    Edit& set_expressions(Span<const vrm_Expression> expressions) {
        try_set_expressions(expressions).value();
        return *this;
    }
    Expected<void> try_set_spring_bones(const vrm_SpringBones& springs) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_edit_set_spring_bones(get(), &springs));
    }
    Edit& set_spring_bones(const vrm_SpringBones& springs) {
        try_set_spring_bones(springs).value();
        return *this;
    }
    Expected<void> try_set_surface(int32_t material, const vrm_Surface& surface) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_edit_set_surface(get(), material, &surface));
    }
    Edit& set_surface(int32_t material, const vrm_Surface& surface) {
        try_set_surface(material, surface).value();
        return *this;
    }
};

inline Expected<Edit> Model::try_edit() & {
    if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
    vrm_Edit* edit = nullptr;
    vrm_Result result = vrm_edit_begin(get(), &edit);
    if (result != VRM_OK) return detail::failed(result);
    return Edit(edit);
}
inline Edit Model::edit() & {
    return try_edit().value();
}

/* ---- Making avatars ---- */

/** What a figure without VRM becomes. The model must outlive it. */
class AvatarProposal : public Handle<vrm_AvatarProposal, vrm_avatar_proposal_destroy> {
  public:
    using Handle::Handle;

    /** `report` receives what was found, and why a figure is refused; it may be nullptr. A figure
     * that cannot become an avatar is no failure: see facts(). */
    static Expected<AvatarProposal>
    try_create(const vrm_Model* model,
               const vrm_AvatarProposalDef& def = vrm_default_avatar_proposal_def(),
               vrm_Report* report = nullptr) {
        if (!detail::are_there(model)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_AvatarProposal* proposal = nullptr;
        vrm_Result result = vrm_avatar_proposal_create(model, &def, report, &proposal);
        if (result != VRM_OK) return detail::failed(result);
        return AvatarProposal(proposal);
    }
    static AvatarProposal
    create(const vrm_Model* model,
           const vrm_AvatarProposalDef& def = vrm_default_avatar_proposal_def(),
           vrm_Report* report = nullptr) {
        return try_create(model, def, report).value();
    }
    static Expected<AvatarProposal>
    try_create(const Model&& temporary,
               const vrm_AvatarProposalDef& def = vrm_default_avatar_proposal_def(),
               vrm_Report* report = nullptr) = delete;
    static AvatarProposal
    create(const Model&& temporary,
           const vrm_AvatarProposalDef& def = vrm_default_avatar_proposal_def(),
           vrm_Report* report = nullptr) = delete;

    vrm_AvatarFacts facts() const { return vrm_avatar_proposal_facts(need()); }
    vrm_ProposedBone bone(vrm_Bone bone) const { return vrm_avatar_proposal_bone(need(), bone); }
    /** Returns the nodes that move into the rest pose; they live as long as the proposal. */
    Span<const vrm_PosedNode> nodes() const {
        int32_t count = 0;
        const vrm_PosedNode* first = vrm_avatar_proposal_nodes(need(), &count);
        return {first, static_cast<std::size_t>(count)};
    }
    /** Returns the expressions that the avatar gets; they live as long as the proposal. */
    Span<const vrm_Expression> expressions() const {
        int32_t count = 0;
        const vrm_Expression* first = vrm_avatar_proposal_expressions(need(), &count);
        return {first, static_cast<std::size_t>(count)};
    }
    /** Makes an avatar of the model of the proposal, with `meta` or vrm_default_meta(). */
    Expected<Report> try_apply(vrm_Model* model, const vrm_Meta* meta = nullptr) const {
        if (!detail::are_there(get(), model)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::report_of([&](vrm_Report* report) {
            return vrm_avatar_proposal_apply(get(), model, meta, report);
        });
    }
    Report apply(vrm_Model* model, const vrm_Meta* meta = nullptr) const {
        return try_apply(model, meta).value();
    }
};

/** Chains that can sway, and colliders for them. The model must outlive it. */
class SpringProposal : public Handle<vrm_SpringProposal, vrm_spring_proposal_destroy> {
  public:
    using Handle::Handle;

    static Expected<SpringProposal>
    try_create(const vrm_Model* model,
               const vrm_SpringProposalDef& def = vrm_default_spring_proposal_def()) {
        if (!detail::are_there(model)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::make_reported<SpringProposal, vrm_SpringProposal>(
            [&](vrm_Report* report, vrm_SpringProposal** out) {
                return vrm_spring_proposal_create(model, &def, report, out);
            });
    }
    static SpringProposal
    create(const vrm_Model* model,
           const vrm_SpringProposalDef& def = vrm_default_spring_proposal_def()) {
        return try_create(model, def).value();
    }
    static Expected<SpringProposal>
    try_create(const Model&& temporary,
               const vrm_SpringProposalDef& def = vrm_default_spring_proposal_def()) = delete;
    static SpringProposal
    create(const Model&& temporary,
           const vrm_SpringProposalDef& def = vrm_default_spring_proposal_def()) = delete;

    int32_t size() const { return vrm_spring_proposal_count(need()); }
    vrm_ProposedSpring operator[](int32_t index) const {
        return vrm_spring_proposal_get(need(), index);
    }
    /** Returns false for a chain, kind or feel that does not exist. */
    bool set(int32_t index, bool is_taken, vrm_SwayKind kind, vrm_SwayFeel feel = VRM_SWAY_NORMAL) {
        return vrm_spring_proposal_set(need(), index, is_taken, kind, feel);
    }
    /** Returns the springs for Edit::set_spring_bones(), until the next call. */
    const vrm_SpringBones& result() { return *vrm_spring_proposal_result(need()); }
};

/* ---- Running ---- */

class Rig : public Handle<vrm_Rig, vrm_rig_destroy> {
  public:
    using Handle::Handle;

    static Expected<Rig> try_build(const vrm_Model* model,
                                   const vrm_RigDef& def = vrm_default_rig_def()) {
        if (!detail::are_there(model)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Rig* rig = nullptr;
        vrm_Result result = vrm_rig_build(model, &def, &rig);
        if (result != VRM_OK) return detail::failed(result);
        return Rig(rig);
    }
    static Rig build(const vrm_Model* model, const vrm_RigDef& def = vrm_default_rig_def()) {
        return try_build(model, def).value();
    }

    int32_t node_count() const { return vrm_rig_node_count(need()); }
    int32_t parent(int32_t node) const { return vrm_rig_parent(need(), node); }
    vrm_Transform rest(int32_t node) const { return vrm_rig_rest(need(), node); }
    int32_t bone(vrm_Bone bone) const { return vrm_rig_bone(need(), bone); }
    int32_t expression(const char* name) const {
        return name != nullptr ? vrm_rig_expression(need(), name) : -1;
    }
    int32_t expression(vrm_ExpressionPreset preset) const {
        return vrm_rig_expression_preset(need(), preset);
    }
    int32_t expression_count() const { return vrm_rig_expression_count(need()); }
    int32_t morph_count() const { return vrm_rig_morph_count(need()); }
    int32_t palette_count() const { return vrm_rig_palette_count(need()); }
    int32_t spring_joint_count() const { return vrm_rig_spring_joint_count(need()); }
    float hips_height() const { return vrm_rig_hips_height(need()); }
    Span<const vrm_MeshNode> mesh_nodes() const {
        int32_t count = 0;
        const vrm_MeshNode* items = vrm_rig_mesh_nodes(need(), &count);
        return {items, static_cast<std::size_t>(count)};
    }
};

/** A VRM animation or a glTF animation, compiled. */
class Clip : public Handle<vrm_Clip, vrm_clip_destroy> {
  public:
    using Handle::Handle;

    static Expected<Clip> try_build(const vrm_Model* model,
                                    const vrm_ClipDef& def = vrm_default_clip_def()) {
        if (!detail::are_there(model)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Clip* clip = nullptr;
        vrm_Result result = vrm_clip_build(model, &def, &clip);
        if (result != VRM_OK) return detail::failed(result);
        return Clip(clip);
    }
    static Clip build(const vrm_Model* model, const vrm_ClipDef& def = vrm_default_clip_def()) {
        return try_build(model, def).value();
    }

    vrm_ClipKind kind() const { return vrm_clip_kind(need()); }
    const char* name() const { return vrm_clip_name(need()); }
    float duration() const { return vrm_clip_duration(need()); }
    /** Returns a player at the beginning, looping. The clip must outlive it. */
    vrm_Player player() const& { return vrm_player(need()); }
    vrm_Player player() const&& = delete;
};

/** An avatar in a sim: a value that may be copied. Setters return false as in C. */
class Avatar {
  public:
    Avatar() = default;
    Avatar(vrm_Sim* sim, vrm_AvatarId id) : sim_(sim), id_(id) {}

    vrm_AvatarId id() const { return id_; }
    operator vrm_AvatarId() const { return id_; }
    bool is_valid() const { return sim_ != nullptr && vrm_avatar_is_valid(sim_, id_); }
    const vrm_Rig* rig() const { return vrm_avatar_rig(sim_, id_); }
    bool remove() { return vrm_sim_remove(sim_, id_); }

    bool set_root(const vrm_Transform& root) { return vrm_avatar_set_root(sim_, id_, root); }
    bool set_node(int32_t node, const vrm_Transform& local) {
        return vrm_avatar_set_node(sim_, id_, node, local);
    }
    bool set_bone(vrm_Bone bone, vrm_Quat normalized) {
        return vrm_avatar_set_bone(sim_, id_, bone, normalized);
    }
    bool set_hips(vrm_Vec3 offset) { return vrm_avatar_set_hips(sim_, id_, offset); }
    bool set_pose(const vrm_Pose& pose) { return vrm_avatar_set_pose(sim_, id_, &pose); }
    bool reset_pose() { return vrm_avatar_reset_pose(sim_, id_); }
    bool set_expression(vrm_ExpressionPreset preset, float weight) {
        return vrm_avatar_set_expression(sim_, id_, preset, weight);
    }
    bool set_expression(const char* name, float weight) {
        return name != nullptr && vrm_avatar_set_expression_named(sim_, id_, name, weight);
    }
    bool look_at(vrm_Vec3 target_world) { return vrm_avatar_look_at(sim_, id_, target_world); }
    bool look_along(float yaw_degrees, float pitch_degrees) {
        return vrm_avatar_look_along(sim_, id_, yaw_degrees, pitch_degrees);
    }
    bool look_off() { return vrm_avatar_look_off(sim_, id_); }
    bool set_view(vrm_View view) { return vrm_avatar_set_view(sim_, id_, view); }
    bool set_stages(uint32_t stages) { return vrm_avatar_set_stages(sim_, id_, stages); }
    bool play(Span<const vrm_Player> players) {
        return vrm_avatar_play(sim_, id_, players.data(), static_cast<int32_t>(players.size()));
    }
    bool play(const vrm_Player& player) { return vrm_avatar_play(sim_, id_, &player, 1); }
    bool reset_springs() { return vrm_avatar_reset_springs(sim_, id_); }
    bool set_force(vrm_Vec3 force_world) { return vrm_avatar_set_force(sim_, id_, force_world); }

    /** Outputs. Empty if the sim does not compute them, or the avatar was removed. */
    Span<const vrm_Transform> locals() const {
        return view(vrm_avatar_locals(sim_, id_), &vrm_rig_node_count);
    }
    Span<const vrm_Affine> worlds() const {
        return view(vrm_avatar_worlds(sim_, id_), &vrm_rig_node_count);
    }
    Span<const vrm_Affine> palettes() const {
        return view(vrm_avatar_palettes(sim_, id_), &vrm_rig_palette_count);
    }
    Span<const float> expression_weights() const {
        return view(vrm_avatar_expression_weights(sim_, id_), &vrm_rig_expression_count);
    }
    Span<const float> morphs() const {
        return view(vrm_avatar_morphs(sim_, id_), &vrm_rig_morph_count);
    }
    Span<const vrm_Quat> spring_rotations() const {
        return view(vrm_avatar_spring_rotations(sim_, id_), &vrm_rig_spring_joint_count);
    }
    vrm_Vec2 gaze() const { return vrm_avatar_gaze(sim_, id_); }

  private:
    template <class T> Span<const T> view(const T* data, int32_t (*count)(const vrm_Rig*)) const {
        if (data == nullptr) return {};
        return {data, static_cast<std::size_t>(count(rig()))};
    }

    vrm_Sim* sim_ = nullptr;
    vrm_AvatarId id_ = {0, 0};
};

class Sim : public Handle<vrm_Sim, vrm_sim_destroy> {
  public:
    using Handle::Handle;

    static Expected<Sim> try_create(const vrm_SimDef& def = vrm_default_sim_def()) {
        vrm_Sim* sim = nullptr;
        vrm_Result result = vrm_sim_create(&def, &sim);
        if (result != VRM_OK) return detail::failed(result);
        return Sim(sim);
    }
    static Sim create(const vrm_SimDef& def = vrm_default_sim_def()) {
        return try_create(def).value();
    }

    /** The rig must outlive the avatar. */
    Expected<Avatar> try_add(const vrm_Rig* rig) {
        if (!detail::are_there(get(), rig)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_AvatarId id = vrm_sim_add(get(), rig);
        if (id.index1 == 0) return detail::failed(VRM_ERR_MEMORY);
        return Avatar(get(), id);
    }
    Avatar add(const vrm_Rig* rig) { return try_add(rig).value(); }
    Expected<Avatar> try_add(const Rig&& temporary) = delete;
    Avatar add(const Rig&& temporary) = delete;
    int32_t size() const { return vrm_sim_avatar_count(need()); }

    void step(float dt) { vrm_sim_step(need(), dt); }

    /** Steps, and calls `inputs(Avatar)` for each avatar shortly before it is stepped. If it
     * throws, this call throws the exception after the step; one of them if several workers threw.
     */
    template <class Inputs> void step(float dt, Inputs&& inputs) {
        struct Call {
            std::remove_reference_t<Inputs>* inputs;
#if VRM_HPP_EXCEPTIONS
            std::atomic_flag is_failed = ATOMIC_FLAG_INIT; /* workers may throw at the same time */
            std::exception_ptr error;
#endif
            static void run(void* ctx, vrm_Sim* sim, vrm_AvatarId id, void*) {
                Call* call = static_cast<Call*>(ctx);
#if VRM_HPP_EXCEPTIONS
                try {
                    (*call->inputs)(Avatar(sim, id));
                } catch (...) {
                    if (!call->is_failed.test_and_set()) call->error = std::current_exception();
                }
#else
                (*call->inputs)(Avatar(sim, id));
#endif
            }
        };
        Call call;
        call.inputs = &inputs;
        vrm_sim_step_with(need(), dt, &Call::run, &call);
#if VRM_HPP_EXCEPTIONS
        if (call.error) std::rethrow_exception(call.error);
#endif
    }
};

/* ---- Faces ---- */

/** A model's face, compiled for animation; any number of faces may share it. */
class FaceMap : public Handle<vrm_FaceMap, vrm_face_map_destroy> {
  public:
    using Handle::Handle;

    /** Builds the map. `rig` must be built from `model`; neither has to outlive the map. */
    static Expected<FaceMap> try_build(const vrm_Model* model, const vrm_Rig* rig) {
        if (!detail::are_there(model, rig)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_FaceMap* map = nullptr;
        vrm_Result result = vrm_face_map_build(model, rig, nullptr, &map);
        if (result != VRM_OK) return detail::failed(result);
        return FaceMap(map);
    }
    static FaceMap build(const vrm_Model* model, const vrm_Rig* rig) {
        return try_build(model, rig).value();
    }

    vrm_FaceMapInfo info() const { return vrm_face_map_info(need()); }
    /** Returns the rig's expression for a shape; -1 if there is none. */
    int32_t shape(vrm_FaceShape shape) const { return vrm_face_map_shape(need(), shape); }
    /** Returns an expression by its name, or its name in 0.x; -1 if the avatar does not have it. */
    int32_t expression(const char* name) const {
        return name != nullptr ? vrm_face_map_expression(need(), name) : -1;
    }
    bool is_effective(int32_t expression) const {
        return vrm_face_map_is_effective(need(), expression);
    }
    float overlap(int32_t a, int32_t b) const { return vrm_face_map_overlap(need(), a, b); }
};

/** Lip sync from sound. */
class Lip : public Handle<vrm_Lip, vrm_lip_destroy> {
  public:
    using Handle::Handle;

    static Expected<Lip> try_create(const vrm_LipDef& def = vrm_default_lip_def()) {
        vrm_Lip* lip = nullptr;
        vrm_Result result = vrm_lip_create(&def, &lip);
        if (result != VRM_OK) return detail::failed(result);
        return Lip(lip);
    }
    static Lip create(const vrm_LipDef& def = vrm_default_lip_def()) {
        return try_create(def).value();
    }
    /** Creates an analysis for samples at another rate than 16 kHz. */
    static Lip create(float sample_rate_hz) {
        vrm_LipDef def = vrm_default_lip_def();
        def.sample_rate_hz = sample_rate_hz;
        return create(def);
    }

    /** Returns the maximum number of frames that `count` samples can give. */
    int32_t frame_bound(int32_t count) const { return vrm_lip_frame_bound(need(), count); }
    /** Returns the frames that the samples complete. */
    std::vector<vrm_LipFrame> feed(Span<const float> samples) {
        int32_t count = static_cast<int32_t>(samples.size());
        std::vector<vrm_LipFrame> frames(static_cast<std::size_t>(frame_bound(count)));
        frames.resize(feed(samples, frames).size());
        return frames;
    }
    /** Writes the frames to `room` without an allocation; returns the part that was written. */
    Span<vrm_LipFrame> feed(Span<const float> samples, Span<vrm_LipFrame> room) {
        int32_t written = vrm_lip_feed(need(), samples.data(), static_cast<int32_t>(samples.size()),
                                       room.data(), static_cast<int32_t>(room.size()));
        return {room.data(), static_cast<std::size_t>(written)};
    }
    /** Ends the sound and returns the remaining frames. */
    std::vector<vrm_LipFrame> finish() {
        std::vector<vrm_LipFrame> frames(static_cast<std::size_t>(frame_bound(0)));
        int32_t count = static_cast<int32_t>(frames.size());
        frames.resize(static_cast<std::size_t>(vrm_lip_finish(need(), frames.data(), count)));
        return frames;
    }
    bool calibrate(Span<const float> samples) {
        return vrm_lip_calibrate(need(), samples.data(), static_cast<int32_t>(samples.size()));
    }
};

/** Speech marks of a speech engine, as lip frames. */
class SpeechMarks : public Handle<vrm_SpeechMarks, vrm_speech_marks_destroy> {
  public:
    using Handle::Handle;

    static Expected<SpeechMarks> try_read(Span<const unsigned char> bytes,
                                          vrm_SpeechMarksDef def = vrm_default_speech_marks_def()) {
        return detail::make_reported<SpeechMarks, vrm_SpeechMarks>(
            [&](vrm_Report* report, vrm_SpeechMarks** out) {
                if (def.report == nullptr) def.report = report;
                return vrm_speech_marks_read(bytes.data(), bytes.size(), &def, out);
            });
    }
    static SpeechMarks read(Span<const unsigned char> bytes,
                            const vrm_SpeechMarksDef& def = vrm_default_speech_marks_def()) {
        return try_read(bytes, def).value();
    }

    vrm_SpeechMarksInfo info() const { return vrm_speech_marks_info(need()); }
    /** Returns the frames; they live as long as the marks. */
    Span<const vrm_LipFrame> frames() const {
        int32_t count = 0;
        const vrm_LipFrame* first = vrm_speech_marks_frames(need(), &count);
        return {first, static_cast<std::size_t>(count)};
    }
};

/** The face of one avatar. Setters return false as in C. */
class Face : public Handle<vrm_Face, vrm_face_destroy> {
  public:
    using Handle::Handle;

    /** The map must outlive the face. */
    static Expected<Face> try_create(const vrm_FaceMap* map,
                                     const vrm_FaceDef& def = vrm_default_face_def()) {
        if (!detail::are_there(map)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Face* face = nullptr;
        vrm_Result result = vrm_face_create(map, &def, &face);
        if (result != VRM_OK) return detail::failed(result);
        return Face(face);
    }
    static Face create(const vrm_FaceMap* map, const vrm_FaceDef& def = vrm_default_face_def()) {
        return try_create(map, def).value();
    }
    static Expected<Face> try_create(const FaceMap&& temporary,
                                     const vrm_FaceDef& def = vrm_default_face_def()) = delete;
    static Face create(const FaceMap&& temporary,
                       const vrm_FaceDef& def = vrm_default_face_def()) = delete;

    bool emote(const vrm_EmotionDef& emotion) { return vrm_face_emote(need(), &emotion); }
    /** Shows one expression until the next emotion. */
    bool emote(const char* expression, float intensity = 1.0f) {
        if (expression == nullptr) return false;
        vrm_EmotionPart part = {expression, 1.0f};
        vrm_EmotionDef emotion = vrm_default_emotion_def();
        emotion.parts = &part;
        emotion.part_count = 1;
        emotion.intensity = intensity;
        return emote(emotion);
    }
    /** Returns to rest. */
    bool emote() { return emote(vrm_default_emotion_def()); }
    bool set_vowels(const float (&vowels)[VRM_VOWEL_COUNT]) {
        return vrm_face_set_vowels(need(), vowels);
    }
    bool set_visemes(const float (&visemes)[VRM_VISEME_COUNT]) {
        return vrm_face_set_visemes(need(), visemes);
    }
    void begin_sound() { vrm_face_begin_sound(need()); }
    bool hear(Span<const vrm_LipFrame> frames) {
        return vrm_face_hear(need(), frames.data(), static_cast<int32_t>(frames.size()));
    }
    bool hear_live(Span<const vrm_LipFrame> frames) {
        return vrm_face_hear_live(need(), frames.data(), static_cast<int32_t>(frames.size()));
    }
    bool sync_sound(double time_s) { return vrm_face_sync_sound(need(), time_s); }
    void blink() { vrm_face_blink(need()); }
    void set_blinks(bool blinks) { vrm_face_set_blinks(need(), blinks); }
    bool set_eyes(float left, float right) { return vrm_face_set_eyes(need(), left, right); }
    bool look_at(vrm_Vec3 target_world) { return vrm_face_look_at(need(), target_world); }
    bool look_along(float yaw_degrees, float pitch_degrees) {
        return vrm_face_look_along(need(), yaw_degrees, pitch_degrees);
    }
    void look_off() { vrm_face_look_off(need()); }
    bool set_attention(vrm_Attention attention) {
        return vrm_face_set_attention(need(), attention);
    }
    bool set_idle(float idle) { return vrm_face_set_idle(need(), idle); }
    bool track(const float (&shapes)[VRM_FACE_SHAPE_COUNT]) {
        return vrm_face_track(need(), shapes);
    }
    void track_off() { vrm_face_track_off(need()); }

    void step(float dt) { vrm_face_step(need(), dt); }
    bool apply(vrm_Sim* sim, vrm_AvatarId avatar) const {
        return sim != nullptr && vrm_face_apply(need(), sim, avatar);
    }
    void add_idle(vrm_Pose& pose) const { vrm_face_add_idle(need(), &pose); }

    double time() const { return vrm_face_time(need()); }
    /** Returns a weight for each expression of the rig; valid until the next step. */
    Span<const float> weights() const {
        int32_t count = 0;
        const float* weights = vrm_face_weights(need(), &count);
        return {weights, static_cast<std::size_t>(count)};
    }
    vrm_Vec2 saccade() const { return vrm_face_saccade(need()); }
    bool is_talking() const { return vrm_face_is_talking(need()); }
};

/* ---- Motion out ---- */

class Recorder : public Handle<vrm_Recorder, vrm_recorder_destroy> {
  public:
    using Handle::Handle;

    static Expected<Recorder> try_create(const vrm_RecorderDef& def = vrm_default_recorder_def()) {
        vrm_Recorder* recorder = nullptr;
        vrm_Result result = vrm_recorder_create(&def, &recorder);
        if (result != VRM_OK) return detail::failed(result);
        return Recorder(recorder);
    }
    static Recorder create(const vrm_RecorderDef& def = vrm_default_recorder_def()) {
        return try_create(def).value();
    }
    Expected<void> try_add_frame(double time_s, const vrm_Pose& pose) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_recorder_add_frame(get(), time_s, &pose));
    }
    void add_frame(double time_s, const vrm_Pose& pose) { try_add_frame(time_s, pose).value(); }
    Expected<void> try_set_expression(const char* name, float weight) {
        if (!detail::are_there(get(), name)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_recorder_set_expression(get(), name, weight));
    }
    void set_expression(const char* name, float weight) {
        try_set_expression(name, weight).value();
    }
    Expected<vrm_RetargetReport>
    try_retarget(const vrm_RetargetDef& def = vrm_default_retarget_def()) {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_RetargetReport report = {};
        vrm_Result result = vrm_recorder_retarget(get(), &def, &report);
        if (result != VRM_OK) return detail::failed(result);
        return report;
    }
    vrm_RetargetReport retarget(const vrm_RetargetDef& def = vrm_default_retarget_def()) {
        return try_retarget(def).value();
    }
    Expected<Model> try_finish(vrm_RecordStats* out_stats = nullptr) const {
        if (!detail::are_there(get())) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Model* model = nullptr;
        vrm_Result result = vrm_recorder_finish(get(), out_stats, &model);
        if (result != VRM_OK) return detail::failed(result);
        return Model(model);
    }
    Model finish(vrm_RecordStats* out_stats = nullptr) const {
        return try_finish(out_stats).value();
    }
};

/** A solver that follows one person in front of a camera. */
class Points : public Handle<vrm_Points, vrm_points_destroy> {
  public:
    using Handle::Handle;

    static Expected<Points> try_create(const vrm_PointsDef& def = vrm_default_points_def()) {
        vrm_Points* points = nullptr;
        vrm_Result result = vrm_points_create(&def, &points);
        if (result != VRM_OK) return detail::failed(result);
        return Points(points);
    }
    static Points create(const vrm_PointsDef& def = vrm_default_points_def()) {
        return try_create(def).value();
    }
    bool feed(const vrm_PointsFrame& frame, double time_s) {
        return vrm_points_feed(need(), &frame, time_s);
    }
    /** Advances the time without a new picture. */
    bool wait(double time_s) { return vrm_points_feed(need(), nullptr, time_s); }
    void reset() { vrm_points_reset(need()); }
    vrm_Pose pose(float hips_height = 0.0f) const { return vrm_points_pose(need(), hips_height); }
    /** Returns the bones that the last picture showed. Bit b: bone b. */
    uint64_t bones() const { return vrm_points_bones(need()); }
    bool has_face() const { return vrm_points_has_face(need()); }
    /** Returns the smoothed blend shapes. Valid until the solver is destroyed; values change with
     * each frame. */
    Span<const float> shapes() const { return {vrm_points_shapes(need()), VRM_FACE_SHAPE_COUNT}; }
    float preset(vrm_ExpressionPreset preset) const { return vrm_points_preset(need(), preset); }
    vrm_Vec2 gaze() const { return vrm_points_gaze(need()); }
    bool apply(vrm_Sim* sim, vrm_AvatarId avatar) const {
        return sim != nullptr && vrm_points_apply(need(), sim, avatar);
    }
    Expected<void> try_record(vrm_Recorder* recorder, double time_s,
                              float hips_height = 0.0f) const {
        if (!detail::are_there(get(), recorder)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_points_record(get(), recorder, time_s, hips_height));
    }
    void record(vrm_Recorder* recorder, double time_s, float hips_height = 0.0f) const {
        try_record(recorder, time_s, hips_height).value();
    }
};

class Baker : public Handle<vrm_Baker, vrm_baker_destroy> {
  public:
    using Handle::Handle;

    /** The rig must outlive the baker. */
    static Expected<Baker> try_create(const vrm_Rig* rig,
                                      const vrm_BakerDef& def = vrm_default_baker_def()) {
        if (!detail::are_there(rig)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Baker* baker = nullptr;
        vrm_Result result = vrm_baker_create(&def, rig, &baker);
        if (result != VRM_OK) return detail::failed(result);
        return Baker(baker);
    }
    static Baker create(const vrm_Rig* rig, const vrm_BakerDef& def = vrm_default_baker_def()) {
        return try_create(rig, def).value();
    }
    static Expected<Baker> try_create(const Rig&& temporary,
                                      const vrm_BakerDef& def = vrm_default_baker_def()) = delete;
    static Baker create(const Rig&& temporary,
                        const vrm_BakerDef& def = vrm_default_baker_def()) = delete;
    Expected<void> try_add_frame(double time_s, const vrm_Sim* sim, vrm_AvatarId avatar) {
        if (!detail::are_there(get(), sim)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_baker_add_frame(get(), time_s, sim, avatar));
    }
    void add_frame(double time_s, const vrm_Sim* sim, vrm_AvatarId avatar) {
        try_add_frame(time_s, sim, avatar).value();
    }
    Expected<Report> try_finish(vrm_Model* model, vrm_BakeStats* out_stats = nullptr) const {
        if (!detail::are_there(get(), model)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::report_of(
            [&](vrm_Report* report) { return vrm_baker_finish(get(), model, report, out_stats); });
    }
    Report finish(vrm_Model* model, vrm_BakeStats* out_stats = nullptr) const {
        return try_finish(model, out_stats).value();
    }
};

/** Motion of another program, frame by frame. Motion reads such a file with less code. For all
 * other functions use C: vrm_capture_take_count(capture). */
class Capture : public Handle<vrm_Capture, vrm_capture_destroy> {
  public:
    using Handle::Handle;

    static Expected<Capture> try_read(std::string_view text,
                                      vrm_CaptureDef def = vrm_default_capture_def()) {
        return detail::make_reported<Capture, vrm_Capture>(
            [&](vrm_Report* report, vrm_Capture** out) {
                if (def.report == nullptr) def.report = report;
                return vrm_capture_read(text.data(), text.size(), &def, out);
            });
    }
    static Capture read(std::string_view text,
                        const vrm_CaptureDef& def = vrm_default_capture_def()) {
        return try_read(text, def).value();
    }
    int32_t frame_count() const { return vrm_capture_frame_count(need()); }
    double frame_time() const { return vrm_capture_frame_time(need()); }
    float hips_height() const { return vrm_capture_hips_height(need()); }
    /** Returns the bones that the motion moves, for vrm_RecorderDef.bones. Bit b: bone b. */
    uint64_t moved_bones() const { return vrm_capture_moved_bones(need()); }
    Expected<void> try_record(Recorder& recorder, double fps = 0.0) const {
        if (!detail::are_there(get(), recorder.get())) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::done(vrm_capture_record(get(), fps, recorder.get()));
    }
    void record(Recorder& recorder, double fps = 0.0) const { try_record(recorder, fps).value(); }
    vrm_Pose pose(double frame) const {
        vrm_Pose pose;
        vrm_capture_pose(need(), frame, &pose);
        return pose;
    }
};

/** A retargeted motion. */
class Retarget : public Handle<vrm_Retarget, vrm_retarget_destroy> {
  public:
    using Handle::Handle;

    /** `poses` and `times` have `frame_count` entries. */
    static Expected<Retarget> try_fit(const vrm_Pose* poses, const double* times,
                                      int32_t frame_count,
                                      const vrm_RetargetDef& def = vrm_default_retarget_def()) {
        if (!detail::are_there(poses, times)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Retarget* retarget = nullptr;
        vrm_Result result = vrm_retarget(poses, times, frame_count, &def, &retarget);
        if (result != VRM_OK) return detail::failed(result);
        return Retarget(retarget);
    }
    static Retarget fit(const vrm_Pose* poses, const double* times, int32_t frame_count,
                        const vrm_RetargetDef& def = vrm_default_retarget_def()) {
        return try_fit(poses, times, frame_count, def).value();
    }
    int32_t frame_count() const { return vrm_retarget_frame_count(need()); }
    vrm_Pose pose(int32_t frame) const { return vrm_retarget_pose(need(), frame); }
    vrm_Transform root(int32_t frame) const { return vrm_retarget_root(need(), frame); }
    uint32_t contacts(int32_t frame) const { return vrm_retarget_contacts(need(), frame); }
    vrm_RetargetReport report() const { return vrm_retarget_report(need()); }
};

/** Motion of any format. */
class Motion : public Handle<vrm_Motion, vrm_motion_destroy> {
  public:
    using Handle::Handle;

    static Expected<Motion> try_load(const std::string& path,
                                     vrm_MotionDef def = vrm_default_motion_def()) {
        if (!detail::is_path(path)) return detail::failed(VRM_ERR_ARGUMENT);
        return detail::make_reported<Motion, vrm_Motion>(
            [&](vrm_Report* report, vrm_Motion** out) {
                if (def.report == nullptr) def.report = report;
                return vrm_motion_load_file(path.c_str(), &def, out);
            },
            path.c_str());
    }
    static Motion load(const std::string& path,
                       const vrm_MotionDef& def = vrm_default_motion_def()) {
        return try_load(path, def).value();
    }
    static Expected<Motion> try_load(Span<const unsigned char> bytes,
                                     vrm_MotionDef def = vrm_default_motion_def()) {
        return detail::make_reported<Motion, vrm_Motion>([&](vrm_Report* report, vrm_Motion** out) {
            if (def.report == nullptr) def.report = report;
            return vrm_motion_load(bytes.data(), bytes.size(), &def, out);
        });
    }
    static Motion load(Span<const unsigned char> bytes,
                       const vrm_MotionDef& def = vrm_default_motion_def()) {
        return try_load(bytes, def).value();
    }

    vrm_MotionInfo info() const { return vrm_motion_info(need()); }
    const char* take_name(int32_t take) const { return vrm_motion_take_name(need(), take); }

    /** Returns a clip for the avatar of `rig`; for any avatar if it is nullptr. `out_report` may be
     * nullptr. */
    Expected<Clip> try_clip(const vrm_Rig* rig, vrm_FitDef fit = vrm_default_fit_def(),
                            vrm_FitReport* out_report = nullptr) const {
        return detail::make_reported<Clip, vrm_Clip>([&](vrm_Report* report, vrm_Clip** out) {
            if (fit.report == nullptr) fit.report = report;
            return vrm_motion_clip(need(), rig, &fit, out_report, out);
        });
    }
    Clip clip(const vrm_Rig* rig, const vrm_FitDef& fit = vrm_default_fit_def(),
              vrm_FitReport* out_report = nullptr) const {
        return try_clip(rig, fit, out_report).value();
    }

    /** Returns the same motion as a VRM animation, to save. */
    Expected<Model> try_animation(const vrm_Rig* rig, vrm_FitDef fit = vrm_default_fit_def(),
                                  vrm_FitReport* out_report = nullptr) const {
        return detail::make_reported<Model, vrm_Model>([&](vrm_Report* report, vrm_Model** out) {
            if (fit.report == nullptr) fit.report = report;
            return vrm_motion_animation(need(), rig, &fit, out_report, out);
        });
    }
    Model animation(const vrm_Rig* rig, const vrm_FitDef& fit = vrm_default_fit_def(),
                    vrm_FitReport* out_report = nullptr) const {
        return try_animation(rig, fit, out_report).value();
    }

    /* Edits: each returns a new motion. Reports may be nullptr. */

    /** Returns the time of a frame (s), for cut(). */
    Expected<double> try_frame_time(double frame) const {
        double time_s = 0.0;
        vrm_Result result = vrm_motion_frame_time(need(), frame, nullptr, &time_s);
        if (result != VRM_OK) return detail::failed(result);
        return time_s;
    }
    double frame_time(double frame) const { return try_frame_time(frame).value(); }

    Expected<Motion> try_cut(double from_s, double to_s) const {
        return edit([&](vrm_MotionEditDef* def, vrm_Motion** out) {
            return vrm_motion_cut(need(), from_s, to_s, def, out);
        });
    }
    Motion cut(double from_s, double to_s) const { return try_cut(from_s, to_s).value(); }

    Expected<Motion> try_trim_rest(float tolerance_degrees,
                                   vrm_MotionTrimReport* out_report = nullptr) const {
        return edit([&](vrm_MotionEditDef* def, vrm_Motion** out) {
            return vrm_motion_trim_rest(need(), tolerance_degrees, def, out_report, out);
        });
    }
    Motion trim_rest(float tolerance_degrees, vrm_MotionTrimReport* out_report = nullptr) const {
        return try_trim_rest(tolerance_degrees, out_report).value();
    }

    Expected<Motion> try_speed(double factor) const {
        return edit([&](vrm_MotionEditDef* def, vrm_Motion** out) {
            return vrm_motion_speed(need(), factor, def, out);
        });
    }
    Motion speed(double factor) const { return try_speed(factor).value(); }

    Expected<Motion> try_reverse() const {
        return edit([&](vrm_MotionEditDef* def, vrm_Motion** out) {
            return vrm_motion_reverse(need(), def, out);
        });
    }
    Motion reverse() const { return try_reverse().value(); }

    Expected<Motion> try_mirror() const {
        return edit([&](vrm_MotionEditDef* def, vrm_Motion** out) {
            return vrm_motion_mirror(need(), def, out);
        });
    }
    Motion mirror() const { return try_mirror().value(); }

    Expected<Motion> try_smooth(vrm_MotionSmoothDef def = vrm_default_motion_smooth_def(),
                                vrm_MotionSmoothReport* out_report = nullptr) const {
        return detail::make_reported<Motion, vrm_Motion>([&](vrm_Report* report, vrm_Motion** out) {
            if (def.report == nullptr) def.report = report;
            return vrm_motion_smooth(need(), &def, out_report, out);
        });
    }
    Motion smooth(const vrm_MotionSmoothDef& def = vrm_default_motion_smooth_def(),
                  vrm_MotionSmoothReport* out_report = nullptr) const {
        return try_smooth(def, out_report).value();
    }

    /** Returns this motion followed by another. */
    Expected<Motion> try_join(const Motion& second,
                              vrm_MotionJoinDef def = vrm_default_motion_join_def(),
                              vrm_MotionJoinReport* out_report = nullptr) const {
        return detail::make_reported<Motion, vrm_Motion>([&](vrm_Report* report, vrm_Motion** out) {
            if (def.report == nullptr) def.report = report;
            return vrm_motion_join(need(), second.need(), &def, out_report, out);
        });
    }
    Motion join(const Motion& second, const vrm_MotionJoinDef& def = vrm_default_motion_join_def(),
                vrm_MotionJoinReport* out_report = nullptr) const {
        return try_join(second, def, out_report).value();
    }

    /** Returns this motion with another one layered over it. */
    Expected<Motion> try_layer(const Motion& over,
                               vrm_MotionLayerDef def = vrm_default_motion_layer_def()) const {
        return detail::make_reported<Motion, vrm_Motion>([&](vrm_Report* report, vrm_Motion** out) {
            if (def.report == nullptr) def.report = report;
            return vrm_motion_layer(need(), over.need(), &def, out);
        });
    }
    Motion layer(const Motion& over,
                 const vrm_MotionLayerDef& def = vrm_default_motion_layer_def()) const {
        return try_layer(over, def).value();
    }

  private:
    template <typename Call> static Expected<Motion> edit(Call call) {
        return detail::make_reported<Motion, vrm_Motion>([&](vrm_Report* report, vrm_Motion** out) {
            vrm_MotionEditDef def = vrm_default_motion_edit_def();
            def.report = report;
            return call(&def, out);
        });
    }
};

/** Returns a layer that moves a part of the body by name: "upper-body", "arms+head"
 * (vrm_motion_part()). VRM_ERR_ARGUMENT for other names. */
inline Expected<vrm_LayerDef> try_layer_of_part(const vrm_Clip* clip, const char* name) {
    vrm_MotionPart part;
    if (!vrm_motion_part(name, &part)) return detail::failed(VRM_ERR_ARGUMENT);
    vrm_LayerDef layer = vrm_default_layer_def(clip);
    layer.bones = part.bones;
    layer.has_expressions = part.expressions;
    layer.has_gaze = part.gaze;
    return layer;
}
inline vrm_LayerDef layer_of_part(const vrm_Clip* clip, const char* name) {
    return try_layer_of_part(clip, name).value();
}

/** Animates one avatar: layers of motion, face, speech and gaze. The sim must outlive it; so must
 * the clips, unless forget() is called for them. */
class Actor : public Handle<vrm_Actor, vrm_actor_destroy> {
  public:
    using Handle::Handle;

    static Expected<Actor> try_create(vrm_Sim* sim, vrm_AvatarId avatar,
                                      const vrm_ActorDef& def = vrm_default_actor_def()) {
        if (!detail::are_there(sim)) return detail::failed(VRM_ERR_ARGUMENT);
        vrm_Actor* actor = nullptr;
        vrm_Result result = vrm_actor_create(sim, avatar, &def, &actor);
        if (result != VRM_OK) return detail::failed(result);
        return Actor(actor);
    }
    static Actor create(vrm_Sim* sim, vrm_AvatarId avatar,
                        const vrm_ActorDef& def = vrm_default_actor_def()) {
        return try_create(sim, avatar, def).value();
    }

    bool set_stance(vrm_Stance stance) { return vrm_actor_set_stance(need(), stance); }

    /** Starts a layer. Returns its number; 0 if it was refused. */
    uint32_t play(const vrm_LayerDef& layer) { return vrm_actor_play(need(), &layer); }
    uint32_t play(const vrm_Clip* clip) { return play(vrm_default_layer_def(clip)); }
    uint32_t cross_fade(const vrm_LayerDef& layer) { return vrm_actor_cross_fade(need(), &layer); }
    uint32_t cross_fade(const vrm_Clip* clip) { return cross_fade(vrm_default_layer_def(clip)); }
    bool stop(uint32_t layer, float fade_s = 0.25f) {
        return vrm_actor_stop(need(), layer, fade_s);
    }
    void forget(const vrm_Clip* clip) { vrm_actor_forget(need(), clip); }
    bool set_weight(uint32_t layer, float weight, float fade_s = 0.25f) {
        return vrm_actor_set_weight(need(), layer, weight, fade_s);
    }
    bool set_speed(uint32_t layer, float speed) {
        return vrm_actor_set_speed(need(), layer, speed);
    }
    bool set_clip_time(uint32_t layer, double time_s) {
        return vrm_actor_set_clip_time(need(), layer, time_s);
    }
    bool layer(uint32_t layer, vrm_LayerState& out_state) const {
        return vrm_actor_layer(need(), layer, &out_state);
    }

    bool set_root(const vrm_Transform& root) { return vrm_actor_set_root(need(), root); }
    vrm_Transform root() const { return vrm_actor_root(need()); }

    /** Returns the face; nullptr if the actor has none. */
    vrm_Face* face() { return vrm_actor_face(need()); }
    bool emote(const vrm_EmotionDef& emotion, double time_s = VRM_ACTOR_NOW) {
        return vrm_actor_emote(need(), time_s, &emotion);
    }
    /** Shows one expression until the next emotion. */
    bool emote(const char* expression, float intensity = 1.0f, double time_s = VRM_ACTOR_NOW) {
        if (expression == nullptr) return false;
        vrm_EmotionPart part = {expression, 1.0f};
        vrm_EmotionDef emotion = vrm_default_emotion_def();
        emotion.parts = &part;
        emotion.part_count = 1;
        emotion.intensity = intensity;
        return emote(emotion, time_s);
    }
    bool speak(Span<const vrm_LipFrame> frames, double time_s = VRM_ACTOR_NOW) {
        return vrm_actor_speak(need(), time_s, frames.data(), static_cast<int32_t>(frames.size()));
    }
    bool look_at(vrm_Vec3 target_world) { return vrm_actor_look_at(need(), target_world); }
    bool look_along(float yaw_degrees, float pitch_degrees) {
        return vrm_actor_look_along(need(), yaw_degrees, pitch_degrees);
    }
    void look_free() { vrm_actor_look_free(need()); }

    bool step(float dt) { return vrm_actor_step(need(), dt); }
    bool step_to(double time_s) { return vrm_actor_step_to(need(), time_s); }
    bool seek(double time_s) { return vrm_actor_seek(need(), time_s); }
    /** Settles springs: steps the sim with all of its avatars. */
    bool settle(float seconds = 1.0f) {
        vrm_Actor* self = need();
        return vrm_actors_settle(&self, 1, seconds);
    }
    /** Settles springs with inputs of the host: calls `inputs(double time_s)` before each step,
     * after the actor has set its own inputs. If it throws, this call throws after the last
     * step. */
    template <class Inputs> bool settle(float seconds, Inputs&& inputs) {
        struct Call {
            std::remove_reference_t<Inputs>* inputs;
#if VRM_HPP_EXCEPTIONS
            std::exception_ptr error;
#endif
            static void run(void* ctx, vrm_Actor*, double time_s) {
                Call* call = static_cast<Call*>(ctx);
#if VRM_HPP_EXCEPTIONS
                if (call->error) return;
                try {
                    (*call->inputs)(time_s);
                } catch (...) {
                    call->error = std::current_exception();
                }
#else
                (*call->inputs)(time_s);
#endif
            }
        };
        Call call;
        call.inputs = &inputs;
        vrm_Actor* self = need();
        bool is_settled = vrm_actors_settle_with(&self, 1, seconds, &Call::run, &call);
#if VRM_HPP_EXCEPTIONS
        if (call.error) std::rethrow_exception(call.error);
#endif
        return is_settled;
    }
    double time() const {
        return vrm_actor_time(need());
    }
    bool poll(vrm_ActorEvent& out_event) {
        return vrm_actor_poll(need(), &out_event);
    }
};

/** A JSON document that is read and written without loss. */
class Json : public Handle<vrm_Json, vrm_json_destroy> {
  public:
    using Handle::Handle;

    static Expected<Json> try_parse(std::string_view text,
                                    const vrm_JsonDef& def = vrm_default_json_def()) {
        return detail::make_reported<Json, vrm_Json>([&](vrm_Report* report, vrm_Json** out) {
            return vrm_json_parse(text.data(), text.size(), &def, report, out);
        });
    }
    static Json parse(std::string_view text, const vrm_JsonDef& def = vrm_default_json_def()) {
        return try_parse(text, def).value();
    }
    vrm_JsonRef at(const char* pointer) const {
        return pointer != nullptr ? vrm_json_at(need(), pointer) : VRM_JSON_MISSING;
    }
    double number(vrm_JsonRef value, double fallback = 0.0) const {
        return vrm_json_number(need(), value, fallback);
    }
    std::string string(vrm_JsonRef value) const {
        std::string text(vrm_json_string(need(), value, nullptr, 0), '\0');
        vrm_json_string(need(), value, &text[0], text.size() + 1);
        return text;
    }
    std::string text() const {
        std::string text(vrm_json_written_size(need()), '\0');
        (void)vrm_json_write(need(), &text[0], text.size());
        return text;
    }
};

} // namespace vrm

#endif
