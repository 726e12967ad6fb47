"""What features share to show things: boards, pages, charts and number formats."""
