public import PealCore
public import PealStore

extension MemoryStore: EtaStore {
    /// What replies and boards are made from, at one instant.
    public func etaFacts(_ question: EtaQuestion, app: AppID) async throws -> EtaFacts? {
        read(app) { $0.etaFacts(question) }
    }

    /// The latest replies of a user to all events, bounded.
    public func etaReplies(of user: UserID, app: AppID, limit: Int) async throws -> [HeldReply] {
        read(app) { rows in
            rows.replies.rows(in: .user(user)).prefix(limit).map {
                HeldReply(event: $0.key.entity, reply: $0.record.latest)
            }
        }
    }

    /// Deletes some replies from before an instant.
    public func sweepEtaReplies(of app: AppID, before instant: Timestamp, limit: Int) async throws -> Int {
        try await write(app) { rows in
            let old = rows.replies.rows.filter { $0.record.latest.at < instant }.sorted {
                ($0.record.latest.at, $0.key) < ($1.record.latest.at, $1.key)
            }
            for row in old.prefix(limit) { rows.replies.remove(row.key) }
            return min(old.count, limit)
        }
    }
}
