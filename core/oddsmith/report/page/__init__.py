"""Run folders -> one page for a browser, with everything in it."""
