/* SPDX-License-Identifier: MIT */
/* Parsing JSON to a full tree, beside jansson, cJSON, RapidJSON and simdjson, in one run.
 *
 *   bench_json [FILE...]     .glb and .vrm: their JSON chunk; other files as they are
 *
 * Without files: the VRM files of the corpus that VRM_CORPUS names, if any, and two made-up
 * avatars. Everybody gets the text in memory, builds the tree and gives it back. */
#include "support/bench.h"
#include "vrm/json.h"
#include "vrm_text.h"

#include <cjson/cJSON.h>
#include <jansson.h>
#include <rapidjson/document.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

/* Texts that are measured together. */
struct Input {
    std::string name;
    std::vector<simdjson::padded_string> texts;
    simdjson::dom::parser parser; /* keeps its buffers from text to text, as its authors advise */
    std::vector<char> scratch;

    size_t bytes() const {
        size_t sum = 0;
        for (const auto& text : texts) sum += text.size();
        return sum;
    }
};

void require(bool claim, const char* who) {
    if (claim) return;
    std::fprintf(stderr, "bench_json: %s refused a text\n", who);
    std::exit(1);
}

/* ---- Contenders ---- */

template <typename Use> void with_tree(Input& input, bool borrow, Use use) {
    vrm_JsonDef def = vrm_default_json_def();
    def.borrow_text = borrow;
    for (const auto& text : input.texts) {
        vrm_Json* json = nullptr;
        require(vrm_json_parse(text.data(), text.size(), &def, nullptr, &json) == VRM_OK, "libvrm");
        use(json);
        vrm_json_destroy(json);
    }
}

void parse_ours(void* ctx) {
    with_tree(*static_cast<Input*>(ctx), true, [](const vrm_Json*) {});
}

void parse_ours_copying(void* ctx) {
    with_tree(*static_cast<Input*>(ctx), false, [](const vrm_Json*) {});
}

/* Decodes every number to double and every string and key to UTF-8. */
double decode_all(const vrm_Json* json, std::vector<char>& scratch) {
    double sum = 0;
    for (vrm_JsonRef ref = vrm_json_root(json);; ref++) {
        vrm_JsonType type = vrm_json_type(json, ref);
        if (type == VRM_JSON_NONE) break;
        if (type == VRM_JSON_NUMBER) sum += vrm_json_number(json, ref, 0);
        if (type == VRM_JSON_STRING)
            sum += double(vrm_json_string(json, ref, scratch.data(), scratch.size()));
    }
    return sum;
}

void parse_ours_and_decode(void* ctx) {
    Input& input = *static_cast<Input*>(ctx);
    volatile double sink = 0;
    with_tree(input, true,
              [&](const vrm_Json* json) { sink = sink + decode_all(json, input.scratch); });
}

void parse_jansson(void* ctx) {
    for (const auto& text : static_cast<Input*>(ctx)->texts) {
        json_t* root = json_loadb(text.data(), text.size(), JSON_DECODE_ANY, nullptr);
        require(root != nullptr, "jansson");
        json_decref(root);
    }
}

void parse_cjson(void* ctx) {
    for (const auto& text : static_cast<Input*>(ctx)->texts) {
        cJSON* root = cJSON_ParseWithLength(text.data(), text.size());
        require(root != nullptr, "cJSON");
        cJSON_Delete(root);
    }
}

void parse_rapidjson(void* ctx) {
    for (const auto& text : static_cast<Input*>(ctx)->texts) {
        rapidjson::Document document;
        document.Parse(text.data(), text.size());
        require(!document.HasParseError(), "RapidJSON");
    }
}

/* Destroys its text, so it gets a copy each time. */
void parse_rapidjson_insitu(void* ctx) {
    Input& input = *static_cast<Input*>(ctx);
    for (const auto& text : input.texts) {
        std::memcpy(input.scratch.data(), text.data(), text.size());
        input.scratch[text.size()] = 0;
        rapidjson::Document document;
        document.ParseInsitu(input.scratch.data());
        require(!document.HasParseError(), "RapidJSON in situ");
    }
}

void parse_simdjson(void* ctx) {
    Input& input = *static_cast<Input*>(ctx);
    for (const auto& text : input.texts) {
        simdjson::dom::element root;
        require(input.parser.parse(text).get(root) == simdjson::SUCCESS, "simdjson");
    }
}

/* ---- Inputs ---- */

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    require(!bytes.empty(), path.c_str());
    return bytes;
}

