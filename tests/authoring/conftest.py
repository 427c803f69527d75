"""The tests of the package in `acme-odds` are its own: they run where it is installed."""

collect_ignore = ["acme-odds"]
