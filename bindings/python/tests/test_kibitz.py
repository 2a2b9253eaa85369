"""The package as its users see it. Run with KIBITZ_LIBRARY naming the library."""

import copy
import pathlib
import random
import sys
import threading
import unittest
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import kibitz  # noqa: E402
from kibitz import aec, spiel  # noqa: E402

RULES = pathlib.Path(__file__).resolve().parents[3] / "games" / "rulebooks"

called = set()


def setUpModule():
    """From here on it is known which functions of the library were called."""
    def watched(name, function):
        def call(*arguments):
            called.add(name)
            return function(*arguments)
        return call
    for name in kibitz.native._DECLARED:
        setattr(kibitz.native.lib, name, watched(name, getattr(kibitz.native.lib, name)))


def tearDownModule():
    inside = {"code_name", "free", "position_act", "version", "version_number"}  # called by native itself
    missing = set(kibitz.native._DECLARED) - called - inside
    if missing:
        raise AssertionError(f"no test calls {', '.join(sorted(missing))}")


class Games(unittest.TestCase):
    def test_list(self):
        names = [g.name for g in kibitz.games()]
        self.assertIn("azul", names)
        azul = kibitz.Game("azul")
        self.assertEqual(azul.players, (2, 4, 2))
        self.assertTrue(azul.has_chance and azul.has_points and not azul.has_hidden)
        self.assertTrue(azul.title and azul.options[0].what)
        self.assertEqual(repr(azul), "kibitz.Game('azul')")
        with self.assertRaises(KeyError):
            kibitz.Game("nothing")

    def test_texts(self):
        own = kibitz.Library()
        path = RULES / "tictactoe.game"
        self.assertEqual(kibitz.Game.from_file(path, own).name, "tictactoe")
        g = kibitz.Game.from_text(path.read_text(), own)
        self.assertTrue(g.start().act("b2").is_legal("a1"))
        with self.assertRaises(kibitz.Error) as e:
            kibitz.Game.from_text('game "x"\nnonsense\n', own)
        self.assertEqual(e.exception.code, "bad-syntax")
        self.assertGreaterEqual(e.exception.line, 1)


class Positions(unittest.TestCase):
    def test_chess(self):
        p = kibitz.Game("chess").start()
        q = p.copy()
        self.assertEqual(p, q)
        self.assertEqual(hash(p), hash(copy.deepcopy(q)))
        q.act("e2e4").act("e7e5")
        self.assertNotEqual(p, q)
        self.assertEqual(q.events, ["e2e4", "e7e5"])
        self.assertEqual(q.undo(2), p)
        self.assertEqual(len(list(p)), p.legal_count)
        self.assertEqual(p.verify("e2e4"), "e2e4")
        with self.assertRaises(kibitz.IllegalAction) as e:
            p.act("e2e5")
        self.assertIn("illegal-action", str(e.exception))
        self.assertIn("pawn", p.describe("e2e4"))
        self.assertEqual(kibitz.Position(p.blob), p)
        self.assertEqual(eval(repr(p)), p)
        self.assertIn("e4", str(p.pick("e2")))
        self.assertEqual(p.act_parts("g1", "f3").actor, 1)
        fool = kibitz.Game("chess").start()
        for a in "f2f3 e7e5 g2g4 d8h4".split():
            fool.act(a)
        self.assertTrue(fool.over and fool.actor == kibitz.NOBODY)
        self.assertEqual(fool.status.utility, (0.0, 1.0))
        self.assertEqual(fool.status.ranks, (2, 1))
        with self.assertRaises(kibitz.GameOver):
            fool.act("a2a3")
        fen = "8/8/8/8/8/k7/7q/K7 w - - 0 1"
        self.assertIn("k7", kibitz.Game("chess").read(fen).text)

    def test_chance(self):
        p = kibitz.Game("pig").start().act("roll")
        self.assertEqual(p.actor, kibitz.CHANCE)
        self.assertAlmostEqual(sum(w for _, w in p.outcomes()), 1, places=5)
        p.seed(4)
        self.assertGreaterEqual(p.roll().actor, 0)
        self.assertEqual(kibitz.Game("azul").start("players 3", seed=2).status.seats, 3)

    def test_pictures(self):
        for name in ("chess", "tictactoe", "azul", "leduc", "hex", "projectl", "unicorns"):
            p = kibitz.Game(name).start(seed=3)
            picture = p._repr_svg_()
            self.assertEqual(xml.dom.minidom.parseString(picture).documentElement.tagName, "svg")
            self.assertEqual(picture.count("<g") > 0, name not in ("tictactoe", "hex"), name)

    def test_views(self):
        p = kibitz.Game("leduc").start().act("!p1=J").act("!p2=Q")
        v = p.view(0)
        self.assertTrue("J" in v.text and "Q" not in v.text)
        self.assertEqual(kibitz.View(v.blob), v)
        self.assertEqual((v.seat, v.actor), (0, 0))
        self.assertIn("call", list(v.legal()))
        self.assertTrue(v.is_legal("call") and not v.is_legal("nonsense"))
        w = v.copy().see("call")
        self.assertNotEqual(w, v)
        with self.assertRaises(kibitz.Error):
            list(w.legal())  # another seat acts
        self.assertEqual(hash(v), hash(v.copy()))
        self.assertIn("J", str(v))
        self.assertIn("areas", v.scene())
        self.assertTrue(v.pick()["next"] and v.describe("call") and v._repr_svg_() and repr(v))


