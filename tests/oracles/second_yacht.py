"""Yacht a second time: the dice as a sorted list."""
from collections import Counter


def worth(box, dice):
    count = Counter(dice)
    if box < 6:
        return (box + 1) * count[box + 1]
    shape = sorted(count.values())
    if box == 6:
        return sum(dice) if shape == [2, 3] else 0
    if box == 7:
        return 4 * max(count, key=count.get) if shape[-1] >= 4 else 0
    if box == 8:
        return sum(dice)
    if box in (9, 10):
        return 30 if sorted(dice) == list(range(box - 8, box - 3)) else 0
    return 50 if shape == [5] else 0


class Game:
    players = [1, 2, 3, 6]

    def start(self, players):
        self.seats = players
        self.boxes = [set() for _ in range(players)]
        self.points = [0] * players
        self.mover = 0
        self.turn()

    def turn(self):
        self.dice, self.cup, self.chance, self.throws = [], [], 5, 0

    def actor(self):
        if all(len(b) == 12 for b in self.boxes):
            return None
        return 0 if self.chance else self.mover + 1

    def actions(self):
        if self.chance:
            return {f"!die={n}" for n in range(1, 7)}
        words = set()
        if self.throws < 3:
            words |= {f"cup-{n}" for n in self.dice if n >= max(self.cup, default=1)}
            if self.cup:
                return words | {"roll"}
        return words | {"abcdefghijkl"[b] + str(self.mover + 1) for b in range(12) if b not in self.boxes[self.mover]}

    def choose(self, words, rng):
        """Half of the time on to the next throw, else every box would be written at once."""
        cups = [w for w in sorted(words) if w.startswith(("cup", "roll"))]
        return rng.choice(cups if cups and rng.random() < 0.7 else sorted(words))

    def play(self, word):
        if word.startswith("!"):
            self.dice.append(int(word[5:]))
            self.chance -= 1
            if not self.chance:
                self.throws += 1
        elif word.startswith("cup"):
            self.dice.remove(int(word[4:]))
            self.cup.append(int(word[4:]))
        elif word == "roll":
            self.chance, self.cup = len(self.cup), []
        else:
            box = "abcdefghijkl".index(word[0])
            self.boxes[self.mover].add(box)
            self.points[self.mover] += worth(box, self.dice)
            self.mover = (self.mover + 1) % self.seats
            self.turn()

    def result(self):
        if self.seats == 1:
            return [float(self.points[0] >= 150)]
        return [(sum(p < mine for p in self.points) + (self.points.count(mine) - 1) / 2) / (self.seats - 1)
                for mine in self.points]

    def says(self):
        return "points=" + ",".join(str(p) for p in self.points)
