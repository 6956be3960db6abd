import Crypto
import Foundation
import PealCore

/// Knows the users who were erased by keyed hashes, since their names are erased with them.
///
/// That a user was erased and put again is kept as well, until no token from before can be valid any more.
/// The key is the database's own: with the database at hand it can be tried whether a name was erased, and no name is found.
enum ErasedUsers {
    static func add(_ user: UserID, app: AppID, at now: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO erased_user (app, mark, erased_at) VALUES (?, ?, ?)
            ON CONFLICT (app, mark) DO UPDATE SET erased_at = excluded.erased_at, put_again_at = NULL
            """,
            [app.bound, try mark(user, app: app, db), now.milliseconds]
        )
    }

    /// Putting an erased user again lets them call again, with tokens that are newer than the erasure.
    static func putAgain(_ user: UserID, app: AppID, at now: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            "UPDATE erased_user SET put_again_at = ? WHERE app = ? AND mark = ? AND put_again_at IS NULL",
            [now.milliseconds, app.bound, try mark(user, app: app, db)]
        )
    }

    /// When a user who was put again had been erased; `nil` when they never were, or no token can be that old any more.
    static func lastErasure(of user: UserID, app: AppID, _ db: SQLConnection) throws -> Timestamp? {
        // Most apps have erased nobody, and this is read by every call.
        guard try db.exists("SELECT 1 FROM erased_user WHERE app = ?", [app.bound]) else { return nil }
        return try db.first(
            "SELECT erased_at FROM erased_user WHERE app = ? AND mark = ? AND put_again_at IS NOT NULL",
            [app.bound, try mark(user, app: app, db)]
        ) { try $0.time(0) }
    }

    /// Whether there is something to forget.
    static func isForgettable(before oldest: Timestamp, _ db: SQLConnection) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM erased_user WHERE put_again_at IS NOT NULL AND erased_at < ?",
            [oldest.milliseconds]
        )
    }

    /// Forgets that users who were put again had been erased.
    static func forget(before oldest: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            "DELETE FROM erased_user WHERE put_again_at IS NOT NULL AND erased_at < ?",
            [oldest.milliseconds]
        )
    }

    /// When a user was erased; `nil` when they were not, or were put since.
    static func find(_ user: UserID, app: AppID, _ db: SQLConnection) throws -> Timestamp? {
        try db.first(
            "SELECT erased_at FROM erased_user WHERE app = ? AND mark = ? AND put_again_at IS NULL",
            [app.bound, try mark(user, app: app, db)]
        ) { try $0.time(0) }
    }

    /// Refuses what a call that began before the erasure would store of an erased user.
    /// - Throws: ``StoreError`` `erased`.
    static func refuse(_ user: UserID, app: AppID, _ db: SQLConnection) throws {
        guard try !UserRows.exists(user, app: app, db), try find(user, app: app, db) != nil else { return }
        throw StoreError(.erased, "the user was erased")
    }

    private static func mark(_ user: UserID, app: AppID, _ db: SQLConnection) throws -> [UInt8] {
        guard let key = try db.value(String.self, "SELECT value FROM meta WHERE key = 'erasure-key'") else {
            throw StoreError(.corrupt, "the database has no erasure key")
        }
        let name = Data("\(app)|\(user)".utf8)
        return [UInt8](HMAC<SHA256>.authenticationCode(for: name, using: SymmetricKey(data: Data(key.utf8))))
    }
}