class Searches(unittest.TestCase):
    def test_best(self):
        p = kibitz.Game("chess").start()
        for a in "f2f3 e7e5 g2g4".split():
            p.act(a)
        with kibitz.Search(Hash=4, MultiPV=2) as s:
            self.assertEqual(s.best(p, nodes=3000), "d8h4")
            lines = s.report().lines
            self.assertEqual((lines[0].proof, lines[0].plies), ("win", 1))
            self.assertGreater(lines[0].value[1], 0.99)
            self.assertIn("d8h4 over", s.why())
            e = s.evaluate(p)
            self.assertTrue(e.terms and 0 < e.win[0] < 1)
            marks = [j.mark for j in s.review(p, nodes=2000)]
            self.assertEqual(len(marks), 3)
            self.assertEqual(marks[2], "??")
            with self.assertRaises(kibitz.Error):
                s.set("Hahs", 4)
            with self.assertRaises(TypeError):
                s.best(p, shoes=4)

    def test_reports(self):
        p = kibitz.Game("othello").start()
        with kibitz.Search() as s:
            reports = []
            for r in s.run(p, every=0.01, infinite=1):
                reports.append(r)
                if len(reports) == 3:
                    s.stop()
            self.assertFalse(reports[-1].running)
            self.assertIn(reports[-1].lines[0].action, list(p))
            for r in s.run(p, every=0.01, infinite=1):
                break  # leaving the loop stops it
            self.assertIn(s.best(p.view(0), nodes=500), list(p))

    def test_batches(self):
        p = kibitz.Game("connect4").start()
        one, two = (kibitz.batch.playouts(p, 500, threads=t) for t in (1, 2))
        self.assertEqual(one, two)
        self.assertEqual(one.games, 500)
        q = p.copy().act("d")
        f = kibitz.batch.features([p, q])
        self.assertEqual(tuple(f.shape)[:2], (2, 2))
        found = kibitz.batch.searches([p, q], nodes=300, options={"Hash": 1})
        self.assertEqual([len(r.lines) > 0 for r in found], [True, True])
        roots = [p.copy().act(a) for a in "abcdefg"]
        one, three = (kibitz.batch.searches(roots, threads=t, nodes=300, options={"Hash": 1})
                      for t in (1, 3))
        self.assertEqual([r.lines for r in one], [r.lines for r in three])
        seen = kibitz.batch.searches([q.view(1)], nodes=300, options={"Hash": 1})
        self.assertEqual(seen[0].lines, found[1].lines)
        for a in "bababa":
            q.act(a)
        with self.assertRaises(kibitz.GameOver):
            kibitz.batch.searches([p, q.act("d").act("a").act("d").act("a")], nodes=300)
        with self.assertRaises(TypeError):
            kibitz.batch.searches([p, p.view(0)], nodes=300)


