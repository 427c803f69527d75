"""The author's surface: everything a plugin may import, grouped by role."""

# The groups are meant for readers, so the sorter is kept out.
# isort: off
# ruff: noqa: PLC0414

from typing import TYPE_CHECKING

# every plugin
from oddsmith.hosting.surface import SURFACE as SURFACE
from oddsmith.hosting.hookspecs import CommandGroup as CommandGroup
from oddsmith.hosting.hookspecs import hookimpl as hookimpl
from oddsmith.hosting.manager import UnavailableError as UnavailableError
from oddsmith.context import Context as Context
from oddsmith.context import Keeper as Keeper
from oddsmith.context import LimitError as LimitError
from oddsmith.context import StoppedError as StoppedError
from oddsmith.context import Task as Task

# complaints about a game
from oddsmith.source import Diagnostic as Diagnostic
from oddsmith.source import Source as Source
from oddsmith.source import Origins as Origins
from oddsmith.source import Span as Span
from oddsmith.source import SpecError as SpecError
from oddsmith.source import nearest as nearest

# expressions and processes
from oddsmith.expr.evaluate import Compiler as Compiler
from oddsmith.expr.layout import flat_index as flat_index
from oddsmith.expr.nodes import Binary as Binary
from oddsmith.expr.nodes import Boolean as Boolean
from oddsmith.expr.nodes import Call as Call
from oddsmith.expr.nodes import Compare as Compare
from oddsmith.expr.nodes import Expr as Expr
from oddsmith.expr.nodes import Fold as Fold
from oddsmith.expr.nodes import If as If
from oddsmith.expr.nodes import Index as Index
from oddsmith.expr.nodes import Items as Items
from oddsmith.expr.nodes import Member as Member
from oddsmith.expr.nodes import Name as Name
from oddsmith.expr.nodes import Number as Number
from oddsmith.expr.nodes import Range as Range
from oddsmith.expr.nodes import Symbol as Symbol
from oddsmith.expr.nodes import Unary as Unary
from oddsmith.expr.show import show as show
from oddsmith.expr.simplify import simplify as simplify
from oddsmith.expr.substitute import free_names as free_names
from oddsmith.expr.substitute import substitute as substitute
from oddsmith.expr.substitute import transform as transform
from oddsmith.expr.substitute import walk as walk
from oddsmith.expr.types import Type as Type
from oddsmith.expr.values import EvaluationError as EvaluationError
from oddsmith.process.layout import layout_of as layout_of
from oddsmith.process.process import TAU as TAU
from oddsmith.process.process import Branch as Branch
from oddsmith.process.process import Draw as Draw
from oddsmith.process.process import Function as Function
from oddsmith.process.process import Gain as Gain
from oddsmith.process.process import Party as Party
from oddsmith.process.process import Process as Process
from oddsmith.process.process import Summand as Summand
from oddsmith.process.process import Table as Table
from oddsmith.process.process import Uniform as Uniform
from oddsmith.process.process import Update as Update
from oddsmith.process.process import Weighted as Weighted
from oddsmith.process.reduction import Reduction as Reduction

# reductions of processes
from oddsmith.expr.constants import literal as literal
from oddsmith.expr.constants import value_of as value_of
from oddsmith.expr.interval import Interval as Interval
from oddsmith.expr.logic import conjuncts as conjuncts
from oddsmith.expr.nodes import FALSE as FALSE
from oddsmith.expr.nodes import TRUE as TRUE
from oddsmith.expr.ranges import bounds as bounds
from oddsmith.expr.ranges import narrowed as narrowed
from oddsmith.expr.substitute import map_children as map_children
from oddsmith.process.access import cell_name as cell_name
from oddsmith.process.access import cells_of as cells_of
from oddsmith.process.access import references as references
from oddsmith.process.erase import erase as erase
from oddsmith.process.expressions import draw_expressions as draw_expressions
from oddsmith.process.expressions import query_expressions as query_expressions
from oddsmith.process.expressions import summand_expressions as summand_expressions
from oddsmith.process.known import Known as Known
from oddsmith.process.known import constant_node as constant_node
from oddsmith.process.process import Parameter as Parameter
from oddsmith.process.process import Sum as Sum
from oddsmith.process.rewrite import rewritten as rewritten
from oddsmith.process.rewrite import rewritten_branch as rewritten_branch
from oddsmith.process.rewrite import rewritten_query as rewritten_query
from oddsmith.process.rewrite import rewritten_summand as rewritten_summand
from oddsmith.process.settle import Settler as Settler
from oddsmith.process.settle import small_functions as small_functions
from oddsmith.spec.lower.used import without_unused as without_unused

