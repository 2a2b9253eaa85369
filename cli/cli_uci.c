#include "cli/allocator.h"
#include "cli/build_info.h"
#include "cli/cli.h"
#include "engine/base/file.h"
#include "lib/catalogue.h"
#include "lib/native/native_texts.h"
#include "tune/tune_jobs.h"
#include "uci/session.h"

enum { STANDARD_INPUT = 0, STANDARD_OUTPUT = 1, FLUSH_MS = 150, FEATURES_SIZE = 128 };

typedef struct request {
    bool json, safe;
} request;

static const arg args[] = {
    ARGS_FLAG("--json", request, json,
              "JSON lines instead of plain lines, both ways; a build without jansson answers in "
              "JSON but reads plain lines alone"),
    ARGS_FLAG("--safe", request, safe,
              "for the input of strangers: no line opens or writes a file or runs code, games come "
              "as texts in the lines (load <<END), and memory, threads and perft are bounded"),
    ARGS_END};

static const arg_group groups[] = {{"Options", args, NULL, 0}, {0}};

static int run(int argc, char **argv) {
    error e;
    request q = {0};
    static const arg_reader how = {"uci", groups, NULL};
    if (args_read(&how, &q, argc, argv, &e) != ST_OK) return cli_fail("uci", &e);
    game_library *library = catalogue_library();
    catalogue_bench bench = catalogue_bench_games();
    const build_info *built = build_info_get();
    char features[FEATURES_SIZE];
    text named = text_over(features, sizeof features);
    text_format(&named, "%s%s%s", built->features, allocator_is_jemalloc() ? ",jemalloc" : "",
                *native_texts ? ",native-texts" : "");
    tune_world world = {
        .games = catalogue_games(), .book = catalogue_registry(), .commit = built->commit};
    jobs_interface jobs = tune_jobs;
    jobs.world = &world;
    session_config config = {.games = catalogue_games(),
                             .bench = bench.signature,
                             .loader = library ? game_library_loader(library) : NULL,
                             .book = catalogue_registry(),
                             .jobs = &jobs,
                             .version = built->version,
                             .commit = built->commit,
                             .compiler = built->compiler,
                             .features = features,
                             .allow_native = library && game_library_allows_native(library),
                             .safe = q.safe,
                             .json = q.json};
    output *o;
    session *s;
    if (output_to_fd(&o, STANDARD_OUTPUT) != ST_OK) {
        (void)error_set(&e, ST_NOMEM, "no memory for the output");
        return cli_fail("uci", &e);
    }
    if (session_create(&s, &config, o, &e) != ST_OK) {
        output_close(o, FLUSH_MS);
        return cli_fail("uci", &e);
    }
    if (q.safe) file_forbid(); /* should a line find a way that the session does not know of */
    int code = session_loop(s, o, STANDARD_INPUT);
    session_destroy(s);
    output_close(o, FLUSH_MS);
    return code;
}

const subcommand cli_uci = {
    "uci",
    run,
    "speak the protocol (UCI, UGI, MGI) on standard input and output",
    "kibitz uci [OPTIONS]\n\n"
    "Speaks the protocol on standard input and output until `quit` or the end of input. The first\n"
    "word of a client chooses the dialect: `uci`, `ugi` or `mgi`. Type `help` for the commands.\n",
    groups,
    "The protocol: docs/protocol.md\n",
};
