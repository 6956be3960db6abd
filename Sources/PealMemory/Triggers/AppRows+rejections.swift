import PealCore
import PealStore

extension AppRows {
    /// A limit refused a trigger.
    mutating func reject(_ trigger: Trigger, _ refusal: QuotaPlan.Refusal) {
        reject(
            .refused,
            RejectedRow(
                subject: refusal.limit.id,
                type: trigger.type,
                scope: refusal.limit.scope,
                scopeKey: TextKey(refusal.key),
                resetsAt: refusal.resetsAt,
                firstAt: trigger.acceptedAt,
                lastAt: trigger.acceptedAt
            )
        )
    }

    /// An earlier trigger holds the claim of one.
    mutating func reject(_ trigger: Trigger, duplicateOf holder: TriggerID) {
        reject(
            .duplicate,
            RejectedRow(
                subject: holder.description,
                type: trigger.type,
                scope: nil,
                scopeKey: "",
                resetsAt: Timestamp(milliseconds: 0),
                firstAt: trigger.acceptedAt,
                lastAt: trigger.acceptedAt
            )
        )
    }

    private mutating func reject(_ kind: TurnedAwayFilter.Kind, _ row: RejectedRow) {
        var ring = rejected[kind] ?? []
        if let known = ring.firstIndex(where: { $0.isAbout(row) }) {
            ring[known].count += 1
            ring[known].lastAt = max(ring[known].lastAt, row.lastAt)
        } else {
            ring = (ring + [row]).suffix(TurnedAway.remembered)
        }
        rejected[kind] = ring
    }

    /// What intake rejected, the latest first.
    func rejections(_ filter: TurnedAwayFilter, limit: Int) -> [TurnedAway] {
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

    fileprivate func rejection(_ kind: TurnedAwayFilter.Kind) -> TurnedAway? {
        let cause: TurnedAway.Cause
        switch kind {
        case .refused: cause = .limit(id: subject, scope: scopeKey.rawValue, resetsAt: resetsAt)
        case .duplicate:
            guard let trigger = TriggerID(subject) else { return nil }
            cause = .duplicate(of: trigger)
        }
        return TurnedAway(cause: cause, type: type, count: count, firstAt: firstAt, lastAt: lastAt)
    }
}
