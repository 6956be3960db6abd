public import PealCore
import PealStore

/// Takes the actions of notifications: quick replies, and what opens or dismisses (R191–R198).
///
/// An arrival goes through ``EtaReplies``, in the same transaction. For every other action the event log tells the app's backend.
public struct TakeActions: Sendable {
    private let store: any ActionStore & InboxStore & ChangeStore
    private let catalogs: CatalogLookup
    private let encryption: PayloadEncryption
    private let arrivals: EtaReplies
    private let now: @Sendable () -> Timestamp

    init(
        store: any ActionStore & InboxStore & ChangeStore,
        catalogs: @escaping CatalogLookup,
        encryption: PayloadEncryption,
        arrivals: EtaReplies,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.catalogs = catalogs
        self.encryption = encryption
        self.arrivals = arrivals
        self.now = now
    }

    /// Whose a notification is, and when it was decided; `nil` when the app has none, or it accepts no actions any more.
    public func owner(of notification: NotificationID, app: AppID) async throws -> (user: UserID, decidedAt: Timestamp)?
    {
        guard let facts = try await store.actionFacts(of: notification, app: app), facts.acceptsActions else {
            return nil
        }
        return (facts.user, facts.createdAt)
    }

    /// Stores an action and marks its notification; one that came before has the first result.
    /// - Parameters:
    ///   - draft: the action.
    ///   - notification: the notification.
    ///   - user: who takes it.
    ///   - app: the app.
    /// - Returns: what the client learns.
    /// - Throws: ``ActionRefusal``, ``EtaRefusal``, ``StoreError``.
    public func take(_ draft: ActionDraft, on notification: NotificationID, by user: UserID, app: AppID) async throws
        -> ActionReceipt
    {
        guard let inForce = catalogs(app, nil), inForce.features.actions else { throw ActionRefusal.off }
        guard let item = try await store.item(notification, of: user, app: app, includesHidden: true) else {
            throw ActionRefusal.unknownNotification
        }
        let catalog = catalogs(app, item.contentVersion) ?? inForce
        guard let action = catalog.type(item.type)?.actions.first(where: { $0.id == draft.action }) else {
            throw ActionRefusal.unknownAction
        }
        let content = try ActionContent(of: action, in: item, encryption, app: app)
        let arrival = ArrivalAction(action, content.payload, of: item, inForce.eta)
        var receipt = try await store.applyPlanned(to: app) { _ in
            let instant = now()
            guard let facts = try await store.actionFacts(of: notification, app: app), facts.user == user,
                facts.acceptsActions, item.isAlert || item.createdAt >= instant - inForce.retention.inbox
            else { throw ActionRefusal.unknownNotification }
            let new = draft.taken(at: instant)
            var receipt = ActionReceipt(
                notification: notification,
                taken: new,
                kind: action.kind,
                isLatest: true,
                link: action.link(content, of: item.content.link),
                payload: content.payload
            )
            switch ActionVerdict(new, record: facts.record) {
            case .repeated(let first):
                receipt.taken = first
                receipt.isLatest = facts.record?.latest == first
                receipt.eta = arrival?.receipt(of: first, by: user)
                return ([], receipt)
            case .tooMany: throw ActionRefusal.tooMany
            case .accepted(let record):
                receipt.isLatest = record.latest == new
                var changes: [Change] = []
                if let arrival {
                    let reply = draft.arrival(arrival.said)
                    let plan = try await arrivals.plan(
                        reply,
                        of: user,
                        to: arrival.event,
                        app: app,
                        byAction: true,
                        at: instant
                    )
                    changes = plan.changes
                    receipt.eta = plan.value
                }
                let change = ActionChange(
                    notification: notification,
                    user: user,
                    before: facts.record,
                    after: record,
                    kind: action.kind,
                    arrival: arrival?.said
                )
                let act = InboxAct(now: instant, device: draft.device)
                changes += [.action(change)] + (try await marks(action.kind, notification, user, app, act))
                return (changes, receipt)
            }
        }
        if let eta = receipt.eta { receipt.eta = try await arrivals.confirmed(eta, app: app) }
        return receipt
    }

    /// What the action means for the inbox: who replied has read the notification, and other devices need not show it.
    private func marks(
        _ kind: ActionKind,
        _ id: NotificationID,
        _ user: UserID,
        _ app: AppID,
        _ act: InboxAct
    ) async throws -> [Change] {
        let rows = try await store.rows(.one(id), of: user, app: app, before: nil, limit: 1)
        guard let row = rows.first else { return [] }
        let marking =
            switch kind {
            case .quickReply: RowMarking(readElsewhere: row, at: act.now)
            case .openApp: RowMarking(.opened, of: row, at: act.now)
            case .dismiss: RowMarking(.dismissed, of: row, at: act.now)
            }
        return MarkInbox.changes(of: [marking], user: user, by: act)
    }
}
