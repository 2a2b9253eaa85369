/* Complete games that are nearly right, as people get them wrong: each problem is told once, by its
 * code, at the line and column where its author would look, with a hint that helps. Every code of
 * the language is here. */
#include <acutest.h>

#include <stdio.h>

#include "engine/base/memory.h"
#include "engine/rules/book/text_library.h"

typedef struct broken {
    const char *what;
    const char *body;
    const char *told;    /* "E12 5:20, W02 3:3": all entries */
    const char *message; /* part of the first entry's message */
    const char *hint;    /* part of its hint; "": not looked at */
} broken;

/* A game that is right, with a hole: most of the broken ones differ from it in one place. */
#define HEAD "game t \"Test\" {\n  players white black\n  board rect 5 5\n"

static const broken texts[] = {
    {"a character that is none", HEAD "  piece man M\n  turn place man on empty $ else draw\n}\n",
     "E01 5:27", "character not allowed here: '$'", ""},
    {"a string in single quotes", "game t 'Test' {\n  players a b\n}\n", "E01 1:8",
     "not allowed here", "double quotes"},
    {"a string that runs on",
     HEAD "  piece man M\n  setup \"5/5/5/5/MMMMM\n  turn pass else draw\n}\n", "E02 5:9",
     "string not closed", ""},
    {"a comma between players",
     "game t {\n  players white, black\n  board rect 3 3\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E03 2:16", "expected", ""},
    {"a word with a slip in it", HEAD "  piece man M\n  turn plaec man on empty else draw\n}\n",
     "E03 5:14", "expected", ""},
    {"`on` is missing", HEAD "  piece man M\n  turn place man empty else draw\n}\n", "E03 5:18",
     "expected", ""},
    {"a pattern behind a name",
     HEAD "  piece man M\n  turn place man on along n from c3 (enemy mine) else draw\n}\n",
     "E03 5:44", "expected ',' or ')', found 'mine'", "from (name) (pattern)"},
    {"a brace that stays open",
     HEAD "  piece man M {\n    move step n & empty\n  turn pieces else lose\n}\n", "E04 6:3",
     "block not closed", "line 4"},
    {"no players", "game t {\n  board rect 3 3\n  piece m\n  turn place m on empty else draw\n}\n",
     "E05 1:6", "missing declaration: players", ""},
    {"no board", "game t {\n  players a b\n  piece m\n  turn pass else draw\n}\n", "E05 1:6",
     "missing declaration: board", ""},
    {"no piece", "game t {\n  players a b\n  board rect 3 3\n  turn pass else draw\n}\n", "E05 1:6",
     "missing declaration: piece", ""},
    {"no turn", HEAD "  piece man M\n  setup { put man of white on a1 }\n}\n", "E05 1:6",
     "missing declaration: turn", ""},
    {"a fen without a board", HEAD "  piece man M\n  fen mover\n  turn pass else draw\n}\n",
     "E05 5:3", "board and mover", ""},
    {"a colour that is none",
     HEAD "  piece man M\n  look white wite\n  turn place man on empty else draw\n}\n", "E12 5:14",
     "unknown name 'wite': no such colour", "did you mean 'white'?"},
    {"a colour far from all",
     HEAD "  piece man M\n  look white chartreuse\n  turn place man on empty else draw\n}\n",
     "E12 5:14", "unknown name 'chartreuse'",
     "white black red blue green yellow orange purple brown grey teal pink"},
    {"a sprite that is none",
     HEAD "  piece man M\n  look man kingman\n  turn place man on empty else draw\n}\n", "E12 5:12",
     "unknown name 'kingman': no such sprite", "did you mean 'king-man'?"},
    {"a look of nothing",
     HEAD "  piece man M\n  look mann disc\n  turn place man on empty else draw\n}\n", "E12 5:8",
     "unknown name 'mann': no such piece or player", "did you mean 'man'?"},
    {"a look that changes",
     HEAD "  piece man M\n  look empty shade a\n  turn place man on empty else draw\n}\n",
     "E10 5:8", "needs a constant", ""},
    {"a shade that is none",
     HEAD "  piece man M\n  look edge shade d\n  turn place man on empty else draw\n}\n",
     "E03 5:19", "expected a, b or c, found 'd'", ""},
    {"a look without an end",
     HEAD "  piece man M\n  look man\n  turn place man on empty else draw\n}\n", "E03 6:3",
     "expected 'shade', found 'turn'", "`look PIECE SPRITE`"},
    {"a loop over something else",
     HEAD
     "  piece man M\n  turn place man on empty { for each row r in empty { done } } else draw\n}\n",
     "E03 5:38", "expected 'player', 'cell', 'piece' or 'card', found 'row'", "player, cell"},
    {"a loop without a block",
     HEAD
     "  piece man M\n  turn place man on empty { for each cell c in mine remove c } else draw\n}\n",
     "E03 5:53", "expected '{', found 'remove'", ""},
    {"a loop's variable with a piece's name",
     HEAD
     "  piece man M\n  turn place man on empty { for each player man { done } } else draw\n}\n",
     "E06 5:29", "name already declared: 'man'", "another name"},
    {"two loops with one variable",
     HEAD "  piece man M\n  turn place man on empty { for each cell c in mine { for each cell c in "
          "mine { done } } } else draw\n}\n",
     "E06 5:55", "name already declared: 'c'", "another name"},
    {"a loop's variable with a cell's name",
     HEAD "  piece man M\n  turn place man on empty { for each player b2 { done } } else draw\n}\n",
     "E07 5:45", "cell name used as a name: 'b2'", ""},
    {"a loop over a number",
     HEAD "  piece man M\n  turn place man on empty { for each cell c in 3 { remove c } } else "
          "draw\n}\n",
     "E10 5:48", "needs an area, found a number", ""},
    {"a sum of areas",
     HEAD "  piece man M\n  turn place man on empty where sum(each cell c in mine : c) > 1 else "
          "draw\n}\n",
     "E10 5:59", "`sum` needs a number or a condition", "count A"},
    {"the largest of conditions",
     HEAD
     "  piece man M\n  turn place man on empty where max(each player p : no p) > 1 else draw\n}\n",
     "E10 5:53", "`max` needs a number", ""},
    {"the larger of two",
     HEAD "  piece man M\n  turn place man on empty where max(1, 2) > 1 else draw\n}\n", "E03 5:37",
     "expected 'each player' or 'each cell', found '1'", ""},
    {"a sum without a colon",
     HEAD "  piece man M\n  turn place man on empty where sum(each player p 2) > 1 else draw\n}\n",
     "E03 5:51", "expected ':', found '2'", ""},
    {"a loop's variable in a definition",
     HEAD
     "  piece man M\n  def here = c\n  turn place man on empty { for each cell c in mine { remove "
     "here } } else draw\n}\n",
     "E12 5:14", "unknown name 'c'", ""},
    {"a loop's cell in a score",
     HEAD
     "  piece man M\n  turn place man on empty { for each cell c in mine { score count step any "
     "from c } } else draw\n}\n",
     "E15 5:61", "the cell of a loop is not known in `score`", "after the loop"},
    {"too many loops",
     HEAD "  piece man M\n  turn place man on empty { for each cell c in mine { for each cell d in "
          "mine { for each cell e in mine {\n    for each cell f in mine { done } } } } } else "
          "draw\n}\n",
     "E30 6:5", "loops over cells inside each other, at most 3", ""},
    {"nothing to repeat", HEAD "  piece man M\n  turn repeat 0 place man on empty else draw\n}\n",
     "E24 5:15", "`repeat 0`: nothing to choose from", ""},
    {"a number of times that changes",
     HEAD "  piece man M\n  var n\n  turn repeat (n) place man on empty { n += 1 } else draw\n}\n",
     "E10 6:16", "`repeat` needs a number that is known beforehand", "an option"},
    {"a repeated `do` among alternatives",
     HEAD "  piece man M\n  turn { place man on empty  repeat 2 do { done } } else draw\n}\n",
     "E21 5:39", "`do` or outcome used as an alternative", "`then`"},
    {"chance without a range",
     HEAD
     "  piece man M\n  var d\n  turn chance d then place man on empty where d > 0 else draw\n}\n",
     "E03 6:17", "expected 'in' or 'from', found 'then'", ""},
    {"an effect that reads hidden cards",
     HEAD "  piece man M\n  var n\n  hidden hand per player\n  turn act \"x\" { if hand[me, man] > "
          "0 { n = 1 } } "
          "else draw\n}\n",
     "E28 7:35", "a public effect reads hidden cards", "`reveal`"},
    {"an assignment of hidden cards",
     HEAD "  piece man M\n  hidden hand per player\n  turn act \"x\" { hand[me, man] += 1 } else "
          "draw\n}\n",
     "E26 6:18", "cards of 'hand' are not assigned", "`reveal c from hand`"},
    {"a choice that reads another hand",
     HEAD
     "  piece man M\n  hidden hand per player\n  turn act \"x\" where hand[next, man] > 0 else "
     "draw\n}\n",
     "E28 6:38", "what a player can choose reads hidden cards of others", "`cards[me, k]`"},
    {"an end that reads hidden cards",
     HEAD "  piece man M\n  hidden hand per player\n  turn pass else draw\n"
          "  end { when hand[me, man] > 0 win }\n}\n",
     "E28 7:28", "an end reads hidden cards", "`reveal`"},
    {"a score that reads hidden cards",
     HEAD "  piece man M\n  hidden hand per player\n  turn pass else draw\n"
          "  end { when turns > 3 score hand[me, man] }\n}\n",
     "E28 7:30", "a score reads hidden cards", ""},
    {"a term that reads hidden cards",
     HEAD "  piece man M\n  hidden hand per player\n  turn pass else draw\n"
          "  term t = hand[me, man]\n}\n",
     "E28 7:12", "a term reads hidden cards", ""},
    {"a player who is not asked",
     HEAD "  piece man M\n  hidden hand per player\n  turn pass then act \"x\" with c : piece { "
          "reveal c "
          "from hand } else draw\n}\n",
     "E28 6:22", "whether the player is asked", "`else pass`"},
    {"what happens by hidden cards",
     HEAD "  piece man M\n  hidden hand per player\n  turn act \"x\" with c : piece { reveal c "
          "from hand } "
          "else draw\n}\n",
     "E28 6:12", "what happens by itself in this stage depends on hidden cards", "`else pass"},
    {"a card that is not chosen",
     HEAD "  piece man M\n  hidden hand per player\n  turn act \"x\" { reveal man from hand } else "
          "draw\n}\n",
     "E28 6:25", "must be one that is chosen", "`act"},
    {"a hidden card that is shown",
     HEAD "  piece man M\n  hidden hand per player\n  turn act \"x\" with hidden c : piece { "
          "reveal c from "
          "hand } else pass\n}\n",
     "E28 6:47", "what all players see reads hidden cards", ""},
    {"two cards at once",
     HEAD "  piece man M\n  hidden hand per player\n  turn act \"x\" with c : piece { reveal c "
          "from hand "
          "pass c from hand to hand[next] } else pass\n}\n",
     "E28 6:33", "one card leaves hidden cards in an act", "repeat"},
    {"a card that leaves at times",
     HEAD "  piece man M\n  var n\n  hidden hand per player\n  turn act \"x\" with c : piece { if "
          "n > 0 { reveal "
          "c from hand } } else pass\n}\n",
     "E28 7:44", "leaves in any case", "`where`"},
    {"a card of the deck",
     HEAD "  piece man M\n  hidden hand per player\n  deck d { man*4 }\n  turn act \"x\" with c : "
          "piece { reveal c "
          "from d } else pass\n}\n",
     "E28 7:47", "no player chooses a card of the deck", "chance draws it"},
    {"two decks",
     HEAD "  piece man M\n  deck d { man*4 }\n  deck f { man }\n  turn pass else draw\n}\n",
     "E06 6:8", "there is a deck already: 'd'", ""},
    {"hidden cards out of a bag",
     HEAD "  piece man M\n  hidden hand per player\n  bag d { man*4 }\n  turn chance hand from d "
          "then pass\n}\n",
     "E10 7:15", "hidden cards come out of a deck", "`deck stock"},
    {"a card on the board",
     HEAD "  piece man M\n  cards X Y\n  turn place X on empty else draw\n}\n", "E10 6:14",
     "needs a piece, found the card 'X'", "never on the board"},
    {"whether a player with hidden cards can act",
     HEAD "  piece man M\n  hidden hand per player\n  turn when can next pass else draw\n}\n",
     "E28 6:13", "depends on hidden cards", ""},
    {"positions with hidden cards that are compared",
     HEAD "  piece man M\n  hidden hand per player\n  turn pass else draw\n  end { when repeats > "
          "2 draw }\n}\n",
     "E28 7:14", "positions that are compared have hidden cards", ""},
    {"a loop over no cards",
     HEAD "  piece man M\n  var n\n  turn pass { for each card k { n += k } } else draw\n}\n",
     "E24 6:15", "there are no cards", "`cards NAME"},
    {"a choice from no set", HEAD "  piece man M\n  turn act \"x\" with a : goods else draw\n}\n",
     "E12 5:25", "unknown name 'goods': no such set", "`set goods"},
    {"a part with a name that is taken",
     HEAD "  piece man M\n  turn act \"x\" with man : 1..2 else draw\n}\n", "E06 5:21",
     "name already declared: 'man'", "for what is chosen"},
    {"a range without numbers", HEAD "  piece man M\n  turn act \"x\" with a : 3..2 else draw\n}\n",
     "E24 5:21", "nothing to choose from: 3..2", ""},
    {"a range that changes",
     HEAD "  piece man M\n  var n\n  turn act \"x\" with a : 1..n else draw\n}\n", "E10 6:28",
     "needs a constant", "say `where`"},
    {"too many choices",
     HEAD "  piece man M\n  turn act \"x\" with a : 1..40, b : 1..40 else draw\n}\n", "E30 5:32",
     "choices of an act, at most 1024", ""},
    {"too many parts",
     HEAD
     "  piece man M\n  turn act \"x\" with a : 1..2, b : 1..2, d : 1..2, f : 1..2 else draw\n}\n",
     "E30 5:51", "parts of a choice, at most 3", ""},
    {"a part outside its act",
     HEAD "  piece man M\n  def f = a\n  turn act \"x\" with a : 1..2 where f > 1 else draw\n}\n",
     "E12 5:11", "unknown name 'a'", ""},
    {"an empty set", HEAD "  piece man M\n  set s { }\n  turn act \"x\" with a : s else draw\n}\n",
     "E24 5:7", "the set 's' is empty", "name pieces in it"},
    {"a label of two words", HEAD "  piece man M\n  turn optional \"a b\" pass\n}\n", "E03 5:8",
     "expected one word as the label of a stage", "`optional"},
    {"too few weights",
     HEAD "  piece man M\n  var d\n  turn chance d in 1..3 weights 1 2\n    then place man on "
          "empty where d > "
          "0\n}\n",
     "E11 6:25", "3 outcomes, found 2", "the smallest first"},
    {"a weight below nothing",
     HEAD "  piece man M\n  var d\n  turn chance d in 1..2 weights 1 (2 - 3)\n    then place man "
          "on empty where "
          "d > 0\n}\n",
     "E24 6:38", "a weight below 0", ""},
    {"weights of nothing",
     HEAD "  piece man M\n  var d\n  turn chance d in 1..2 weights 0 0\n    then place man on "
          "empty where d > "
          "0\n}\n",
     "E24 6:25", "all weights are 0", ""},
    {"a weight that is an area",
     HEAD "  piece man M\n  var d\n  turn chance d in 1..2 weights 1 (mine)\n    then place man on "
          "empty where "
          "d > 0\n}\n",
     "E10 6:36", "needs a number, found an area", "count A"},
    {"weights of a range that changes",
     HEAD "  piece man M\n  var d\n  turn chance d in 1..(d) weights 1 2\n    then place man on "
          "empty where d > "
          "0\n}\n",
     "E10 6:27", "weights need a range that is known", "takes an outcome away"},
    {"levels without stacks",
     HEAD "  piece man M\n  turn place man on empty where levels(to) == 1 else draw\n}\n",
     "E13 5:33", "the cells of this board hold no stacks", "stacks 22"},
    {"the top without stacks",
     HEAD "  piece man M\n  turn move top 2 of mine to step any else draw\n}\n", "E13 5:13",
     "hold no stacks", ""},
    {"under without stacks",
     HEAD "  piece man M\n  turn pick mine { relocate to under a1 } else draw\n}\n", "E13 5:20",
     "hold no stacks", ""},
    {"a stack of one",
     "game t {\n  players a b\n  board rect 3 3 stacks 1\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E30 3:18", "pieces of a stack (and at least 2)", ""},
    {"stacks that change",
     "game t {\n  players a b\n  board rect 3 3 stacks (count mine)\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E10 3:26", "needs a constant", ""},
    {"levels of too much",
     "game t {\n  players a b\n  board rect 3 3 stacks 3\n  piece m\n"
     "  turn place m on empty where levels(to, a, 1) == 1 else draw\n}\n",
     "E11 5:31", "'levels' takes 1 to 2, found 3", "levels(CELL, PLAYER)"},
    {"levels of a number",
     "game t {\n  players a b\n  board rect 3 3 stacks 3\n  piece m\n"
     "  turn place m on empty where levels(to, 1) == top(to, b) else draw\n}\n",
     "E10 5:42, E10 5:56", "needs a player, found a number", ""},
    {"levels of several cells",
     "game t {\n  players a b\n  board rect 3 3 stacks 3\n  piece m\n"
     "  turn place m on empty where levels(mine) == 1 else draw\n}\n",
     "W07 5:38", "several cells", ""},
    {"a stack that is pushed",
     "game t {\n  players a b\n  board rect 3 3 stacks 3\n  piece m\n"
     "  turn place m on empty { push n mine } else draw\n}\n",
     "E13 5:27", "`push` does not know stacks", "relocate"},
    {"a top without an end", HEAD "  piece man M\n  turn move top 2 of mine else draw\n}\n",
     "E03 5:27", "expected 'to' after what `top .. of` moves", ""},
    {"a stack in a string",
     "game t {\n  players a b\n  board rect 3 1 stacks 3\n  piece m\n"
     "  setup \"1(mM)1\"\n  turn place m on empty else draw\n}\n",
     "E23 5:9", "row 1, column 2: stacks are built by `put`", ""},
    {"a track over cells that are not there",
     "game t {\n  players a b\n  board rect 3 3 track ring (a1 b1 d1)\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E14 3:36", "cell 'd1' is not on the board", ""},
    {"a track with a cell twice",
     "game t {\n  players a b\n  board rect 3 3 track ring (a1 b1 a1 c1)\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E06 3:36", "on this line already", "ring of three"},
    {"a track with a name that is taken",
     "game t {\n  players a b\n  board rect 3 3 track n (a1 b1)\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E06 3:24", "there is a direction 'n' already", ""},
    {"a track that is its way back",
     "game t {\n  players a b\n  board rect 3 3 track r r (a1 b1)\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E06 3:26", "there is a direction 'r' already", ""},
    {"a number of a cell without a cell",
     HEAD "  piece man M\n  var p per cell\n  turn place man on empty where p > 1 else draw\n}\n",
     "E11 6:33", "'p' has 1 in brackets, found 0", "p[CELL]"},
    {"a number of a cell with a number",
     HEAD
     "  piece man M\n  var p per cell\n  turn place man on empty { p[1] += p[to] } else draw\n}\n",
     "E10 6:31", "needs an area, found a number", ""},
    {"an area of each cell",
     HEAD "  piece man M\n  var p : cells per cell\n  turn place man on empty else draw\n}\n",
     "E10 5:7", "`per cell` is for numbers", ""},
    {"what is sown is no number of cells",
     HEAD
     "  piece man M\n  var p\n  turn pick mine { sow p from to along n  p = 1 } else draw\n}\n",
     "E10 6:20", "'p' is no number of each cell", "per cell"},
    {"what is sown is unknown",
     HEAD "  piece man M\n  turn pick mine { sow q from to along any } else draw\n}\n",
     "E12 5:20, E10 5:40", "unknown name 'q': no such variable", "per cell"},
    {"sown into a number",
     HEAD "  piece man M\n  var p per cell\n  var k\n"
          "  turn pick mine { sow p from to along n into k  k = p[to] + k } else draw\n}\n",
     "E10 7:47", "'k' is no cell", "var land : cell"},
    {"those of players",
     HEAD "  piece man M\n  turn place man on those(each player p : some p) else draw\n}\n",
     "E10 5:21", "`those` is about cells", "each cell"},
    {"those of a number",
     HEAD "  piece man M\n  turn place man on those(each cell c in cells : 1) else draw\n}\n",
     "E10 5:50", "needs a condition, found a number", ""},
    {"what was without a number",
     HEAD "  piece man M\n  turn place man on was(empty) else draw\n}\n", "E11 5:21",
     "'was' takes 2, found 1", "was(AREA, TURNS)"},
    {"what was too long ago",
     HEAD "  piece man M\n  turn place man on was(empty, 8) else draw\n}\n", "E30 5:32",
     "turns of `was` (and at least 0)", ""},
    {"what was some time ago",
     HEAD "  piece man M\n  var k\n  turn place man on was(empty, k) { k = 1 } else draw\n}\n",
     "E10 6:32", "`was` needs a number or an option", "0 is the end"},
    {"what a line was", HEAD "  piece man M\n  turn move mine to was(slide n, 1) else draw\n}\n",
     "E15 5:25", "`slide` is not known inside `was`", "cells of pieces"},
    {"what a variable was",
     HEAD "  piece man M\n  var k : cells\n  turn place man on was(k, 1) { k = a1 } else draw\n}\n",
     "E15 6:25", "`k` is not known inside `was`", ""},
    {"what the last one was", HEAD "  piece man M\n  turn place man on was(last, 1) else draw\n}\n",
     "E15 5:25", "`last` is not known inside `was`", ""},
    {"what was what was",
     HEAD "  piece man M\n  turn place man on was(was(mine, 1), 1) else draw\n}\n", "E15 5:25",
     "`was` is not known inside `was`", ""},
    {"too much of what was",
     "game t {\n  players a b\n  board rect 3 3\n  piece m\n  var k : cells\n"
     "  turn place m on was(empty, 7) - k { k = none } else draw\n}\n",
     "E30 6:19", "limit exceeded: area variables", ""},
    {"what was, and seen",
     HEAD "  piece man M\n  turn place man on empty - was(mine, 1) require not seen else draw\n}\n",
     "E15 5:54", "`seen` is not known where the text asks what `was`", ""},
    {"moved with a number", HEAD "  piece man M\n  turn place man on moved(mine, 1) else draw\n}\n",
     "E11 5:21", "'moved' takes 1, found 2", "moved(AREA)"},
    {"moved stacks",
     "game t {\n  players a b\n  board rect 3 3 stacks 3\n  piece m\n"
     "  turn place m on moved(mine) else draw\n}\n",
     "E13 5:19", "`moved` does not know stacks", ""},
    {"edges of hexagons",
     "game t {\n  players a b\n  board hex 3 3 edges\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E13 3:3", "only squares can have edges that are places", "board rect 9 9 edges"},
    {"edges that are joined",
     "game t {\n  players a b\n  board rect 3 3 edges wrap x\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E13 3:3", "has no `wrap`", ""},
    {"too many edges",
     "game t {\n  players a b\n  board rect 12 12 edges\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E30 3:3", "cells, with those between the squares, at most 512", ""},
    {"too many columns with edges",
     "game t {\n  players a b\n  board rect 27 2 edges\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E30 3:3", "columns and rows of a board with edges (and at least 1), at most 26", ""},
    {"corners that are not there",
     "game t {\n  players a b\n  board rect 3 3 edges\n  piece m\n"
     "  turn place m on corners else draw\n}\n",
     "E12 5:19", "unknown name 'corners': this board has no such places", "edges corners"},
    {"edges that are not there",
     HEAD "  piece man M\n  turn place man on empty & edges else draw\n}\n", "E12 5:29",
     "this board has no such places", "`board rect 9 9 edges`"},
    {"an edge that is not there",
     "game t {\n  players a b\n  board rect 3 3 edges\n  piece m\n"
     "  turn place m on a1n|a3n|c1e|a1ne else draw\n}\n",
     "E14 5:23, E14 5:27, E14 5:31", "cell 'a3n' is not on the board",
     "9 squares, 12 edges (a1n, a1e) and 0 corners"},
    {"an edge of another board", HEAD "  piece man M\n  turn place man on a1n else draw\n}\n",
     "E12 5:21", "'a1n'", ""},
    {"corners without edges",
     "game t {\n  players a b\n  board rect 3 3 corners\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E03 3:18", "expected", ""},
    {"a board with edges that looks like lines",
     "game t {\n  players a b\n  board rect 3 3 edges\n  piece m\n  look board lines\n"
     "  turn place m on empty else draw\n}\n",
     "E19 5:3", "this board cannot look so", "`plain` or `checkered`"},
    {"a path of two",
     HEAD "  piece man M\n  turn place man on empty where path(empty, to) > 1 else draw\n}\n",
     "E11 5:33", "'path' takes 3, found 2", "path(AREA, FROM, TO)"},
    {"a path to a number",
     HEAD "  piece man M\n  turn place man on empty where path(empty, to, 3) > 1 else draw\n}\n",
     "E10 5:49", "needs an area, found a number", ""},
    {"a box that is too high",
     "game t {\n  players a b\n  board box 3 3 10\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E30 3:3", "rows and levels of a box", ""},
    {"a leap in a box",
     "game t {\n  players a b\n  board box 3 3 3\n  piece m\n"
     "  turn place m on leap 1 2 from a11 else draw\n}\n",
     "E13 5:19", "there are no leaps in a box", ""},
    {"a direction that a box has not",
     "game t {\n  players a b\n  board box 3 3 3\n  piece m\n"
     "  turn place m on step up from a11 else draw\n}\n",
     "E13 5:24", "direction 'up' does not exist", "n s e w u d"},
    {"a cell that a box has not",
     "game t {\n  players a b\n  board box 3 3 3\n  piece m\n"
     "  turn place m on a14 else draw\n}\n",
     "E14 5:19", "cell 'a14' is not on the board", "27 cells"},
    {"a plan that is no rule",
     HEAD "  piece man M\n  var plan : rule = nothing\n  turn plan else draw\n}\n", "E12 5:21",
     "expected the name of a rule for 'plan'", ""},
    {"a plan that becomes a number",
     HEAD "  piece man M\n  var plan : rule = one\n  rule one = pass { plan = 3 }\n  turn plan "
          "else draw\n}\n",
     "E12 6:28", "expected the name of a rule for 'plan'", ""},
    {"a plan that grows",
     HEAD "  piece man M\n  var plan : rule = one\n  rule one = pass { plan += 1 }\n  turn plan "
          "else draw\n}\n",
     "E10 6:21", "'plan' holds a rule", ""},
    {"a plan with parameters",
     HEAD
     "  piece man M\n  var plan : rule = one\n  rule one(x) = pick x\n  turn plan else draw\n}\n",
     "E11 5:21", "the rule 'one' has parameters", "one(x) = ..."},
    {"a plan with arguments",
     HEAD
     "  piece man M\n  var plan : rule = one\n  rule one = pass\n  turn plan(mine) else draw\n}\n",
     "E11 7:8", "'plan' takes 0, found 1", ""},
    {"a plan that leads to itself",
     HEAD "  piece man M\n  var plan : rule = one\n  rule one = pass then two\n  rule two = pass "
          "then plan\n"
          "  turn plan else draw\n}\n",
     "E18 7:24", "'one' uses itself", "one uses two uses one"},
    {"a plan without a rule", HEAD "  piece man M\n  var plan : rule\n  turn plan else draw\n}\n",
     "E03 6:3", "expected '='", ""},
    {"a bag that is none",
     HEAD "  piece man M\n  var d\n  turn chance d from man\n    then place man on empty where d > "
          "0\n}\n",
     "E12 6:22", "unknown name 'man': no such bag", "declares one"},
    {"a bag of something else",
     HEAD "  piece man M\n  var d\n  bag b { man*2 mann }\n  turn chance d from b\n    then place "
          "man on empty where "
          "d > 0\n}\n",
     "E12 6:17", "unknown name 'mann': no such piece", "did you mean 'man'?"},
    {"a bag with a kind twice",
     HEAD "  piece man M\n  var d\n  bag b { man*2 man }\n  turn chance d from b\n    then place "
          "man on empty where "
          "d > 0\n}\n",
     "E06 6:17", "piece 'man' is in this bag already", ""},
    {"an empty bag",
     HEAD "  piece man M\n  var d\n  bag b { }\n  turn chance d from b\n    then place man on "
          "empty where d > "
          "0\n}\n",
     "E24 6:7", "the bag 'b' holds nothing", "name pieces in it"},
    {"a bag with too much in it",
     HEAD "  piece man M\n  var d\n  bag b { man*1000001 }\n  turn chance d from b\n    then place "
          "man on empty "
          "where d > 0\n}\n",
     "E30 6:15", "a bag holds 0 to 1000000 pieces of a kind", ""},
    {"a bag that does not end",
     HEAD "  piece man M\n  bag b { man*2\n  turn place man on empty else draw\n}\n", "E04 6:3",
     "block not closed", "line 5"},
    {"a term that is a condition",
     HEAD "  piece man M\n  term more = some mine\n  turn place man on empty else draw\n}\n",
     "E10 5:15", "needs a number, found a condition", ""},
    {"a term about an action",
     HEAD "  piece man M\n  term more = count step any from to\n  turn place man on empty else "
          "draw\n}\n",
     "E15 5:35", "`to` is not known here", ""},
    {"a term that is there already",
     HEAD "  piece man M\n  term mobility = 1\n  turn place man on empty else draw\n}\n", "E06 5:8",
     "the evaluation has a term 'mobility' of its own", "another name"},
    {"a term twice",
     HEAD
     "  piece man M\n  term more = 1\n  term more = 2\n  turn place man on empty else draw\n}\n",
     "E06 6:8", "term already declared: 'more'", "line 5"},
    {"a weight of nothing",
     HEAD "  piece man M\n  term more = 1 weight 1/0\n  turn place man on empty else draw\n}\n",
     "E24 5:26", "divided by 0", ""},
    {"a weight without a number",
     HEAD "  piece man M\n  term more = 1 weight\n  turn place man on empty else draw\n}\n",
     "E03 6:3", "expected a number, found 'turn'", ""},
    {"a hint of no kind",
     HEAD "  piece man M\n  hint shun place on a1\n  turn place man on empty else draw\n}\n",
     "E03 5:8", "expected 'avoid', 'prefer' or 'none', found 'shun'", ""},
    {"a hint about an effect",
     HEAD "  piece man M\n  hint avoid remove on a1\n  turn place man on empty else draw\n}\n",
     "E03 5:14", "expected 'place', 'move' or 'pass', found 'remove'", ""},
    {"a hint without a place",
     HEAD "  piece man M\n  hint avoid place man\n  turn place man on empty else draw\n}\n",
     "E03 6:3", "expected 'on', found 'turn'", ""},
    {"a hint about a piece that is none",
     HEAD "  piece man M\n  hint avoid place mann on a1\n  turn place man on empty else draw\n}\n",
     "E12 5:20", "unknown name 'mann': no such piece", "did you mean 'man'?"},
    {"a hint on a number",
     HEAD "  piece man M\n  hint avoid place on 3\n  turn place man on empty else draw\n}\n",
     "E10 5:23", "wrong type", ""},
    {"a hint when an area is",
     HEAD "  piece man M\n  hint avoid pass when mine\n  turn { place man on empty pass } else "
          "draw\n  end { when turns > 9 draw }\n}\n",
     "E10 5:24", "wrong type", ""},
    {"a hint that knows the action",
     HEAD "  piece man M\n  hint avoid place on step any from to\n"
          "  turn place man on empty else draw\n}\n",
     "E15 5:37", "`to`", ""},
    {"a hint that knows repetitions",
     HEAD "  piece man M\n  hint avoid place on a1 when seen\n"
          "  turn place man on empty else draw\n}\n",
     "E15 5:31", "seen", ""},
    {"a hint about nothing",
     HEAD "  piece man M\n  hint avoid move on a1\n  turn place man on empty else draw\n}\n",
     "W09 5:3", "no action of this game is one that the hint is about", ""},
    {"a hint about a piece that is not placed",
     HEAD "  piece man M\n  piece king\n  hint avoid place king on a1\n"
          "  turn place man on empty else draw\n}\n",
     "W09 6:3", "no action of this game", ""},
    {"a board that cannot look so",
     "game t {\n  players a b\n  board hex 3 3\n  piece m\n  look board points\n"
     "  turn place m on empty else draw\n}\n",
     "E19 5:3", "this board cannot look so", "hexagons"},
    {"a board that looks like nothing",
     HEAD "  piece man M\n  look board chequered\n  turn place man on empty else draw\n}\n",
     "E03 5:14", "expected how the board looks, found 'chequered'", ""},
    {"a look twice",
     HEAD
     "  piece man M\n  look man disc\n  look man chip\n  turn place man on empty else draw\n}\n",
     "E06 6:8", "look already declared: 'man'", "line 5"},
    {"a label of a player",
     HEAD "  piece man M\n  look white red \"me\"\n  turn place man on empty else draw\n}\n",
     "E03 5:18", "expected no label", ""},
    {"a label that is too long",
     HEAD "  piece man M\n  look man disc \"a label that is longer than any board has room for\"\n "
          " turn place man on empty else draw\n}\n",
     "E30 5:17", "limit exceeded: characters of a label, at most 31", ""},
    {"a name twice", HEAD "  piece man M\n  def man = e4\n  turn place man on empty else draw\n}\n",
     "E06 5:7", "name already declared: 'man'", "line 4"},
    {"a line that crosses itself",
     "game t {\n  players a b\n  board lines (a1 b1 c1 b1 d1)\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E06 3:25", "'b1' is on this line already", "ring"},
    {"an act called pass", HEAD "  piece man M\n  turn { pass  act \"pass\" } else draw\n}\n",
     "E06 5:20", "'pass' is an action already", ""},
    {"one piece twice to choose from",
     HEAD "  piece man M\n  piece king K\n  turn place man king man on empty else draw\n}\n",
     "E06 6:23", "piece 'man' is on this list already", ""},
    {"an act of two words", HEAD "  piece man M\n  turn act \"give up\" { lose } else draw\n}\n",
     "E03 5:12", "expected one word as the name of the act, found \"give up\"", "without spaces"},
    {"an act in another alphabet",
     HEAD "  piece man M\n  turn act \"w\xc3\xa4"
          "hle\" { lose } else draw\n}\n",
     "E03 5:12", "found \"w??hle\"", ""},
    {"a variable called e2", HEAD "  piece man M\n  var e2 : cell\n  turn pass else draw\n}\n",
     "E07 5:7", "cell name used as a name: 'e2'", "without trailing digits"},
    {"a number for an area", HEAD "  piece man M\n  turn place man on 3 else draw\n}\n", "E10 5:21",
     "needs an area, found a number", ""},
    {"an area for a condition",
     HEAD "  piece man M\n  turn place man on empty where mine & edge else draw\n}\n", "E10 5:33",
     "needs a condition, found an area", "some A"},
    {"an area for a number",
     HEAD "  piece man M\n  turn place man on empty else draw\n  end { when mine > 3 win }\n}\n",
     "E10 6:14", "needs a number, found an area", "count A"},
    {"a number for a condition",
     HEAD "  piece man M\n  var n\n  turn place man on empty { n += 1 } else draw\n"
          "  end { when n win }\n}\n",
     "E10 7:14", "needs a condition, found a number", "compare"},
    {"an area added to a number",
     HEAD "  piece man M\n  var n\n  turn place man on empty { n = 1 + mine } else draw\n"
          "  end { when n > 3 win }\n}\n",
     "E10 6:37", "needs a number, found an area", "count A"},
    {"a board that would change",
     "game t {\n  players a b\n  board rect 3 3 only empty\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E10 3:23", "needs a constant", ""},
    {"pushed two ways",
     HEAD "  piece man M\n  turn act \"push\" { push ortho mine } else draw\n}\n", "E10 5:26",
     "one direction", ""},
    {"too many arguments",
     HEAD "  piece man M\n  def near(a) = step any from (a)\n"
          "  turn place man on near(e3, e4) else draw\n}\n",
     "E11 6:21", "'near' takes 1, found 2", "line 5: near(a)"},
    {"too few arguments for a rule",
     HEAD "  piece man M\n  rule go(src, far) = move src to slide any max far\n"
          "  turn go(mine) else draw\n}\n",
     "E11 6:8", "'go' takes 2, found 1", "go(src, far)"},
    {"`run` of one",
     HEAD "  piece man M\n  turn place man on empty else draw\n  end { when run(last) >= 3 win }\n"
          "}\n",
     "E11 6:14", "'run' takes 2, found 1", "run(AREA, CELL)"},
    {"a hand without its kind",
     HEAD "  piece man M\n  var hand per player per piece = 1\n"
          "  turn place man on empty where hand[me] > 0 else draw\n}\n",
     "E11 6:33", "'hand' has 2 in brackets, found 1", ""},
    {"a slip in a word",
     HEAD "  piece man M { move step my n & emtpy }\n  turn pieces else lose\n}\n", "E12 4:34",
     "unknown name 'emtpy'", "'empty'"},
    {"a rule that is not there",
     HEAD "  piece man M\n  rule jumps = move mine to leap 2 2\n  turn jump else draw\n}\n",
     "E12 6:8", "unknown name 'jump': no such rule", "'jumps'"},
    {"a piece that is not there",
     HEAD "  piece man M { move step any  promotes on edge to qeen }\n  piece queen Q\n"
          "  turn pieces else draw\n}\n",
     "E12 4:52", "unknown name 'qeen': no such piece", "'queen'"},
    {"a player who is not there",
     HEAD "  piece man M\n  turn place man on empty else win blakc\n}\n", "E12 5:32",
     "unknown name 'blakc': no such player", "'black'"},
    {"a phase that is not there",
     HEAD "  piece man M\n  phase first turn place man on empty { phase = main } else draw\n"
          "  phase second turn pass else draw\n}\n",
     "E12 5:41", "unknown name 'main': no such phase", "first second"},
    {"north-east on hexagons",
     "game t {\n  players a b\n  board hex 5 5\n  piece m { move step ne }\n"
     "  turn pieces else lose\n}\n",
     "E13 4:23", "direction 'ne' does not exist", "n s e w nw se"},
    {"a parameter as a direction",
     HEAD "  piece man M\n  rule go(d) = move mine to step d & empty\n  turn go(n) else lose\n}\n",
     "E13 5:34", "the parameter 'd' cannot be a direction", "write the direction itself"},
    {"a parameter of a definition as a direction",
     HEAD "  piece man M\n  def near(d) = shift my (n d) mine\n"
          "  turn place man on near(1) else lose\n}\n",
     "E13 5:29", "the parameter 'd' cannot be a direction", ""},
    {"a direction that only another rule has as a parameter",
     HEAD "  piece man M\n  rule go(d) = move mine to d & empty\n"
          "  turn go(step d) else lose\n}\n",
     "E13 6:16", "direction 'd' does not exist", "ortho"},
    {"a leap on lines",
     "game t {\n  players a b\n  board lines (a1 b1 c1)\n  piece m\n"
     "  turn move mine to leap 1 2 else lose\n}\n",
     "E13 5:21", "no leaps", ""},
    {"a cell beside the board", HEAD "  piece man M\n  turn place man on f3 else draw\n}\n",
     "E14 5:21", "cell 'f3' is not on the board", "5 columns and 5 rows"},
    {"a cell that was cut out",
     "game t {\n  players a b\n  board rect 4 4 only dark\n  piece m\n"
     "  turn place m on a1|a2 else draw\n}\n",
     "E14 5:22", "cell 'a2'", "`only` in line 3 leaves it out; 8 cells"},
    {"no cell left",
     "game t {\n  players a b\n  board rect 4 4 without cells\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E14 3:26", "no cell is left", ""},
    {"from nowhere", HEAD "  piece man M\n  turn place man on step any & empty else draw\n}\n",
     "E15 5:21", "`from` is not known here", "from CELL"},
    {"`to` before there is one",
     HEAD "  piece man M { move step any & to }\n  turn pieces else draw\n}\n", "E15 4:33",
     "`to` is not known here", "`where`"},
    {"a bound name elsewhere",
     HEAD "  piece man M\n  turn move mine to along any (enemy@over empty)\n"
          "    then do { remove over } else draw\n}\n",
     "E15 6:22", "`over` is not known here", "binds it"},
    {"`repeats` in a turn",
     HEAD "  piece man M\n  turn when repeats < 2 place man on empty else draw\n}\n", "E15 5:13",
     "`repeats` is not known here", "`end`"},
    {"a claim in a turn", HEAD "  piece man M\n  turn place man on empty else claim draw\n}\n",
     "E15 5:32", "`claim` and `call` are for `end`", "`end {"},
    {"a call in a block",
     HEAD "  piece man M\n  turn place man on empty { call draw } else draw\n}\n", "E15 5:29",
     "`claim` and `call` are for `end`", "`end {"},
    {"a reason of two words",
     HEAD "  piece man M\n  turn place man on empty else draw\n"
          "  end { when no mine claim draw as \"two words\" }\n}\n",
     "E03 6:22", "expected one word as the reason", "spaces"},
    {"a number if used",
     HEAD "  piece man M\n  var n if used\n  turn place man on empty where n == 0 else draw\n}\n",
     "E10 5:7", "`if used` is for cells", ""},
    {"a place that may change",
     HEAD "  piece man M { on empty }\n  turn place man on empty else draw\n}\n", "E10 4:20",
     "needs a constant", ""},
    {"a note of a number",
     HEAD "  piece man M\n  var n\n  fen board mover number(n \"note\")\n"
          "  turn place man on empty where n == 0 else draw\n}\n",
     "E03 6:28", "only `flags` have a note", ""},
    {"a move from nowhere", HEAD "  piece man M\n  turn move step any & empty else lose\n}\n",
     "E16 5:8", "needs a source", "move SRC to AREA"},
    {"a name for many cells",
     HEAD
     "  piece man M\n  turn move mine to along any (enemy+@over empty) { remove over } else lose\n"
     "}\n",
     "E17 5:32", "`@over` on a repeated element", "one single cell"},
    {"a pattern that is half of the target",
     HEAD
     "  piece man M\n  turn move mine to step n | along any (enemy@over empty) { remove over }\n"
     "    else lose\n}\n",
     "E17 5:41", "the complete target", "one pattern"},
    {"a definition of itself",
     HEAD "  piece man M\n  def near = step any from (far)\n  def far = near | e3\n"
          "  turn place man on far else draw\n}\n",
     "E18 6:13", "'near' uses itself", "near uses far uses near"},
    {"a rule of itself",
     HEAD "  piece man M\n  rule more = { place man on empty more }\n  turn more else draw\n}\n",
     "E18 5:36", "'more' uses itself", "more uses more"},
    {"hits of itself",
     HEAD "  piece man M { hits step any | hits  move hits }\n  turn pieces else draw\n}\n",
     "E18 4:33", "`hits` uses itself", ""},
    {"games made from each other", "game a from b {\n}\ngame b from a {\n}\n", "E18 3:13, E18 1:13",
     "made from itself", ""},
    {"a mirror on hexagons",
     "game t {\n  players a b\n  board hex 4 5\n  view b mirror\n"
     "  piece m { move step my (n nw) }\n  turn pieces else lose\n}\n",
     "E19 5:23", "needs a view that keeps directions", "view b"},
    {"transposed, but not square",
     "game t {\n  players a b\n  board rect 4 5\n  view b transpose\n"
     "  piece m\n  turn pass else lose\n}\n",
     "E19 4:8", "no such view", "square"},
    {"nobody says what being stuck means",
     HEAD "  piece man M\n  turn place man on empty\n  end { when run(mine, last) > 3 win }\n}\n",
     "E20 5:8", "turn has no `else`", "else lose"},
    {"a `do` among alternatives",
     HEAD "  piece man M\n  turn { place man on empty  do { remove a1 } } else draw\n}\n",
     "E21 5:30", "used as an alternative", "after `then`"},
    {"a draw behind a guard among alternatives",
     HEAD "  piece man M\n  turn { place man on empty  when no enemy draw } else pass\n}\n",
     "E21 5:44", "used as an alternative", "after `then`"},
    {"optional effects",
     HEAD
     "  piece man M\n  turn place man on empty then optional do { remove last } else draw\n}\n",
     "E21 5:41", "used as an alternative", "after `then`"},
    {"one letter for two",
     HEAD "  piece king\n  piece knight\n  turn place king knight on empty else draw\n}\n",
     "E22 5:9", "piece letter 'K' used twice", "piece knight X"},
    {"a row too long", HEAD "  piece man M\n  setup \"5/5/5/3MMM/5\"\n  turn pass else draw\n}\n",
     "E23 5:9", "row 4, column 6: the row is too long", ""},
    {"a piece that no letter has",
     HEAD "  piece man M\n  setup \"5/5/5/1K3/5\"\n  turn pass else draw\n}\n", "E23 5:9",
     "row 4, column 2: no such piece", ""},
    {"an option beyond its range",
     "game t {\n  option size 3 in 4..9\n  players a b\n  board rect size size\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E24 2:10", "option 'size' is 3, out of range", "4 to 9"},
    {"a die the wrong way round",
     HEAD "  piece man M\n  var die\n  turn chance die in 6..1 then pass else draw\n"
          "  end { when die == 6 win }\n}\n",
     "E24 6:22", "nothing to choose from", "smaller number"},
    {"a parent who is not there", "game t from ches \"Test\" {\n}\n", "E25 1:13",
     "parent game not found: 'ches'", ""},
    {"an option is set",
     "game t {\n  option size 5 in 4..9\n  players a b\n  board rect size size\n  piece m\n"
     "  turn place m on empty { size = 4 } else draw\n}\n",
     "E26 6:27", "assignment to 'size'", "var size"},
    {"a slip in a variable",
     HEAD "  piece man M\n  counter clock\n  turn place man on empty { clokc += 1 } else draw\n"
          "  end { when clock > 9 draw }\n}\n",
     "E26 6:29", "assignment to 'clokc'", "'clock'"},
    {"what was thrown is a counter",
     HEAD "  piece man M\n  counter die\n  turn chance die in 1..6 then pass else draw\n"
          "  end { when die == 6 win }\n}\n",
     "E26 6:15", "which is a `counter`", "var die"},
    {"a board too large",
     "game t {\n  players a b\n  board rect 30 30\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E30 3:3", "cells, at most 512", ""},
    {"a board of nothing",
     "game t {\n  players a b\n  board rect 0 3\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E30 3:3", "at least 1", ""},
    {"nine players",
     "game t {\n  players a b c d e f g h i\n  board rect 3 3\n  piece m\n"
     "  turn place m on empty else draw\n}\n",
     "E30 2:3", "players, at most 8", ""},
    {"a die with too many sides",
     HEAD "  piece man M\n  var die\n  turn chance die in 1..5000 then pass else draw\n"
          "  end { when die == 6 win }\n}\n",
     "E30 6:22", "outcomes of a chance", ""},
    {"pieces that nobody fears",
     HEAD "  piece king K { hits step any  move hits - mine }\n"
          "  piece rook R { move ride ortho - mine }\n"
          "  turn pieces require not attacked(mine & king) else lose\n}\n",
     "W01 5:9", "piece 'rook' moves but has no `hits`", ""},
    {"what nobody uses",
     HEAD "  piece man M\n  def far = rank 5\n  rule go = pass\n  var n\n"
          "  turn place man on empty else draw\n}\n",
     "W02 5:7, W02 6:8, W02 7:7", "def 'far' is never used", ""},
    {"a game without an end",
     HEAD "  piece man M { move step any & empty }\n  turn pieces else pass\n}\n", "W03 1:6",
     "no way to end", "else lose"},
    {"a variable that only grows",
     HEAD "  piece man M { move step any & empty }\n  var n\n  before { n += 1 }\n"
          "  turn pieces else lose\n  end { when repeats >= 3 draw  when n > 100 draw }\n}\n",
     "W04 5:7", "'n' grows for ever", "counter n"},
    {"turns in the position",
     HEAD "  piece man M { move step any & empty }\n"
          "  turn { pieces  when turns % 2 == 0 act \"swap\" { flip cells } } else lose\n"
          "  end { when repeats >= 3 draw }\n}\n",
     "W04 5:23", "`turns` is part of the position", "counter"},
    {"two acts of one name",
     HEAD
     "  piece man M\n  turn { act \"go\" { remove a1 }  act \"go\" { remove b1 } } else draw\n}\n",
     "W05 5:38", "the same action text", "line 5"},
    {"two pieces on the same cells",
     HEAD "  piece man M\n  piece king K\n  turn { place man on empty  place king on empty }\n"
          "    else draw\n}\n",
     "W05 6:30", "the same action text", "line 6"},
    {"for ever and a day",
     HEAD "  piece man M\n  turn place man on empty then repeat pass else draw\n}\n", "W06 5:32",
     "without changing the board", "limit"},
    {"round and round",
     HEAD "  piece man M\n  turn move mine to step any & empty\n"
          "    then repeat optional move last to step any & empty else lose\n}\n",
     "W08 6:10", "a turn can go round", "repeat at most N"},
    {"a rank that is thrown",
     HEAD "  piece man M\n  var die\n  turn chance die in 1..5 then place man on rank die & empty\n"
          "    else draw\n}\n",
     "E10 6:50", "needs a constant", "a number, or an option"},
    {"a seat that is not taken",
     "game t {\n  option seats 2 in 2..3\n  players a b c\n  board rect 3 3\n  piece m\n"
     "  turn place m on empty else win c\n  end { when some c & a1 draw }\n}\n",
     "E12 6:30, E12 7:19", "option 'seats' is 2", "`me`, `next`"},
    {"a cell that is cut away",
     "game t {\n  players a b\n  board rect 4 4\n    only dark\n  piece m\n"
     "  turn place m on a2 & empty else draw\n}\n",
     "E14 6:19", "cell 'a2' is not on the board", "`only` in line 4"},
    {"several cells for one",
     HEAD "  piece man M\n  var spot : cell\n"
          "  turn place man on empty - spot { spot = step any from to } else draw\n}\n",
     "W07 6:43", "may hold several cells", "one cell"},
    {"several to be carried",
     HEAD "  piece man M\n  turn place man on empty { relocate enemy to a1 } else draw\n}\n",
     "W07 5:38", "may hold several cells", "one cell"},
};

