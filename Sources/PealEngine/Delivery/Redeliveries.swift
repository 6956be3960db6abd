import PealCore
import PealStore

/// Sends pushes once more to devices that were off, where the push service kept only the latest (M26, R146, S4.9.2).
struct Redeliveries: Sendable {
    let store: any RedeliveryStore & ChangeStore

    /// Pushes of an app that are looked at together.
    private static let pageSize = 100

    /// Plans what a device may have lost, after its `sync`.
    /// - Parameters:
    ///   - shown: what the device says that it shows.
    ///   - device: the device.
    ///   - user: its user.
    ///   - catalog: the catalog in force of its app.
    ///   - now: the instant it is.
    /// - Throws: ``StoreError``.
    func plan(
        showing shown: [NotificationID],
        on device: DeviceID,
        of user: UserID,
        by catalog: Catalog,
        now: Timestamp
    ) async throws {
        let types = Set(catalog.types.filter(\.isRedelivered).map(\.id))
        guard !types.isEmpty else { return }
        let pushes = try await store.handedPushes(to: device, of: user, app: catalog.app)
        let plan = RedeliveryPlan(of: pushes, showing: Set(shown), types: types, at: now)
        guard !plan.deliveries.isEmpty else { return }
        let changes = plan.deliveries.map { Change.redelivery(.plan($0, at: plan.dueAt)) }
        _ = try await store.apply([ChangeGroup(app: catalog.app, changes)])
    }

    /// Looks at what is due, and lets what is still missing wait in its queue; whether there was anything.
    ///
    /// What changes meanwhile, because its device confirms it for example, is read again with the next step.
    /// - Throws: ``StoreError``; called again, it continues.
    func step(now: Timestamp) async throws -> Bool {
        let due = try await store.dueRedeliveries(now: now, limit: Self.pageSize)
        let groups = due.sorted { $0.key < $1.key }.flatMap { app, pushes in
            pushes.map { push in
                let again = push.redelivered(in: app, at: now).map(Change.delivery)
                return ChangeGroup(app: app, [.redelivery(.end(push))] + [again].compactMap(\.self))
            }
        }
        guard !groups.isEmpty else { return false }
        _ = try await store.apply(groups)
        return true
    }

    /// When the next push is due, later than an instant.
    func next(after now: Timestamp) async throws -> Timestamp? { try await store.nextRedelivery(after: now) }
}
