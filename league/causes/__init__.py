"""What causes a message: lines of the journal, and rows made with them."""
