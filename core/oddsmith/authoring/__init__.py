"""For those who write plugins of their own: the beginnings of packages."""
