import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var properties: [Case] {
        [
            Case("whatever happens in whatever order, each recipient is in exactly one verdict and the badge is right")
            { scene async throws in
                for seed in 1...12 {
                    var life = Life(scene: scene, seed: UInt64(seed))
                    try await life.live()
                }
            }
        ]
    }

    /// One trigger's lifecycle with random events.
    private struct Life {
        let scene: StoreScene<Store>
        let users: [UserID]
        var random: SplitMix64
        var isCancelled = false

        init(scene: StoreScene<Store>, seed: UInt64) {
            self.scene = scene
            users = (0..<6).map { UserID("seed-\(seed)-\($0)") }
            random = SplitMix64(seed: seed)
        }

        mutating func live() async throws {
            for user in users { try await scene.user(user) }
            for user in users.dropLast() { try await scene.device(user, token: "\(user)") }
            let id = try await scene.accept(scene.submission(.users(users)))
            var claimed: [ClaimedDelivery] = []
            for _ in 0..<60 { try await step(id, &claimed) }
            // Then everything is let come to its end.
            try await scene.fanOut { decide($0) }
            let late = scene.now + .seconds(1000)
            for held in try await scene.store.dueHeld(now: late, limit: 99) { try await release(held) }
            try await record(claimed)
            while case let more = try await scene.store.claim(now: late, limit: 9, epoch: 1), !more.isEmpty {
                try await record(more)
            }
            try await check(id)
        }

        private mutating func step(_ id: TriggerID, _ claimed: inout [ClaimedDelivery]) async throws {
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                guard let pending = try await scene.store.dueTriggers(now: scene.now, limit: 1).first else { return }
                let page = try await scene.store.recipients(of: pending, ownedTypes: [], limit: 2)
                let decided = FanOutPage(
                    trigger: pending,
                    notifications: page.recipients.map { decide($0) },
                    cursor: page.recipients.last?.userID,
                    isLast: page.isLast
                )
                // A crash between the commit and its answer makes the same page come twice.
                try await scene.store.commit(Bool.random(using: &random) ? [decided] : [decided, decided])
            case 4..<7: claimed += try await scene.store.claim(now: scene.now, limit: 2, epoch: 1)
            case 7..<9:
                guard !claimed.isEmpty else { return }
                try await record([claimed.removeLast()])
            case 9:
                for held in try await scene.store.dueHeld(now: scene.now + .seconds(1000), limit: 1) {
                    try await release(held)
                }
            case 10:
                guard let user = users.randomElement(using: &random) else { return }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    _ = try await scene.store.markAll(of: user, app: scene.app, as: .restored, now: scene.now)
                }
                let marks: [InboxMark] = [.seen, .read, .unread, .opened, .deleted, .archived]
                guard let row = try await scene.inbox(user).first, let mark = marks.randomElement(using: &random) else {
                    return
                }
                _ = try await scene.store.mark(row.id, of: user, app: scene.app, as: mark, now: scene.now)
            default:
                guard Int.random(in: 0..<6, using: &random) == 0 else { return }
                let report = try await scene.cancel(id, retracts: Bool.random(using: &random))
                #expect((report?.cancelled ?? 0) + (report?.tooLate ?? 0) <= users.count)
                isCancelled = true
            }
        }

        private mutating func decide(_ recipient: RecipientSnapshot) -> NewNotification {
            let pushes: [PushResult] = [
                StoreScene<Store>.sendToAll(recipient).1, .hold(until: scene.now + .seconds(500)), .suppress(.muted),
            ]
            let inApps: [InAppResult] = [.show, .hide(.channelDisabled)]
            return scene.notification(
                recipient.userID,
                inApp: inApps.randomElement(using: &random) ?? .show,
                push: pushes.randomElement(using: &random) ?? .suppress(.muted),
                alertsOnFailure: Bool.random(using: &random)
            )
        }

        private func release(_ held: HeldNotification) async throws {
            let devices = try await scene.store.devices(of: held.userID, app: scene.app).map(\.id)
            let decision = Decision(
                inApp: held.inApp,
                push: .send(devices),
                priority: .normal,
                isAlert: false,
                trace: held.trace
            )
            try await scene.store.release([
                ReleasedNotification(
                    id: held.id,
                    app: scene.app,
                    userID: held.userID,
                    decision: decision,
                    at: scene.now
                )
            ])
        }

        private mutating func record(_ claimed: [ClaimedDelivery]) async throws {
            for delivery in claimed {
                let nexts: [DeliveryMachine.Next] = [
                    .end(.accepted, nil), .end(.failed, .retriesExhausted), .end(.unknown, nil),
                    .retry(at: scene.now, counted: true),
                ]
                let next = nexts.randomElement(using: &random) ?? .end(.accepted, nil)
                try await scene.store.record([scene.result(delivery, next, epoch: 1)])
            }
        }

        private func check(_ id: TriggerID) async throws {
            let report = try #require(try await scene.store.trigger(id, app: scene.app))
            let decisions = try await scene.store.decisions(
                app: scene.app,
                filter: DecisionFilter(trigger: id),
                page: PageRequest(limit: 100)
            ).items
            #expect(report.status == (isCancelled ? .cancelled : .done))
            #expect(report.verdicts.values.reduce(0, +) == report.recipients)
            #expect(report.suppressed.values.reduce(0, +) == report.verdicts[.suppressed, default: 0])
            #expect(decisions.count == report.recipients)
            #expect(Set(decisions.map(\.userID)).count == decisions.count)
            if !isCancelled { #expect(Set(decisions.map(\.userID)) == Set(users)) }
            #expect(report.heldPushes == 0)
            #expect(report.deliveries[.pending, default: 0] == 0)
            for user in users {
                let counts = try await scene.store.counts(of: user, app: scene.app)
                let rows = try await scene.inbox(user)
                #expect(counts.unread == rows.count { $0.readAt == nil })
                #expect(counts.unseen == rows.count { $0.seenAt == nil })
            }
        }
    }
}
