"""Arithmetic of half and bf16 in every rounding mode, against exact rational arithmetic.

usage: directed_rounding.py CUTILE_OPT CUTILE_EMU
"""

import sys
from fractions import Fraction

from tileir import Module

COUNT = 256
MODES = ["even", "zero", "negative", "positive"]
OPS = {"add": 2, "sub": 2, "mul": 2, "div": 2, "fma": 3}


class Format:
    def __init__(self, type_name, code, mantissa, exponent, keep, force):
        self.type, self.code, self.mantissa, self.exponent = type_name, code, mantissa, exponent
        self.keep, self.force = keep, force  # masks that bring random bits into a range without overflow
        self.bias = (1 << (exponent - 1)) - 1

    def decode(self, bits):
        digits, power = bits & ((1 << self.mantissa) - 1), bits >> self.mantissa & ((1 << self.exponent) - 1)
        value = (1 + Fraction(digits, 1 << self.mantissa)) * Fraction(2) ** (power - self.bias)
        return -value if bits >> (self.mantissa + self.exponent) & 1 else value

    def encode(self, value, mode):
        """The bits of `value`, not 0 and in the range of the format, rounded."""
        negative, magnitude = value < 0, abs(value)
        power = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        power -= Fraction(2) ** power > magnitude
        power = max(power, 1 - self.bias)
        units = magnitude / Fraction(2) ** (power - self.mantissa)
        whole, rest = divmod(units, 1)
        up = {"even": rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1), "zero": False,
              "negative": negative and rest > 0, "positive": not negative and rest > 0}[mode]
        # A carry out of the digits moves on into the exponent.
        bits = int(whole) + up + ((power + self.bias - 1) << self.mantissa)
        return bits | negative << (self.mantissa + self.exponent)


FORMATS = {"f16": Format("half", 9, 10, 5, 0x9FFF, 0x2000), "bf16": Format("bfloat", 10, 7, 8, 0x83FF, 0x3C00)}
EXACT = {"add": lambda a, b, c: a + b, "sub": lambda a, b, c: a - b, "mul": lambda a, b, c: a * b, "div": lambda a, b, c: a / b,
         "fma": lambda a, b, c: a * b + c}


def operand(name, factor, place, form):
    """Lines that hash 0, 1, 2... into operand %name of a kernel and store its bits behind the result."""
    t = f"<{COUNT} x i16>"
    return [
        f"%{name}0 = load {t}, ptr %in",
        f"%{name}1 = mul {t} %{name}0, splat (i16 {factor})",
        f"%{name}2 = lshr {t} %{name}1, splat (i16 6)",
        f"%{name}3 = xor {t} %{name}1, %{name}2",
        f"%{name}4 = mul {t} %{name}3, splat (i16 30011)",
        f"%{name}5 = lshr {t} %{name}4, splat (i16 5)",
        f"%{name}6 = xor {t} %{name}4, %{name}5",
        f"%{name}7 = and {t} %{name}6, splat (i16 {form.keep - 0x10000})",
        f"%{name}8 = or {t} %{name}7, splat (i16 {form.force})",
        f"%{name}p = getelementptr i16, ptr %out, i64 {COUNT * (place + 1)}",
        f"store {t} %{name}8, ptr %{name}p",
        f"%{name} = bitcast {t} %{name}8 to <{COUNT} x {form.type}>",
    ]


def main(opt, emulator):
    module, cases = Module(opt, emulator), []
    for key, form in FORMATS.items():
        for op, arity in OPS.items():
            for number, mode in enumerate(MODES):
                name, tile = f"{key}_{op}_{mode}", f"<{COUNT} x {form.type}>"
                lines = [line for place, (x, factor) in enumerate((("x", -25033), ("y", 12289), ("z", -31111))) for line in operand(x, factor, place, form)]
                call = module.call(op, tile, [f"{tile} %{x}" for x in "xyz"[:arity]], [form.code, number, 0], key)
                lines += [f"%r = {call}", f"%bits = bitcast {tile} %r to <{COUNT} x i16>", f"store <{COUNT} x i16> %bits, ptr %out"]
                module.kernel(name, lines)
                cases.append((name, form, op, mode))
    module.lower()
    for name, form, op, mode in cases:
        bits = [v & 0xFFFF for v in module.run(name, ("i16", COUNT), ("i16", 4 * COUNT))]
        for i in range(COUNT):
            operands = [bits[COUNT * (place + 1) + i] for place in range(3)]
            exact = EXACT[op](*map(form.decode, operands))
            if exact and bits[i] != form.encode(exact, mode):
                sys.exit(f"{name} of {[hex(b) for b in operands]}: got {bits[i]:#x}, expected {form.encode(exact, mode):#x}")
    print(f"{len(cases)} kernels right")


main(*sys.argv[1:])
