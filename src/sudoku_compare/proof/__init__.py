"""Checks certificates and traces. Shares nothing with the engines and their libraries, and believes nobody."""
