"""Halma on sixteen by sixteen cells, a second time."""
import second_halma8


class Game(second_halma8.Game):
    size = 16

    def corner(self, cell):
        return cell[0] + cell[1] <= 5 and max(cell) <= 4
