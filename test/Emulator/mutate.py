#!/usr/bin/env python3
"""Plants faults in lowered kernels and checks that the emulator finds them.

    mutate.py CUTILE_EMU LOWERED.ll [--verbose] [--only REGEX]

LOWERED.ll is Inputs/mutants.cu, compiled with -fplugin-arg-cutile-target=emulate. Each kernel first runs as it is: it must have
no finding, and its output is what mutants are compared with. A mutant is found if the emulator reports one of the causes that
its fault can have, or, for faults of values only, if the output differs. Prints one line per mutant; the exit status is 0 if
at least 28 of every 30 are found. (Not all can be: a barrier may stand where another one does its work, as before the first use of
shared memory, and without it the kernel is as right as before.)
"""
import argparse
import re
import subprocess
import sys
import tempfile

# Kernel: launch, arguments, buffers to compare.
KERNELS = {
    "gemm": (["--grid", "1"], ["buf:f16:8192:random", "buf:f16:8192:random", "buf:f32:4096:none", "i32:128"], [2]),
    "softmax": (["--grid", "4"], ["buf:f32:2000:random", "buf:f32:2000:none", "i32:500"], [1]),
    "transpose": (["--grid", "2,2"], ["buf:f32:4096:iota", "buf:f32:4096:none"], [1]),
    "running": (["--grid", "1"], ["buf:i32:1024:random", "buf:i32:1024:none"], [1]),
    "reverse": (["--grid", "1"], ["buf:i32:256:iota"], [0]),
    "turns": (["--grid", "2"], ["buf:i32:64:iota", "buf:i32:1:zero", "i32:3"], [0]),
}

ORDER = {"data-race", "uninitialised", "async-copy-race"}
DIVERGENCE = {"barrier-divergence", "warp-divergence", "deadlock"}
VALUE = {"wrong-result"}
ADDRESS = VALUE | ORDER | {"out-of-bounds", "misaligned"}

DIVERGENT = """
define internal void @mutant.divergent() convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %t, 64
  br i1 %low, label %meet, label %end
meet:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %end
end:
  ret void
}
"""


def drop(line):
    return ""


def swap(first, second):
    """Exchanges two operands of a call."""
    def rewrite(line):
        head, rest = re.match(r"(.*?\()(.*)", line).groups()
        operands = re.findall(r"[^,()]+", rest.split(")")[0])
        operands[first], operands[second] = operands[second], operands[first]
        return head + ",".join(operands) + ")" + rest.split(")", 1)[1]
    return rewrite


def offset(space, amount):
    """Moves the address of a load or store."""
    def rewrite(line):
        found = re.search(rf"ptr addrspace\({space}\)[a-z0-9() ]*? (%[\w.]+|@[\w.]+)", line)
        moved = f"  %mutant.p = getelementptr i8, ptr addrspace({space}) {found.group(1)}, i64 {amount}\n"
        return moved + line[:found.start()] + f"ptr addrspace({space}) %mutant.p" + line[found.end():]
    return rewrite


def other_barrier(line):
    return ("  %mutant.t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %mutant.c = icmp ult i32 %mutant.t, 64\n"
            "  %mutant.i = select i1 %mutant.c, i32 0, i32 1\n" + line.replace("(i32 0)", "(i32 %mutant.i)"))


def substitute(pattern, replacement):
    return lambda line: re.sub(pattern, replacement, line, count=1)


# Fault: the lines it can be planted in, how, the causes that count, and at how many places of a kernel.
FAULTS = [
    ("barrier dropped", r"call void @llvm\.nvvm\.barrier\.cta\.sync", drop, ORDER | VALUE, 2),
    ("warp barrier dropped", r"call void @llvm\.nvvm\.bar\.warp\.sync", drop, ORDER | VALUE, 2),
    ("barrier in one branch only", r"call void @llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all",
     substitute(r"@llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all\(i32 0\)", "@mutant.divergent()"), DIVERGENCE, 2),
    ("barrier of another number for some", r"call void @llvm\.nvvm\.barrier\.cta\.sync\.aligned\.all\(i32 0\)", other_barrier, DIVERGENCE, 1),
    ("wait for copies dropped", r"call void @cutile\.nvptx\.cp\.async\.wait", drop, {"async-copy-race"}, 3),
    ("wait for one group too few", r"call void @cutile\.nvptx\.cp\.async\.wait_group",
     lambda line: re.sub(r"\(i32 (\d+)\)", lambda m: f"(i32 {int(m.group(1)) + 1})", line), {"async-copy-race"}, 2),
    ("commit of copies dropped", r"call void @cutile\.nvptx\.cp\.async\.commit", drop, {"async-copy-race"}, 2),
    ("copy to another place", r"call void @cutile\.nvptx\.cp\.async\.c[ag]", offset(3, 64), ADDRESS, 1),
    ("wrong shuffle lane", r"@llvm\.nvvm\.shfl\.sync\.(bfly|up|down|idx)\.",
     lambda line: re.sub(r"(shfl\.sync\.\w+\.\w+\(i32 [^,]+, i32 [^,]+, i32 )([^,]+)(, )", r"\1%mutant.l\3",
                         "  %mutant.l = xor i32 " + re.search(r"shfl\.sync\.\w+\.\w+\(i32 [^,]+, i32 [^,]+, i32 ([^,]+),", line).group(1)
                         + ", 3\n" + line), VALUE | {"warp-divergence"}, 1),
    ("fragment registers of A exchanged", r"= (tail )?call .*@cutile\.nvptx\.mma\.m16n8", swap(0, 1), VALUE, 2),
    ("fragment registers of B exchanged", r"= (tail )?call .*@cutile\.nvptx\.mma\.m16n8", swap(4, 5), VALUE, 1),
    ("matrix load of the wrong kind", r"@cutile\.nvptx\.ldmatrix\.x\d\.trans", substitute(r"\.trans", ""), VALUE, 1),
    ("matrix load from another row", r"@cutile\.nvptx\.ldmatrix", offset(3, 16), ADDRESS, 1),
    ("shared memory read elsewhere", r"load (float|i32|<[^>]*>), ptr addrspace\(3\) %", offset(3, 16), ADDRESS, 1),
    ("shared memory written elsewhere", r"store (float|i32|<[^>]*>) [^,]*, ptr addrspace\(3\) %", offset(3, 16), ADDRESS, 1),
    ("vector access at an odd address", r"(load <[^>]*>|store <[^>]*> [^,]*), ptr addrspace\(3\) %", offset(3, 4), ADDRESS, 1),
    ("vector access of global memory at an odd address", r"(load <[^>]*>|store <[^>]*> [^,]*), ptr addrspace\(1\) %", offset(1, 4), ADDRESS, 1),
    ("global memory written beyond the end", r"store (float|i32|<[^>]*>) [^,]*, ptr addrspace\(1\) %", offset(1, 65536), {"out-of-bounds"}, 1),
    ("global memory written elsewhere", r"store (float|i32|<[^>]*>) [^,]*, ptr addrspace\(1\) %", offset(1, 32), ADDRESS, 1),
    ("release lost", r"@cutile\.nvptx\.atom\.|store atomic .* release|fence .*", None, ORDER | {"wrong-result"}, 2),
    ("acquire lost", r"load atomic .* acquire", substitute(r" acquire", " monotonic"), ORDER, 1),
]


