import JudgeKit
import PealCore

/// The headers of a push, for senders that are given them.
struct APNsHeaders: Sendable {
    let authority: String
    /// All but what begins with a colon.
    let fields: [(name: String, value: String)]

    init(_ account: APNsAccount) async throws {
        let (host, port) = try account.address()
        authority = "\(host):\(port)"
        fields = [
            ("authorization", try await account.authorization()),
            ("apns-topic", account.bundleID),
            ("apns-push-type", "alert"),
            ("apns-priority", "10"),
            ("apns-expiration", String(Stopwatch.wallClock.seconds + 3600)),
            ("apns-collapse-id", "0190f2c0000070008000000000000000"),
        ]
    }

    func pseudo(_ token: String) -> [(name: String, value: String)] {
        [(":method", "POST"), (":scheme", "https"), (":path", "/3/device/\(token)"), (":authority", authority)]
    }
}
