"""Engine `reductio`: disjunctive syllogism until nothing more follows, then indirect proof."""
