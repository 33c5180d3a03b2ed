"""Conversions between float and the short formats, every code and random floats, against exact rational arithmetic.

usage: casts.py CUTILE_OPT CUTILE_EMU TARGET
"""

import struct
import sys
from fractions import Fraction

from tileir import Module

COUNT = 512
F32 = 11
EVEN, ZERO, POSITIVE, AWAY, DEFAULT = 0, 1, 3, 6, -1


class Format:
    """A format whose codes are counted by magnitude; `top` is the code of the largest finite number, `nan` that of NaN."""

    def __init__(self, code, mantissa, bias, sign, top, nan, infinity=None, saturates=True, lowest=0):
        self.code, self.mantissa, self.bias, self.sign = code, mantissa, bias, sign
        self.top, self.nan, self.infinity, self.saturates, self.lowest = top, nan, infinity, saturates, lowest

    def decode(self, code):
        magnitude = code & (self.sign - 1) if self.sign else code
        if magnitude > self.top:
            value = float("inf") if magnitude == self.infinity else float("nan")
        else:
            power, digits = magnitude >> self.mantissa, magnitude & ((1 << self.mantissa) - 1)
            if self.lowest or power:  # e8m0 has no subnormals
                value = (1 + Fraction(digits, 1 << self.mantissa)) * Fraction(2) ** (power - self.bias)
            else:
                value = Fraction(digits, 1 << self.mantissa) * Fraction(2) ** (1 - self.bias)
        return -value if self.sign and code & self.sign else value

    def encode(self, x, mode):
        """The code of the finite float `x`."""
        negative, magnitude = struct.pack(">f", x)[0] >> 7, abs(Fraction(x))
        low, high = 0, self.top
        while low < high:  # largest code not above the magnitude
            middle = (low + high + 1) // 2
            if self.decode(middle) <= magnitude:
                low = middle
            else:
                high = middle - 1
        if low < self.top and self.decode(low) < magnitude:
            below, above = magnitude - self.decode(low), self.decode(low + 1) - magnitude
            low += {EVEN: below > above or (below == above and low % 2 == 1), ZERO: False, POSITIVE: True, AWAY: below >= above}[mode]
        elif low == self.top and not self.saturates and magnitude > self.decode(low):
            step = self.decode(low) - self.decode(low - 1)
            low += mode != ZERO and magnitude - self.decode(low) >= step / 2
        return low | (self.sign if negative else 0)


E4M3 = Format(14, 3, 7, 0x80, 0x7E, 0x7F)
E5M2 = Format(15, 2, 15, 0x80, 0x7B, 0x7F, infinity=0x7C)
E8M0 = Format(16, 0, 127, 0, 0xFE, 0xFF, lowest=1)
E2M1 = Format(17, 1, 1, 0x8, 0x7, 0x7)
TF32 = Format(13, 10, 127, 1 << 18, (255 << 10) - 1, 0x3FFFF, infinity=255 << 10, saturates=False)

# format, modes, whether the target needs sm_89, and bits kept and forced so that random floats lie around the format's range
NARROWING = [(E4M3, [EVEN, DEFAULT], True, 0x87FFFFFF, 0x38000000), (E5M2, [DEFAULT], True, 0x87FFFFFF, 0x38000000),
             (E8M0, [ZERO, POSITIVE], False, 0x7FFFFFFF, 0), (E2M1, [DEFAULT], False, 0x81FFFFFF, 0x3E000000),
             (TF32, [EVEN, ZERO, AWAY], False, 0xFFFFFFFF, 0)]
WIDENING = [(E4M3, True), (E5M2, True), (E8M0, False), (E2M1, False)]


