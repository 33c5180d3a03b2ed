"""Builds a performance program of the acceptance suite with several compilers, runs the builds in turn and compares them.

Used by the scripts `memory` and `gemm`. Only ratios within one run count, since clocks differ from run to run: each case gives the time of the
peer (a copy, cuBLAS) divided by the own time, and the medians of those over the rounds are compared.
"""
import argparse
import dataclasses
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# Words in the name of a configuration that stand for a hint or a promise (perf/README.md).
HINTS = ("occupancy", "warps", "cluster", "no TMA", "divisible")


@dataclasses.dataclass
class Contest:
    """One program: what to build, what to run and what to reach."""

    program: str  # file in acceptance/perf without .cu
    peer: str  # name of the peer in the output
    selections: list  # values of --only, which are run one after another
    goal: dict  # (name, size, dtype) -> least ratio; key None: every other case
    defines: tuple = ()
    libraries: tuple = ()


def is_hinted(configuration):
    return any(word in configuration for word in HINTS)


# ---- Building

def compile_commands(contest, options):
    """Compiler name -> command that builds the program."""
    perf = options.acceptance / "perf"
    source = perf / f"{contest.program}.cu"
    common = [str(source), "-std=c++20", f"-I{perf}", "-include", str(HERE / "every_candidate.h"), *contest.defines, *options.option]
    commands = {"ours": [str(options.ours), "-O3", *common, *contest.libraries]}
    if options.shipping:
        commands["shipping"] = [str(options.shipping), "--enable-tile", f"-arch={options.shipping_arch}", *common, *contest.libraries]
    return commands


def build(contest, options):
    done = True
    for name, command in compile_commands(contest, options).items():
        folder = options.out / name
        folder.mkdir(parents=True, exist_ok=True)
        binary = folder / contest.program
        binary.unlink(missing_ok=True)
        if name == "shipping":
            command += [f"-L{options.cuda}/lib64"] if contest.libraries else []
        start = time.time()
        result = subprocess.run([*command, "-o", str(binary)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        (folder / f"{contest.program}.log").write_text(shlex.join(command) + "\n" + result.stdout)
        print(f"built {name} in {time.time() - start:.1f} s" if result.returncode == 0 else f"FAILED to build with {name}:\n{result.stdout[-3000:]}", flush=True)
        done &= result.returncode == 0
    return done


# ---- Running

def parse(output, peer):
    """The JSON lines of one run -> {case: {"peer_ms", "rate", "ok", "ratios": {configuration: ratio}, "best"}}."""
    cases, candidates = {}, {}
    for line in output.splitlines():
        if not line.startswith("{"):
            continue
        record = json.loads(line)
        if "candidate" in record:
            candidates[record["candidate"]] = record["ms"]
            continue
        peer_ms = record["peers"].get(peer)
        candidates[record["config"]] = record["ms"]  # measured in turn with the peer
        cases[record["name"], record["size"], record["dtype"]] = dict(
            ok=record["ok"], error=record["error"], best=record["config"],
            peer_rate=record["rate"] * record["ms"] / peer_ms if peer_ms else None, unit=record["unit"],
            ratios={name: (peer_ms or 1) / ms for name, ms in candidates.items()})
        candidates = {}
    return cases


def run(contest, options):
    """{compiler: {case: [result of each round]}}; `failures` collects runs that went wrong."""
    names = [n for n in ("ours", "shipping") if (options.out / n / contest.program).exists()]
    results, failures = {n: {} for n in names}, []
    library_path = os.pathsep.join(filter(None, [str(options.out / "lib"), f"{options.cuda}/lib64", os.environ.get("LD_LIBRARY_PATH")]))
    for turn in range(options.rounds):
        for selection in options.only or ([""] if options.smoke else contest.selections):
            for name in names if turn % 2 == 0 else reversed(names):
                command = [str(options.out / name / contest.program), "--json", "--only", selection, *(["--smoke"] if options.smoke else [])]
                done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "LD_LIBRARY_PATH": library_path})
                cases = parse(done.stdout, contest.peer)
                if done.returncode or not cases:
                    failures.append(f"{name}, '{selection}', status {done.returncode}: " + " / ".join(l for l in done.stdout.splitlines() if not l.startswith("{"))[-600:])
                for case, result in cases.items():
                    results[name].setdefault(case, []).append(result)
        print(f"round {turn + 1} of {options.rounds} done", file=sys.stderr, flush=True)
    return results, failures


# ---- Comparing

def summarise(rounds):
    """Medians over the rounds of one case."""
    names = list(dict.fromkeys(n for r in rounds for n in r["ratios"]))
    ratios = {n: statistics.median(r["ratios"][n] for r in rounds if n in r["ratios"]) for n in names}
    best = max(ratios, key=ratios.get)
    plain = {n: v for n, v in ratios.items() if not is_hinted(n)}
    unhinted = max(plain, key=plain.get) if plain else None
    peers = [r["peer_rate"] for r in rounds if r["peer_rate"]]
    return dict(ratios=ratios, best=best, best_ratio=ratios[best], unhinted=unhinted, unhinted_ratio=ratios[unhinted] if unhinted else None,
                spread=[min(r["ratios"][best] for r in rounds if best in r["ratios"]), max(r["ratios"][best] for r in rounds if best in r["ratios"])],
                ok=all(r["ok"] for r in rounds), peer_rate=statistics.median(peers) if peers else None, unit=rounds[0]["unit"])


