"""Check the draws of a recorded match without the service: python verify_draws.py record.jsonl

It needs Python and nothing else: no account, no network, no other file of this project. Compare
the commitment that it prints with the one you saw before the match, and find what you added
yourself among the contributions in the first line. That the cards and dice are what the rules make
of the numbers drawn, and every decision allowed, is what "manage.py replay --verify" checks.
"""

import hashlib
import json
import sys


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def drawn(seed: bytes, name: str, below: list[int]) -> list[list[int]]:
    """What the seed gives to the draw of this name: for each n a number from 0 to n - 1."""
    key, counter, stream, found = sha(b"stammtisch draw ", name.encode(), b" ", seed), 0, b"", []
    for n in below:
        size = ((n - 1).bit_length() + 7) // 8
        number = limit = 256**size // n * n  # from here on some remainders would be likelier
        while number >= limit:
            while len(stream) < size:
                stream += sha(key, counter.to_bytes(8, "big"))
                counter += 1
            number, stream = int.from_bytes(stream[:size], "big"), stream[size:]
        found.append([n, number % n])
    return found


def check(text: str) -> str:
    """What was found out about a record; ValueError says what is wrong with it."""
    before, _, digest = text.rstrip("\n").rpartition(',"digest":')
    header, *lines, end = (json.loads(line) for line in text.rstrip("\n").split("\n"))
    if header["format"] != 2 or not header["commitment"]:
        raise ValueError("no draws by name, or draws by hand: there is nothing to compare with")
    if digest != f'"{sha(before.encode()).hex()}"}}':
        raise ValueError("the text has changed since the match ended")
    secret = bytes.fromhex(end["secret"])
    if sha(b"stammtisch match seed", secret).hex() != header["commitment"]:
        raise ValueError("the secret is not the one that was committed to")
    parts = [secret, *map(bytes.fromhex, header["contributions"])]
    seed = sha(b"stammtisch seed of all", *(len(p).to_bytes(4, "big") + p for p in parts))
    names = set[str]()
    for line in (line for line in lines if "p" not in line):
        for name, pairs in line["drawn"].items():
            if name in names or drawn(seed, name, [n for n, _ in pairs]) != pairs:
                raise ValueError(f"line {line['n'] + 1}: the seed does not give this: {name}")
            names.add(name)
    return f"Commitment, seed and all {len(names)} draws fit: {header['commitment']}"


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        record = file.read()
    try:
        print(check(record.decode()))
    except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
        sys.exit(f"This record does not prove its draws. {type(error).__name__}: {error}")
