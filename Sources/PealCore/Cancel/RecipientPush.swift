/// What a cancel must know of one recipient of a trigger.
public struct RecipientPush: Sendable, Equatable {
    /// How many digests within digests are followed: one that was held may have become part of another.
    public static let depth = 8

    /// The recipient.
    public var user: UserID
    /// The push of the trigger's notification.
    public var own: PushRecord
    /// Where it is part of a digest: the representative, then that one's representative and so on, at most ``depth``.
    public var representatives: [PushRecord]
    /// The items of the digest that ``own`` stands for, and of the digest it is part of; for each one that
    /// ``DigestItem/leavesItems``, its items as well.
    public private(set) var items: [DigestItem]
    /// What the notification sends in channels next to push and the inbox, by channel.
    public var channels: [DeliveryFacts]

    /// Joins the parts.
    public init(
        user: UserID,
        own: PushRecord,
        representatives: [PushRecord] = [],
        items: [DigestItem] = [],
        channels: [DeliveryFacts] = []
    ) {
        self.user = user
        self.own = own
        self.representatives = representatives
        self.items = items
        self.channels = channels
    }

    /// How far all has come that tells of the notification, push and channels; `nil` when there was to be nothing.
    public var reach: PushProgress? {
        (channels.map(\.progress) + (progress.map { [$0] } ?? [])).max()
    }

    /// Whether anything waits in a channel, or is under way there.
    public var hasOpenChannels: Bool { channels.contains { $0.state.isOpen } }

    /// How far the push has come that tells of the notification; `nil` when there was to be none.
    public var progress: PushProgress? { own.isRepresented ? digestProgress : own.progress }

    /// How far the digest has come that the notification is part of.
    ///
    /// Once any device was tried it is too late: another push would show the other items twice.
    private var digestProgress: PushProgress {
        // What stands for it no longer shows it: nothing will.
        if let nearest = representatives.first, !nearest.tells(of: own) { return .waiting }
        for representative in representatives {
            switch representative.state {
            case .held, .digested: return .waiting
            case .sending, .stopped:
                let progress = representative.progress ?? .ended
                return progress == .waiting && !representative.canBeReopened ? .handedOut : progress
            case .represented: continue
            // A representative that was cancelled before it left cannot show this item any more.
            case .suppressed: return representative.reason?.isCancel == true ? .waiting : .ended
            }
        }
        // The representative is deleted, or further away than is followed: assume that it was sent.
        return .handedOut
    }

    /// Reads the ``items`` once the pushes are read.
    /// - Parameter read: reads the items of one digest.
    /// - Throws: what `read` throws.
    public mutating func readItems<Failure>(
        _ read: (_ representative: NotificationID) throws(Failure) -> [DigestItem]
    ) throws(Failure) {
        var digests: [NotificationID] = own.isRepresented || own.isRepresentative ? [own.id] : []
        if let nearest = representatives.first { digests.append(nearest.id) }
        for _ in 0..<Self.depth {
            var found: [DigestItem] = []
            for digest in digests { found += try read(digest) }
            items += found
            // Its own items are read already.
            digests = found.filter { $0.leavesItems && $0.push.id != own.id }.map(\.push.id)
            if digests.isEmpty { return }
        }
    }

    /// The changes that let the items of one digest wait in their windows again.
    func returningItems(of representative: NotificationID, at now: Timestamp) -> [PushChange] {
        items.filter { $0.push.digest == representative && $0.push.id != own.id }.flatMap { item in
            item.leavesItems
                ? returningItems(of: item.push.id, at: now)
                : item.returning(at: now).map { [$0] } ?? []
        }
    }
}
