"""`engines --check`: puts an engine through the engine contract and reports each promise as kept or broken."""
