"""Where searches run: in this process, in worker processes, or in threads."""
