public import PealCore
public import PealStore

extension MemoryStore: IdempotencyStore {
    /// The answer stored under a key, unless it has expired.
    public func answer(_ key: IdempotencyKey, now: Timestamp) async throws -> StoredAnswer? {
        read(key.app) { rows in rows.answers[key].flatMap { $0.expiresAt > now ? $0.answer : nil } }
    }

    /// Stores an answer on its own, unless it is about a user that does not exist.
    public func store(_ answer: StoredAnswer, under key: IdempotencyKey, now: Timestamp) async throws {
        try await write(key.app) { rows in
            // The user may have been erased since the call began.
            if let user = answer.user, !rows.users.contains(user) { return }
            rows.store(answer, under: key, now: now)
        }
    }

    /// Deletes expired answers and claims, at most `limit` rows; returns how many went.
    public func sweepExpired(now: Timestamp, limit: Int) async throws -> Int {
        try await write { contents in
            var count = 0
            for app in contents.apps {
                let answers = contents[app].answers.filter { $0.value.expiresAt <= now }.map(\.key)
                for key in answers.prefix(limit - count) {
                    contents[app].answers[key] = nil
                    count += 1
                }
            }
            for app in contents.apps {
                let claims = contents[app].claims.filter { !$0.value.holds(at: now) }.map(\.key)
                for key in claims.prefix(limit - count) {
                    contents[app].claims[key] = nil
                    count += 1
                }
            }
            return count
        }
    }
}

extension AppRows {
    private static let answerLifetime = Duration.seconds(24 * 60 * 60)

    mutating func store(_ answer: StoredAnswer, under key: IdempotencyKey, now: Timestamp) {
        answers[key] = AnswerRow(answer: answer, expiresAt: now + Self.answerLifetime)
    }
}
