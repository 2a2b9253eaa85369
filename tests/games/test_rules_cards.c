/* Hidden cards, worked out by hand: what each seat sees of them, what it knows, and what it can conclude. */
#include <acutest.h>

#include "engine/game/game_views.h"
#include "tests/support/table_checks.h"

enum { LINE = 400 };

/* What a seat (from 0; SEAT_PUBLIC) sees, as text. */
static const char *seen_by(table *x, int seat) {
    static char line[LINE];
    text out = text_over(line, sizeof line);
    void *view = mem_alloc(x->r->view_size);
    TEST_ASSERT(view != NULL);
    x->r->views->observe(x->r, x->s, seat, view);
    x->r->views->write(x->r, view, &out);
    mem_free(view);
    return line;
}

#define SEES(x, seat, want)                                                                        \
    do {                                                                                           \
        const char *found_ = seen_by(x, seat);                                                     \
        TEST_CHECK_(strcmp(found_, want) == 0, "seat %d: %s", seat, want);                         \
        TEST_MSG("found %s", found_);                                                              \
    } while (0)

/* The event as a seat sees it: the next token is read, not played. */
static void check_event(table *x, const char *token, int seat, const char *want) {
    char line[LINE];
    text out = text_over(line, sizeof line);
    action step;
    int n;
    error err = {0};
    TEST_ASSERT_(game_from_text(x->r, x->s, token, &step, &n, &err) == ST_OK, "%s", err.text);
    x->r->views->seen_text(x->r, x->s, &step, n, seat, &out);
    TEST_CHECK_(strcmp(line, want) == 0, "%s to seat %d: %s", token, seat, want);
    TEST_MSG("found %s", line);
}

/* What becomes of a seat's view by an event; the error's code where it is refused. */
static status apply_to(table *x, int seat, const char *event, char *line) {
    text out = text_over(line, LINE);
    error err = {0};
    void *view = mem_alloc(x->r->view_size);
    TEST_ASSERT(view != NULL);
    x->r->views->observe(x->r, x->s, seat, view);
    status st = x->r->views->apply(x->r, view, event, &err);
    x->r->views->write(x->r, view, &out);
    mem_free(view);
    return st;
}

#define TWO                                                                                        \
    "game t { players A B\n cards X Y Z\n deck stock { X*2 Y Z }\n hidden hand per player\n"       \
    "  var pile per piece  var up : card\n"

/* Dealt cards are seen by who gets them. */
static void test_dealing(void) {
    table x;
    OPEN(&x, TWO "  turn chance hand from stock then act \"on\" }");
    OFFERS(&x, "hand=X hand=Y hand=Z");
    check_event(&x, "hand=X", 0, "!hand=X");
    check_event(&x, "hand=X", 1, "?hand");
    check_event(&x, "hand=X", SEAT_PUBLIC, "?hand");
    PLAY(&x, "hand=X on hand=Y on");
    IS(&x, "1 0 stock=X+Z hand=X/Y turns=2");
    SEES(&x, 0, "1 0 stock=?2 hand=X/?1 unseen=X+Y+Z turns=2");
    SEES(&x, 1, "1 0 stock=?2 hand=?1/Y unseen=X*2+Z turns=2");
    SEES(&x, SEAT_PUBLIC, "1 0 stock=?2 hand=?1/?1 unseen=X*2+Y+Z turns=2");
    SOUND(&x);
    done(&x);
}

/* A card that is played is seen by all; one that is taken back face up is known to all. */
static void test_open_cards(void) {
    table x;
    OPEN(&x,
         TWO "  turn chance hand from stock then { { act \"show\" with c : card { reveal c from "
             "hand  pile[c] += 1 }\n"
             "      act \"fetch\" with c : card where pile[c] > 0 { take c into hand  pile[c] "
             "-= 1 } } else pass } }");
    PLAY(&x, "hand=X");
    OFFERS(&x, "show:X");
    check_event(&x, "show:X", 1, "show:X");
    PLAY(&x, "show:X hand=Z");
    OFFERS(&x, "show:Z fetch:X");
    PLAY(&x, "fetch:X");
    IS(&x, "1 0 stock=X+Y hand=-/X+Z hand.known=-/X:10000001 turns=2");
    SEES(&x, 0, "1 0 stock=?2 hand=-/X+?1 hand.known=-/X:10000001 unseen=X+Y+Z turns=2");
    SEES(&x, 1, "1 0 stock=?2 hand=-/X+Z hand.known=-/X:10000000 unseen=X+Y turns=2");
    SOUND(&x);
    done(&x);
}

