#!/usr/bin/env python3
"""A second writing of small whist (games/rulebooks/whist.game), from its rules alone: kibitz deals and is asked for its
legal actions, who is to act and the result; this program knows them too, and says where the two differ.
Usage: whist.py KIBITZ GAMES"""
import random, subprocess, sys

SUITS, RANKS = "SHDC", ["9", "10", "J", "Q", "K", "A"]


class Kibitz:
    def __init__(self, program):
        self.p = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, line, last):
        """All lines of the answer, up to the one that begins with one of these words."""
        self.p.stdin.write(line + "\n")
        answer = []
        while True:
            got = self.p.stdout.readline()
            if not got:
                raise SystemExit("kibitz has ended")
            answer.append(got.strip())
            if got.startswith("error "):
                raise SystemExit(f"{line}: {got.strip()}")
            if got.startswith(last):
                return answer


def suit(card):
    return card[0]


def rank(card):
    return RANKS.index(card[1:])


class Whist:
    def __init__(self, seats):
        self.seats, self.hands = seats, [[] for _ in range(seats)]
        self.trump, self.trick, self.tricks = None, [], [0] * seats
        self.dealt, self.leader = 0, 0

    def receiver(self):
        """Who gets the next card: all but one card to each in turn, one more to each but the dealer, who turns one up."""
        each = 24 // self.seats - 1
        if self.dealt < each * self.seats:
            return self.dealt // each
        return self.dealt - each * self.seats

    def deal(self, card):
        self.hands[self.receiver()].append(card)
        self.dealt += 1
        if self.dealt == 24:
            self.trump = suit(card)

    def actor(self):
        return (self.leader + len(self.trick)) % self.seats

    def legal(self):
        hand = self.hands[self.actor()]
        same = [c for c in hand if self.trick and suit(c) == suit(self.trick[0])]
        return sorted(same or hand)

    def strength(self, card):
        return (suit(card) == self.trump, suit(card) == suit(self.trick[0]), rank(card))

    def play(self, card):
        self.hands[self.actor()].remove(card)
        self.trick.append(card)
        if len(self.trick) < self.seats:
            return
        best = max(self.trick, key=self.strength)
        self.leader = (self.leader + self.trick.index(best)) % self.seats
        self.tricks[self.leader] += 1
        self.trick = []

    def payoffs(self):
        """Players beaten, and half of those tied, out of all others."""
        def beats(a, b):
            return 1.0 if a > b else 0.5 if a == b else 0.0
        return [sum(beats(a, b) for k, b in enumerate(self.tricks) if k != i) / (self.seats - 1)
                for i, a in enumerate(self.tricks)]


def expect(what, ours, theirs):
    if ours != theirs:
        raise SystemExit(f"{what}: kibitz says {theirs}, the oracle {ours}")


def game(k, seats, rng):
    w = Whist(seats)
    deck = [s + r for s in SUITS for r in RANKS]
    rng.shuffle(deck)
    k.ask(f"position startpos players {seats}\nisready", "readyok")
    for card in deck:
        word = "trump" if w.dealt == 23 else "hand"
        k.ask(f"play !{word}={card}", "ply")
        w.deal(card)
    for _ in range(24):
        status = k.ask("status", "status ")[-1].split()
        expect("who acts", str(w.actor() + 1), status[status.index("seat") + 1])
        legal = [line.split()[2] for line in k.ask("legal", "legalok") if line.startswith("legal action ")]
        theirs = sorted(action.removeprefix("play:") for action in legal)
        expect("legal", w.legal(), theirs)
        card = rng.choice(w.legal())
        k.ask("play play:" + card, "ply")
        w.play(card)
    status = k.ask("status", "status ")[-1].split()
    at = status.index("utilities")
    theirs = [round(float(x), 3) for x in status[at + 1:at + 1 + seats]]
    expect("result", [round(x, 3) for x in w.payoffs()], theirs)


def main():
    rng = random.Random(7)
    k = Kibitz(sys.argv[1])
    k.ask("mgi", "mgiok")
    k.ask("setoption name Game value whist\nisready", "readyok")
    for i in range(int(sys.argv[2])):
        game(k, 3 + i % 2, rng)
    print(f"{sys.argv[2]} games: no difference")


main()
