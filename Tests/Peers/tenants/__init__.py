"""Two apps with two users each, and everything that one side could ask of the other."""
