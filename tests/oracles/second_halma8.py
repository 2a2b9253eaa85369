"""Halma on eight by eight cells, a second time."""
from jumpers import Jumpers


class Game(Jumpers):
    size, limit = 8, 400
    ways = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]

    def corner(self, cell):
        return cell[0] + cell[1] <= 3

    def start(self, players):
        n = self.size - 1
        self.cells = {(x, y) for x in range(self.size) for y in range(self.size)}
        self.names = {c: "abcdefghijklmnop"[c[0]] + str(c[1] + 1) for c in self.cells}
        near = {c for c in self.cells if self.corner(c)}
        far = {(n - x, n - y) for x, y in near}
        self.homes, self.goals = [near, far], [far, near]
        self.begin(2)
