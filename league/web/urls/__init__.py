"""Addresses of the pages, one file per group of pages."""
