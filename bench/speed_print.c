#include "bench/speed_print.h"

#include "bench/numbers.h"
#include "bench/reference_work.h"

enum { CELLS = 5 };

/* Rates of one row by column. */
static void rates_of(const speed_row *row, double factor, double out[CELLS]) {
    const double raw[CELLS] = {row->playouts, row->actions, row->perft, row->mcts, row->alphabeta};
    for (int i = 0; i < CELLS; i++) out[i] = raw[i] < 0 ? SPEED_NONE : raw[i] * factor;
}

static void print_row(FILE *out, const speed_row *row, double factor) {
    double rates[CELLS];
    char buf[CELLS][NUMBERS_SIZE];
    char ratio[NUMBERS_SIZE] = "-";
    char ideal[NUMBERS_SIZE] = "-";
    char depth[NUMBERS_SIZE] = "";
    rates_of(row, factor, rates);
    if (row->threads2 >= 0) {
        (void)snprintf(ratio, sizeof ratio, "%.2fx", row->threads2);
        (void)snprintf(ideal, sizeof ideal, "%.2fx", row->threads2_cpu);
    }
    if (row->perft_depth)
        (void)snprintf(depth, sizeof depth, "%u%s", row->perft_depth, row->turns ? "t" : "");
    char node[NUMBERS_SIZE] = "-";
    if (row->node_bytes) (void)snprintf(node, sizeof node, "%zu B", row->node_bytes);
    (void)fprintf(out, "%-14s %10s %-6s %10s %10s %5s %10s %10s %9s %9s %9s\n", row->game->name,
                  numbers_rate(buf[0], rates[0]), row->playouts_by, numbers_rate(buf[1], rates[1]),
                  numbers_rate(buf[2], rates[2]), depth, numbers_rate(buf[3], rates[3]),
                  numbers_rate(buf[4], rates[4]), ratio, ideal, node);
}

static void print_conditions(FILE *out, const speed_sheet *s) {
    (void)fputs(
        "playouts by: a call is an entire game, a ply, a ply of the game's policy, or a list\n",
        out);
    (void)fprintf(out, "per CPU second, median of %d rounds of %.2f s; ", s->plan->rounds,
                  s->plan->round_seconds);
    if (reference_valid())
        (void)fprintf(out, "normalised: reference work %.3f s before, %.3f s after\n", s->before,
                      s->after);
    else
        (void)fprintf(out, "raw, not normalised: gcc did not build the reference work\n");
}

void speed_print_table(FILE *out, const speed_sheet *s) {
    if (s->count) {
        double factor = reference_factor(s->before, s->after);
        (void)fprintf(out, "%-14s %10s %-6s %10s %10s %5s %10s %10s %9s %9s %9s\n", "game",
                      "playouts", "by", "actions", "perft", "depth", "mcts", "alphabeta",
                      "2 threads", "(by CPU)", "node");
        for (size_t i = 0; i < s->count; i++) print_row(out, &s->rows[i], factor);
        print_conditions(out, s);
    }
    if (s->startup_median >= 0)
        (void)fprintf(out, "start to uciok: median %.1f ms, max %.1f ms\n", s->startup_median,
                      s->startup_max);
    const fingerprint *f = &s->print;
    (void)fprintf(out, "signature: %llu %016llx (%u positions)\n", (unsigned long long)f->nodes,
                  (unsigned long long)f->hash, f->positions);
    if (s->nets.positions)
        (void)fprintf(out, "signature with nets: %llu %016llx (%u positions)\n",
                      (unsigned long long)s->nets.nodes, (unsigned long long)s->nets.hash,
                      s->nets.positions);
    (void)fprintf(out, "Nodes searched: %llu\n", (unsigned long long)f->nodes);
    (void)fprintf(out, "Nodes/second: %.0f\n", f->seconds > 0 ? (double)f->nodes / f->seconds : 0);
}

/* A number, or null where there is none. */
static void json_number(FILE *out, const char *key, double value, int digits) {
    if (value < 0)
        (void)fprintf(out, ",\"%s\":null", key);
    else
        (void)fprintf(out, ",\"%s\":%.*f", key, digits, value);
}

static void json_row(FILE *out, const speed_row *row, double factor) {
    double rates[CELLS];
    rates_of(row, factor, rates);
    (void)fprintf(out, "{\"name\":\"%s\"", row->game->name);
    json_number(out, "playouts_per_s", rates[0], 0);
    (void)fprintf(out, ",\"playouts_by\":\"%s\"", row->playouts_by);
    json_number(out, "actions_per_s", rates[1], 0);
    json_number(out, "actions_per_playout", row->actions_per_playout, 3);
    json_number(out, "perft_nodes_per_s", rates[2], 0);
    json_number(out, "perft_depth", row->perft_depth ? (double)row->perft_depth : -1, 0);
    (void)fprintf(out, ",\"perft_turns\":%s", row->turns ? "true" : "false");
    json_number(out, "perft_nodes", row->perft_depth ? (double)row->perft_nodes : -1, 0);
    json_number(out, "mcts_iterations_per_s", rates[3], 0);
    json_number(out, "alphabeta_nodes_per_s", rates[4], 0);
    json_number(out, "threads2_ratio", row->threads2, 3);
    json_number(out, "threads2_cpu_ratio", row->threads2_cpu, 3);
    json_number(out, "node_bytes", row->node_bytes ? (double)row->node_bytes : -1, 0);
    (void)fputc('}', out);
}

void speed_print_json(FILE *out, const speed_sheet *s) {
    const fingerprint *f = &s->print;
    double factor = reference_factor(s->before, s->after);
    (void)fprintf(out, "{\"rounds\":%d,\"round_seconds\":%.3f,\"normalised\":%s", s->plan->rounds,
                  s->plan->round_seconds, reference_valid() && s->count ? "true" : "false");
    json_number(out, "reference_seconds", s->count ? (s->before + s->after) / 2 : -1, 4);
    (void)fputs(",\n \"games\":[", out);
    for (size_t i = 0; i < s->count; i++) {
        (void)fputs(i ? ",\n  " : "\n  ", out);
        json_row(out, &s->rows[i], factor);
    }
    (void)fputs("]", out);
    json_number(out, "startup_ms_median", s->startup_median, 3);
    json_number(out, "startup_ms_max", s->startup_max, 3);
    (void)fprintf(out, ",\n \"signature\":{\"nodes\":%llu,\"hash\":\"%016llx\",\"positions\":%u}",
                  (unsigned long long)f->nodes, (unsigned long long)f->hash, f->positions);
    if (s->nets.positions)
        (void)fprintf(out,
                      ",\n \"signature_with_nets\":{\"nodes\":%llu,\"hash\":\"%016llx\","
                      "\"positions\":%u}",
                      (unsigned long long)s->nets.nodes, (unsigned long long)s->nets.hash,
                      s->nets.positions);
    json_number(out, "nodes_per_s", f->seconds > 0 ? (double)f->nodes / f->seconds : -1, 0);
    (void)fputs("}\n", out);
}
