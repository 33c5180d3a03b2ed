"""Prints what the page of cutile-info --html has in its data."""
import json
import re
import sys

page = open(sys.argv[1]).read()
script = re.search(r"<script>(.*?)</script>", page, re.S).group(1)
data = json.loads(re.search(r"^const data = (.*);$", script, re.M).group(1))
rest = re.sub(r"^const data = .*;$", "", page, flags=re.M)
print("other resources:", len(re.findall(r"<link|\bsrc=|@import|url\(|https?://(?!www\.w3\.org/2000/svg)", rest)))
print("kernels:", *(kernel["name"] for kernel in data["kernels"]))
plan = data["kernels"][0]["plan"]
print("lines of accesses:", *(access["where"]["line"] for access in plan["accesses"]))
where = plan["accesses"][0]["where"]
print(f"source line {where['line']}:", data["sources"][where["file"]].split("\n")[where["line"] - 1].strip())
