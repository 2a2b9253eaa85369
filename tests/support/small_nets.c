#include "tests/support/small_nets.h"

#include "engine/base/file.h"
#include "engine/base/rng.h"
#include "lib/catalogue.h"

bool small_nets_save(net *n, const char *path) {
    text out = text_growing();
    net_write(n, &out);
    bool saved = file_write(path, out.at, out.len, NULL) == ST_OK;
    text_done(&out);
    net_destroy(n);
    return saved;
}

bool small_nets_leduc(const char *path) {
    rules *r;
    net *n;
    params p = params_default();
    rng g = rng_stream(3, 0);
    if (rules_open(&r, game_find(catalogue_games(), "leduc"), &p, NULL) != ST_OK) return false;
    net_shape s = net_shape_for(r, NET_WIDTH_STEP, NET_HIDDEN_STEP);
    s.points = net_points_for(r);
    status st = net_create(&n, r, &s, NULL);
    rules_close(r);
    if (st != ST_OK) return false;
    for (int i = 0; i < s.inputs * s.width; i++)
        n->at.first[i] = (int16_t)((int)rng_below(&g, 200) - 60);
    for (int i = 0; i < s.width * s.hidden; i++)
        n->at.second[i] = (int8_t)((int)rng_below(&g, 120) - 60);
    for (int i = 0; i < s.hidden; i++) {
        n->at.out[i] = (int16_t)((int)rng_below(&g, 400) - 200);
        n->at.points[i] = (int16_t)((int)rng_below(&g, 4000) - 2000);
    }
    net_finish(n);
    return small_nets_save(n, path);
}
