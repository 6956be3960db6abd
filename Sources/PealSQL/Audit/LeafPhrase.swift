/// What the text of audit entries repeats: a byte stands for it in the database.
///
/// The list is part of the format of stored entries: phrases are only added to its end, and none is ever changed.
enum LeafPhrase {
    /// A piece of a phrase.
    enum Part {
        case text(StaticString)
        /// The number of the entry.
        case seq
        case app
        /// When it was recorded.
        case recordedAt
        case action
        /// The reference of the user.
        case user
        /// The identifier of the notification, without its prefix.
        case notification
        /// Sixteen bytes in hexadecimal, which are stored as such.
        case bytes
        /// An instant: how much of it is that of ``recordedAt``, and the rest.
        case instant
    }

    /// The first byte of an entry that is stored in this way; one that is stored as it is begins with a brace.
    static let mark: UInt8 = 1

    /// The first four bytes of each phrase, by which most are told apart.
    static let starts: [UInt32] = all.map { phrase in
        guard case .text(let text)? = phrase.first, text.utf8CodeUnitCount >= 4 else { return 0 }
        return UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt32.self)
    }

    /// The phrases: the byte that stands for each is its number in the list, from 1.
    ///
    /// Text never has such bytes, because JSON escapes them.
    static let all: [[Part]] = [
        [
            .text("{\"seq\":"), .seq, .text(",\"prev\":\""), .bytes, .text("\",\"app\":\""), .app,
            .text("\",\"recordedAt\":\""), .recordedAt, .text("\",\"source\":\""),
        ],
        [
            .text("server\",\"event\":\"notification.pushed\",\"action\":\""), .action, .text("\",\"timestamp\":\""),
            .instant,
        ],
        [
            .text("server\",\"event\":\"delivery.ended\",\"action\":\""), .action, .text("\",\"timestamp\":\""),
            .instant,
        ],
        [.text("server\",\"event\":\"")],
        [.text("client\",\"event\":\"")],
        [.text("\",\"action\":\""), .action, .text("\",\"timestamp\":\""), .instant],
        [
            .text("\",\"userRef\":"), .user, .text(",\"notificationId\":\"ntf_"), .notification,
            .text("\",\"category\":\""),
        ],
        [.text("\",\"userRef\":"), .user],
        [.text("\",\"notificationId\":\"ntf_"), .notification],
        [.text("\",\"category\":\"")],
        [
            .text("\",\"channel\":\"push\",\"metadata\":{\"deviceId\":\"dev_"), .bytes,
            .text("\",\"deviceType\":\""),
        ],
        [.text("\",\"channel\":\"inApp\",\"metadata\":{}}")],
        [.text("\",\"channel\":\"")],
        [.text("\",\"tokenRef\":\""), .bytes, .text("\"}}")],
        [.text("\",\"appVersion\":\"")],
        [.text("\",\"errorMessage\":\"")],
        [.text("\",\"metadata\":{\"deviceId\":\"dev_"), .bytes, .text("\",\"deviceType\":\"")],
        [.text("\",\"metadata\":{}}")],
        [.text(",\"actionPayload\":{")],
        [.text(",\"metadata\":{}}")],
    ]
}
