#include <acutest.h>

#include "engine/base/rng.h"
#include "games/project_l/project_l_pieces.h"

static void test_the_table_of_the_rules(void) {
    static const struct {
        const char *name;
        int level, orientations, configs;
    } rows[PL_SHAPES] = {{"O1", 1, 1, 25}, {"O2", 4, 1, 16}, {"I2", 2, 2, 40},
                         {"I3", 3, 2, 30}, {"I4", 4, 2, 20}, {"L2", 3, 4, 64},
                         {"L3", 4, 8, 96}, {"Z", 4, 4, 48},  {"T", 4, 4, 48}};
    pl_pieces p;
    pl_pieces_init(&p);
    for (int s = 0; s < PL_SHAPES; s++) {
        TEST_CASE(rows[s].name);
        TEST_CHECK(strcmp(pl_shape_name(s), rows[s].name) == 0);
        TEST_CHECK(pl_shape_find(rows[s].name, (int)strlen(rows[s].name)) == s);
        TEST_CHECK(pl_shape_level(s) == rows[s].level);
        TEST_CHECK(pl_level_shapes(rows[s].level) >> s & 1);
        TEST_CHECK(p.first_orientation[s + 1] - p.first_orientation[s] == rows[s].orientations);
        TEST_CHECK(p.first_config[s + 1] - p.first_config[s] == rows[s].configs);
    }
    TEST_CHECK(p.first_config[PL_SHAPES] == 387 && p.first_orientation[PL_SHAPES] == 28);
    TEST_CHECK(pl_shape_find("l3", 2) == PL_L3 && pl_shape_find("z", 1) == PL_Z);
    TEST_CHECK(pl_shape_find("", 0) < 0 && pl_shape_find("O", 1) < 0 && pl_shape_find("T2", 2) < 0);
    TEST_CHECK(pl_level_shapes(1) == 1u << PL_O1 && pl_level_shapes(2) == 1u << PL_I2);
}

/* One cell is next to another: pieces hang together, and nothing wraps around an edge. */
static bool hangs_together(uint32_t mask) {
    uint32_t reached = mask & (0 - mask);
    for (uint32_t before = 0; before != reached;) {
        before = reached;
        for (int i = 0; i < PL_CELLS; i++) {
            if (!(before >> i & 1)) continue;
            if (i % 5 > 0) reached |= UINT32_C(1) << (i - 1);
            if (i % 5 < 4) reached |= UINT32_C(1) << (i + 1);
            if (i >= 5) reached |= UINT32_C(1) << (i - 5);
            if (i < 20) reached |= UINT32_C(1) << (i + 5);
        }
        reached &= mask;
    }
    return reached == mask;
}

static void test_configurations_are_sound(void) {
    pl_pieces p;
    pl_pieces_init(&p);
    for (int c = 0; c < PL_CONFIGS; c++) {
        uint32_t mask = p.mask[c];
        TEST_CHECK_(mask && !(mask & ~PL_FULL) && hangs_together(mask), "config %d: %07x", c, mask);
        TEST_CHECK(__builtin_popcount(mask) == pl_shape_level(p.shape[c]));
        TEST_CHECK(pl_config_find(&p, p.shape[c], mask) == c);
        for (int d = 0; d < c; d++) TEST_CHECK_(p.mask[d] != mask, "%d and %d are alike", c, d);
    }
    TEST_CHECK(pl_config_find(&p, PL_O1, 0) < 0 && pl_config_find(&p, PL_I2, 0x30) < 0);
    TEST_CHECK(pl_config_find(&p, PL_I3, 0x0038000) >= 0);
}

/* All orientations of the spec's list, pushed to the corner. */
static void test_orientations_of_the_spec(void) {
    static const uint32_t corner[PL_ORIENTATIONS] = {
        0x001, 0x063, 0x003, 0x021, 0x007, 0x421, 0x00f, 0x8421, 0x023, 0x043,
        0x061, 0x062, 0x027, 0x087, 0x0e1, 0x0e4, 0x423, 0x843,  0xc21, 0xc42,
        0x066, 0x0c3, 0x462, 0x861, 0x047, 0x0e2, 0x461, 0x862};
    pl_pieces p;
    pl_pieces_init(&p);
    for (int i = 0; i < PL_ORIENTATIONS; i++) {
        int shape = 0;
        while (p.first_orientation[shape + 1] <= i) shape++;
        TEST_CHECK_(pl_config_find(&p, shape, corner[i]) >= 0, "%07x", corner[i]);
    }
}

/* By hand: L3 0000027 is three in a row with a foot below the left one. */
static void test_names_of_orientations(void) {
    static const struct {
        uint32_t mask;
        const char *name;
    } some[] = {{0x001, ""},    {0x063, ""},     {0x003, ""},    {0x021, "r"},  {0x8421, "r"},
                {0x023, ""},    {0x043, "r"},    {0x061, "rrr"}, {0x062, "rr"}, {0x027, ""},
                {0x087, "f"},   {0x0e1, "rrf"},  {0x0e4, "rr"},  {0x423, "rf"}, {0x843, "r"},
                {0xc21, "rrr"}, {0xc42, "rrrf"}, {0x066, ""},    {0x0c3, "f"},  {0x462, "rf"},
                {0x861, "r"},   {0x047, ""},     {0x0e2, "rr"},  {0x461, "rf"}, {0x862, "r"}};
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        int i = 0;
        while (i < PL_ORIENTATIONS && pl_orientation_mask(i) != some[k].mask) i++;
        TEST_ASSERT_(i < PL_ORIENTATIONS, "%07x", some[k].mask);
        TEST_CHECK_(strcmp(pl_orientation_name(i), some[k].name) == 0, "%07x is %s, not %s",
                    some[k].mask, pl_orientation_name(i), some[k].name);
    }
}

static void test_fits_equals_trying(void) {
    pl_pieces p;
    pl_pieces_init(&p);
    rng g = {.s = 1};
    for (int round = 0; round < 10000; round++) {
        /* Two draws or-ed leave more open than one, so that large pieces fit, too. */
        uint64_t bits = rng_next(&g);
        if (round % 2) bits |= rng_next(&g);
        uint32_t open = (uint32_t)bits & PL_FULL;
        bool fits[PL_CONFIGS] = {false};
        uint32_t all[PL_ORIENTATIONS];
        pl_fit_all(&p, open, all);
        for (int i = 0; i < PL_ORIENTATIONS; i++) {
            TEST_CHECK(pl_fits(&p.fit[i], open) == all[i]);
            for (uint32_t at = all[i]; at; at &= at - 1) {
                unsigned config = p.config[i][__builtin_ctz(at)];
                TEST_ASSERT(config < PL_CONFIGS && !fits[config]);
                fits[config] = true;
            }
        }
        for (int c = 0; c < PL_CONFIGS; c++)
            TEST_CHECK_(fits[c] == !(p.mask[c] & ~open), "open %07x, config %d", open, c);
    }
}

TEST_LIST = {{"names_of_orientations", test_names_of_orientations},
             {"the_table_of_the_rules", test_the_table_of_the_rules},
             {"configurations_are_sound", test_configurations_are_sound},
             {"orientations_of_the_spec", test_orientations_of_the_spec},
             {"fits_equals_trying", test_fits_equals_trying},
             {NULL, NULL}};
