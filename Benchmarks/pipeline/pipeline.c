/* The least that a notification costs in a database: it is stored with its job, claimed, and ended with two entries of a log.
 *
 * A bound for what Peal does between a trigger and its outcome, in plain C on SQLite: no decision, no text, no push. Statements
 * are prepared once; each batch of 500 is three transactions, and each of them reaches the disk before the next begins.
 *
 *   pipeline DATABASE [NOTIFICATIONS]     a new file; 50,000 when not said. Prints processor time, time and bytes as JSON.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { batch = 500, body_size = 300, users = 1000 };

static sqlite3 *db;

static void fail(const char *what) {
    fprintf(stderr, "pipeline: %s: %s\n", what, db ? sqlite3_errmsg(db) : "no database");
    exit(1);
}

static void run(const char *sql) {
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) fail(sql);
    return statement;
}

static void step(sqlite3_stmt *statement) {
    if (sqlite3_step(statement) != SQLITE_DONE) fail(sqlite3_sql(statement));
    sqlite3_reset(statement);
}

/* xorshift64*: the keys are as unordered as real ones are. */
static unsigned long long state = 0x9E3779B97F4A7C15ull;

static unsigned long long random_bits(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 2685821657736338717ull;
}

static void make_key(unsigned char key[16]) {
    unsigned long long halves[2] = {random_bits(), random_bits()};
    memcpy(key, halves, 16);
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static double processor_time(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static double wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static long long size_of(const char *path, const char *suffix) {
    char name[4096];
    struct stat file;
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return stat(name, &file) == 0 ? (long long)file.st_size : 0;
}

int main(int count, char **arguments) {
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: pipeline DATABASE [NOTIFICATIONS]\n");
        return 2;
    }
    const char *path = arguments[1];
    long notifications = count == 3 ? strtol(arguments[2], NULL, 10) : 50000;
    if (notifications < batch || access(path, F_OK) == 0) {
        fprintf(stderr, "pipeline: at least %d notifications, and a file that is not there yet\n", batch);
        return 2;
    }
    notifications -= notifications % batch;

    if (sqlite3_open(path, &db) != SQLITE_OK) fail("open");
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    run("CREATE TABLE notification (key BLOB PRIMARY KEY, user INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL) WITHOUT ROWID");
    run("CREATE INDEX notification_user ON notification (user, at)");
    run("CREATE TABLE job (key BLOB PRIMARY KEY, due INTEGER NOT NULL, leased INTEGER) WITHOUT ROWID");
    run("CREATE INDEX job_due ON job (due) WHERE leased IS NULL");
    run("CREATE TABLE audit (number INTEGER PRIMARY KEY, key BLOB NOT NULL, action INTEGER NOT NULL, at INTEGER NOT NULL)");

    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *insert = prepare("INSERT INTO notification (key, user, at, body) VALUES (?, ?, ?, ?)");
    sqlite3_stmt *enqueue = prepare("INSERT INTO job (key, due) VALUES (?, ?)");
    sqlite3_stmt *claim = prepare(
        "UPDATE job SET leased = ? WHERE key IN (SELECT key FROM job WHERE leased IS NULL AND due <= ? ORDER BY due LIMIT ?) RETURNING key");
    sqlite3_stmt *end = prepare("DELETE FROM job WHERE key = ?");
    sqlite3_stmt *note = prepare("INSERT INTO audit (key, action, at) VALUES (?, ?, ?)");

    unsigned char body[body_size], keys[batch][16];
    double processor = processor_time(), wall = wall_clock();
    for (long done = 0; done < notifications; done += batch) {
        step(begin);
        for (int i = 0; i < batch; i++) {
            make_key(keys[i]);
            memset(body, 'a' + i % 26, sizeof body);
            sqlite3_bind_blob(insert, 1, keys[i], 16, SQLITE_STATIC);
            sqlite3_bind_int64(insert, 2, (sqlite3_int64)(random_bits() % users));
            sqlite3_bind_int64(insert, 3, done + i);
            sqlite3_bind_blob(insert, 4, body, sizeof body, SQLITE_STATIC);
            step(insert);
            sqlite3_bind_blob(enqueue, 1, keys[i], 16, SQLITE_STATIC);
            sqlite3_bind_int64(enqueue, 2, done + i);
            step(enqueue);
        }
        step(commit);

        step(begin);
        int claimed = 0;
        sqlite3_bind_int64(claim, 1, done + 1);
        sqlite3_bind_int64(claim, 2, done + batch);
        sqlite3_bind_int64(claim, 3, batch);
        while (sqlite3_step(claim) == SQLITE_ROW) memcpy(keys[claimed++], sqlite3_column_blob(claim, 0), 16);
        if (sqlite3_reset(claim) != SQLITE_OK || claimed != batch) fail("claim");
        step(commit);

        step(begin);
        for (int i = 0; i < batch; i++) {
            sqlite3_bind_blob(end, 1, keys[i], 16, SQLITE_STATIC);
            step(end);
            for (int action = 1; action <= 2; action++) {
                sqlite3_bind_blob(note, 1, keys[i], 16, SQLITE_STATIC);
                sqlite3_bind_int64(note, 2, action);
                sqlite3_bind_int64(note, 3, done + i);
                step(note);
            }
        }
        step(commit);
    }
    processor = processor_time() - processor;
    wall = wall_clock() - wall;
    long long bytes = size_of(path, "") + size_of(path, "-wal");
    printf("{\"notifications\": %ld, \"cpuMicroseconds\": %.2f, \"seconds\": %.3f, \"bytes\": %.1f}\n", notifications,
           processor * 1e6 / (double)notifications, wall, (double)bytes / (double)notifications);
    return 0;
}
