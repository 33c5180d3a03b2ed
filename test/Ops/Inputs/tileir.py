"""Tile IR kernels as text, their lowering for the GPU, and their execution in the emulator."""

import subprocess
import tempfile
from pathlib import Path

HEADER = """target datalayout = "e-p:64:64-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
"""


class Module:
    """Kernels `NAME(ptr %in, ptr %out, more...)` in one file."""

    def __init__(self, opt, emulator, target="sm_90a"):
        self.opt, self.emulator, self.target = opt, emulator, target
        self.declarations, self.kernels, self.lowered = set(), [], None

    def call(self, op, result, operands, constants, suffix):
        """Text of a call of tile op `op`; operands are `type value` strings, constants i32."""
        function = f"@cutile.{op}.{suffix}"
        types = [operand.rsplit(" ", 1)[0] for operand in operands] + ["i32"] * len(constants)
        self.declarations.add(f"declare {result} {function}({', '.join(types)})")
        return f"call {result} {function}({', '.join(operands + [f'i32 {c}' for c in constants])})"

    def kernel(self, name, lines, parameters=()):
        extra = "".join(f", {p}" for p in parameters)
        body = "\n".join("  " + line for line in lines)
        self.kernels.append(
            f'define ptx_kernel void @{name}(ptr %in, ptr %out{extra}) "cutile.kernel" "target-cpu"="{self.target}" {{\n{body}\n  ret void\n}}'
        )

    def lower(self):
        self.folder = tempfile.TemporaryDirectory()
        source, self.lowered = Path(self.folder.name, "tile.ll"), Path(self.folder.name, "lowered.ll")
        source.write_text("\n".join([HEADER, *sorted(self.declarations), *self.kernels]) + "\n")
        subprocess.run([self.opt, "-passes=cutile-lower-to-nvptx", source, "-o", self.lowered], check=True)

    def run(self, name, read, written, arguments=()):
        """Runs kernel `name` on 0, 1, 2... of type and count `read`; returns the `written` elements as signed integers."""
        (in_type, in_count), (out_type, out_count) = read, written
        done = subprocess.run(
            [self.emulator, self.lowered, "--kernel", name, "--print", "1",
             f"buf:{in_type}:{in_count}:iota", f"buf:{out_type}:{out_count}:none", *arguments],
            capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr}")
        return [int(word) for word in done.stdout.split()]


def wrap(value, bits):
    """`value` as a signed integer of `bits` bits."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value
