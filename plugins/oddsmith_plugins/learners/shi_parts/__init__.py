"""Parts of the learner `shi`: what lies ahead of a decision, and the plans that are compared there."""
