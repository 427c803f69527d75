"""Seed, game and place -> random words: Philox4x64 with 10 rounds, as text of the dialect.

The words of a game are a function of (seed, game, place) and of nothing else: block b = 1, 2, … of four words is
the image of the counter (b, game, 0, 0) under the key (seed, series). Salmon, Moraes, Dror, Shaw: "Parallel random
numbers: as easy as 1, 2, 3" (2011). NumPy's Philox gives the same words, and the tests compare both.

`stream` holds [0..3] the words of a block, [4] the next of them, [5] the block, [6] the game, [7] the seed, [8] the
series. Series 0 are the games that count; series 1 are played only to find out how many that should be.
"""

from __future__ import annotations

STREAM = 9
"""Words of a stream."""
FIRST, SECOND = 0xD2E7470EE14C6C93, 0xCA5A826395121157
BUMPS = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
ROUNDS = 10


def stream_text() -> str:
    """The functions `refill(stream)` and `word(stream)`."""
    lines = ["def refill(stream: Array[u64]):", "    stream[5] = stream[5] + 1"]
    lines += ["    a0 = stream[5]", "    b0 = stream[6]", "    c0 = u64(0)", "    d0 = u64(0)"]
    lines += ["    k0 = stream[7]", "    m0 = stream[8]"]
    for n in range(ROUNDS):
        lines += [
            f"    a{n + 1} = multiply_high(c{n}, {SECOND}) ^ b{n} ^ k{n}",
            f"    b{n + 1} = c{n} * {SECOND}",
            f"    c{n + 1} = multiply_high(a{n}, {FIRST}) ^ d{n} ^ m{n}",
            f"    d{n + 1} = a{n} * {FIRST}",
            f"    k{n + 1} = k{n} + {BUMPS[0]}",
            f"    m{n + 1} = m{n} + {BUMPS[1]}",
        ]
    lines += [f"    stream[{place}] = {name}{ROUNDS}" for place, name in enumerate("abcd")]
    taking = """def word(stream: Array[u64]) -> u64:
    at = stream[4]
    if at == 4:
        refill(stream)
        at = u64(0)
    stream[4] = at + 1
    return stream[at]
"""
    return "\n".join([*lines, "", taking])