/* The JSON chunk of a GLB, or the whole. */
std::string json_of(const std::string& bytes) {
    if (bytes.size() < 20 || bytes.compare(0, 4, "glTF") != 0) return bytes;
    uint32_t size = 0;
    for (int i = 3; i >= 0; i--)
        size = size << 8 | static_cast<unsigned char>(bytes[12 + size_t(i)]);
    return bytes.substr(20, size);
}

Input made_up(const char* name, int scale) {
    Input input;
    input.name = name;
    vrm_Span text;
    vrm_JsonBuilder* builder = bench_vrm_text(scale, &text);
    input.texts.emplace_back(text.data, text.size);
    vrm_json_builder_destroy(builder);
    return input;
}

Input from_files(const char* name, std::vector<std::string> paths) {
    Input input;
    input.name = name;
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) input.texts.emplace_back(json_of(read_file(path)));
    return input;
}

std::vector<Input> choose_inputs(int argc, char** argv) {
    std::vector<Input> inputs;
    for (int i = 1; i < argc; i++) inputs.push_back(from_files(argv[i], {argv[i]}));
    if (argc > 1) return inputs;
    if (const char* corpus = std::getenv("VRM_CORPUS")) {
        std::vector<std::string> paths;
        for (const char* folder : {"vrm0", "vrm1"})
            for (const auto& entry :
                 std::filesystem::recursive_directory_iterator(std::string(corpus) + "/" + folder))
                if (entry.path().extension() == ".vrm") paths.push_back(entry.path().string());
        if (!paths.empty()) inputs.push_back(from_files("corpus VRM files", paths));
    }
    inputs.push_back(made_up("made up, small", 10));
    inputs.push_back(made_up("made up, large", 700));
    return inputs;
}

/* ---- Telling ---- */

enum {
    OURS,
    OURS_COPYING,
    OURS_DECODING,
    JANSSON,
    CJSON,
    RAPIDJSON,
    RAPIDJSON_INSITU,
    SIMDJSON,
    COUNT
};

void measure(Input& input, FILE* csv, double best_ns[COUNT]) {
    size_t most = 0;
    for (const auto& text : input.texts) most = std::max(most, text.size());
    input.scratch.resize(most + 1);
    BenchContender contenders[COUNT] = {
        {"libvrm", parse_ours, &input, 0},
        {"libvrm, text copied", parse_ours_copying, &input, 0},
        {"libvrm, all decoded", parse_ours_and_decode, &input, 0},
        {"jansson", parse_jansson, &input, 0},
        {"cJSON", parse_cjson, &input, 0},
        {"RapidJSON", parse_rapidjson, &input, 0},
        {"RapidJSON in situ", parse_rapidjson_insitu, &input, 0},
        {"simdjson DOM", parse_simdjson, &input, 0},
    };
    bench_race(contenders, COUNT, 9);
    std::printf("\n%s: %zu text%s, %zu bytes\n", input.name.c_str(), input.texts.size(),
                input.texts.size() == 1 ? "" : "s", input.bytes());
    for (int i = 0; i < COUNT; i++) {
        best_ns[i] = contenders[i].best_ns;
        double mb_per_s = double(input.bytes()) * 1e3 / best_ns[i];
        std::printf("  %-22s %8.0f MB/s  %6.2f ns/byte\n", contenders[i].name, mb_per_s,
                    best_ns[i] / double(input.bytes()));
        std::fprintf(csv, "\"%s\",\"%s\",%zu,%.0f,%.1f\n", input.name.c_str(), contenders[i].name,
                     input.bytes(), best_ns[i], mb_per_s);
    }
}

} // namespace

int main(int argc, char** argv) {
    std::vector<Input> inputs = choose_inputs(argc, argv);
    FILE* csv = bench_open_csv("json", "input,parser,bytes,ns,mb_per_s");
    /* One figure from several inputs: the geometric mean of their ratios. */
    double rapidjson = 0, simdjson = 0;
    for (Input& input : inputs) {
        double best_ns[COUNT];
        measure(input, csv, best_ns);
        rapidjson += std::log(best_ns[RAPIDJSON] / best_ns[OURS]);
        simdjson += std::log(best_ns[SIMDJSON] / best_ns[OURS]);
    }
    std::fclose(csv);
    std::printf("\n");
    bench_ratio("json.vs-rapidjson", std::exp(rapidjson / double(inputs.size())));
    bench_ratio("json.vs-simdjson", std::exp(simdjson / double(inputs.size())));
    return 0;
}
