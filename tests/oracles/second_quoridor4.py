"""Quoridor for four, a second time."""
from second_quoridor import Game as Two


class Game(Two):
    full = 5
    players = [4]
    settings = [{"size": 9}, {"size": 3, "supply": 2}, {"size": 4, "supply": 2}, {"size": 5}]

    def seats(self):
        n, m = self.size - 1, (self.size + 1) // 2 - 1
        return [((m, 0), lambda c: c[1] == n), ((0, n - m), lambda c: c[0] == n),
                ((n - m, n), lambda c: c[1] == 0), ((n, m), lambda c: c[0] == 0)]
