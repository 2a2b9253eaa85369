/* Shared objects that do not fit, one for each BAD. */
#include "engine/sdk/boardwalk.h"

#if BAD == 5 /* data where a function should be */
extern const unsigned bw_entry[4];
const unsigned bw_entry[4] = {0xffffffffU, 0xffffffffU, 0, 0};
#else
const bw_game *bw_entry(unsigned abi);
#endif
int nothing_to_see(void);
const bw_game *not_in_any_object(void); /* on purpose */

#if BAD == 1 /* made for another version: refuses ours */
const bw_game *bw_entry(unsigned abi) {
    static const bw_game none = {.abi = BW_ABI + 1};
    return abi == BW_ABI + 1 ? &none : NULL;
}
#elif BAD == 2 /* takes any version for its own */
const bw_game *bw_entry(unsigned abi) {
    static const bw_game old = {.abi = BW_ABI + 1, .name = "old"};
    (void)abi;
    return &old;
}
#elif BAD == 3 /* an empty table */
const bw_game *bw_entry(unsigned abi) {
    static const bw_game empty = {
        .abi = BW_ABI, .name = "empty", .rows = 1, .cols = 1, .players = 1};
    (void)abi;
    return &empty;
}
#elif BAD == 7 /* an empty table of the first version, which ends before `inputs` */
const bw_game *bw_entry(unsigned abi) {
    static const bw_game first = {.abi = 1, .name = "first", .rows = 1, .cols = 1, .players = 1};
    return abi == 1 ? &first : NULL;
}
#elif BAD == 6 /* needs what no one has */
const bw_game *bw_entry(unsigned abi) {
    return abi == BW_ABI ? not_in_any_object() : NULL;
}
#elif BAD == 4 /* no game at all */
int nothing_to_see(void) {
    return 0;
}
#endif