#define THREE                                                                                      \
    "game t { players A B C\n cards X Y Z\n deck stock { X*2 Y*2 Z*2 }\n hidden hand per player\n" \
    "  phase deal turn repeat 2 chance hand from stock then do { if turns == 2 { phase = play } "  \
    "}\n"

/* Face down: giver and receiver know the card; to the third it may have been any. */
static void test_passing(void) {
    table x;
    OPEN(&x, THREE "  phase play turn act \"give\" with hidden k : card, who : player where who != "
                   "me { pass k from hand to hand[who] } else pass }");
    PLAY(&x, "hand=X hand=Y hand=Y hand=Z hand=Z hand=X");
    check_event(&x, "give:X:B", 0, "give:X:B");
    check_event(&x, "give:X:B", 1, "give:X:B");
    check_event(&x, "give:X:B", 2, "?give:?:B");
    check_event(&x, "give:X:B", SEAT_PUBLIC, "?give:?:B");
    PLAY(&x, "give:X:B");
    IS(&x, "1 1 play.5 hand=Y/X+Y+Z/X+Z hand.known=-/X:00000001/- turns=4");
    SEES(&x, 0, "1 1 play.5 hand=Y/X+?2/?2 hand.known=-/X:00000001/- unseen=X+Y+Z*2 turns=4");
    SEES(&x, 2, "1 1 play.5 hand=?1/?3/X+Z unseen=X+Y*2+Z turns=4");
    /* What A knows of is no longer sure once B has passed something on to C. */
    PLAY(&x, "give:Z:C");
    SEES(&x, 0, "1 2 play.5 hand=Y/?2/?3 unseen=X*2+Y+Z*2 turns=5");
    SEES(&x, 1, "1 2 play.5 hand=?1/X+Y/Z+?2 hand.known=-/-/Z:00000010 unseen=X+Y+Z turns=5");
    SOUND(&x);
    done(&x);
}

/* Who does not follow suit has none of it, and who draws could not play. */
static void test_conclusions(void) {
    table x;
    OPEN(&x,
         "game t { players A B\n cards S1 S2 H1 H2\n deck stock { S1 S2 H1 H2 }\n"
         "\n hidden hand per player  var led : card\n"
         "  def has(s) = sum(each card k : hand[me, k] > 0 and k / 2 == s) > 0\n"
         "  phase deal turn repeat 2 chance hand from stock then do { if turns == 1 { phase = "
         "play } }\n"
         "  phase play turn act \"play\" with c : card where led < 0 or c / 2 == led / 2 or not "
         "has(led / 2)\n"
         "    { reveal c from hand  if led < 0 { led = c } else { led = -1 } } else pass }");
    PLAY(&x, "hand=S1 hand=H2 hand=H1 hand=S2 play:S1");
    OFFERS(&x, "play:S2");
    PLAY(&x, "play:S2");
    SEES(&x, 0, "1 0 play.5 hand=H2/?1 unseen=H1 turns=4");
    done(&x);
    OPEN(&x,
         "game t { players A B\n cards S1 S2 H1 H2\n deck stock { S1*2 S2*2 H1*2 H2*2 }\n"
         "\n hidden hand per player  var led : card\n"
         "  def has(s) = sum(each card k : hand[me, k] > 0 and k / 2 == s) > 0\n"
         "  phase deal turn repeat 2 chance hand from stock then do { if turns == 1 { phase = "
         "play } }\n"
         "  phase play turn act \"play\" with c : card where led < 0 or c / 2 == led / 2 or not "
         "has(led / 2)\n"
         "    { reveal c from hand  if led < 0 { led = c } else { led = -1 } } else pass }");
    PLAY(&x, "hand=S1 hand=S2 hand=H1 hand=H2 play:S1 play:H1");
    IS(&x, "1 0 play.5 stock=S1+S2+H1+H2 hand=S2/H2 hand.void=-/S1+S2 turns=4");
    SEES(&x, 0, "1 0 play.5 stock=?4 hand=S2/?1 hand.void=-/S1+S2 unseen=S1+S2+H1+H2*2 turns=4");
    SOUND(&x);
    done(&x);
    OPEN(&x, "game t { players A B\n cards R1 R2 G1 G2\n deck stock { R1*2 R2 G1 G2 }\n"
             "\n hidden hand per player  var top : card\n"
             "  phase deal turn repeat 1 chance hand from stock then do { if turns == 1 { phase = "
             "up } }\n"
             "  phase up turn chance top from stock then do { phase = play }\n"
             "  phase play turn act \"play\" with c : card where c / 2 == top / 2 { reveal c from "
             "hand  top = c }\n"
             "    else act \"draw\" then chance hand from stock }");
    PLAY(&x, "hand=R1 hand=R2 top=G1");
    OFFERS(&x, "draw");
    PLAY(&x, "draw");
    IS(&x, "1 1 play.7 top=G1 stock=R1+G2 hand=R1/R2 hand.void=-/G1+G2 turns=3");
    PLAY(&x, "hand=G2"); /* whatever it is */
    IS(&x, "1 0 play.6 top=G1 stock=R1 hand=R1/R2+G2 turns=4");
    SOUND(&x);
    done(&x);
}

