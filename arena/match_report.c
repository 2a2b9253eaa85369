#include "arena/match_report.h"

static const char *name_of(const match_settings *s, int engine) {
    return s->engine[engine].name;
}

/* The two engines of a pair. */
static block_game pair_of(const standings *now, int pair) {
    return blocks_game(&now->plan, (uint64_t)pair * (uint64_t)blocks_games(&now->plan));
}

/* "ptnml 1 5 20 40 34" where only the five values of a pair occurred, else "units
 * 0:3,0.416667:2". */
static void put_histogram(const stats_units *u, text *out) {
    if (stats_units_pairs(u)) {
        text_put(out, "ptnml");
        for (size_t i = 0; i < u->count; i++)
            text_format(out, " %llu", (unsigned long long)u->bin[i].count);
        return;
    }
    const char *mark = "units ";
    for (size_t i = 0; i < u->count; i++) {
        if (!u->bin[i].count) continue;
        text_format(out, "%s%.6g:%llu", mark, u->bin[i].value, (unsigned long long)u->bin[i].count);
        mark = ",";
    }
}

static uint64_t games_of(const stats_units *u) {
    return u->units * (uint64_t)u->games;
}

/* "new 70.5 old 49.5": of the complete blocks. */
static void put_score(const match_settings *s, const standings *now, int pair, text *out) {
    block_game b = pair_of(now, pair);
    const stats_units *u = &now->pair[pair];
    double score = stats_units_score(u);
    text_format(out, "%s %.7g %s %.7g", name_of(s, b.a), score, name_of(s, b.b),
                (double)games_of(u) - score);
}

static double llr_of(const match_settings *s, const stats_units *u) {
    double llr;
    (void)stats_sprt_verdict(&s->test, u, &llr);
    return llr;
}

static uint64_t faults_of(const standings *now, int engine) {
    uint64_t n = 0;
    for (int d = PLAYER_REPLY_CRASH; d < PLAYER_REPLY_COUNT; d++) n += now->fault[engine][d];
    return n;
}

/* "mine 31.2 %, rule 22.9 %": the share of wins of a seat, of complete blocks. */
static void put_shares(const match_settings *s, const standings *now, text *out) {
    for (int i = 0; i < s->engines; i++)
        text_format(out, "%s%s %.1f %%", i ? ", " : "", name_of(s, i),
                    100 * table_tally_wins(&now->table, i).mean);
}

/* --- live --- */

void match_report_live(const match_settings *s, const standings *now, bool brief, text *out) {
    text_format(out, "%llu/%llu ", (unsigned long long)now->games, (unsigned long long)s->games);
    uint64_t faults = 0;
    for (int i = 0; i < s->engines; i++) faults += faults_of(now, i);
    if (s->table) {
        if (!brief) put_shares(s, now, out);
    } else if (s->engines == 2) {
        const stats_units *u = &now->pair[0];
        estimate e = stats_estimate(u);
        put_score(s, now, 0, out);
        text_format(out, "  elo %+.1f +- %.1f", e.elo, e.elo_error);
        if (!brief) text_format(out, "  los %.3f", e.los);
        if (s->tested)
            text_format(out, "  llr %.2f (%.2f, %.2f)", llr_of(s, u), stats_sprt_lower(&s->test),
                        stats_sprt_upper(&s->test));
        if (!brief) {
            text_put(out, "  ");
            put_histogram(u, out);
        }
    } else if (!brief) {
        for (int i = 0; i < blocks_pairs(&now->plan); i++) {
            if (i) text_put(out, ", ");
            put_score(s, now, i, out);
        }
    }
    if (faults) text_format(out, "  faults %llu", (unsigned long long)faults);
}

/* --- the end --- */

static void put_faults(const standings *now, int engine, text *out) {
    const uint64_t *f = now->fault[engine];
    text_format(out, "crashes %llu hangs %llu illegal %llu time %llu",
                (unsigned long long)f[PLAYER_REPLY_CRASH], (unsigned long long)f[PLAYER_REPLY_HANG],
                (unsigned long long)now->illegal[engine], (unsigned long long)f[PLAYER_REPLY_TIME]);
}

static void report_pair(const match_settings *s, const standings *now, int pair, text *out) {
    const stats_units *u = &now->pair[pair];
    estimate e = stats_estimate(u);
    block_game b = pair_of(now, pair);
    text_format(out, "%s against %s: %.2f %% in %llu games\n", name_of(s, b.a), name_of(s, b.b),
                100 * (u->units ? stats_units_score(u) / (double)games_of(u) : 0.5),
                (unsigned long long)games_of(u));
    text_format(out,
                "  Elo %+.1f +- %.1f, normalised %+.1f +- %.1f, likelihood of superiority "
                "%.1f %%\n  ",
                e.elo, e.elo_error, e.nelo, e.nelo_error, 100 * e.los);
    put_histogram(u, out);
    text_char(out, '\n');
}

