"""Nights on which something breaks, and what Peal says about it in each place where an operator looks."""
