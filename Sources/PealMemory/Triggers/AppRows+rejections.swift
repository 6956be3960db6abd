import PealCore

extension AppRows {
    /// Counts a request for a trigger that is not accepted.
    mutating func count(_ rejected: RejectedTrigger) {
        switch rejected.cause {
        case .limit(let refusal):
            count(
                .refused,
                RejectedRow(
                    subject: refusal.limit.id,
                    type: rejected.type,
                    scope: refusal.limit.scope,
                    scopeKey: TextKey(refusal.key),
                    resetsAt: refusal.resetsAt,
                    firstAt: rejected.at,
                    lastAt: rejected.at
                )
            )
        case .duplicate(of: let holder):
            count(
                .duplicate,
                RejectedRow(
                    subject: holder.description,
                    type: rejected.type,
                    scope: nil,
                    scopeKey: "",
                    resetsAt: Timestamp(milliseconds: 0),
                    firstAt: rejected.at,
                    lastAt: rejected.at
                )
            )
        }
    }

    private mutating func count(_ kind: RejectedRequestFilter.Kind, _ row: RejectedRow) {
        var ring = rejected[kind] ?? []
        if let known = ring.firstIndex(where: { $0.isAbout(row) }) {
            ring[known].count += 1
            ring[known].lastAt = max(ring[known].lastAt, row.lastAt)
        } else {
            ring = (ring + [row]).suffix(RejectedRequests.remembered)
        }
        rejected[kind] = ring
    }

    /// What intake rejected, the latest first.
    func rejections(_ filter: RejectedRequestFilter, limit: Int) -> [RejectedRequests] {
        let subjects = Set(filter.triggers.map(\.description))
        let found = (rejected[filter.kind] ?? []).enumerated().filter { _, row in
            (filter.type.map { $0 == row.type } ?? true) && (filter.since.map { row.lastAt >= $0 } ?? true)
                && (subjects.isEmpty || subjects.contains(row.subject))
        }
        let latest = found.sorted { ($0.element.lastAt, $0.offset) > ($1.element.lastAt, $1.offset) }
        return latest.prefix(limit).compactMap { $0.element.rejection(filter.kind) }
    }
}

extension RejectedRow {
    fileprivate func isAbout(_ other: Self) -> Bool {
        subject == other.subject && type == other.type && scopeKey == other.scopeKey && resetsAt == other.resetsAt
    }

    fileprivate func rejection(_ kind: RejectedRequestFilter.Kind) -> RejectedRequests? {
        let cause: RejectedRequests.Cause
        switch kind {
        case .refused: cause = .limit(id: subject, scope: scopeKey.rawValue, resetsAt: resetsAt)
        case .duplicate:
            guard let trigger = TriggerID(subject) else { return nil }
            cause = .duplicate(of: trigger)
        }
        return RejectedRequests(cause: cause, type: type, count: count, firstAt: firstAt, lastAt: lastAt)
    }
}
