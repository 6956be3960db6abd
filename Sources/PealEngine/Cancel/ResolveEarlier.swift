import PealCore
import PealStore

/// Ends what a notification says is over: earlier triggers of the types that its type resolves, about the same entity.
///
/// Of these nothing leaves any more. All their recipients are cleared of them, also the actor of the new trigger, who is no
/// recipient of it: devices remove what they show, alerts are not pinned any more, and the rows stay in the inbox as read.
/// Repeating it changes nothing, so a crash before the first page of the new trigger is written does no harm.
struct ResolveEarlier: Sendable {
    let store: any CancelPorts & InboxStore & DecisionLogStore
    let encryption: PayloadEncryption

    /// Triggers that are read together.
    private static let triggersPerPage = 20
    /// Recipients of one transaction at most.
    private static let pageSize = 100

    /// Resolves the earlier triggers.
    /// - Parameters:
    ///   - trigger: the trigger that says so, with its opened data; later ones stay.
    ///   - rule: what it ends.
    ///   - now: the instant it is.
    /// - Throws: ``StoreError``; called again, it continues.
    func resolve(by trigger: Trigger, _ rule: ResolveRule, now: Timestamp) async throws {
        guard let entity = trigger.entity else { return }
        let app = trigger.app
        var last: TriggerID?
        while true {
            let page = try await store.triggers(
                about: entity,
                types: rule.types,
                app: app,
                after: last,
                upTo: trigger.id,
                limit: Self.triggersPerPage
            )
            for earlier in page where earlier.id != trigger.id {
                guard try await isSame(earlier.id, as: trigger, rule) else { continue }
                if earlier.state.decidesMore {
                    let cancel = CancelTriggers(store: store)
                    _ = try await cancel.cancel(earlier.id, app: app, retracts: false, now: now)
                }
                try await clear(earlier.id, app: app, now: now)
            }
            guard page.count == Self.triggersPerPage else { return }
            last = page.last?.id
        }
    }

    /// Whether an earlier trigger is about the same; one whose data cannot be read any more stays.
    private func isSame(_ earlier: TriggerID, as trigger: Trigger, _ rule: ResolveRule) async throws -> Bool {
        guard !rule.same.isEmpty else { return true }
        guard let stored = try await store.acceptedTrigger(earlier, app: trigger.app)?.pending,
            let data = try? encryption.open(stored.sealedData, app: trigger.app, trigger: earlier)
        else { return false }
        return rule.matches(trigger.data, data)
    }

    /// Clears the recipients of one trigger, page by page.
    private func clear(_ trigger: TriggerID, app: AppID, now: Timestamp) async throws {
        var cursor = UserID("")
        var limit = Self.pageSize
        while true {
            let page = try await store.pushes(of: trigger, app: app, after: cursor, limit: limit)
            var changes: [Change] = []
            for push in page {
                let rows = try await store.rows(.one(push.own.id), of: push.user, app: app, before: nil, limit: 1)
                let markings = rows.map { RowMarking(resolved: $0, at: now) }
                changes += MarkInbox.changes(of: markings, user: push.user, by: InboxAct(now: now))
            }
            if !changes.isEmpty, try await !store.applies(changes, to: app) {
                // A push was leased meanwhile, for example: a single one always gets through.
                limit = max(1, limit / 5)
                continue
            }
            guard page.count == limit, let next = page.last?.user else { return }
            cursor = next
            limit = Self.pageSize
        }
    }
}

extension TriggerState {
    /// Whether recipients are still to be decided about.
    fileprivate var decidesMore: Bool {
        switch self {
        case .waiting, .running, .open: true
        case .finished, .cancelled, .withdrawn: false
        }
    }
}
