import Testing

@testable import PealCore

@Suite("Properties of cancels in digests")
struct CancelPropertyTests {
    private let mailboxes = Property(cases: 4_000, of: DigestMailbox.init)

    @Test("What is cancelled never leaves, what was handed out stays, and no other notification is lost or shown twice")
    func cancels() async {
        var (reopened, tooLate, chained, kept) = (0, 0, 0, 0)
        await mailboxes.check { mailbox in
            var mailbox = mailbox
            for id in mailbox.order {
                let before = mailbox
                let plan = try mailbox.cancel(id)
                try demand(!(plan.isCancelled && plan.isTooLate), "\(id) counts once")
                if plan.isTooLate { tooLate += 1 }
                if plan.isCancelled, before.recipient(id)?.items.contains(where: \.leavesItems) == true {
                    kept += 1
                }
                if plan.changes.contains(where: { if case .reopenDigest = $0 { true } else { false } }) {
                    reopened += 1
                }
                if (before.recipient(id)?.representatives.count ?? 0) > 1 { chained += 1 }
                try Self.checkCancelled(id, plan, mailbox)
                for other in mailbox.pushes.keys where other != id {
                    try Self.checkOther(other, before, mailbox)
                    if plan.isCancelled { try Self.checkNotLost(other, with: id, mailbox) }
                }
            }
        }
        // The property says little unless these happen often.
        let counts = "\(reopened), \(tooLate), \(chained), \(kept)"
        #expect(reopened > 100 && tooLate > 100 && chained > 100 && kept > 4, "\(counts)")
    }

    /// A digest that was cancelled before any device had it represents no notification any more, however far away.
    private static func checkNotLost(_ id: NotificationID, with cancelled: NotificationID, _ mailbox: DigestMailbox)
        throws
    {
        guard let push = mailbox.recipient(id), !mailbox.cancelled.contains(id), !mailbox.staysOut(id),
            push.own.isRepresented
        else { return }
        let representative = push.representatives.first { !$0.isRepresented }
        try demand(representative?.id != cancelled, "\(id) is lost with the digest of \(cancelled)")
    }

    private static func checkCancelled(_ id: NotificationID, _ plan: RecipientCancel, _ mailbox: DigestMailbox) throws {
        guard let push = mailbox.pushes[id] else { throw Refuted("\(id) is gone") }
        try demand(push.state != .held && push.state != .digested, "\(push) waits")
        try demand(!push.deliveries.contains { $0.state == .pending }, "\(push) will be sent")
        if plan.isCancelled { try demand(push.reason == .cancelled, "\(push) says why") }
    }

    private static func checkOther(_ id: NotificationID, _ before: DigestMailbox, _ after: DigestMailbox) throws {
        guard let old = before.recipient(id), let new = after.recipient(id) else { throw Refuted("\(id) is gone") }
        guard !after.cancelled.contains(id), !before.staysOut(id) else { return }
        switch old.progress {
        case .waiting:
            try demand(new.progress == .waiting, "\(id) waited and is lost")
            let representative = new.representatives.first { !$0.isRepresented }
            try demand(
                !new.own.isRepresented || representative?.reason != .cancelled,
                "the digest of \(id) was cancelled, and it waits for nothing"
            )
        // Every attempt was refused, so that no device shows it: cancelled with its representative it may wait again.
        case .handedOut where old.representatives.first(where: { !$0.isRepresented })?.progress == .waiting: break
        case .handedOut, .ended, nil:
            try demand(new.progress != .waiting, "\(id) was over and is shown again")
            try demand(new.own == old.own, "\(id) was over and changed")
        }
    }
}
