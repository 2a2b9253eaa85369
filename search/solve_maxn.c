#include "search/solve_core.h"
void solve_maxn(solve_lane *l) {
    (void)l;
}
