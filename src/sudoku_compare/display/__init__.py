"""Shared by all features to display results: boards, pages, charts and number formats."""