def weaken(line):
    if "fence" in line:
        return ""
    line = re.sub(r" release", " monotonic", line)
    return re.sub(r"(@cutile\.nvptx\.atom\.[^(]*\(.*), i32 [123], i32 (\d)\)", r"\1, i32 0, i32 \2)", line)


def shrink(text, kernel):
    """Shared memory of half the size."""
    def half(match):
        return f"{match.group(1)}[{int(match.group(2)) // 2} x i8]"
    new, count = re.subn(rf"(@{kernel}\.\S* = .*addrspace\(3\) global )\[(\d+) x i8\]", half, text, count=1)
    return new if count else None


def run(emu, text, kernel):
    launch, arguments, outputs = KERNELS[kernel]
    printed = [word for number in outputs for word in ("--print", str(number))]
    with tempfile.NamedTemporaryFile("w", suffix=".ll") as file:
        file.write(text)
        file.flush()
        result = subprocess.run([emu, file.name, "--limit", "3", "--kernel", kernel, *launch, *printed, *arguments], capture_output=True, text=True, timeout=120)
    causes = set(re.findall(r"^cutile-emu: error: ([a-z-]+):", result.stderr, re.M))
    if result.returncode and not causes:
        raise RuntimeError(f"{kernel}: {result.stderr}")
    return causes, result.stdout


def mutants(emu, text, only):
    for kernel in KERNELS:
        found = re.search(rf"^define [^\n]*@{kernel}\(.*?^}}", text, re.M | re.S)
        if not found:
            continue
        lines = found.group(0).split("\n")

        def whole(at, new):
            body = "\n".join(lines[:at] + ([new] if new else []) + lines[at + 1:])
            return text[:found.start()] + body + text[found.end():] + DIVERGENT

        reached = {}

        def executed(at):
            """Kernels have several versions of a path; faults in one that does not run prove nothing."""
            if at not in reached:
                reached[at] = "trap" in run(emu, whole(at, "  call void @llvm.trap()\n" + lines[at]), kernel)[0]
            return reached[at]

        for name, pattern, rewrite, causes, most in FAULTS:
            places = [i for i, line in enumerate(lines) if re.search(pattern, line)]
            # Spread over the kernel. The first place comes last: the barrier before the first use of shared memory guards nothing.
            chosen = list(dict.fromkeys([places[len(places) // 2], places[-1], places[0]])) if places else []
            chosen = [at for at in chosen if executed(at)]
            for at in chosen[:most]:
                new = (rewrite or weaken)(lines[at])
                if new != lines[at] and (not only or re.search(only, f"{kernel}: {name}")):
                    yield kernel, name, at, causes, whole(at, new)
        smaller = shrink(text, kernel)
        if smaller and (not only or re.search(only, f"{kernel}: shared memory too small")):
            yield kernel, "shared memory too small", 0, {"out-of-bounds"}, smaller + DIVERGENT


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("emu")
    parser.add_argument("lowered")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--only")
    options = parser.parse_args()
    text = open(options.lowered).read()
    if "@llvm.trap" not in text:
        text += "declare void @llvm.trap()\n"
    if "@llvm.nvvm.barrier.cta.sync.aligned.all" not in text:
        sys.exit("no barriers in " + options.lowered)
    expected = {}
    for kernel in KERNELS:
        causes, expected[kernel] = run(options.emu, text, kernel)
        if causes:
            sys.exit(f"{kernel} is at fault before any mutation: {', '.join(sorted(causes))}")
    planted = caught = 0
    for kernel, name, at, wanted, mutant in mutants(options.emu, text, options.only):
        causes, output = run(options.emu, mutant, kernel)
        if output != expected[kernel]:
            causes.add("wrong-result")
        ok = bool(causes & wanted)
        planted += 1
        caught += ok
        print(f"{'found ' if ok else 'MISSED'} {kernel}: {name} (line {at}): {', '.join(sorted(causes)) or 'nothing'}")
        if options.verbose and not ok:
            open(f"missed-{planted}.ll", "w").write(mutant)
    print(f"{caught} of {planted} found")
    sys.exit(not options.only and (planted < 30 or caught * 30 < planted * 28))


if __name__ == "__main__":
    main()