def number(value):
    return "     -" if value is None else f"{value:6.3f}"


def quotient(a, b):
    return None if a is None or not b else a / b


def print_tables(contest, summaries):
    ours, shipping = summaries.get("ours", {}), summaries.get("shipping", {})
    cases = list(dict.fromkeys([*ours, *shipping]))
    for case in cases:
        mine, theirs = ours.get(case), shipping.get(case)
        some = mine or theirs
        peer = f"{contest.peer} {some['peer_rate']:.0f} {some['unit']}" if some["peer_rate"] else f"no {contest.peer}"
        print(f"\n{' '.join(case)}   ratio to {peer}{'' if all(s['ok'] for s in (mine, theirs) if s) else '   WRONG RESULTS'}")
        print(f"  {'configuration':<44}   ours  shipping  ours/shipping")
        for name in dict.fromkeys([*(mine or theirs)["ratios"], *(theirs or mine)["ratios"]]):
            a, b = (s["ratios"].get(name) if s else None for s in (mine, theirs))
            print(f"  {name:<44} {number(a)}    {number(b)}         {number(quotient(a, b))}")
    print(f"\n{'case':<38} {'ours':>6} {'spread':>13} {'unhinted':>8} {'unh./best':>9} {'shipping':>8} {'ours/sh.':>8}  goal")
    below = 0
    for case in cases:
        mine, theirs = ours.get(case), shipping.get(case)
        goal = contest.goal.get(case, contest.goal.get(None))
        marks = []
        if mine:
            if goal and mine["best_ratio"] < goal:
                marks.append("below goal")
            if theirs and mine["best_ratio"] < theirs["best_ratio"]:
                marks.append("slower than shipping")
            if mine["unhinted_ratio"] is not None and mine["unhinted_ratio"] < 0.97 * mine["best_ratio"]:
                marks.append("hints needed")
            if not mine["ok"]:
                marks.append("WRONG")
        below += bool(marks)
        spread = f"{mine['spread'][0]:.3f}-{mine['spread'][1]:.3f}" if mine else ""
        get = lambda s, key: s[key] if s else None
        print(f"{' '.join(case):<38} {number(get(mine, 'best_ratio'))} {spread:>13}   {number(get(mine, 'unhinted_ratio'))}    "
              f"{number(quotient(get(mine, 'unhinted_ratio'), get(mine, 'best_ratio')))}   {number(get(theirs, 'best_ratio'))}   "
              f"{number(quotient(get(mine, 'best_ratio'), get(theirs, 'best_ratio')))}  {goal or '-'} {', '.join(marks)}")
    return below


def main(contest, description):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--acceptance", type=Path, default=os.environ.get("ACCEPTANCE"), help="folder with perf/ (default: $ACCEPTANCE); needed to build")
    parser.add_argument("--ours", type=Path, default=ROOT / "build/bin/cutile++", help="our compiler")
    parser.add_argument("--shipping", type=Path, default=shutil.which(os.environ.get("SHIPPING_NVCC", "")), help="nvcc with --enable-tile (default: $SHIPPING_NVCC); left out if absent")
    parser.add_argument("--shipping-arch", default="sm_90")
    parser.add_argument("--cuda", type=Path, default=Path(os.environ.get("CUDA_PATH", "/usr/local/cuda")), help="toolkit, for libraries")
    parser.add_argument("--option", action="append", default=[], help="further compile option for every compiler, such as -DNO_HUGE_TILES")
    parser.add_argument("--out", type=Path, default=ROOT / "build/benchmarks", help="folder of the binaries")
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--run-only", action="store_true", help="on the machine with the GPU")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", action="append", help="run only cases whose 'name size dtype' contains this; may be repeated")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes")
    parser.add_argument("--json", type=Path, help="write all results here")
    options = parser.parse_args()
    if not options.run_only:
        if not options.acceptance:
            parser.error("--acceptance or $ACCEPTANCE is needed to build")
        if not build(contest, options):
            return 1
    if options.build_only:
        return 0
    results, failures = run(contest, options)
    summaries = {name: {case: summarise(rounds) for case, rounds in cases.items()} for name, cases in results.items()}
    below = print_tables(contest, summaries)
    for failure in failures:
        print("FAILED", failure)
    if options.json:
        options.json.write_text(json.dumps({name: {" ".join(case): dict(summary=summaries[name][case], rounds=rounds) for case, rounds in cases.items()}
                                            for name, cases in results.items()}, indent=1))
    cases = {case for s in summaries.values() for case in s}
    print(f"\n{len(cases)} cases, {below} with a remark, {len(failures)} runs failed")
    return 1 if failures or not cases else 0
