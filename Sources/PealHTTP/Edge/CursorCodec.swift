import PealCore
import PealCrypto

/// Makes the store's places in a listing opaque, and takes back only what it gave out.
///
/// A cursor belongs to one listing, app and user: to others it is none. Its place is encrypted, since places of the event
/// log count what happens in all apps. The same place always has the same text, so that a page keeps its entity tag.
struct CursorCodec: Sendable {
    private static let tagLength = 8
    let keyring: Keyring

    /// The text of a place in the listing of a path.
    /// - Parameters:
    ///   - place: the place; `nil` is the end, which has no cursor.
    ///   - path: the listing.
    ///   - app: the app.
    ///   - user: who reads it; `nil` is the backend.
    /// - Returns: the cursor.
    /// - Throws: `CryptoError` when the app has no key.
    func encode(_ place: String?, path: String, app: AppID, user: UserID?) throws -> String? {
        guard let place else { return nil }
        let tag = try tag(place, path, app, user)
        return Base64URL.encode(tag + (try hidden(Array(place.utf8), under: tag, app)))
    }

    /// The place; `nil` for a text that was not made for this listing, app and user.
    func decode(_ text: String, path: String, app: AppID, user: UserID?) throws -> String? {
        guard text.utf8.count <= 2000, let bytes = Base64URL.decode(text), bytes.count > Self.tagLength else {
            return nil
        }
        let tag = Array(bytes.prefix(Self.tagLength))
        let shown = try hidden(Array(bytes.dropFirst(Self.tagLength)), under: tag, app)
        guard let place = String(validating: shown, as: UTF8.self) else { return nil }
        return try self.tag(place, path, app, user) == tag ? place : nil
    }

    private func tag(_ place: String, _ path: String, _ app: AppID, _ user: UserID?) throws -> [UInt8] {
        let reader = user.map { PercentCoding.encode($0.rawValue) } ?? ""
        return Array(try hash("\(path)|\(reader)|\(place)", app).prefix(Self.tagLength))
    }

    /// Encrypts and decrypts with the tag as the nonce, which is another one for each place (SIV, RFC 5297, 1).
    private func hidden(_ bytes: [UInt8], under tag: [UInt8], _ app: AppID) throws -> [UInt8] {
        let name = Base64URL.encode(tag)
        var pad: [UInt8] = []
        while pad.count < bytes.count { pad += try hash("\(name)#\(pad.count)", app) }
        return zip(bytes, pad).map { $0 ^ $1 }
    }

    private func hash(_ text: String, _ app: AppID) throws -> [UInt8] {
        try keyring.tokenHash(text, app: app, provider: ProviderID(rawValue: "cursor"))
    }
}
