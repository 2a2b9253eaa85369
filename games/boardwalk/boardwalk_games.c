#include "games/boardwalk/boardwalk_games.h"

const bw_game *const boardwalk_games[] = {
    &bw_amethyst, &bw_amethyst12, &bw_daisy,   &bw_lazuli,    &bw_lilac, &bw_obsidian, &bw_orchid,
    &bw_peridot,  &bw_quartz,     &bw_saffron, &bw_tangerine, &bw_topaz, &bw_violet,   NULL};