/* Events that a seat cannot have seen, or that cannot be. */
static void test_refused(void) {
    table x;
    char line[LINE];
    OPEN(&x, TWO "  turn chance hand from stock then { act \"show\" with c : card { reveal c from "
                 "hand  pile[c] += 1 } else pass } }");
    TEST_CHECK(apply_to(&x, 1, "!hand=X", line) == ST_LEAK);
    TEST_CHECK(apply_to(&x, 0, "?hand", line) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(apply_to(&x, 0, "show:X", line) == ST_CHANCE_EXPECTED);
    TEST_CHECK(apply_to(&x, 0, "!hand=Q", line) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(apply_to(&x, 1, "?hand", line) == ST_OK);
    TEST_CHECK_(strcmp(line, "1 0 turn.2 stock=?3 hand=?1/- unseen=X*2+Y+Z") == 0, "%s", line);
    PLAY(&x, "hand=Y");
    TEST_CHECK(apply_to(&x, 1, "show:Z", line) == ST_OK); /* for all that B knows */
    TEST_CHECK(apply_to(&x, 0, "show:Z", line) == ST_ILLEGAL_ACTION);
    TEST_CHECK_(apply_to(&x, 1, "pass", line) == ST_ILLEGAL_ACTION, "%s", line);
    TEST_CHECK(apply_to(&x, 1, "!hand=X", line) == ST_ACTION_EXPECTED);
    PLAY(&x, "show:Y hand=X");
    TEST_CHECK(apply_to(&x, 0, "show:Y", line) == ST_ILLEGAL_ACTION); /* it lies on the table */
    done(&x);
}

/* Texts of views that are no views. */
static void test_views_read(void) {
    static const struct {
        int seat;
        const char *line;
        status want;
    } cases[] = {
        {0, "1 0 stock=?2 hand=X/?1 turns=2 unseen=X+Y+Z", ST_OK},
        {0, "1 0 stock=?2 hand=?1/?1 turns=2 unseen=X*2+Y+Z", ST_BAD_VIEW},
        {0, "1 0 stock=?2 hand=X/Y turns=2 unseen=X+Z", ST_LEAK},
        {0, "1 0 stock=?2 hand=X/?1 turns=2 unseen=X+Y", ST_BAD_VIEW},
        {1, "1 0 stock=?2 hand=?1/Y hand.known=X:00000100/- turns=2 unseen=X*2+Z", ST_LEAK},
        {1, "1 0 stock=?2 hand=?1/Y hand.void=X+Z/- turns=2 unseen=X*2+Z", ST_BAD_VIEW},
        {1, "1 0 stock=?2 hand=?1 turns=2 unseen=X*2+Z", ST_BAD_VIEW},
        {1, "1 0 stock=?2 hand=?1/Q turns=2 unseen=X*2+Z", ST_BAD_VIEW},
        {1, "1 0 stock=?2 hand=?1/Y+ turns=2 unseen=X*2+Z", ST_BAD_VIEW},
    };
    table x;
    OPEN(&x, TWO "  turn chance hand from stock then act \"on\" }");
    void *view = mem_alloc(x.r->view_size);
    TEST_ASSERT(view != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        error err = {0};
        status st = x.r->views->read(x.r, cases[i].seat, view, cases[i].line, &err);
        TEST_CHECK_(st == cases[i].want, "%s", cases[i].line);
        TEST_MSG("%s: %s", status_name(st), err.text);
    }
    mem_free(view);
    error err = {0};
    TEST_CHECK(x.r->game->read(x.r, x.s, "1 0 stock=?2 hand=X/Y", &err) == ST_BAD_FEN);
    TEST_CHECK(x.r->game->read(x.r, x.s, "1 0 stock=X hand=X/Y hand.known=-/X:10000001", &err) ==
               ST_BAD_FEN);
    TEST_CHECK(x.r->game->read(x.r, x.s, "1 0 stock=X hand=X/Y unseen=X", &err) == ST_BAD_FEN);
    TEST_CHECK(x.r->game->read(x.r, x.s, "1 0 stock=X hand=X/Y hand.void=-/Y", &err) == ST_BAD_FEN);
    done(&x);
}

/* All choose face down, then all is shown. */
static void test_at_the_same_time(void) {
    table x;
    OPEN(&x,
         "game t { players A B\n cards rock paper\n hidden hand per player\n hidden chosen per "
         "player\n"
         "  var open per player per piece\n"
         "  setup { for each player p { for each card k { take k into hand[p] } } }\n"
         "  turn { act \"choose\" with hidden c : card { pass c from hand to chosen } else pass }\n"
         "    then do { if me == B { for each player p { reveal chosen[p] to open[p] } } }\n"
         "  end { when open[A, paper] > open[B, paper] win A  when open[B, paper] > open[A, "
         "paper] win B } }");
    PLAY(&x, "choose:paper");
    SEES(&x, 1,
         "1 1 hand=?1/rock+paper hand.known=-/rock:10000000+paper:10000000 "
         "chosen=?1/- unseen=rock+paper turns=1");
    check_event(&x, "choose:rock", 0, "?choose:?/paper/rock");
    check_event(&x, "choose:rock", 1, "choose:rock/paper/rock");
    char line[LINE];
    TEST_CHECK(apply_to(&x, 0, "?choose:?/rock/paper", line) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(apply_to(&x, 0, "?choose:?/paper", line) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(apply_to(&x, 0, "?choose:?/paper/nothing", line) == ST_CHANCE_IMPOSSIBLE);
    TEST_CHECK(apply_to(&x, 0, "?choose:?", line) != ST_OK); /* what was shown is a part of it */
    TEST_CHECK(apply_to(&x, 0, "?choose:?/paper/rock", line) == ST_OK);
    PLAY(&x, "choose:rock");
    PAYS(&x, "1 0");
    done(&x);
}

/* A hand of several cards that is shown: others learn it by the event alone. */
static void test_shown_hands(void) {
    table x;
    char line[LINE];
    OPEN(&x,
         "game t { players A B\n cards X Y\n deck pack { X*3 Y*3 }\n hidden hand per player\n"
         "  var shown per player per piece\n"
         "  phase deal turn repeat 2 chance hand from pack then do { if turns == 1 { phase = main "
         "} }\n"
         "  phase main turn { act \"show\" { reveal hand to shown[me] } act \"wait\" } else pass\n"
         "  end { when shown[me, X] == 2 win } }");
    PLAY(&x, "hand=X");
    PLAY(&x, "hand=Y");
    PLAY(&x, "hand=X");
    PLAY(&x, "hand=X");
    check_event(&x, "show", 1, "show/X+Y");
    check_event(&x, "wait", 1, "wait");
    TEST_CHECK(apply_to(&x, 1, "show/Y*2", line) == ST_OK); /* as far as seat 2 knows */
    TEST_CHECK(apply_to(&x, 1, "show/X*2", line) == ST_CHANCE_IMPOSSIBLE); /* it has two of three */
    TEST_CHECK(apply_to(&x, 1, "show/X+Y", line) == ST_OK);
    PLAY(&x, "show");
    SEES(&x, 1, line);
    done(&x);
}

/* The words stay free as names. */
static void test_names_left_free(void) {
    table x;
    OPEN(&x, "game t { players cards deck  board rect 3 1  piece card\n"
             "  var hidden per player\n"
             "  var reveal\n"
             "  var take = 1\n"
             "  turn place card on empty { reveal = 2  take += 1  hidden[deck] = 3 } else pass }");
    PLAY(&x, "a1");
    IS(&x, "C2 1 hidden=0,3 reveal=2 take=2 turns=1");
    done(&x);
}

TEST_LIST = {{"dealing", test_dealing},
             {"open_cards", test_open_cards},
             {"passing", test_passing},
             {"conclusions", test_conclusions},
             {"refused", test_refused},
             {"views_read", test_views_read},
             {"at_the_same_time", test_at_the_same_time},
             {"shown_hands", test_shown_hands},
             {"names_left_free", test_names_left_free},
             {NULL, NULL}};
