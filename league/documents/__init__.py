"""Paper: one typst template per document, and what is set into it."""
