#!/usr/bin/env python3
"""Rules texts against the same games written a second time, in plain Python.

usage: second_rules.py KIBITZ [GAME...]
       second_rules.py --perft GAME DEPTH     counts lines of play, without the program

Random games are played by both: at every position the same actions, at the end the same ranks. The games
are modules of this folder with a class Game: actions() lists the words of all legal actions, play(word) carries
one out, over() is None or the list of ranks.
"""
import copy
import importlib
import random
import subprocess
import sys

GAMES = {
    "lasca": [("lasca", {})],
    "kalah": [("kalah", {}), ("kalah", {"holes": 3, "seeds": 7}),
              ("kalah", {"holes": 5, "seeds": 2, "empty_capture": 1})],
    "oware": [("oware", {})],
    "connect4_box": [("connect4_box", {}), ("connect4_box", {"side": 3, "high": 2, "target": 3}),
                     ("connect4_box", {"side": 5, "high": 3, "target": 5})],
}
PLIES = 160


class Engine:
    def __init__(self, program):
        self.run = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                    text=True, bufsize=1)

    def send(self, line):
        self.run.stdin.write(line + "\n")

    def answer(self):
        line = self.run.stdout.readline()
        if not line:
            raise SystemExit("the program has ended")
        return line.split()

    def start(self, game, options):
        words = "".join(f" set {k}={v}" for k, v in options.items())
        self.send(f"setoption name Game value {game}")
        self.send("position startpos" + words)

    def play(self, word):
        self.send("play " + word)

    def status(self):
        self.send("status")
        words = self.answer()
        while not words or words[0] != "status":
            words = self.answer()
        return words

    def legal(self):
        self.send("legal")
        found = []
        while True:
            words = self.answer()
            if words[:2] == ["legal", "action"]:
                found.append(words[2])
            if words == ["legalok"]:
                return found
            if words[:3] == ["info", "string", "error"]:
                raise SystemExit("refused: " + " ".join(words))


def fail(game, made, why):
    raise SystemExit(f"{game}: after '{' '.join(made)}': {why}")


def check_end(engine, name, made, ranks):
    words = engine.status()
    found = words[words.index("ranks") + 1:][:len(ranks)] if "ranks" in words else None
    if words[1] != "over" or found != [str(r) for r in ranks]:
        fail(name, made, f"expected ranks {ranks}, found {' '.join(words)}")


def play_one(engine, name, module, options, dice):
    game = module.Game(**options)
    engine.start(name, options)
    made = []
    while game.over() is None and len(made) < PLIES:
        mine = sorted(game.actions())
        found = sorted(engine.legal())
        if mine != found:
            fail(name, made, f"expected {' '.join(mine)}, found {' '.join(found)}")
        word = dice.choice(mine)
        game.play(word)
        engine.play(word)
        made.append(word)
    if game.over() is not None:
        check_end(engine, name, made, game.over())
        return len(made), 1
    return len(made), 0


def perft(game, depth):
    if game.over() is not None:
        return 0
    words = game.actions()
    if depth == 1:
        return len(words)
    total = 0
    for word in words:
        after = copy.deepcopy(game)
        after.play(word)
        total += perft(after, depth - 1)
    return total


def main():
    if sys.argv[1] == "--perft":
        module_name, options = GAMES[sys.argv[2]][0]
        game = importlib.import_module(module_name).Game(**options)
        print(*(perft(game, d) for d in range(1, int(sys.argv[3]) + 1)))
        return
    engine = Engine(sys.argv[1])
    for name in sys.argv[2:] or sorted(GAMES):
        plies = ended = 0
        for module_name, options in GAMES[name]:
            module = importlib.import_module(module_name)
            for seed in range(60 if len(GAMES[name]) == 1 else 30):
                n, over = play_one(engine, name, module, options, random.Random(f"{name} {seed}"))
                plies += n
                ended += over
        if not plies or not ended:
            raise SystemExit(f"{name}: {plies} actions and {ended} ends are too few")
        print(f"{name}: {plies} actions, {ended} games to the end")
    engine.send("quit")
    engine.run.wait()


if __name__ == "__main__":
    main()
