import PealCore
import PealCrypto

/// Makes the store's places in a listing opaque, and takes back only what it gave out.
struct CursorCodec: Sendable {
    private static let tagLength = 8
    let keyring: Keyring

    /// The text of a place in the listing of a path.
    func encode(_ place: String?, path: String, app: AppID) throws -> String? {
        guard let place else { return nil }
        return Base64URL.encode(try tag(place, path, app) + Array(place.utf8))
    }

    /// The place; `nil` for a text that was not made for this listing and app.
    func decode(_ text: String, path: String, app: AppID) throws -> String? {
        guard text.utf8.count <= 2000, let bytes = Base64URL.decode(text), bytes.count > Self.tagLength,
            let place = String(validating: bytes.dropFirst(Self.tagLength), as: UTF8.self)
        else { return nil }
        return try tag(place, path, app).elementsEqual(bytes.prefix(Self.tagLength)) ? place : nil
    }

    private func tag(_ place: String, _ path: String, _ app: AppID) throws -> [UInt8] {
        let hash = try keyring.tokenHash("\(path)|\(place)", app: app, provider: ProviderID(rawValue: "cursor"))
        return Array(hash.prefix(Self.tagLength))
    }
}
