"""The one expression language: text -> nodes -> types, ranges, values, text."""
