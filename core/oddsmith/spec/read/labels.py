"""`labels:` and `rewards:` -> LabelClause and RewardClause."""

from __future__ import annotations

from oddsmith.expr.nodes import TRUE
from oddsmith.spec.game import LabelClause, RewardClause, RewardItem
from oddsmith.spec.keys import REWARD
from oddsmith.spec.read.actions import read_patterns
from oddsmith.spec.read.reader import Reader
from oddsmith.spec.tree import Node, Scalar


def read_labels(reader: Reader, node: Node | None) -> tuple[LabelClause, ...]:
    """Conditions by name; `win[p in 1..N]` is one per index."""
    found: list[LabelClause] = []
    for entry in reader.entries(node, "labels (`name: condition`)"):
        head = reader.head(entry.key, "a label")
        condition = reader.expression(entry.value, "a condition")
        if head is None or condition is None:
            reader.broken.add(entry.key.text.partition("[")[0].strip())
        else:
            found.append(LabelClause(head[0], condition, head[1], entry.key.span))
    return tuple(found)


def read_rewards(reader: Reader, node: Node | None) -> tuple[RewardClause, ...]:
    """Lists of gains by name; a bare expression is gained in every state; `gain[i in 1..n]` is one per index."""
    found: list[RewardClause] = []
    for entry in reader.entries(node, "rewards (`name: [{action: …, gain: …}]`)"):
        head = reader.head(entry.key, "a reward")
        if isinstance(entry.value, Scalar):
            gain = reader.expression(entry.value, "a gain")
            items = [] if gain is None else [RewardItem(gain, TRUE, (), entry.value.span)]
        else:
            read = (_item(reader, item) for item in reader.one_or_more(entry.value))
            items = [item for item in read if item is not None]
        if head is None:
            reader.broken.add(entry.key.text.partition("[")[0].strip())
        else:
            found.append(RewardClause(head[0], tuple(items), head[1], entry.key.span))
    return tuple(found)


def _item(reader: Reader, node: Node) -> RewardItem | None:
    fields = reader.fields(node, REWARD)
    actions = read_patterns(reader, fields.get("action"))
    when = reader.expression(fields["when"], "a condition") if "when" in fields else TRUE
    gain = reader.expression(fields["gain"], "a gain") if "gain" in fields else None
    if when is None or gain is None or ("action" in fields and not actions):
        return None
    return RewardItem(gain, when, actions, gain.span)
