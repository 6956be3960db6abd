#ifndef CPEAL_SQLITE_H
#define CPEAL_SQLITE_H

/// Sets SQLite up for this process: no statistics of memory, which take a lock at every allocation, and room beside each
/// connection for the small pieces of its statements where SQLite was built with that (Debian's was not).
///
/// Only before SQLite is used for the first time; later it changes nothing.
/// Returns SQLite's result code.
int peal_sqlite_set_up(void);

#endif
