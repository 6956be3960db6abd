import JudgeKit
import PealCore

/// Reads users' inboxes page by page with their own tokens, and measures what a page costs.
struct InboxPages: Sendable {
    let backend: RequestBackend
    let signer: UserTokenSigner
    let concurrency: Int

    private static let limit = 50
    /// Pages of an inbox: all of them are full.
    private static let pages = 6
    private static let users = (0..<20).map { "inbox-\($0)" }

    /// Fills the inboxes; their users have no device, so nothing is pushed.
    func fill(atMost limit: Duration) async throws {
        try await backend.putUsers(Self.users)
        let triggers = try await backend.submit((0..<Self.pages * Self.limit).map(Self.trigger))
        _ = try await backend.waitForDecisions(of: triggers, recipients: Self.users.count, atMost: limit)
    }

    /// Reads so many pages, or up to five fewer: each inbox is read to its end.
    /// - Parameters:
    ///   - count: how many pages.
    ///   - meter: what measures.
    /// - Returns: what a page cost.
    /// - Throws: ``JudgeError`` when a page is not full.
    func measure(_ count: Int, _ meter: RequestMeter) async throws -> RequestMeasurement {
        let tokens = try await signer.tokens(of: Self.users)
        let inboxes = max(1, count / Self.pages)
        Output.progress("\(inboxes) × \(Self.pages) pages of \(Self.limit), of \(tokens.count) users in turn")
        return try await meter.measure("inbox pages of \(Self.limit)", .request, count: inboxes * Self.pages) {
            let watch = Stopwatch()
            try await ConcurrentWork.forEach(0..<inboxes, atOnce: concurrency) { number in
                try await readInbox(with: tokens[number % tokens.count])
            }
            return watch.seconds
        }
    }

    private func readInbox(with token: String) async throws {
        let url = "\(backend.api.url)/api/v1/notifications?limit=\(Self.limit)"
        var cursor: String?
        for number in 1...Self.pages {
            let page = try await backend.api.caller.call(
                "GET",
                url + (cursor.map { "&cursor=\($0)" } ?? ""),
                headers: [("Authorization", "Bearer \(token)")]
            ).expect(200).json().object
            cursor = page?["nextCursor"]?.string
            guard page?["items"]?.array?.count == Self.limit, cursor != nil || number == Self.pages else {
                throw JudgeError(.unexpectedAnswer, "page \(number) of an inbox is not full, or has no next one")
            }
        }
    }

    private static func trigger(_ number: Int) -> JSONValue {
        .object([
            "type": .string("reminder"),
            "to": .object(["users": .array(users.map(JSONValue.string))]),
            "data": .object(["title": .string("Rehearsal \(number)")]),
        ])
    }
}
