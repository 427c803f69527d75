"""The version of Oddsmith."""

VERSION = "0.1.0"
