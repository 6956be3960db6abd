import PealCore
import PealSQLite

/// Tells how to fix a database that cannot be checked.
enum DatabaseAdvice {
    /// What to do, after a semicolon; empty when unknown.
    static func text(for error: StoreError) -> String {
        if error.message.hasPrefix(StoreError.full) { return "; the database is not checked until there is space" }
        if error.code == .corrupt { return "; restore the last backup (docs/operations.md)" }
        // The low byte is the kind of failure, the others say more of it (SQLite, "Result and Error Codes").
        switch number(in: error.message).map({ $0 & 0xFF }) {
        case 5, 6: return "; another process holds it (a backup, a SQLite shell); end that process and try again"
        case 8, 14:
            return "; it or its directory is not writable; "
                + "chown both to the user the server runs as, and run this as that user"
        case 10: return "; it cannot be read completely; look for disk errors (dmesg), then restore the last backup"
        default: return ""
        }
    }

    /// The number in `SQLite 266: disk I/O error`.
    private static func number(in message: String) -> Int? {
        guard message.hasPrefix("SQLite ") else { return nil }
        return Int(message.dropFirst(7).prefix { $0.isNumber })
    }
}