static void report_test(const match_settings *s, const standings *now, sprt_verdict verdict,
                        text *out) {
    static const char *const reported[] = {"undecided", "H0 accepted", "H1 accepted"};
    if (!s->tested) return;
    text_format(out, "  SPRT %s Elo %g against %g: LLR %.2f (%.2f, %.2f), %s\n",
                s->test.model == SPRT_LOGISTIC ? "logistic" : "normalised", s->test.elo0,
                s->test.elo1, llr_of(s, &now->pair[0]), stats_sprt_lower(&s->test),
                stats_sprt_upper(&s->test), reported[verdict]);
}

/* What became of illegal answers, where they do not simply lose the game. */
static void report_policy(const match_settings *s, const standings *now, int engine, text *out) {
    uint64_t lost = now->fault[engine][PLAYER_REPLY_ILLEGAL];
    uint64_t n = now->illegal[engine];
    if (s->illegal == ILLEGAL_FORFEIT || !n) return;
    text_format(out, "  %s: %llu illegal answer%s", name_of(s, engine), (unsigned long long)n,
                n == 1 ? "" : "s");
    if (s->illegal == ILLEGAL_RANDOM) text_put(out, ", a random legal action was played instead");
    if (s->illegal == ILLEGAL_ASK)
        text_format(out, ", asked again, and %llu games lost after %d times",
                    (unsigned long long)lost, ILLEGAL_MAX_ASKED);
    if (s->illegal == ILLEGAL_SKIP)
        text_format(out, ", %llu turns passed", (unsigned long long)(n - lost));
    if (s->illegal == ILLEGAL_SKIP && lost)
        text_format(out, ", %llu games lost as no legal action there gives up the turn",
                    (unsigned long long)lost);
    text_char(out, '\n');
}

static void report_faults(const match_settings *s, const standings *now, text *out) {
    for (int i = 0; i < s->engines; i++) {
        report_policy(s, now, i, out);
        if (!faults_of(now, i)) continue;
        text_format(out, "  %s: ", name_of(s, i));
        put_faults(now, i, out);
        text_char(out, '\n');
    }
    for (int i = 0; i < s->engines; i++) {
        if (!now->answers[i].decisions) continue;
        text_format(out, "  %s answers with text:\n", name_of(s, i));
        text_answers_report(&now->answers[i], out);
    }
    if (now->too_long)
        text_format(out, "  %llu games were too long and shared\n",
                    (unsigned long long)now->too_long);
}

/* One line of words for programs. */
static void put_fields(const match_settings *s, const standings *now, int pair, text *out) {
    const stats_units *u = &now->pair[pair];
    estimate e = stats_estimate(u);
    put_score(s, now, pair, out);
    text_format(out, " elo %.2f err %.2f nelo %.2f los %.4f llr %.3f games %llu ", e.elo,
                e.elo_error, e.nelo, e.los, llr_of(s, u), (unsigned long long)games_of(u));
    put_histogram(u, out);
}

static void put_result(const match_settings *s, const standings *now, sprt_verdict verdict,
                       text *out) {
    static const char *const verdicts[] = {"open", "H0", "H1"};
    uint64_t sum[PLAYER_REPLY_COUNT] = {0};
    uint64_t illegal = 0;
    text_put(out, "result ");
    if (s->engines == 2 && !s->table)
        put_fields(s, now, 0, out);
    else
        text_format(out, "engines %d games %llu", s->engines, (unsigned long long)now->games);
    for (int i = 0; i < s->engines; i++) {
        illegal += now->illegal[i];
        for (int d = 0; d < PLAYER_REPLY_COUNT; d++) sum[d] += now->fault[i][d];
    }
    text_format(out, " crashes %llu hangs %llu illegal %llu time %llu long %llu",
                (unsigned long long)sum[PLAYER_REPLY_CRASH],
                (unsigned long long)sum[PLAYER_REPLY_HANG], (unsigned long long)illegal,
                (unsigned long long)sum[PLAYER_REPLY_TIME], (unsigned long long)now->too_long);
    text_format(out, " sprt %s\n", s->tested ? verdicts[verdict] : "none");
}

/* The best first; of equal ones the one that was named first. */
static void sort_by_elo(const rating *r, int engines, int *order) {
    for (int i = 0; i < engines; i++) {
        int at = i;
        for (; at > 0 && r[order[at - 1]].elo < r[i].elo; at--) order[at] = order[at - 1];
        order[at] = i;
    }
}