# processes with rounds
from oddsmith.process.access import Access as Access
from oddsmith.process.rounds.analyse import conditions as conditions
from oddsmith.process.rounds.analyse import end_conditions as end_conditions
from oddsmith.process.rounds.analyse import rounds_of as rounds_of
from oddsmith.process.rounds.specialise import flat as flat
from oddsmith.process.rounds.specialise import joined as joined
from oddsmith.process.rounds.specialise import negated as negated
from oddsmith.process.rounds.structure import FAULT as FAULT
from oddsmith.process.rounds.structure import NOTHING as NOTHING
from oddsmith.process.rounds.structure import UNIT as UNIT
from oddsmith.process.rounds.structure import Case as Case
from oddsmith.process.rounds.structure import Layer as Layer
from oddsmith.process.rounds.structure import NoRoundsError as NoRoundsError
from oddsmith.process.rounds.structure import Rounds as Rounds
from oddsmith.process.rounds.structure import RowOutcome as RowOutcome

# processes with parts that may change places
from oddsmith.kernel.exchange import exchanged_fields as exchanged_fields
from oddsmith.process.process import Blocks as Blocks
from oddsmith.process.process import Reward as Reward

# processes with steps that are followed at once
from oddsmith.process.followed import followed_commands as followed_commands

# kernels
from oddsmith.kernel.encoding import Encoding as Encoding
from oddsmith.kernel.encoding import Field as Field
from oddsmith.kernel.gather import expand_rows as expand_rows
from oddsmith.kernel.kernel import Kernel as Kernel
from oddsmith.kernel.kernel import Moves as Moves
from oddsmith.kernel.kernel import NativeStep as NativeStep
from oddsmith.kernel.kernel import NotCompilableError as NotCompilableError
from oddsmith.kernel.kernel import Rows as Rows
from oddsmith.kernel.kernel import SemanticError as SemanticError
from oddsmith.kernel.kernel import Target as Target

# state spaces
from oddsmith.graph.quotient import Quotient as Quotient
from oddsmith.graph.quotient import quotient as quotient
from oddsmith.space.reduction import Lift as Lift
from oddsmith.space.reduction import SpaceReduction as SpaceReduction
from oddsmith.space.explore import explore as explore
from oddsmith.space.space import Gains as Gains
from oddsmith.space.space import StateSpace as StateSpace
from oddsmith.space.space import Stored as Stored

# game trees: what players know, and what they do best
from oddsmith.solve.play import Play as Play
from oddsmith.tree.describe import Behaviour as Behaviour
from oddsmith.tree.describe import describe as describe
from oddsmith.tree.describe import measured as measured
from oddsmith.tree.exact import ExactPlays as ExactPlays
from oddsmith.tree.measure import reward_payoff as reward_payoff
from oddsmith.tree.plays import Plays as Plays
from oddsmith.tree.plays import Response as Response
from oddsmith.tree.sight import blind as blind
from oddsmith.tree.solver import TreeSolver as TreeSolver
from oddsmith.tree.table import read_behaviour as read_behaviour
from oddsmith.tree.tree import GameTree as GameTree
from oddsmith.tree.tree import Information as Information
from oddsmith.tree.unfold import unfold as unfold
from oddsmith.tree.unfolded import Unfolded as Unfolded

# learners
from oddsmith.learn.learner import Learner as Learner
from oddsmith.learn.learner import Mind as Mind
from oddsmith.learn.learner import Responder as Responder
from oddsmith.learn.match import Ending as Ending
from oddsmith.learn.match import Match as Match
from oddsmith.learn.match import Seats as Seats
from oddsmith.learn.match import Situation as Situation
from oddsmith.learn.match import Turn as Turn
from oddsmith.tree.tree import Vector as Vector

# state spaces in parts
from oddsmith.graph.reach import attract as attract
from oddsmith.graph.reverse import Reverse as Reverse
from oddsmith.graph.reverse import reverse_rows as reverse_rows
from oddsmith.kernel.gather import Batch as Batch
from oddsmith.kernel.gather import hash_row as hash_row
from oddsmith.space.explain import Judge as Judge
from oddsmith.space.faults import check_choices as check_choices
from oddsmith.space.growing import Growing as Growing
from oddsmith.space.hash_index import HashIndex as HashIndex
from oddsmith.space.hash_index import enter_rows as enter_rows
from oddsmith.space.hash_index import find_rows as find_rows

