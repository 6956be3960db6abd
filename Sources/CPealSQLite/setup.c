#include "CPealSQLite.h"

#include <sqlite3.h>

/* Bytes of a slot and slots of a connection: 1.2 MB, of which SQLite makes two thirds slots of 128 bytes. */
enum { slotBytes = 1200, slotCount = 1000 };

int peal_sqlite_set_up(void) {
    int code = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (code != SQLITE_OK) return code;
    return sqlite3_config(SQLITE_CONFIG_LOOKASIDE, slotBytes, slotCount);
}
