"""Four in a row in three dimensions, by the lines through the last bead."""
import ranked
import itertools

WAYS = [w for w in itertools.product((-1, 0, 1), repeat=3) if w > (0, 0, 0)]


class Game(ranked.Ranked):
    settings = [{}, {"side": 3, "high": 2, "target": 3}, {"side": 5, "high": 3, "target": 5}]

    def start(self, players, side=4, high=4, target=4):
        self.side, self.high, self.target = side, high, target
        self.beads = {}
        self.turn = 0
        self.won = None

    def free(self):
        poles = itertools.product(range(self.side), repeat=2)
        tops = ((x, y, sum((x, y, z) in self.beads for z in range(self.high))) for x, y in poles)
        return [c for c in tops if c[2] < self.high]

    def name(self, cell):
        return f"{'abcdefgh'[cell[0]]}{cell[1] + 1}{cell[2] + 1}"

    def actions(self):
        return [self.name(c) for c in self.free()]

    def row(self, cell, way):
        length = 1
        for sign in (1, -1):
            at = cell
            while True:
                at = tuple(a + sign * w for a, w in zip(at, way))
                if self.beads.get(at) != self.turn:
                    break
                length += 1
        return length

    def play(self, word):
        cell = next(c for c in self.free() if self.name(c) == word)
        self.beads[cell] = self.turn
        if any(self.row(cell, w) >= self.target for w in WAYS):
            self.won = self.turn
        self.turn = 1 - self.turn

    def over(self):
        if self.won is not None:
            return [1 + self.won, 2 - self.won]
        return None if self.free() else [1, 1]
