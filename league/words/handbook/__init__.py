"""The handbook: what organizers look up, as Markdown, a folder for each language."""
