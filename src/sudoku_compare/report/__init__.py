"""What people and programs are shown: the same facts as text and as JSON."""
