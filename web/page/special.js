/* What is special for one game: hooks of the board by its name. */

import { azulSpecial } from "./azul.js";
import { projectlSpecial } from "./projectl.js";
import { unicornsSpecial } from "./unicorns.js";

const SPECIALS = { azul: azulSpecial, projectl: projectlSpecial, unicorns: unicornsSpecial };

/* Hooks, each of them optional: ids(board, entry), keeps(board, entry), bar(board), over(board), shown(board),
 * arrange(scene, narrow), key(board, event), down, move, up(board, event, press), steps(board, scene). */
function specialOf(game, model) {
    return SPECIALS[game] ? SPECIALS[game](model) : null;
}

export { specialOf };
