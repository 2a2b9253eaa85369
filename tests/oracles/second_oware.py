"""Oware (Abapa): pits 0 to 5 are south's, 6 to 11 north's."""
import ranked


class Game(ranked.Ranked):
    settings = [{}]

    def start(self, players):
        self.pits = [4] * 12
        self.taken = [0, 0]
        self.turn = 0
        self.seen = {self.key(): 1}

    def key(self):
        return tuple(self.pits), tuple(self.taken), self.turn

    def own(self, player):
        return range(6 * player, 6 * player + 6)

    def sown(self, start):
        pits = list(self.pits)
        hand, pits[start] = pits[start], 0
        at = start
        while hand:
            at = (at + 1) % 12
            if at != start:
                pits[at] += 1
                hand -= 1
        enemy = self.own(1 - self.turn)
        chain = []
        while at in enemy and pits[at] in (2, 3):
            chain.append(at)
            at -= 1
        if sum(pits[i] for i in enemy if i not in chain) == 0:
            chain = []
        won = sum(pits[i] for i in chain)
        for i in chain:
            pits[i] = 0
        return pits, won

    def starts(self):
        enemy = self.own(1 - self.turn)
        return [i for i in self.own(self.turn)
                if self.pits[i] and sum(self.sown(i)[0][k] for k in enemy)]

    def name(self, pit):
        return "abcdef"[pit] + "1" if pit < 6 else "abcdef"[11 - pit] + "2"

    def actions(self):
        return [self.name(i) for i in self.starts()]

    def play(self, word):
        start = next(i for i in self.own(self.turn) if self.name(i) == word)
        self.pits, won = self.sown(start)
        self.taken[self.turn] += won
        self.turn = 1 - self.turn
        self.seen[self.key()] = self.seen.get(self.key(), 0) + 1

    def over(self):
        points = list(self.taken)
        if max(points) <= 24 and points != [24, 24]:
            if self.starts() and self.seen[self.key()] < 3:
                return None
            points = [points[p] + sum(self.pits[i] for i in self.own(p)) for p in (0, 1)]
        return [1 + (points[1] > points[0]), 1 + (points[0] > points[1])]
