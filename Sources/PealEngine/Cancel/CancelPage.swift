import PealCore

/// Some recipients of a trigger that is being cancelled, with what the cancel means for each.
struct CancelPage {
    private let trigger: TriggerID
    private let recipients: [RecipientPush]
    private let start: UserID
    private let isLast: Bool
    private let cause: FiringReason?
    private let now: Timestamp

    init(_ facts: CancelFacts, _ recipients: [RecipientPush], after start: UserID, isLast: Bool, now: Timestamp) {
        trigger = facts.trigger
        self.recipients = recipients
        self.start = start
        self.isLast = isLast
        cause = facts.cause
        self.now = now
    }

    /// The changes in groups of some recipients; each group moves the cursor on, so that one that fails lets none after
    /// it succeed.
    func groups(of size: Int) -> [[Change]] {
        guard !recipients.isEmpty else { return [[count(from: start, to: nil, [])]] }
        var groups: [[Change]] = []
        var from = start
        for first in stride(from: 0, to: recipients.count, by: size) {
            let part = recipients[first..<min(first + size, recipients.count)]
            let cancels = part.map { RecipientCancel(of: $0, cause: cause, now: now) }
            let last = part.last?.user ?? from
            let isEnd = isLast && part.endIndex == recipients.endIndex
            // The cursor first: after a group that failed, the others fail without reading anything.
            var changes = [count(from: from, to: isEnd ? nil : last, cancels)]
            for (recipient, cancel) in zip(part, cancels) where recipient.reach != nil {
                changes.append(.expect(recipient))
                changes += cancel.changes.map { .push($0, of: recipient.user) }
                if let channels = cancel.channels { changes.append(.channel(channels)) }
            }
            groups.append(changes)
            from = last
        }
        return groups
    }

    private func count(from: UserID, to: UserID?, _ cancels: [RecipientCancel]) -> Change {
        .countCancelled(
            trigger,
            CancelCount(
                from: from,
                to: to,
                cancelled: cancels.count(where: \.isCancelled),
                tooLate: cancels.count(where: \.isTooLate)
            )
        )
    }
}
