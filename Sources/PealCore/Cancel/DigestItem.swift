/// A notification that is part of a digest.
public struct DigestItem: Sendable, Equatable {
    /// Its own push; its deliveries are not read.
    public var push: PushRecord
    /// Whether its own trigger is cancelled.
    public var isCancelled: Bool

    /// Joins both parts.
    public init(push: PushRecord, isCancelled: Bool) {
        self.push = push
        self.isCancelled = isCancelled
    }

    /// Whether it keeps items of a digest of its own although it was cancelled: that was too late, because the digest it is
    /// part of had been tried.
    ///
    /// They are pushed again when that digest is withdrawn after all.
    public var keepsItemsAfterCancel: Bool { isCancelled && push.isRepresented && push.isRepresentative }

    /// The change that lets it wait in its window again; `nil` when it stays out because it ended or was cancelled itself.
    func returning(at now: Timestamp) -> PushChange? {
        guard push.isRepresented, !isCancelled else { return nil }
        return .returnToDigest(push.id, until: now, push.waitsAgain)
    }
}
