"""Jobs for clusters: what a run takes, written down for a scheduler."""