def random_floats(keep, force):
    """Lines that hash 0, 1, 2... into float bits %x and store them behind the result."""
    t = f"<{COUNT} x i32>"
    signed = keep - (1 << 32) if keep >> 31 else keep
    return [f"%i = load {t}, ptr %in", f"%a = mul {t} %i, splat (i32 -1640531527)", f"%b = lshr {t} %a, splat (i32 15)",
            f"%c = xor {t} %a, %b", f"%d = mul {t} %c, splat (i32 -2048144777)", f"%e = lshr {t} %d, splat (i32 13)", f"%f = xor {t} %d, %e",
            # A quarter has few digits: ties.
            f"%few = and {t} %f, splat (i32 -65536)", f"%low = and {t} %i, splat (i32 3)", f"%is = icmp eq {t} %low, zeroinitializer",
            f"%g = select <{COUNT} x i1> %is, {t} %few, {t} %f",
            f"%h = and {t} %g, splat (i32 {signed})", f"%bits = or {t} %h, splat (i32 {force})",
            f"%p = getelementptr i8, ptr %out, i64 {4 * COUNT}", f"store {t} %bits, ptr %p", f"%x = bitcast {t} %bits to <{COUNT} x float>"]


def float_of(bits):
    return struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]


def check_narrowing(module, name, form, mode):
    got = module.run(name, ("i32", COUNT), ("i32", 2 * COUNT))
    for code, bits in zip(got[:COUNT], got[COUNT:]):
        x, code = float_of(bits), code & 0xFFFFFFFF
        if form is TF32:
            code >>= 13
        if x != x:
            right = code & (form.sign - 1 if form is TF32 else 0xFF) in ([form.nan] if form is not TF32 else range((255 << 10) + 1, 256 << 10))
        elif abs(x) == float("inf"):
            right = code & ~form.sign == (form.infinity if not form.saturates else form.top)
        else:
            right = code == form.encode(x, EVEN if mode == DEFAULT else mode)
        if not right:
            sys.exit(f"{name} of {x!r}: got {code:#x}")


def check_widening(module, name, form):
    for code, bits in enumerate(module.run(name, ("i32", COUNT), ("i32", COUNT))[:256 if form is not E2M1 else 16]):
        got, exact = float_of(bits), form.decode(code)
        if not (got != got if exact != exact else got == exact):
            sys.exit(f"{name} of {code:#x}: got {got}, expected {exact}")


def main(opt, emulator, target):
    module, checks = Module(opt, emulator, target), []
    floats, bytes_ = f"<{COUNT} x float>", f"<{COUNT} x i8>"
    has_fp8 = int("".join(filter(str.isdigit, target))) >= 89
    for form, modes, needs_fp8, keep, force in NARROWING:
        if needs_fp8 and not has_fp8:
            continue
        for mode in modes:
            name, result = f"to_{form.code}_{mode + 1}", floats if form is TF32 else bytes_
            call = module.call("cast", result, [f"{floats} %x"], [F32, form.code, mode, DEFAULT], name)
            convert = "bitcast" if form is TF32 else "zext"
            module.kernel(name, [*random_floats(keep, force), f"%r = {call}", f"%w = {convert} {result} %r to <{COUNT} x i32>",
                                 f"store <{COUNT} x i32> %w, ptr %out"])
            checks.append(lambda name=name, form=form, mode=mode: check_narrowing(module, name, form, mode))
    for form, needs_fp8 in WIDENING:
        if needs_fp8 and not has_fp8:
            continue
        name = f"from_{form.code}"
        call = module.call("cast", floats, [f"{bytes_} %x"], [form.code, F32, DEFAULT, DEFAULT], name)
        module.kernel(name, [f"%i = load <{COUNT} x i32>, ptr %in", f"%x = trunc <{COUNT} x i32> %i to {bytes_}", f"%r = {call}",
                             f"%w = bitcast {floats} %r to <{COUNT} x i32>", f"store <{COUNT} x i32> %w, ptr %out"])
        checks.append(lambda name=name, form=form: check_widening(module, name, form))
    module.lower()
    for check in checks:
        check()
    print(f"{len(checks)} conversions right")


main(*sys.argv[1:])
