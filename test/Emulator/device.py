#!/usr/bin/env python3
"""Prepares the comparison of the emulator with a GPU (sm_90a).

    device.py BUILD_FOLDER OUT_FOLDER

Everything that needs the compiler and the emulator happens here; OUT_FOLDER/gpu.sh, run on a machine with the GPU, needs
nothing but the folder, the driver and compute-sanitizer. It prints
  - for each result of same-as-h200.cu, whether the GPU computed the bits that the emulator computed;
  - for each kernel with a planted race, and for the same kernel without, what the emulator and `racecheck` say.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path

import mutate

HERE = Path(__file__).resolve().parent
LLC = "/usr/lib/llvm-22/bin/llc"

# Kernel and fault of mutate.py whose mutants are races through shared memory.
RACES = [("transpose", "barrier dropped"), ("running", "barrier dropped"), ("softmax", "barrier dropped"), ("gemm", "barrier dropped"),
         ("gemm", "wait for copies dropped")]
SIMT = (["--grid", "1", "--block", "256"], ["buf:i32:256:iota", "buf:i32:256:none"], [1])


def call(*command):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True)


def assemble(build, out, name, text):
    """Lowered IR to a cubin, as the plugin and the driver would do it."""
    source = out / f"{name}.ll"
    source.write_text(text)
    call(build / "bin/cutile-opt", "-passes=cutile-expand-target-ops", source, "-o", out / f"{name}.expanded.ll")
    call(LLC, "-O3", "-mcpu=sm_90a", "-mattr=+ptx90", out / f"{name}.expanded.ll", "-o", out / f"{name}.ptx")
    call("/usr/local/cuda/bin/ptxas", "-arch=sm_90a", "-lineinfo", out / f"{name}.ptx", "-o", out / f"{name}.cubin")
    for suffix in ("ll", "expanded.ll", "ptx"):
        (out / f"{name}.{suffix}").unlink()


def main():
    build, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    emu, cutile = build / "bin/cutile-emu", build / "bin/cutile++"

    for mode in ("emulated", "gpu"):
        (out / mode).mkdir(exist_ok=True)
    call(cutile, HERE / "same-as-h200.cu", "-o", out / "same", "-lcudart", "-Wl,-rpath,$ORIGIN")
    shutil.copy("/usr/local/cuda/lib64/libcudart.so.13", out)
    call(cutile, "--emulate", HERE / "same-as-h200.cu", "-o", out / "same-emulated")
    call(out / "same-emulated", out / "emulated")
    (out / "same-emulated").unlink()
    call("clang++-22", "-std=c++20", "-O1", HERE / "Inputs/launch.cpp", "-I/usr/local/cuda/include", "-L/usr/local/cuda/lib64/stubs", "-lcuda", "-o",
         out / "launch")

    lower = ["-fplugin-arg-cutile-target=emulate", "-O2", "-g1", "--cuda-device-only", "-emit-llvm", "-S"]
    plugin = [f"-fplugin={build}/lib/libcutile.so", "-std=c++20", "--cuda-gpu-arch=sm_90a", "-x", "cuda", "-Wno-unknown-cuda-version"]
    call("clang++-22", *plugin, *lower, HERE / "Inputs/mutants.cu", "-o", out / "mutants.ll")
    text = (out / "mutants.ll").read_text()
    if "@llvm.trap" not in text:
        text += "declare void @llvm.trap()\n"

    rows = []

    def add(name, kernel, module):
        causes, _ = mutate.run(str(emu), module, kernel)
        launch, arguments, _ = mutate.KERNELS[kernel]
        rows.append((name, " ".join(sorted(causes)) or "clean", f"--kernel {kernel} {' '.join(launch + arguments)}"))
        assemble(build, out, name, module)

    for kernel in dict.fromkeys(kernel for kernel, _ in RACES):
        add(f"{kernel}-correct", kernel, text)
    for number, (kernel, fault) in enumerate(RACES):
        only = f"^{kernel}: {fault}$"
        mutant = next((m for *_, m in mutate.mutants(str(emu), text, only)), None)
        if mutant:
            add(f"{kernel}-{re.sub(' ', '-', fault)}", kernel, mutant)
    mutate.KERNELS["simt"] = SIMT
    for name, defines in (("simt-correct", ["-DCORRECT"]), ("simt-barrier-missing", [])):
        call("clang++-22", *plugin, *lower, *defines, HERE / "Inputs/races.cu", "-o", out / "simt.ll")
        add(name, "simt", (out / "simt.ll").read_text())
    for file in out.glob("*.ll"):
        file.unlink()

    lines = ["#!/bin/sh", "# Written by test/Emulator/device.py.", 'cd "$(dirname "$0")" || exit 1', "export LD_LIBRARY_PATH=$PWD:$LD_LIBRARY_PATH",
             "sanitizer=${SANITIZER:-compute-sanitizer}", "mkdir -p gpu; rm -f gpu/*.bin", "./same gpu",
             "for f in emulated/*.bin; do cmp -s $f gpu/${f#*/} && echo \"SAME $(basename $f .bin)\" || echo \"DIFFERENT $(basename $f .bin)\"; done",
             "race() {",
             "  $sanitizer --tool racecheck --racecheck-report all ./launch $3 > /tmp/racecheck.$1 2>&1",
             "  said=$(grep -o 'RACECHECK SUMMARY.*' /tmp/racecheck.$1 || tail -1 /tmp/racecheck.$1)",
             "  printf '%-34s emulator: %-28s racecheck: %s\\n' $1 \"$2\" \"$said\"",
             "}"]
    lines += [f"race {name} '{causes}' '{name}.cubin {command}'" for name, causes, command in rows]
    (out / "gpu.sh").write_text("\n".join(lines) + "\n")
    (out / "gpu.sh").chmod(0o755)
    for row in rows:
        print("%-34s %s" % row[:2])


if __name__ == "__main__":
    main()
