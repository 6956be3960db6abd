import PealCore
import PealStore
import Synchronization

/// Sets scenes for the conformance cases: short ways to put users and things, and a fan-out in small.
struct StoreScene<Store: PlatformStore>: Sendable {
    let store: Store
    let app: AppID = "reports"
    let report = EntityRef(type: "report", id: "r1")
    /// The scene's present.
    let now = Timestamp(seconds: 1_800_000_000)
    private let ids = SequentialIDs()

    init(store: Store) { self.store = store }

    func id<Kind: IDKind>(_: Kind.Type = Kind.self) -> ID<Kind> { ids.generator.make() }

    @discardableResult
    func user(_ id: UserID, roles: [String] = [], app: AppID? = nil) async throws -> User {
        let user = User(id: id, roles: roles, createdAt: now, updatedAt: now)
        return try await store.putUser(user, app: app ?? self.app).user
    }

    @discardableResult
    func device(_ user: UserID, token: String? = nil, state: DeviceState = .active) async throws -> Device {
        try await register(newDevice(user, token: token ?? "token-of-\(user)", state: state)).device
    }

    /// Registers a device, whose token is sealed as its own bytes before the identifier's.
    func register(_ device: Device, app: AppID? = nil) async throws -> (device: Device, created: Bool) {
        try await store.register(device, app: app ?? self.app) { Self.sealed(device.tokenHash, for: $0) }
    }

    static func sealed(_ token: [UInt8], for id: DeviceID) -> [UInt8] { token + Array(" for \(id)".utf8) }

    func newDevice(_ user: UserID, token: String, state: DeviceState = .active) -> Device {
        var device = Device(
            id: id(),
            userID: user,
            provider: .fcm,
            tokenHash: Array(token.utf8),
            sealedToken: [],
            platform: .android,
            permission: .granted,
            state: state,
            createdAt: now,
            lastSeenAt: now
        )
        device.appVersion = "1.0"
        device.capabilities = ["bluetooth": "granted"]
        device.locale = "en"
        device.timeZone = "Europe/Berlin"
        return device
    }

    func entity(_ ref: EntityRef, owner: UserID? = nil, parent: EntityRef? = nil, status: String? = nil) async throws {
        _ = try await store.putEntity(
            Entity(ref: ref, parent: parent, ownerID: owner, status: status, updatedAt: now),
            app: app
        )
    }

    func member(_ user: UserID, of ref: EntityRef, role: String? = nil, status: String? = nil) async throws {
        _ = try await store.putMember(
            Member(entity: ref, userID: user, role: role, status: status, updatedAt: now),
            app: app
        )
    }

    func submission(
        _ audience: Audience = .owner,
        type: TypeID = "assigned",
        entity: EntityRef? = nil,
        dueAt: Timestamp? = nil,
        cancelKey: String? = nil,
        claim: TriggerSubmission.Claim? = nil,
        entities: [EntityPatch] = []
    ) -> TriggerSubmission {
        var trigger = Trigger(
            id: id(),
            app: app,
            type: type,
            audience: audience,
            data: [:],
            dueAt: dueAt ?? now,
            acceptedAt: now,
            catalogVersion: 3
        )
        trigger.entity = entity ?? report
        trigger.transition = "t1"
        trigger.actor = Trigger.Actor(id: "officer", kind: .admin)
        trigger.priority = .high
        trigger.cancelKey = cancelKey
        return TriggerSubmission(
            trigger: trigger,
            sealedData: [1, 2, 3],
            entities: entities,
            claim: claim
        )
    }

    @discardableResult
    func accept(_ submission: TriggerSubmission) async throws -> TriggerID {
        _ = try await store.accept([submission], answer: nil)
        return submission.trigger.id
    }

    /// Accepts a trigger for users and fans it out.
    @discardableResult
    func notify(
        _ users: [UserID],
        type: TypeID = "assigned",
        priority: Priority = .high,
        thread: String? = nil,
        alertsOnFailure: Bool = false,
        expiresIn: Duration = .seconds(3600),
        isStamped: Bool = false,
        _ decide: @Sendable (RecipientSnapshot) -> (InAppResult, PushResult) = StoreScene.sendToAll
    ) async throws -> TriggerID {
        for user in users { _ = try await store.ensureUser(user, app: app, now: now) }
        let id = try await accept(submission(.users(users), type: type))
        try await fanOut { recipient in
            let (inApp, push) = decide(recipient)
            var new = notification(
                recipient.userID,
                inApp: inApp,
                push: push,
                priority: priority,
                thread: thread,
                alertsOnFailure: alertsOnFailure,
                expiresIn: expiresIn
            )
            if isStamped { new.stamp = DecisionStamp(.init(facts: recipient.factsVersion)) }
            return new
        }
        return id
    }

