"""How long tests in Python wait for what should happen, whatever the machine.

A wait ends when what it waits for is there; this is only where a hang is called a failure, so it is far from what a slow machine
needs.
"""

#: Seconds.
PATIENCE = 300
#: Milliseconds, as browsers count.
PATIENCE_MS = PATIENCE * 1000
#: What the sandbox may be asked to wait in one call of `settle`, in milliseconds.
SETTLE_MS = 60_000
