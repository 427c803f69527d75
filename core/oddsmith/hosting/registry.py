"""A host -> what its plugins offer, by kind and name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from oddsmith.hosting.manager import Host, Origin, PluginError, Skipped
from oddsmith.hosting.names import unknown
from oddsmith.hosting.offered import fault
from oddsmith.hosting.options import build
from oddsmith.source import Span

KINDS = ("reduction", "kernel", "solver", "importer", "exporter", "learner")
"""Each kind `x` is offered through the hook `oddsmith_xs`."""


@dataclass(frozen=True)
class Offer:
    """One class that a plugin offers; its fields are its options."""

    kind: str
    name: str
    offered: type
    origin: Origin

    @property
    def about(self) -> str:
        """The first line of its docstring."""
        return (self.offered.__doc__ or "").strip().split("\n")[0]


@dataclass(frozen=True)
class Registry:
    """All offers of a host, asked for kind by kind when they are needed."""

    known: tuple[Offer, ...] = ()
    missing: tuple[Skipped, ...] = ()
    host: Host | None = None
    found: dict[str, tuple[Offer, ...]] = field(default_factory=dict)
    """The kinds that were asked for."""

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Everything of all kinds."""
        return tuple(offer for kind in KINDS for offer in self.of(kind))

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Plugins that could not be imported."""
        return self.missing if self.host is None else (*self.missing, *self.host.skipped)

    def of(self, kind: str) -> tuple[Offer, ...]:
        if kind not in self.found:
            own = tuple(offer for offer in self.known if offer.kind == kind)
            self.found[kind] = own if self.host is None else (*own, *_offers(self.host, kind))
        return self.found[kind]

    def find(self, kind: str, name: str, span: Span | None = None) -> Offer:
        """The offer with this name; an unknown one is answered with the known ones."""
        for offer in self.of(kind):
            if offer.name == name:
                return offer
        raise unknown(kind, name, (o.name for o in self.of(kind)), span, self.notes(name))

    def notes(self, name: str) -> tuple[str, ...]:
        """Why something of this name is missing, if its plugin could not be imported."""
        return tuple(str(skip) for skip in self.skipped if skip.origin.answers_to(name))

    def make(self, kind: str, name: str, options: Mapping[str, str], span: Span | None = None) -> Any:
        """An instance of the offer with these options."""
        return build(self.find(kind, name, span).offered, options, f"{kind} {name}", span)

    def alone(self, kind: str, name: str) -> Any:
        """What the plugin `kind-name` offers under its name; the others of its kind need not be imported for it."""
        if self.host is not None and kind not in self.found:
            self.host.need(kind, f"{kind}-{name}")
            for origin, answer in self.host.ask(f"oddsmith_{kind}s"):
                for offered in _classes(origin, kind, answer):
                    if offered.name == name:
                        return offered()
        return self.make(kind, name, {})

    def all_of(self, kind: str) -> tuple[Any, ...]:
        """Every offer of a kind with its default options, in order of name; those that do not take all games last."""
        ordered = sorted(self.of(kind), key=lambda offer: (getattr(offer.offered, "partial", False), offer.name))
        return tuple(offer.offered() for offer in ordered)

    def who(self, kind: str, name: str) -> Origin:
        """The plugin behind an offer."""
        return self.find(kind, name).origin


def registry(host: Host) -> Registry:
    """What the plugins of a host offer. Of those that are imported all are asked at once, the others when needed."""
    found = Registry(host=host)
    for kind in KINDS:
        if kind not in {origin.plugin.partition("-")[0] for origin in host.waiting.values()}:
            found.of(kind)
    return found


def _offers(host: Host, kind: str) -> tuple[Offer, ...]:
    """Ask all plugins for what they offer of a kind; two of one name are an error that names both plugins."""
    offers: dict[str, Offer] = {}
    host.need(kind)
    for origin, answer in host.ask(f"oddsmith_{kind}s"):
        for offered in _classes(origin, kind, answer):
            offer = Offer(kind, offered.name, offered, origin)
            other = offers.setdefault(offer.name, offer)
            if other is not offer:
                both = f"{kind} {offer.name} is offered by {other.origin} and by {origin}"
                raise PluginError(origin, f"{both}: run with --without one of them")
    return tuple(offers.values())


def _classes(origin: Origin, kind: str, answer: object) -> Iterable[Any]:
    if not isinstance(answer, Iterable):
        raise PluginError(origin, f"oddsmith_{kind}s must return an iterable of classes, not {answer!r}")
    for offered in answer:
        if not isinstance(offered, type) or not isinstance(getattr(offered, "name", None), str):
            raise PluginError(origin, f"oddsmith_{kind}s must offer classes with a name, not {offered!r}")
        if reason := fault(kind, offered):
            raise PluginError(origin, f"refused: {reason} (run with --without {origin.plugin} to do without it)")
        yield offered
