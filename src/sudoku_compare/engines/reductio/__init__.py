"""Engine `reductio`: disjunctive syllogism to a fixpoint, then indirect proof."""
