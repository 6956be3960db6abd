public import PealCore

/// Wakes the loops that committed changes made work for.
///
/// The store calls it after each commit, so that no change can forget it.
public struct WakeUps: Sendable {
    private let work: PipelineWakeUps

    /// Wakes the loops that wait for these wake-ups.
    public init(_ work: PipelineWakeUps) { self.work = work }

    /// Receives the events of a transaction.
    /// - Parameters:
    ///   - events: what it did.
    ///   - isClaimed: whether it leased all deliveries that were due after it: whoever claimed them hands them over.
    public func callAsFunction(_ events: [Event], isClaimed: Bool = false) {
        let loops = events.reduce(into: Loops()) { $0.formUnion(.woken(by: $1.kind)) }
        if loops.contains(.decide) { work.accepted.fire() }
        if loops.contains(.schedule) || loops.contains(.joins) && work.joins.wakes() { work.schedules.fire() }
        if loops.contains(.deliver) && !isClaimed || loops.contains(.send) { work.deliverable.fire() }
        if loops.contains(.sync) { work.sync.fire() }
        if loops.contains(.receipts) { work.receipts.fire() }
        if loops.contains(.streams) { work.streams.fire() }
        if loops.contains(.redeliveries) { work.redeliveries.fire() }
        if loops.contains(.reachability) { work.reachability.fire() }
        if loops.contains(.webhooks) || loops.contains(.outgoing) && work.outgoing.wakes() { work.webhooks.fire() }
        // Also a transaction without events may have ended what was due.
        work.progress.fire()
    }

    /// Loops that wait for work.
    struct Loops: OptionSet {
        let rawValue: UInt16

        static let decide = Loops(rawValue: 1)
        static let schedule = Loops(rawValue: 2)
        /// Deliveries wait.
        static let deliver = Loops(rawValue: 4)
        static let receipts = Loops(rawValue: 8)
        static let sync = Loops(rawValue: 16)
        static let streams = Loops(rawValue: 32)
        static let redeliveries = Loops(rawValue: 64)
        static let joins = Loops(rawValue: 128)
        static let webhooks = Loops(rawValue: 256)
        static let outgoing = Loops(rawValue: 512)
        static let reachability = Loops(rawValue: 1_024)
        /// Something else waits that the loops of deliveries send.
        static let send = Loops(rawValue: 2_048)

        /// The loops that an event of a kind has made work for.
        static func woken(by kind: EventKind) -> Loops {
            switch kind {
            case .triggerAccepted, .triggerMoved, .pushDue: .decide
            // It may be open for users who join.
            case .triggerResumed: [.decide, .schedule]
            case .schedulePlanned: .schedule
            case .ownerChanged: .joins
            case .membersChanged: [.joins, .streams]
            case .notificationPushed: [.deliver, .streams]
            case .pushReleased, .deliveryDue: .deliver
            case .channelDue, .syncPlanned: .send
            case .notificationSeen, .notificationRead, .notificationUnread, .notificationRemoved,
                .notificationRestored, .notificationRetracted:
                [.sync, .streams]
            case .notificationHeld, .notificationDigested, .notificationSuppressed, .alertRaised, .inboxChanged,
                .mutesChanged, .userChanged, .userErased, .entityChanged:
                .streams
            case .preferencesChanged: [.streams, .reachability]
            case .deviceChanged: .reachability
            case .etaChanged: [.streams, .webhooks]
            case .receiptPlanned: .receipts
            case .redeliveryPlanned: .redeliveries
            case .deliveryEnded: .outgoing
            case .webhookDue, .replyReceived, .cancellationRequested, .auditCheckpoint: .webhooks
            case .channelEnded, .triggerCancelled, .pushPostponed, .pushEnded, .digestClosed, .catalogPublished,
                .etaViewed, .notificationReceived, .notificationOpened, .adminChanged, .auditClaimed:
                []
            }
        }
    }
}
