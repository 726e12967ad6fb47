"""The puzzle collections that come with every installation."""