# solvers
from oddsmith.graph.components import Components as Components
from oddsmith.graph.components import components as components
from oddsmith.graph.components import components_of as components_of
from oddsmith.process.question import Distribution as Distribution
from oddsmith.process.question import Expectation as Expectation
from oddsmith.process.question import Path as Path
from oddsmith.process.question import Played as Played
from oddsmith.process.question import Probability as Probability
from oddsmith.process.question import Quantile as Quantile
from oddsmith.process.question import Question as Question
from oddsmith.process.question import Visits as Visits
from oddsmith.process.rounds.symmetry import Rotation as Rotation
from oddsmith.process.rounds.symmetry import rotation_of as rotation_of
from oddsmith.solve.alone import Alone as Alone
from oddsmith.solve.alone import alone as alone
from oddsmith.solve.bounded import Bounded as Bounded
from oddsmith.solve.gains import choice_gain as choice_gain
from oddsmith.solve.conditions import conditions_of as conditions_of
from oddsmith.solve.conditions import constant as constant
from oddsmith.solve.conditions import steps as steps
from oddsmith.solve.counting import rewards_of as rewards_of
from oddsmith.solve.outlook import Outlook as Outlook
from oddsmith.solve.outlook import Way as Way
from oddsmith.solve.problem import Problem as Problem
from oddsmith.solve.problem import Promise as Promise
from oddsmith.solve.problem import Trait as Trait
from oddsmith.solve.process_solver import Effort as Effort
from oddsmith.solve.process_solver import Found as Found
from oddsmith.solve.process_solver import ProcessSolver as ProcessSolver
from oddsmith.solve.process_solver import UnsuitableError as UnsuitableError
from oddsmith.solve.quantile import Crossing as Crossing
from oddsmith.solve.request import Finding as Finding
from oddsmith.solve.sample import DOUBT as DOUBT
from oddsmith.solve.sample import Sample as Sample
from oddsmith.solve.solution import Solution as Solution
from oddsmith.solve.solution import Status as Status
from oddsmith.solve.solver import Solver as Solver
from oddsmith.solve.strategy import Strategy as Strategy

# importers and exporters
from oddsmith.exchange.exporter import ExplicitExporter as ExplicitExporter
from oddsmith.exchange.exporter import Explored as Explored
from oddsmith.exchange.exporter import Export as Export
from oddsmith.exchange.exporter import Exporter as Exporter
from oddsmith.exchange.exporter import SymbolicExporter as SymbolicExporter
from oddsmith.exchange.importer import ForeignText as ForeignText
from oddsmith.exchange.importer import Imported as Imported
from oddsmith.exchange.importer import Importer as Importer
from oddsmith.exchange.stored import ExplicitImporter as ExplicitImporter
from oddsmith.exchange.stored import StoredModel as StoredModel
from oddsmith.exchange.stored import damaged as damaged
from oddsmith.exchange.stored import impossible as impossible
from oddsmith.exchange.stored import unsuited as unsuited

# compiled loops
from oddsmith.native import Array as Array
from oddsmith.native import Callback as Callback
from oddsmith.native import array as array
from oddsmith.native import compiled as compiled
from oddsmith.native import f32 as f32
from oddsmith.native import f64 as f64
from oddsmith.native import floor as floor
from oddsmith.native import fma as fma
from oddsmith.native import from_text as from_text
from oddsmith.native import i32 as i32
from oddsmith.native import i64 as i64
from oddsmith.native import inf as inf
from oddsmith.native import multiply_high as multiply_high
from oddsmith.native import prefetch as prefetch
from oddsmith.native import tail as tail
from oddsmith.native import u8 as u8
from oddsmith.native import u64 as u64

# reports
from oddsmith.hosting.outcome import Outcome as Outcome
from oddsmith.hosting.outcome import Section as Section
from oddsmith.solve.answer import Answer as Answer
from oddsmith.solve.answer import Spread as Spread


if not TYPE_CHECKING:  # a type checker shall still find names that do not exist

    def __getattr__(name: str) -> object:
        """Old names that still work, and say what to use instead."""
        import warnings

        from oddsmith.hosting.surface import RENAMED

        if name not in RENAMED:
            raise AttributeError(f"oddsmith.plugin has no {name}: see plugins/README.md")
        warnings.warn(RENAMED[name].warning(name), DeprecationWarning, stacklevel=2)
        return globals()[RENAMED[name].use]
