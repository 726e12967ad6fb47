"""Engines that are other programs: descriptions, protocols, and how their output is read."""
