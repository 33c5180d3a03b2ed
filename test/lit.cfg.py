# The suite of lit tests. Features, substitutions and environment are listed here; paths come from lit.site.cfg.py.
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "CuTile"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cu", ".cpp", ".test"]
config.excludes = ["unit", "Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.cutile_test_build

bin_dir = os.path.join(config.cutile_build, "bin")
config.environment["PATH"] = os.pathsep.join([bin_dir, config.llvm_tools, os.environ.get("PATH", "")])
for name in ("CUDA_PATH", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# A test that wants one of the dump facilities sets it itself.
for name in ("CUTILE_DUMP_DIR", "CUTILE_DUMP_KERNEL", "CUTILE_OVERRIDE_DIR"):
    config.environment.pop(name, None)


def add(name, command):
    config.substitutions.append((name, command))


plugin = os.path.join(config.cutile_build, "lib", "libcutile.so")
add("%cutile-opt", os.path.join(bin_dir, "cutile-opt"))
add("%cutile-info", os.path.join(bin_dir, "cutile-info"))
add("%cutile-emu", os.path.join(bin_dir, "cutile-emu"))
add("%cutilexx", os.path.join(bin_dir, "cutile++") + " -Wno-unknown-cuda-version")
add("%clang", f"{config.clang} -fplugin={plugin} -std=c++20 --cuda-gpu-arch=sm_90a -Wno-unknown-cuda-version")
add("%bare-clang", f"{config.clang} -std=c++20 --cuda-gpu-arch=sm_90a -Wno-unknown-cuda-version")
add("%plugin", plugin)
add("%cutile-build", config.cutile_build)
add("%llvm-tools", config.llvm_tools)
add("%llvm-include", config.llvm_include)
add("%python", sys.executable)

ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
if os.path.exists(ptxas):
    config.available_features.add("ptxas")
    add("%ptxas", ptxas)

# cuda-gpu: programs can run on a GPU here; sm_90a: it is one that the Hopper paths are for.
try:
    query = ["nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"]
    capability = subprocess.run(query, capture_output=True, text=True, timeout=30).stdout.split()
except (OSError, subprocess.TimeoutExpired):
    capability = []
if capability and capability[0][0].isdigit():
    config.available_features.add("cuda-gpu")
    if capability[0] == "9.0":
        config.available_features.add("sm_90a")

for feature, program in (("gdb", "gdb"), ("clang-format", "clang-format-22")):
    if shutil.which(program):
        config.available_features.add(feature)

# Parts of the tree that a build may lack.
for feature, path in (("cutile-emu", "bin/cutile-emu"), ("cpu-runtime", "lib/libcutile_cpu_runtime.a"), ("plugin", "lib/libcutile.so")):
    if os.path.exists(os.path.join(config.cutile_build, path)):
        config.available_features.add(feature)
