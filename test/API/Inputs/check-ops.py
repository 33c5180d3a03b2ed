# check-ops.py RECORDS.json op.h: every record of TileOps.td has a declaration in op.h, with the memory effect that it states,
# and op.h declares nothing else.
import json
import re
import sys

records = json.load(open(sys.argv[1]))
names = records["!instanceof"]["Op"]
wanted = {records[name]["Name"]: sum(bit << k for k, bit in enumerate(records[name]["Memory"])) for name in names}
effects = {"const": (0,), "pure": (1,), "nothrow": (2, 3)}
declared = dict(reversed(match) for match in re.findall(r"^CUTILE_OP\((\w+), (\w+)\)", open(sys.argv[2]).read(), re.M))

for name in sorted(wanted.keys() - declared.keys()):
    print(f"not declared: {name}")
for name in sorted(declared.keys() - wanted.keys()):
    print(f"no record: {name}")
for name in sorted(wanted.keys() & declared.keys()):
    if wanted[name] not in effects[declared[name]]:
        print(f"{name}: declared {declared[name]}, memory {wanted[name]}")
print(f"{len(wanted)} records")
