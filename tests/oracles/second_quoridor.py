"""Quoridor a second time: squares and a set of walls by their lower left square and direction; ways are
looked for anew for every wall."""
from collections import deque

WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


class Game:
    least_ended = 3
    full, most = 10, 400
    settings = [{"size": 9}, {"size": 3}, {"size": 4, "supply": 4}, {"size": 5, "supply": 6}, {"size": 6}]

    def seats(self):
        """Where each pawn begins, and whether a square is on its last row."""
        n, m = self.size - 1, (self.size + 1) // 2 - 1
        return [((m, 0), lambda c: c[1] == n), ((m, n), lambda c: c[1] == 0)]

    def start(self, players, size=9, supply=None):
        self.size = size
        self.pawns = [at for at, _ in self.seats()]
        self.left = [self.full if supply is None else supply] * len(self.pawns)
        self.walls = set()
        self.mover = self.turns = 0
        self.won = None
        self.seen = {}
        self.note()

    def note(self):
        key = (tuple(self.pawns), frozenset(self.walls), tuple(self.left), self.mover)
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key]

    def name(self, cell):
        return "abcdefghijk"[cell[0]] + str(cell[1] + 1)

    def beyond(self, cell, way, walls):
        """The next square that way, or None where a wall or the rim is."""
        x, y = cell[0] + way[0], cell[1] + way[1]
        if not (0 <= x < self.size and 0 <= y < self.size):
            return None
        low = (min(x, cell[0]), min(y, cell[1]))
        kind, aside = ("h", (-1, 0)) if way[0] == 0 else ("v", (0, -1))
        cut = (low[0], low[1], kind) in walls or (low[0] + aside[0], low[1] + aside[1], kind) in walls
        return None if cut else (x, y)

    def reaches(self, seat, walls):
        goal = self.seats()[seat][1]
        queue, known = deque([self.pawns[seat]]), {self.pawns[seat]}
        while queue:
            cell = queue.popleft()
            if goal(cell):
                return True
            for way in WAYS:
                to = self.beyond(cell, way, walls)
                if to and to not in known:
                    known.add(to)
                    queue.append(to)
        return False

    def targets(self):
        here = self.pawns[self.mover]
        for way in WAYS:
            to = self.beyond(here, way, self.walls)
            if to is None:
                continue
            if to not in self.pawns:
                yield to
                continue
            over = self.beyond(to, way, self.walls)
            if over is not None and over not in self.pawns:
                yield over
                continue
            for aside in WAYS:
                if aside[0] * way[0] + aside[1] * way[1] == 0:
                    to_side = self.beyond(to, aside, self.walls)
                    if to_side is not None and to_side not in self.pawns:
                        yield to_side

    def slots(self):
        if not self.left[self.mover]:
            return
        for x in range(self.size - 1):
            for y in range(self.size - 1):
                if (x, y, "h") in self.walls or (x, y, "v") in self.walls:
                    continue
                for kind, dx, dy in (("h", 1, 0), ("v", 0, 1)):
                    if (x - dx, y - dy, kind) in self.walls or (x + dx, y + dy, kind) in self.walls:
                        continue
                    walls = self.walls | {(x, y, kind)}
                    if all(self.reaches(seat, walls) for seat in range(len(self.pawns))):
                        yield x, y, kind

    def actions(self):
        here = self.name(self.pawns[self.mover])
        words = {here + self.name(to) for to in self.targets()}
        words |= {self.name((x, y)) + ("n" if kind == "h" else "e") for x, y, kind in self.slots()}
        return words or {"pass"}

    def choose(self, words, rng):
        """Pawns often, or games would be walls first and then wandering."""
        moves = [w for w in sorted(words) if w[-1].isdigit()]
        return rng.choice(moves if moves and rng.random() < 0.4 else sorted(words))

    def play(self, word):
        cells = {self.name((x, y)): (x, y) for x in range(self.size) for y in range(self.size)}
        seat = self.mover
        if word[-1] in "ne":
            self.walls.add((*cells[word[:-1]], "h" if word[-1] == "n" else "v"))
            self.left[seat] -= 1
        elif word != "pass":
            at = next(i for i in range(2, len(word)) if word[:i] in cells and word[i:] in cells)
            self.pawns[seat] = cells[word[at:]]
        self.turns += 1
        self.mover = (seat + 1) % len(self.pawns)
        n = len(self.pawns)
        if self.seats()[seat][1](self.pawns[seat]):
            self.won = [float(i == seat) for i in range(n)]
        elif self.note() >= 3 or self.turns >= self.most:
            self.won = [1 / n] * n

    def actor(self):
        return None if self.won else self.mover + 1

    def result(self):
        return self.won
