"""Two JSON reports of `pipeline run` -> exit code 0 if they answer the same questions alike, else what differs.

same_answers.py ONE.json OTHER.json
"""

import json
import sys
from pathlib import Path

Answers = dict[str, dict[str, float]]


def answers(path: str) -> Answers:
    report = json.loads(Path(path).read_text(encoding="utf-8"))
    wrong = [answer["name"] for answer in report["answers"] if answer["status"] != "done" or answer["ok"] is False]
    if wrong or not report["answers"]:
        sys.exit(f"{path}: {', '.join(wrong) or 'nothing'} is not as expected")
    return {answer["name"]: answer for answer in report["answers"]}


def differences(one: Answers, other: Answers) -> list[str]:
    found = [] if one.keys() == other.keys() else ["other questions"]
    for name in one.keys() & other.keys():
        first, second = one[name], other[name]
        meet = first["lower"] <= second["upper"] and second["lower"] <= first["upper"]
        if not meet or abs(first["value"] - second["value"]) > 2e-9 * max(1.0, abs(first["value"])):
            found.append(f"{name}: {first['value']} and {second['value']}")
    return found


found = differences(answers(sys.argv[1]), answers(sys.argv[2]))
if found:
    sys.exit("\n".join(found))