/* More than two: a table by rating, then the pairs. */
static status report_ratings(const match_settings *s, const standings *now, text *out, error *err) {
    rating r[MATCH_MAX_ENGINES];
    int order[MATCH_MAX_ENGINES] = {0};
    status st = standings_rate(now, s->seed, r, err);
    if (st != ST_OK) return st;
    sort_by_elo(r, s->engines, order);
    text_format(out, "   %-31s %8s %7s %7s %7s\n", "engine", "Elo", "+-", "score", "games");
    for (int i = 0; i < s->engines; i++) {
        const rating *of = &r[order[i]];
        text_format(out, "%2d %-31s %+8.1f %7.1f %6.1f%% %7llu\n", i + 1, name_of(s, order[i]),
                    of->elo, of->error, 100 * of->score, (unsigned long long)now->played[order[i]]);
    }
    for (int i = 0; i < blocks_pairs(&now->plan); i++) report_pair(s, now, i, out);
    report_faults(s, now, out);
    for (int i = 0; i < s->engines; i++) {
        text_format(out, "rating %s elo %.2f err %.2f score %.4f games %llu ", name_of(s, i),
                    r[i].elo, r[i].error, r[i].score, (unsigned long long)now->played[i]);
        put_faults(now, i, out);
        text_char(out, '\n');
    }
    for (int i = 0; i < blocks_pairs(&now->plan); i++) {
        text_put(out, "pair ");
        put_fields(s, now, i, out);
        text_char(out, '\n');
    }
    return ST_OK;
}

/* --- the end of a mixed table --- */

/* " 12.3   1.4", or a dash where too few blocks were played to say. */
static void put_mean(const table_mean *m, double times, int digits, text *out) {
    text_format(out, " %8.*f", digits, times * m->mean);
    if (m->error < 0)
        text_format(out, " %7s", "-");
    else
        text_format(out, " %7.*f", digits, times * m->error);
}

static void put_field(const char *name, const table_mean *m, text *out) {
    text_format(out, " %s %.4f err ", name, m->mean);
    if (m->error < 0)
        text_char(out, '-');
    else
        text_format(out, "%.4f", m->error);
}

static void report_rows(const match_settings *s, const standings *now, const table_row *row,
                        text *out) {
    rating r[MATCH_MAX_ENGINES] = {0};
    int order[MATCH_MAX_ENGINES] = {0};
    bool pointed = false;
    for (int i = 0; i < s->engines; i++) {
        r[i] = (rating){.elo = row[i].elo.mean};
        pointed |= row[i].pointed;
    }
    sort_by_elo(r, s->engines, order);
    text_format(
        out,
        "a table of %d: %llu games in blocks of %d (%llu complete); an even share is %.2f %%\n",
        now->plan.seats, (unsigned long long)now->games, blocks_games(&now->plan),
        (unsigned long long)now->table.blocks, 100.0 / now->plan.seats);
    text_format(out, "   %-24s %5s %8s %7s", "player", "seats", "wins %", "+-");
    if (pointed) text_format(out, " %8s %7s", "points", "+-");
    text_format(out, " %8s %7s %8s %7s\n", "rank", "+-", "Elo", "+-");
    for (int i = 0; i < s->engines; i++) {
        const table_row *of = &row[order[i]];
        text_format(out, "%2d %-24s %5d", i + 1, name_of(s, order[i]), of->seats);
        put_mean(&of->wins, 100, 2, out);
        if (pointed) put_mean(&of->points, 1, 2, out);
        put_mean(&of->rank, 1, 2, out);
        put_mean(&of->elo, 1, 1, out);
        text_char(out, '\n');
    }
}

static status report_table(const match_settings *s, const standings *now, text *out, error *err) {
    table_row row[MATCH_MAX_ENGINES];
    status st = table_tally_rows(&now->table, s->seed, row, err);
    if (st != ST_OK) return st;
    report_rows(s, now, row, out);
    report_faults(s, now, out);
    for (int i = 0; i < s->engines; i++) {
        text_format(out, "row %s seats %d", name_of(s, i), row[i].seats);
        put_field("wins", &row[i].wins, out);
        if (row[i].pointed) put_field("points", &row[i].points, out);
        put_field("rank", &row[i].rank, out);
        put_field("elo", &row[i].elo, out);
        text_format(out, " games %llu ", (unsigned long long)now->played[i]);
        put_faults(now, i, out);
        text_char(out, '\n');
    }
    return ST_OK;
}

status match_report_final(const match_settings *s, const standings *now, sprt_verdict verdict,
                          text *out, error *err) {
    status st = ST_OK;
    if (s->table) {
        st = report_table(s, now, out, err);
    } else if (s->engines > 2) {
        st = report_ratings(s, now, out, err);
    } else {
        report_pair(s, now, 0, out);
        report_test(s, now, verdict, out);
        report_faults(s, now, out);
    }
    put_result(s, now, verdict, out);
    return st;
}
