"""Kalah: pits 0 to 6 are south's houses and store, 7 to 13 north's."""
import ranked


class Game(ranked.Ranked):
    settings = [{}, {"holes": 3, "seeds": 7}, {"holes": 5, "seeds": 2, "empty_capture": 1}]

    def start(self, players, holes=6, seeds=4, empty_capture=0):
        self.n = holes
        self.always = empty_capture
        self.pits = ([seeds] * holes + [0]) * 2
        self.turn = 0

    def own(self, player):
        first = player * (self.n + 1)
        return range(first, first + self.n)

    def left(self, player):
        return sum(self.pits[i] for i in self.own(player))

    def name(self, pit):
        if pit < self.n:
            return "bcdefg"[pit] + "1"
        return "bcdefg"[2 * self.n - pit] + "2"

    def actions(self):
        return [self.name(i) for i in self.own(self.turn) if self.pits[i]]

    def play(self, word):
        start = next(i for i in self.own(self.turn) if self.name(i) == word)
        mine = self.turn * (self.n + 1) + self.n
        theirs = (1 - self.turn) * (self.n + 1) + self.n
        hand, self.pits[start] = self.pits[start], 0
        at = start
        while hand:
            at = (at + 1) % len(self.pits)
            if at == theirs:
                continue
            self.pits[at] += 1
            hand -= 1
        if at in self.own(self.turn) and self.pits[at] == 1:
            across = 2 * self.n - at
            if self.pits[across] or self.always:
                self.pits[mine] += self.pits[across] + 1
                self.pits[across] = self.pits[at] = 0
        if at != mine:
            self.turn = 1 - self.turn

    def over(self):
        if self.left(0) and self.left(1):
            return None
        points = [self.pits[self.n] + self.left(0), self.pits[2 * self.n + 1] + self.left(1)]
        return [1 + (points[1] > points[0]), 1 + (points[0] > points[1])]
