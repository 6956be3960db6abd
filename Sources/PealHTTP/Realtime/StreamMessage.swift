import PealCore
import PealRealtime

/// One message to a client: what has changed, and everything needed to show it.
struct StreamMessage: Sendable, Equatable {
    /// The kinds there are.
    enum Kind: String, Sendable, CaseIterable {
        case notificationCreated = "notification.created"
        case notificationChanged = "notification.changed"
        case badgeChanged = "badge.changed"
        case preferencesChanged = "preferences.changed"
        case alertRaised = "alert.raised"
        case etaChanged = "eta.changed"
        case resync
    }

    var kind: Kind
    var channel: StreamChannel
    /// Where a client resumes that has it.
    var cursor: String
    /// JSON.
    var data: [UInt8]

    /// The same shape for every framing.
    var json: [UInt8] {
        var bytes = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("kind", kind.rawValue)
                writer.member("channel", channel.rawValue)
                writer.member("cursor", cursor)
            }
        }
        bytes.removeLast()
        bytes += Array(#","data":"#.utf8) + data
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}
