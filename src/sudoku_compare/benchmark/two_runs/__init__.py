"""`report A B`: compare two records."""
