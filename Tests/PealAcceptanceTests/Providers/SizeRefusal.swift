import Testing

/// How a push service says that a push is larger than it takes.
struct SizeRefusal: Sendable, CustomTestStringConvertible {
    let route: PushRoute
    /// The fault's `answer`.
    let answer: JSON

    var testDescription: String {
        let words = answer["reason"].string ?? answer["body"].string ?? "plain"
        return "\(route.testDescription)-\(answer["status"].int ?? 0)-\(words.filter { $0.isLetter }.prefix(30))"
    }

    static let all: [SizeRefusal] = [
        SizeRefusal(route: .webpush, answer: ["status": 413]),
        SizeRefusal(route: .webpush, answer: ["status": 413, "reason": "PayloadTooLarge"]),
        SizeRefusal(route: .webpush, answer: ["status": 400, "reason": "PayloadTooLarge"]),
        SizeRefusal(route: .webpush, answer: ["status": 400, "reason": "errno-104"]),
        SizeRefusal(route: .webpush, answer: ["status": 413, "body": "<html>Request Entity Too Large</html>"]),
        SizeRefusal(route: .apns, answer: ["status": 413, "reason": "PayloadTooLarge"]),
        SizeRefusal(route: .apns, answer: ["status": 413, "reason": "RequestEntityTooLarge"]),
        SizeRefusal(route: .expoApple, answer: ["status": 200, "reason": "MessageTooBig"]),
        SizeRefusal(route: .expoAndroid, answer: ["status": 200, "reason": "MessageTooBig"]),
        SizeRefusal(route: .expoAndroid, answer: ["status": 413, "body": "Payload Too Large"]),
        SizeRefusal(route: .fcmAndroid, answer: ["status": 400, "reason": "Android message is too big"]),
        SizeRefusal(route: .fcmApple, answer: ["status": 400, "reason": "iOS message is too big"]),
        SizeRefusal(route: .fcmAndroid, answer: ["status": 413]),
        SizeRefusal(
            route: .fcmAndroid,
            answer: ["status": 400, "reason": "Request payload size exceeds the limit: 4096 bytes."]
        ),
    ]
}
