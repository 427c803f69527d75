"""The author's surface: everything a plugin may import, grouped by role."""

import pluggy

hookimpl = pluggy.HookimplMarker("oddsmith")