static void list(const diags *d, text *out) {
    for (int i = 0; i < d->count; i++)
        text_format(out, "%s%s %d:%d", i ? ", " : "", d->item[i].code, d->item[i].line,
                    d->item[i].column);
}

static void check(const broken *b) {
    char said[400];
    text found = text_over(said, sizeof said);
    text_library *units;
    diags d = {0};
    TEST_CASE(b->what);
    TEST_ASSERT(text_library_create(&units) == ST_OK);
    source src = {"t.game", b->body, strlen(b->body)};
    status st = text_library_read(units, &src, &d);
    list(&d, &found);
    TEST_CHECK_(strcmp(said, b->told) == 0, "expected %s", b->told);
    TEST_MSG("found %s", said);
    TEST_CHECK(st == (d.errors ? ST_BAD_SYNTAX : ST_OK));
    TEST_CHECK((text_library_count(units) == 0) == (d.errors > 0));
    TEST_CHECK_(strstr(d.item[0].message, b->message) != NULL, "message: %s", b->message);
    TEST_MSG("found: %s", d.item[0].message);
    bool hinted = *b->hint ? strstr(d.item[0].hint, b->hint) != NULL : true;
    TEST_CHECK_(hinted, "hint: %s", b->hint);
    TEST_MSG("found: %s", d.item[0].hint);
    text_library_destroy(units);
    TEST_CHECK(mem_live() == 0);
}

