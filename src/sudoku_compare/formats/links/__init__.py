"""Puzzles in links: one module for each site, and the encodings that the sites share."""
