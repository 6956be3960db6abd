#ifndef CPEAL_SQLITE_H
#define CPEAL_SQLITE_H

/// Sets SQLite up for this process: no statistics of memory, which take a lock at every allocation, and room beside each
/// connection for the small pieces of its statements where SQLite was built with that (Debian's was not).
///
/// Only before SQLite is used for the first time; later it changes nothing.
/// Returns SQLite's result code.
int peal_sqlite_set_up(void);

// `sqlite3.h` declares these only for a build with SQLITE_ENABLE_PREUPDATE_HOOK, as Debian's SQLite is.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_value sqlite3_value;

/// Calls a function before each change of a row: context, connection, SQLITE_INSERT, SQLITE_UPDATE or SQLITE_DELETE,
/// database, table, the row's number before and after. Returns the context of the function that was there before.
void *sqlite3_preupdate_hook(
    sqlite3 *connection,
    void (*function)(void *, sqlite3 *, int, const char *, const char *, long long, long long),
    void *context);

/// The value of a column before the change; only within the function. Returns SQLite's result code.
int sqlite3_preupdate_old(sqlite3 *connection, int column, sqlite3_value **value);

/// The value of a column after the change; only within the function. Returns SQLite's result code.
int sqlite3_preupdate_new(sqlite3 *connection, int column, sqlite3_value **value);

#endif
