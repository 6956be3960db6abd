import PealCore
import PealCrypto

/// Makes the store's cursors of a listing opaque, and accepts only what it issued.
///
/// A cursor belongs to one listing, app and user: to others it is none. Its position is encrypted, since positions in the event
/// log count what happens in all apps. The same position always has the same text, so that a page keeps its entity tag.
struct CursorCodec: Sendable {
    let keyring: Keyring

    /// The longest cursor in bytes; an inbox's holds the alerts that were returned, some eight bytes for each.
    private static let longest = 4_000

    /// The text of a position in the listing of a path.
    /// - Parameters:
    ///   - position: the position; `nil` is the end, which has no cursor.
    ///   - path: the listing.
    ///   - app: the app.
    ///   - user: who reads it; `nil` is the backend.
    /// - Returns: the cursor.
    /// - Throws: `CryptoError` when the app has no key.
    func encode(_ position: String?, path: String, app: AppID, user: UserID?) throws -> String? {
        guard let position else { return nil }
        let sealed = try keyring.seal(Array(position.utf8), app: app, context: Self.context(path, user), for: .cursor)
        return Base64URL.encode(sealed)
    }

    /// The position; `nil` for a text that was not made for this listing, app and user.
    func decode(_ text: String, path: String, app: AppID, user: UserID?) -> String? {
        guard text.utf8.count <= Self.longest, let sealed = Base64URL.decode(text),
            let position = try? keyring.open(sealed, app: app, context: Self.context(path, user), for: .cursor)
        else { return nil }
        return String(validating: position, as: UTF8.self)
    }

    private static func context(_ path: String, _ user: UserID?) -> String {
        "\(path)|\(user.map { PercentCoding.encode($0.rawValue) } ?? "")"
    }
}