static void test_broken_texts(void) {
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check(&texts[i]);
}

/* Every code there is has its text above. */
static void test_all_codes(void) {
    static const char *const codes[] = {
        "E01", "E02", "E03", "E04", "E05", "E06", "E07", "E10", "E11", "E12", "E13", "E14",
        "E15", "E16", "E17", "E18", "E19", "E20", "E21", "E22", "E23", "E24", "E25", "E26",
        "E30", "W01", "W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09"};
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) {
        bool there = false;
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            there |= strncmp(texts[i].told, codes[k], 3) == 0;
        TEST_CHECK_(there, "%s", codes[k]);
    }
}

/* A text with one bad game is kept out complete, and the errors are that game's alone. */
static void test_neighbours(void) {
    static const char body[] =
        "game a { players x y board rect 3 3 piece m turn place m on emtpy else draw }\n"
        "game b { players x y board rect 3 3 piece m turn place m on empty else draw }\n";
    text_library *units;
    diags d = {0};
    TEST_ASSERT(text_library_create(&units) == ST_OK);
    TEST_CHECK(text_library_read(units, &(source){"t.game", body, strlen(body)}, &d) ==
               ST_BAD_SYNTAX);
    TEST_CHECK(d.count == 1 && text_library_count(units) == 0);
    TEST_CHECK(!text_library_game(units, "b") && !text_library_game(units, "a"));
    text_library_destroy(units);
}

