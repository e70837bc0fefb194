"""How a language writes days, where Django's way could be misread."""
