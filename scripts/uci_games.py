"""Plays a UCI engine against itself with python-chess and fails if it breaks a rule: `uci_games.py ENGINE GAMES`."""

import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import chess
import chess.engine

CLOCK = 1.0
INCREMENT = 0.01
OPENING_PLIES = 6
AT_ONCE = 2


def opening(seed):
    """A position after a few random moves in which the game goes on."""
    dice = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(OPENING_PLIES):
            board.push(dice.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        else:
            return board


def play(engine, number):
    """One game: its result, its length, the least time left on a clock, and what went wrong."""
    # Both games of a pair begin alike; the players change sides.
    board = opening(number // 2)
    players = []
    clocks = {chess.WHITE: CLOCK, chess.BLACK: CLOCK}
    least = CLOCK
    try:
        for _ in range(2):
            players.append(chess.engine.SimpleEngine.popen_uci([engine, "uci"]))
        first_is_white = number % 2 == 0
        while not (board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()):
            side = board.turn
            player = players[0 if (side == chess.WHITE) == first_is_white else 1]
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE],
                black_clock=clocks[chess.BLACK],
                white_inc=INCREMENT,
                black_inc=INCREMENT,
            )
            began = time.monotonic()
            answer = player.play(board, limit, game=number)
            clocks[side] -= time.monotonic() - began
            least = min(least, clocks[side])
            if clocks[side] < 0:
                return "*", board.ply(), least, f"loss on time by {-clocks[side]:.3f} s in {board.fen()}"
            clocks[side] += INCREMENT
            # python-chess has refused illegal moves by now.
            board.push(answer.move)
        return board.result(claim_draw=True), board.ply(), least, None
    except chess.engine.EngineTerminatedError as error:
        return "*", board.ply(), least, f"disconnect: {error} in {board.fen()}"
    except chess.engine.EngineError as error:
        return "*", board.ply(), least, f"illegal answer: {error} in {board.fen()}"
    finally:
        for player in players:
            player.close()


def main():
    engine, games = sys.argv[1], int(sys.argv[2])
    results, faults, plies, least = Counter(), [], 0, CLOCK
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for number, game in enumerate(pool.map(lambda n: play(engine, n), range(games))):
            result, length, left, fault = game
            results[result] += 1
            plies += length
            least = min(least, left)
            if fault:
                faults.append(f"game {number}: {fault}")
                print(faults[-1], file=sys.stderr)
            if (number + 1) % 20 == 0:
                print(f"{number + 1} games", file=sys.stderr)
    white, black, drawn = results["1-0"], results["0-1"], results["1/2-1/2"]
    print(
        f"{games} games: White won {white}, Black won {black}, {drawn} drawn; "
        f"{plies / games:.0f} plies a game; least time left {least:.3f} s; {len(faults)} faults"
    )
    if faults or white + black + drawn != games:
        sys.exit(1)


main()
