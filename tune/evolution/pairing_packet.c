#include "tune/evolution/pairing_packet.h"

#include <string.h>

#include "engine/base/hash.h"
#include "eval/net/net.h"

status pairing_net_hash(const struct net *n, uint64_t *out) {
    text bytes = text_growing();
    net_write(n, &bytes);
    *out = hash_bytes(text_string(&bytes), bytes.len, 0);
    bool cut = bytes.cut;
    text_done(&bytes);
    return cut ? ST_NOMEM : ST_OK;
}

/* --- writing --- */

static void put_weights(const weights *w, uint64_t net_hash, text *out) {
    crew_put_u64(out, (uint64_t)w->choice);
    crew_put_u64(out, w->net ? net_hash : 0);
    crew_put_u64(out, (uint64_t)w->count);
    for (int i = 0; i < w->count; i++) crew_put_float(out, w->weight[i]);
    crew_put_u64(out, w->draws);
    for (int i = 0; w->draws && i <= EVAL_MAX_FEATURES; i++) {
        crew_put_float(out, w->margin[i]);
        crew_put_float(out, w->scale[i]);
    }
}

static void put_bot(const bot_side *b, text *out) {
    crew_put_string(out, b->bot->name);
    crew_put_string(out, b->by ? b->by->bot : "");
    crew_put_u64(out, b->number != NULL);
    for (int i = 0; b->number && i < BOT_MAX_PARAMS; i++) crew_put_float(out, b->number[i]);
}

static void put_side(const pairing_side *s, bool of_bots, uint64_t net_hash, text *out) {
    if (of_bots) {
        put_bot(&s->bot, out);
        return;
    }
    text line = text_growing();
    engine_spec_write(s->spec, &line);
    crew_put_string(out, text_string(&line));
    out->cut |= line.cut;
    text_done(&line);
    crew_put_u64(out, s->eval != NULL);
    if (s->eval) put_weights(s->eval, net_hash, out);
}

void pairing_put(const pairing *p, const uint64_t net_hash[2], text *out) {
    bool of_bots = p->a.bot.bot && p->b.bot.bot;
    crew_put_u64(out, of_bots);
    crew_put_u64(out, p->block);
    crew_put_u64(out, (uint64_t)p->seats);
    put_side(&p->a, of_bots, net_hash[0], out);
    put_side(&p->b, of_bots, net_hash[1], out);
}

/* --- reading --- */

static void get_weights(weights *w, uint64_t *net_hash, const game *g, crew_reader *in) {
    weights_init(w, g);
    w->choice = (eval_choice)crew_get_upto(in, EVAL_NET);
    *net_hash = crew_get_u64(in);
    if (crew_get_u64(in) != (uint64_t)w->count) in->bad = true;
    for (int i = 0; !in->bad && i < w->count; i++) w->weight[i] = crew_get_float(in);
    w->draws = crew_get_upto(in, 1);
    for (int i = 0; !in->bad && w->draws && i <= EVAL_MAX_FEATURES; i++) {
        w->margin[i] = crew_get_float(in);
        w->scale[i] = crew_get_float(in);
    }
}

static const bot *find_bot(const game *g, const char *name) {
    for (const bot *b = g->bots; b && b->name; b++)
        if (strcmp(b->name, name) == 0) return b;
    return NULL;
}

static void get_bot(bot_side *b, float *number, const game *g, crew_reader *in) {
    char buf[80];
    text name = text_over(buf, sizeof buf);
    crew_get_string(in, &name);
    b->bot = find_bot(g, buf);
    text_clear(&name);
    crew_get_string(in, &name);
    b->by = *buf ? game_bot_params(g, buf) : NULL;
    bool numbered = crew_get_upto(in, 1);
    for (int i = 0; !in->bad && numbered && i < BOT_MAX_PARAMS; i++) number[i] = crew_get_float(in);
    b->number = numbered ? number : NULL;
    if (!b->bot || (*buf && !b->by) || (numbered && !b->by)) in->bad = true;
}

static status get_side(pairing_side *s, pairing_parts *parts, int which, const game *g,
                       crew_reader *in, error *err) {
    text line = text_growing();
    crew_get_string(in, &line);
    status st = in->bad    ? ST_OK
                : line.cut ? error_set(err, ST_NOMEM, "no memory for an engine")
                           : engine_spec_read(&parts->spec[which], text_string(&line), err);
    text_done(&line);
    if (st != ST_OK) return st;
    parts->spec_made[which] = !in->bad;
    s->spec = &parts->spec[which];
    if (!crew_get_upto(in, 1)) return ST_OK;
    get_weights(&parts->eval[which], &parts->net_hash[which], g, in);
    s->eval = &parts->eval[which];
    return ST_OK;
}

status pairing_get(pairing *out, pairing_parts *parts, const game *g, crew_bytes from, error *err) {
    crew_reader in = crew_read(from);
    *out = (pairing){0};
    memset(parts->spec_made, 0, sizeof parts->spec_made);
    memset(parts->net_hash, 0, sizeof parts->net_hash);
    bool of_bots = crew_get_upto(&in, 1);
    out->block = crew_get_u64(&in);
    out->seats = (int)crew_get_upto(&in, GAME_MAX_PLAYERS);
    pairing_side *side[2] = {&out->a, &out->b};
    status st = ST_OK;
    for (int i = 0; st == ST_OK && i < 2; i++) {
        if (of_bots)
            get_bot(&side[i]->bot, parts->number[i], g, &in);
        else
            st = get_side(side[i], parts, i, g, &in, err);
    }
    if (st == ST_OK && !crew_read_all(&in))
        st = error_set(err, ST_INTERNAL, "a pairing that was sent makes no sense");
    return st;
}

void pairing_parts_done(pairing_parts *parts) {
    for (int i = 0; i < 2; i++)
        if (parts->spec_made[i]) engine_spec_done(&parts->spec[i]);
    memset(parts->spec_made, 0, sizeof parts->spec_made);
}