    static func sendToAll(_ recipient: RecipientSnapshot) -> (InAppResult, PushResult) {
        (.show, .send(recipient.devices.filter { $0.state == .active }.map(\.id)))
    }

    func notification(
        _ user: UserID,
        inApp: InAppResult = .show,
        push: PushResult = .suppress(.noDevice),
        priority: Priority = .high,
        thread: String? = nil,
        alertsOnFailure: Bool = false,
        expiresIn: Duration = .seconds(3600)
    ) -> NewNotification {
        NewNotification(
            id: id(),
            userID: user,
            decision: Decision(
                inApp: inApp,
                push: push,
                priority: priority,
                isAlert: false,
                holdStage: push.isHold ? .quietHours : nil,
                trace: Trace([.init(.type, .pass), .init(.audience, .pass, nil, .audience(.users))])
            ),
            category: "status",
            content: StoredContent(
                text: SealedText(bytes: Array("sealed for \(user)".utf8)),
                link: "/r1",
                thread: thread,
                locale: "en"
            ),
            createdAt: now,
            expiresAt: now + expiresIn,
            policyVersion: 4,
            alertsOnFailure: alertsOnFailure
        )
    }

    /// Fans out everything that is due, in pages of `limit`.
    func fanOut(limit: Int = 100, at instant: Timestamp? = nil, _ decide: (RecipientSnapshot) -> NewNotification)
        async throws
    {
        while let pending = try await store.dueTriggers(now: instant ?? now, limit: 1).first {
            let page = try await store.recipients(of: pending, ownedTypes: [], limit: limit)
            let reminded = page.firing?.reminded(again: .zero) ?? []
            try await store.commit([
                FanOutPage(
                    trigger: pending,
                    notifications: page.recipients.filter { !reminded.contains($0.userID) }.map(decide),
                    cursor: page.recipients.last?.userID,
                    isLast: page.isLast,
                    gone: page.gone,
                    reminded: reminded.sorted(),
                    firedTime: page.firing?.time,
                    others: page.others
                )
            ])
        }
    }

    /// The users a trigger reaches, over pages of `limit`.
    func recipients(of id: TriggerID, limit: Int = 100) async throws -> [UserID] {
        var users: [UserID] = []
        try await fanOut(limit: limit) { recipient in
            users.append(recipient.userID)
            return notification(recipient.userID)
        }
        return users
    }

    func result(
        _ claimed: ClaimedDelivery,
        _ next: DeliveryMachine.Next,
        epoch: Int,
        device: DeliveryMachine.DeviceChange = .none,
        outcome: String = "accepted"
    ) -> DeliveryResult {
        DeliveryResult(
            id: claimed.id,
            app: claimed.app,
            attempt: AttemptRecord(at: now, outcome: outcome, receipt: "rcpt"),
            next: next,
            device: device,
            epoch: epoch
        )
    }

    /// The events after a cursor; of one kind, if one is given.
    func events(after cursor: EventCursor, of kind: EventKind? = nil) async throws -> [Event] {
        guard case .events(let events, _) = try await store.events(after: cursor, limit: 10_000) else { return [] }
        return events.filter { kind == nil || $0.kind == kind }
    }

    func inbox(_ user: UserID, filter: InboxFilter = InboxFilter(), limit: Int = 50) async throws -> [InboxItem] {
        try await store.inbox(of: user, app: app, filter: filter, page: PageRequest(limit: limit)).items
    }
}

extension PushResult {
    /// Whether it waits for an instant.
    var isHold: Bool { if case .hold = self { true } else { false } }
}

/// Identifiers in order, a millisecond apart.
final class SequentialIDs: Sendable {
    private let last = Mutex<UInt64>(1_800_000_000_000)

    var generator: IDGenerator {
        IDGenerator {
            let next = self.last.withLock { last in
                last += 1
                return last
            }
            return UUIDv7(milliseconds: next, random: (next, next))
        }
    }
}
