"""Other programs under supervision: limits that hold, pipes that never block, and no process left behind."""
