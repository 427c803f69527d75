"""A checked Game -> its linear Process, and questions asked of it."""

from oddsmith.spec.lower.assemble import ask as ask
from oddsmith.spec.lower.assemble import lower as lower
from oddsmith.spec.lower.assemble import with_questions as with_questions
