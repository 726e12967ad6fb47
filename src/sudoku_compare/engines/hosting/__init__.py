"""Engines in processes of their own, which can be stopped from outside and whose answers are checked."""