class First(kibitz.Player):
    name = "first"

    def __init__(self):
        self.seen, self.ended, self.refused = [], None, ""

    def choose(self, turn):
        self.refused = self.refused or turn.refused
        if turn.tries == 0 and not self.seen:
            return "nonsense"
        return next(turn.view.legal())

    def see(self, event):
        self.seen.append(event)

    def end(self, status):
        self.ended = status


class Broken(kibitz.Player):
    def choose(self, turn):
        raise ZeroDivisionError("in choose")


class Later(kibitz.LaterPlayer):
    def ask(self, turn, table):
        action, seat = next(turn.view.legal()), turn.seat
        threading.Thread(target=lambda: table.answer(seat, action)).start()


class Tables(unittest.TestCase):
    def test_players(self):
        p = kibitz.Game("connect4").start()
        first = First()
        t = kibitz.Table(p, first, "nodes=300 Hash=1", illegal="ask")
        end = t.play()
        self.assertTrue(end.over and first.ended == end and first.refused)
        self.assertEqual(first.seen, t.position.events)
        self.assertEqual(t.step(), "over")
        self.assertTrue(kibitz.Table(p, Later(), "random").play().over)
        with self.assertRaises(ZeroDivisionError):
            kibitz.Table(p, Broken(), "random").play()
        with self.assertRaises(kibitz.Error):
            kibitz.Table(p, "nonsense=1", "random")
        t = kibitz.Table(p, First(), "random")  # an illegal answer loses
        self.assertEqual(t.play().ending, "forfeit")
        t = kibitz.Table(p, "random", "random")
        t.stop()
        with self.assertRaises(kibitz.Error) as e:
            t.play()
        self.assertEqual(e.exception.code, "stopped")

    def test_hidden(self):
        p = kibitz.Game("unicorns").start("players 3")
        self.assertTrue(kibitz.Table(p, "random", "random", "random", seed=2).play().over)


class Others(unittest.TestCase):
    def test_session(self):
        with kibitz.Session() as s:
            s.send("setoption name Game value connect4")
            s.send("position startpos moves d")
            s.send("go nodes 200")
            self.assertTrue(list(s.until("bestmove"))[-1].startswith("bestmove "))
            s.wait()
            self.assertFalse(s.send("quit"))

    def test_aec(self):
        for name in ("connect4", "leduc", "pig"):
            env = aec.AECEnv(name)
            env.reset(seed=5)
            rng, rewards = random.Random(1), {}
            for agent in env.agent_iter():
                seen, reward, done, cut, _ = env.last()
                rewards[agent] = reward
                self.assertFalse(cut)
                env.step(None if done else rng.randrange(sum(seen["action_mask"])))
            self.assertAlmostEqual(sum(rewards.values()), 0, places=5)
            self.assertFalse(env.agents)
            self.assertTrue(env.render())
        env.reset()
        with self.assertRaises(ValueError):
            env.step(100)

    def test_spiel(self):
        game = spiel.load_game("pig")
        state, rng = game.new_initial_state(), random.Random(2)
        self.assertEqual((game.num_players(), str(game)), (2, "pig"))
        while not state.is_terminal():
            if state.is_chance_node():
                action = rng.choices(*zip(*state.chance_outcomes()))[0]
            else:
                action = rng.choice(state.legal_actions())
                self.assertEqual(state.string_to_action(state.action_to_string(action)), action)
            state.apply_action(action)
        self.assertEqual(sum(state.returns()), 0)
        self.assertEqual(state.current_player(), spiel.TERMINAL_PLAYER_ID)
        twin = state.clone()
        self.assertEqual(str(twin), str(state))
        self.assertEqual(twin.legal_actions(), [])


if __name__ == "__main__":
    unittest.main()
