"""Teufel, Teufel!: letters are collected at night, devils get in the way."""
