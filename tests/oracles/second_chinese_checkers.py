"""Chinese checkers a second time: the star is two triangles, a point of it what the other lacks."""
from jumpers import Jumpers


class Game(Jumpers):
    players = [2, 3, 4, 5, 6]
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]

    def start(self, players):
        every = [(x, y) for x in range(17) for y in range(17)]
        # how far inside the six sides of the inner hexagon
        sides = [lambda x, y: y - 4, lambda x, y: x - 4, lambda x, y: 20 - x - y,
                 lambda x, y: 12 - y, lambda x, y: 12 - x, lambda x, y: x + y - 12]
        up = {c for c in every if all(sides[i](*c) >= 0 for i in (0, 1, 2))}
        down = {c for c in every if all(sides[i](*c) >= 0 for i in (3, 4, 5))}
        self.cells = up | down
        self.names = {(x, y): "abcdefghijklmnopq"[x] + str(y + 1) for x, y in self.cells}
        # beyond each side in clockwise order from below: below, lower left, upper left, top, ...
        beyond = [{c for c in self.cells if sides[i](*c) < 0} for i in (0, 5, 1, 3, 2, 4)]
        points = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 5: (0, 1, 2, 3, 4), 6: range(6)}[players]
        self.homes = [beyond[i] for i in points]
        self.goals = [beyond[(i + 3) % 6] for i in points]
        self.limit = 150 * players
        self.begin(players)
