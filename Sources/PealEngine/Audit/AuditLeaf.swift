import PealCore
import PealCrypto

/// An audit entry as JSON: the bytes that the log's hashes are of.
///
/// `prev` begins the hash of the entry in front of it, so that a verifier sees where entries were changed.
enum AuditLeaf {
    static func bytes(of entry: AuditEntry, app: AppID, seq: Int, after last: [UInt8], at recordedAt: Timestamp)
        -> [UInt8]
    {
        var json = JSONWriter(reserving: 512)
        json.beginObject()
        json.member("seq", Int64(seq))
        json.member("prev", Hexadecimal.text(last.prefix(linkLength)))
        json.member("app", app.rawValue)
        json.member("recordedAt", recordedAt.rfc3339)
        json.member("source", entry.source.rawValue)
        json.member("event", entry.event.rawValue)
        json.member("action", entry.action.rawValue)
        json.member("timestamp", entry.at.rfc3339)
        if let user = entry.user { json.member("userRef", user) }
        if let notification = entry.notification { json.member("notificationId", notification.description) }
        if let category = entry.category { json.member("category", category.rawValue) }
        if let channel = entry.channel { json.member("channel", channel.specifiedName) }
        if !entry.payload.isEmpty {
            json.name("actionPayload")
            json.value(.object(entry.payload))
        }
        if let error = entry.error { json.member("errorMessage", error) }
        json.name("metadata")
        json.beginObject()
        if let device = entry.device {
            json.member("deviceId", device.id.description)
            if let platform = device.platform { json.member("deviceType", platform.rawValue) }
            if let version = device.appVersion { json.member("appVersion", version) }
            if !device.tokenHash.isEmpty { json.member("tokenRef", Hexadecimal.text(tokenRef(device.tokenHash))) }
        }
        json.endObject()
        json.endObject()
        return json.bytes
    }

    /// How many bytes of a hash link an entry to the one in front of it.
    static let linkLength = 16

    /// What stands for a token: of its keyed hash, so that the hash itself, by which a device is found, stays inside.
    private static func tokenRef(_ hash: [UInt8]) -> ArraySlice<UInt8> {
        Digest.sha256(Array("audit-token-ref|".utf8) + hash).prefix(linkLength)
    }
}
