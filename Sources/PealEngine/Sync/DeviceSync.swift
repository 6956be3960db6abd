public import PealCore
import PealStore

/// A client's one call at its start, on return to the foreground and on a silent push (api.md, sync; R146, R165, R172).
public struct DeviceSync: Sendable {
    private let store: any SyncStore & InboxStore & PreferenceStore
    private let devices: DeviceRegistration
    private let inbox: Inbox
    private let missedPushes: MissedPushes
    private let redeliveries: Redeliveries
    private let catalogs: CatalogLookup
    private let now: @Sendable () -> Timestamp

    /// Wires the use case.
    init(
        store: any SyncStore & InboxStore & PreferenceStore & DeliveryStore & TriggerStore,
        devices: DeviceRegistration,
        inbox: Inbox,
        redeliveries: Redeliveries,
        catalogs: @escaping CatalogLookup,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.devices = devices
        self.inbox = inbox
        missedPushes = MissedPushes(store: store, now: now)
        self.redeliveries = redeliveries
        self.catalogs = catalogs
        self.now = now
    }

    /// Takes over what a device reports, and answers what it has to know.
    ///
    /// What it shows counts as received, where it was handed to it. An app that was opened has seen the list; what the answer
    /// says of the screen is as it was before that. Pushes that the device seems to have lost are sent once more.
    /// - Parameters:
    ///   - report: what the device reports.
    ///   - id: the device.
    ///   - user: its user.
    ///   - app: its app.
    /// - Returns: what it has to know; `nil` when the device is not the user's.
    /// - Throws: ``TokenProblem`` when the address cannot be one of its provider, ``StoreError``.
    public func callAsFunction(_ report: DeviceReport, of id: DeviceID, user: UserID, app: AppID) async throws
        -> DeviceNews?
    {
        let device = try await devices.change(
            id,
            of: user,
            app: app,
            address: report.address,
            permission: report.permission,
            capabilities: report.capabilities,
            appVersion: report.appVersion,
            locale: report.locale,
            timeZone: report.timeZone
        )
        guard let device else { return nil }
        let shown = try await named(report.shown, on: id, of: user, app: app)
        let facts = try await store.syncFacts(of: user, app: app, about: shown.compactMap(\.id))
        let screen = ScreenSync(of: shown, on: id, facts: facts)
        _ = try await inbox.markAll(.ids(screen.received), of: user, app: app, as: .received, on: id)
        let missed = try await missed(by: report, showing: Set(shown.compactMap(\.id)), user: user, app: app)
        if report.activity.isOpen, inbox.isOn(app) {
            _ = try await inbox.markAll(of: user, app: app, as: .seen, on: id)
        }
        let catalog = catalogs(app, nil)
        if let catalog {
            try await redeliveries.plan(showing: shown.compactMap(\.id), on: id, of: user, by: catalog, now: now())
        }
        return DeviceNews(
            device: device,
            addressHash: devices.addressHash(of: report.address, on: device),
            counts: try await inbox.counts(of: user, app: app),
            cleared: screen.cleared,
            catalogVersion: catalog?.version ?? 0,
            preferencesVersion: try await store.preferences(of: user, app: app).version,
            missed: missed
        )
    }

    /// Whether a notification was handed to a device, which may report on no other one.
    /// - Throws: ``StoreError``.
    public func hasReceived(_ id: NotificationID, on device: DeviceID, user: UserID, app: AppID) async throws -> Bool {
        let facts = try await store.syncFacts(of: user, app: app, about: [id])
        return !ScreenSync(of: [ShownPush(id: id)], on: device, facts: facts).received.isEmpty
    }

    /// The notifications of tags that came without one: the latest push that was handed to the device under the tag.
    private func named(_ shown: [ShownPush], on device: DeviceID, of user: UserID, app: AppID) async throws
        -> [ShownPush]
    {
        guard shown.contains(where: { $0.id == nil }) else { return shown }
        let pushes = try await store.taggedPushes(on: device, of: user, app: app).filter(\.state.isHandedOut)
        let ids = Dictionary(pushes.map { ($0.push.tag, $0.push.id) }) { latest, _ in latest }
        return shown.map { push in ShownPush(id: push.id ?? push.tag.flatMap { ids[$0] }, tag: push.tag) }
    }

    private func missed(
        by report: DeviceReport,
        showing shown: Set<NotificationID>,
        user: UserID,
        app: AppID
    ) async throws -> DeviceNews.Missed {
        var missed = DeviceNews.Missed()
        guard inbox.isOn(app) else {
            let items = try await missedPushes(of: user, app: app, showing: shown)
            (missed.ids, missed.count) = (items.map(\.id), items.count)
            // A device key alone never gets a text.
            if report.hasSession { missed.items = items.compactMap { inbox.view(of: $0, user: user, app: app) } }
            return missed
        }
        func unseen(_ page: PageRequest) async throws -> Page<NotificationID> {
            let rows = try await inbox.unread(of: user, app: app, page: page)
            let ids = rows.items.filter { $0.seenAt == nil && $0.deliveredAt == nil && !shown.contains($0.id) }.map(
                \.id
            )
            return Page(items: ids, next: rows.next)
        }
        let first = try await unseen(PageRequest(limit: DeviceNews.Missed.named))
        (missed.ids, missed.next, missed.count) = (first.items, first.next, first.items.count)
        guard let next = first.next else { return missed }
        let rest = PageRequest(limit: DeviceNews.Missed.limit - DeviceNews.Missed.named, after: next)
        missed.count += try await unseen(rest).items.count
        return missed
    }
}