/* When the list is full, what is wrong still counts. */
static void test_full_list(void) {
    text body = text_growing();
    text_put(&body, "game a { players x y board rect 3 3 piece m\n");
    for (int i = 0; i < 30; i++) text_format(&body, "var v%c = nothing%d\n", 'A' + i % 26, i);
    text_put(&body,
             "turn place m on one|two|three else draw }\n"
             "game b { players x y board rect 3 3 piece m turn place m on four else draw }\n");
    text_library *units;
    diags d = {0};
    TEST_ASSERT(text_library_create(&units) == ST_OK);
    TEST_CHECK(text_library_read(units, &(source){"t.game", text_string(&body), body.len}, &d) ==
               ST_BAD_SYNTAX);
    TEST_CHECK(text_library_count(units) == 0);
    text_library_destroy(units);
    text_done(&body);
    TEST_CHECK(mem_live() == 0);
}

/* An option that is within its range, and makes nonsense of the text, is refused when it is set. */
static void test_options(void) {
    static const char body[] = "game a { option n 5 in 3..9 players x y board rect n 5 piece m\n"
                               "  turn place m on e1 & empty else draw }\n";
    text_library *units;
    diags d = {0};
    rules *r;
    error err = {0};
    TEST_ASSERT(text_library_create(&units) == ST_OK);
    TEST_ASSERT(text_library_read(units, &(source){"a.game", body, strlen(body)}, &d) == ST_OK);
    const game *g = text_library_game(units, "a");
    params p = params_default();
    TEST_ASSERT(params_set(&p, g, "n", "4", &err) == ST_OK);
    TEST_CHECK(rules_open(&r, g, &p, &err) == ST_BAD_VALUE);
    TEST_CHECK_(strstr(err.text, "a.game:2:19: E14: cell 'e1' is not on the board"), "%s",
                err.text);
    TEST_CHECK(params_set(&p, g, "n", "10", &err) != ST_OK);
    text_library_destroy(units);
    TEST_CHECK(mem_live() == 0);
}

TEST_LIST = {{"broken_texts", test_broken_texts}, {"all_codes", test_all_codes},
             {"neighbours", test_neighbours},     {"full_list", test_full_list},
             {"options", test_options},           {NULL, NULL}};
