"""Reductions, scans and shape ops on random shapes and integer types, against the same computed here.

usage: random_shapes.py CUTILE_OPT CUTILE_EMU SEED COUNT
"""

import random
import sys
from math import prod

from tileir import Module, wrap

KINDS = {"s8": ("i8", 1), "s16": ("i16", 3), "s32": ("i32", 5), "s64": ("i64", 7), "u32": ("i32", 6)}
DEFAULT = -1


def position(index, dims):
    result = []
    for length in reversed(dims):
        result.append(index % length)
        index //= length
    return result[::-1]


def linear(place, dims):
    index = 0
    for at, length in zip(place, dims):
        index = index * length + at
    return index


class Case:
    """One op on x = 0, 1, 2... (wrapped to the type): subclasses' `op_NAME` give the expected elements and the code."""

    def __init__(self, rng, module, number):
        self.rng, self.module, self.name = rng, module, f"k{number}"
        self.op = rng.choice(sorted(n[3:] for n in dir(self) if n.startswith("op_")))
        self.kind = rng.choice(sorted(KINDS))
        self.type, self.code = KINDS[self.kind]
        self.bits = int(self.type[1:])
        while True:
            self.dims = [1 << rng.randrange(9) for _ in range(rng.choice([1, 1, 2, 2, 3]))]
            if prod(self.dims) <= 4096:
                break
        self.size, self.rank = prod(self.dims), len(self.dims)
        self.x = [wrap(i, self.bits) for i in range(self.size)]
        self.lines, self.parameters, self.arguments, self.result_type = [], [], [], self.type
        self.expected = getattr(self, "op_" + self.op)()
        t, n = self.type, len(self.expected)
        lines = [f"%x = load <{self.size} x {t}>, ptr %in", *self.lines, f"store <{n} x {self.result_type}> %r, ptr %out"]
        module.kernel(self.name, lines, self.parameters)

    def check(self):
        got = self.module.run(self.name, (self.type, self.size), (self.result_type, len(self.expected)), self.arguments)
        if got != self.expected:
            sys.exit(f"{self.name}: {self.op} of {self.kind} {self.dims}: got {got[:16]}, expected {self.expected[:16]}")

    def tile(self, value, size=None):
        return f"<{size or self.size} x {self.type}> {value}"

    def emit(self, op, size, operands, constants):
        call = self.module.call(op, f"<{size} x {self.result_type}>", operands, constants, self.name)
        self.lines.append("%r = " + call)

    def op_reduce(self):
        dim, combiner = self.rng.randrange(self.rank), self.rng.randrange(7)
        combine = [lambda a, b: a + b, lambda a, b: a * b, max, min, lambda a, b: a & b, lambda a, b: a | b, lambda a, b: a ^ b][combiner]
        reduced = self.dims[:dim] + [1] + self.dims[dim + 1:]
        result = {}
        for i, value in enumerate(self.x):
            place = position(i, self.dims)
            place[dim] = 0
            o = linear(place, reduced)
            result[o] = combine(result[o], value) if o in result else value
        self.emit("reduce", len(result), [self.tile("%x")], [self.rank, *self.dims, dim, combiner, self.code, DEFAULT, 0])
        return [wrap(result[o], self.bits) for o in range(len(result))]

    def op_arg_reduce(self):
        dim, largest = self.rng.randrange(self.rank), self.rng.randrange(2)
        reduced = self.dims[:dim] + [1] + self.dims[dim + 1:]
        best = {}
        for i, value in enumerate(self.x):
            place = position(i, self.dims)
            at, place[dim] = place[dim], 0
            o, value = linear(place, reduced), value * 37 & 7  # with many ties
            if o not in best or (value > best[o][0] if largest else value < best[o][0]):
                best[o] = (value, at)
        self.lines = [f"%m = mul {self.tile('%x')}, splat ({self.type} 37)", f"%y = and {self.tile('%m')}, splat ({self.type} 7)"]
        self.result_type = "i32"
        self.emit("arg_reduce", len(best), [self.tile("%y")], [self.rank, *self.dims, dim, 2 if largest else 3, self.code])
        return [best[o][1] for o in range(len(best))]

    def op_scan(self):
        dim, product, backward = self.rng.randrange(self.rank), self.rng.randrange(2), self.rng.randrange(2)
        stride, result = prod(self.dims[dim + 1:]), list(self.x)
        for i in reversed(range(self.size)) if backward else range(self.size):
            at = position(i, self.dims)[dim]
            if at < self.dims[dim] - 1 if backward else at > 0:
                before = result[i + stride if backward else i - stride]
                result[i] = wrap(result[i] * before if product else result[i] + before, self.bits)
        self.emit("scan", self.size, [self.tile("%x")], [self.rank, *self.dims, dim, product, self.code, backward, DEFAULT, 0])
        return result

    def op_permute(self):
        order = list(range(self.rank))
        self.rng.shuffle(order)
        dims = [self.dims[p] for p in order]
        self.emit("permute", self.size, [self.tile("%x")], [self.rank, *self.dims, *order])
        result = []
        for i in range(self.size):
            place = [0] * self.rank
            for at, p in zip(position(i, dims), order):
                place[p] = at
            result.append(self.x[linear(place, self.dims)])
        return result

    def op_broadcast(self):
        dims = [length if length > 1 else self.rng.choice([1, 2, 4, 8]) for length in self.dims]
        self.emit("broadcast", prod(dims), [self.tile("%x")], [self.rank, *self.dims, *dims])
        return [self.x[linear([at if length > 1 else 0 for at, length in zip(position(i, dims), self.dims)], self.dims)] for i in range(prod(dims))]

    def op_cat(self):
        dim = self.rng.randrange(self.rank)
        dims = self.dims[:dim] + [2 * self.dims[dim]] + self.dims[dim + 1:]
        self.lines = [f"%y = mul {self.tile('%x')}, splat ({self.type} 3)"]
        self.emit("cat", 2 * self.size, [self.tile("%x"), self.tile("%y")], [self.rank, *self.dims, dim])
        result = []
        for i in range(2 * self.size):
            place = position(i, dims)
            second = place[dim] >= self.dims[dim]
            place[dim] %= self.dims[dim]
            value = self.x[linear(place, self.dims)]
            result.append(wrap(3 * value, self.bits) if second else value)
        return result

    def sub_tile(self):
        """Lengths and place of a sub-tile, and its indices as operands: constants or run-time values."""
        lengths = [1 << self.rng.randrange(length.bit_length()) for length in self.dims]
        at = [self.rng.randrange(whole // part) for whole, part in zip(self.dims, lengths)]
        if self.rng.randrange(2):
            self.parameters = [f"i64 %i{k}" for k in range(self.rank)]
            self.arguments = [f"i64:{value}" for value in at]
            return lengths, at, self.parameters
        return lengths, at, [f"i64 {value}" for value in at]

    def whole_index(self, i, lengths, at):
        return linear([inner + index * length for inner, index, length in zip(position(i, lengths), at, lengths)], self.dims)

    def op_extract(self):
        lengths, at, indices = self.sub_tile()
        self.emit("extract", prod(lengths), [self.tile("%x"), *indices], [self.rank, *self.dims, *lengths])
        return [self.x[self.whole_index(i, lengths, at)] for i in range(prod(lengths))]

    def op_insert(self):
        lengths, at, indices = self.sub_tile()
        size, result = prod(lengths), list(self.x)
        for i in range(size):
            result[self.whole_index(i, lengths, at)] = wrap(i * 5 + 1, self.bits)
        self.lines = [f"%j = load <{size} x {self.type}>, ptr %in", f"%j5 = mul {self.tile('%j', size)}, splat ({self.type} 5)",
                      f"%y = add {self.tile('%j5', size)}, splat ({self.type} 1)"]
        self.emit("insert", self.size, [self.tile("%x"), self.tile("%y", size), *indices], [self.rank, *self.dims, *lengths])
        return result


def main(opt, emulator, seed, count):
    rng, module = random.Random(int(seed)), Module(opt, emulator)
    cases = [Case(rng, module, number) for number in range(int(count))]
    module.lower()
    for case in cases:
        case.check()
    print(f"{len(cases)} cases right")


main(*sys.argv[1:])
