import Testing

/// Something a provider answers to one push, and what it must lead to.
struct AnswerCase: Sendable, CustomTestStringConvertible {
    let route: PushRoute
    /// The fault's `answer`.
    let answer: JSON
    let fate: Fate

    /// What it means for device and delivery.
    enum Fate: String, Sendable {
        /// The address is dead.
        case dead
        /// The address is another app's or another key's.
        case mismatch
        /// The app's set-up is refused: the address is kept.
        case setUp
        /// The message is refused: the address is kept.
        case message

        /// The device's state after it.
        var device: String { self == .dead || self == .mismatch ? "quarantined" : "active" }
    }

    init(_ route: PushRoute, _ status: Int, _ reason: String? = nil, _ fate: Fate) {
        self.route = route
        var answer: JSON = ["status": JSON(integerLiteral: Int64(status))]
        if let reason { answer["reason"] = "\(reason)" }
        self.answer = answer
        self.fate = fate
    }

    var testDescription: String {
        "\(route.testDescription)-\(answer["status"].int ?? 0)-\(answer["reason"].string ?? "plain")"
    }

    static let all: [AnswerCase] = [
        AnswerCase(.apns, 410, "Unregistered", .dead), AnswerCase(.apns, 410, "ExpiredToken", .dead),
        AnswerCase(.apns, 400, "BadDeviceToken", .dead),
        AnswerCase(.apns, 400, "DeviceTokenNotForTopic", .mismatch),
        AnswerCase(.apns, 403, "InvalidProviderToken", .setUp), AnswerCase(.apns, 400, "TopicDisallowed", .setUp),
        AnswerCase(.apns, 400, "BadPriority", .message),
        AnswerCase(.fcmAndroid, 404, "UNREGISTERED", .dead),
        AnswerCase(.fcmApple, 404, "UNREGISTERED", .dead),
        AnswerCase(.fcmAndroid, 403, "SENDER_ID_MISMATCH", .mismatch),
        AnswerCase(.fcmAndroid, 403, .setUp),
        AnswerCase(.fcmApple, 401, "THIRD_PARTY_AUTH_ERROR", .setUp),
        AnswerCase(.fcmAndroid, 400, "INVALID_ARGUMENT", .message),
        AnswerCase(.expoAndroid, 200, "DeviceNotRegistered", .dead),
        AnswerCase(.expoApple, 200, "DeviceNotRegistered", .dead),
        AnswerCase(.expoApple, 200, "InvalidCredentials", .setUp),
        AnswerCase(.expoAndroid, 200, "MismatchSenderId", .setUp),
        AnswerCase(.expoAndroid, 401, "UNAUTHORIZED", .setUp),
        AnswerCase(.expoAndroid, 200, "DeveloperError", .message),
        AnswerCase(.webpush, 404, .dead), AnswerCase(.webpush, 410, .dead),
        AnswerCase(.webpush, 403, "VapidPkHashMismatch", .mismatch),
        AnswerCase(.webpush, 401, .mismatch),
        AnswerCase(.webpush, 401, "errno-109", .mismatch), AnswerCase(.webpush, 400, "errno-109", .setUp),
        AnswerCase(.webpush, 403, "The sender of the key does not match the subscription.", .mismatch),
        AnswerCase(.webpush, 403, "MismatchSenderId", .mismatch),
        AnswerCase(.webpush, 403, "The key belongs to another application server key pair.", .mismatch),
        AnswerCase(.webpush, 403, "invalid JWT provided: it has expired", .setUp),
        AnswerCase(.webpush, 403, "BadJwtToken", .setUp),
        AnswerCase(.webpush, 400, "BadTtl", .message),
    ]

    private init(_ route: PushRoute, _ status: Int, _ fate: Fate) { self.init(route, status, nil, fate) }
}
