"""Plays random games of a rules text and of a second writing of its rules side by side. TEXT is a file; without
it the game of the program is meant.

    side_by_side.py PROGRAM GAME GAMES SEED [TEXT]
    side_by_side.py --perft GAME DEPTH      counts lines of play, without the program

At every step both must have the same player to act, the same actions (or outcomes of chance), and at the
end the same result. The second writings are the modules second_GAME.py of this folder; a class Game has

    start(players, **settings)   actor() -> seat from 1, 0 for chance, None when the game is over
    actions() -> set of words    play(word)    result() -> list of utilities

and, where they are needed, players (which numbers of them), settings (which options), plies (at most), choose(words, rng), says() -> a word of the position at the end.
"""
import copy
import importlib
import random
import subprocess
import sys

PLIES = 2000


class Engine:
    """The program, asked line by line."""

    def __init__(self, program, text, game):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.game = game
        if text:
            self.ask("load " + text, "loadok")
        self.tell("setoption name Game value " + game)

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, last):
        self.tell(line)
        self.process.stdin.flush()
        lines = []
        while True:
            got = self.process.stdout.readline()
            if not got:
                sys.exit("the program has ended")
            lines.append(got.rstrip("\n"))
            if got.startswith("info string error"):
                sys.exit(f"{self.game}: {line}: {got.strip()}")
            if got.startswith(last):
                return lines

    def start(self, players, settings):
        options = "".join(f" set {name}={value}" for name, value in settings.items())
        self.tell(f"position startpos players {players}{options}")

    def status(self):
        """The seat to act and None, or None and the utilities."""
        words = self.ask("status", "status")[-1].split()
        if words[1] != "over":
            return int(words[2]), None
        return None, [float(w) for w in words[words.index("utilities") + 1:]]

    def actions(self, seat):
        lines = self.ask("legal", "legalok") if seat else self.ask("chance", "chanceok")
        words = [line.split()[2] for line in lines if line.startswith(("legal action", "chance outcome"))]
        if len(words) != len(set(words)):
            sys.exit(f"{self.game}: a word occurs twice: {sorted(words)}")
        return set(words)

    def play(self, word):
        self.tell("play " + word)

    def fen(self):
        return self.ask("fen", "fen")[-1]


def one_game(engine, second, players, settings, rng):
    engine.start(players, settings)
    second.start(players, **settings)
    line = []
    for _ in range(getattr(second, "plies", PLIES)):
        seat, got = engine.status()
        where = f"{engine.game} after {' '.join(line)}: {engine.fen()}"
        if seat != second.actor():
            sys.exit(f"{where}\nseat {seat} acts, the second writing says {second.actor()}")
        if seat is None:
            want = second.result()
            if any(abs(a - b) > 0.001 for a, b in zip(got, want)):
                sys.exit(f"{where}\nended with {got}, the second writing says {want}")
            if hasattr(second, "says") and second.says() not in where.split(" "):
                sys.exit(f"{where}\nthe second writing says {second.says()}")
            return len(line), True
        have, want = engine.actions(seat), set(second.actions())
        if have != want:
            sys.exit(f"{where}\nonly in the text: {sorted(have - want)}\nmissing: {sorted(want - have)}")
        word = second.choose(want, rng) if hasattr(second, "choose") else rng.choice(sorted(want))
        engine.play(word)
        second.play(word)
        line.append(word)
    return len(line), False


def perft(second, depth):
    if second.actor() is None:
        return 0
    if depth == 1:
        return len(set(second.actions()))
    total = 0
    for word in set(second.actions()):
        after = copy.deepcopy(second)
        after.play(word)
        total += perft(after, depth - 1)
    return total


def main():
    if sys.argv[1] == "--perft":
        second = importlib.import_module("second_" + sys.argv[2]).Game()
        second.start(2)
        print(*(perft(second, depth) for depth in range(1, int(sys.argv[3]) + 1)))
        return
    program, game, games, seed = sys.argv[1:5]
    second = importlib.import_module("second_" + game).Game()
    engine = Engine(program, sys.argv[5] if len(sys.argv) > 5 else None, game)
    rng = random.Random(int(seed))
    counts = getattr(second, "players", [2])
    settings = getattr(second, "settings", [{}])
    plies = ended = 0
    for i in range(int(games)):
        n, over = one_game(engine, second, counts[i % len(counts)], settings[i % len(settings)], rng)
        plies += n
        ended += over
    engine.process.stdin.close()
    engine.process.wait()
    print(f"{game}: {games} games, {ended} ended, {plies} actions")
    if ended < getattr(second, "least_ended", 1):
        sys.exit("too few games ended")


main()
