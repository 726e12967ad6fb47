"""The engines: their protocol, their registry and options, and one module or folder for each."""
