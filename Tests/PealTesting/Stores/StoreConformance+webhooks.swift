import PealCore
import PealStore
import Testing

/// Webhooks and their messages.
extension StoreConformance {
    static var webhooks: [Case] {
        [
            Case("a webhook is put below a number, replaced as it was read, and deleted with its messages") {
                scene async throws in
                let webhook = scene.webhook()
                #expect(try await scene.apply(.add(webhook, below: 1)))
                #expect(try await !scene.apply(.add(scene.webhook(), below: 1)))
                var changed = webhook
                changed.types = [.deliveryFailed]
                changed.disabled = Webhook.Disabling(.gone, at: scene.now)
                changed.rotatesUntil = scene.now + .seconds(1)
                changed.failures = Webhook.Failures(since: scene.now, count: 3, heldUntil: scene.now + .seconds(5))
                #expect(try await scene.apply(.replace(changed, from: webhook)))
                #expect(try await !scene.apply(.replace(webhook, from: webhook)))
                #expect(try await scene.status(webhook.id)?.webhook == changed)
                let disabled = changed
                changed.disabled = nil
                changed.activeSince = scene.now + .seconds(9)
                #expect(try await scene.apply(.replace(changed, from: disabled)))
                #expect(try await scene.status(webhook.id)?.webhook == changed)
                #expect(try await scene.queue([scene.message(webhook.id)], of: webhook.id))
                #expect(try await scene.apply(.remove(webhook.id)))
                #expect(try await !scene.apply(.remove(webhook.id)))
                #expect(try await scene.store.webhooks(of: nil).isEmpty)
                #expect(try await scene.messages(webhook.id).isEmpty)
            },
            Case("webhooks are read of one app, or of all") { scene async throws in
                let own = scene.webhook()
                let other = scene.webhook()
                #expect(try await scene.apply(.add(own, below: 9)))
                let group = ChangeGroup(app: "match", [.webhook(.add(other, below: 9))])
                #expect(try await scene.store.apply([group]).allSatisfy(\.isApplied))
                #expect(try await scene.store.webhooks(of: scene.app).map(\.webhook.id) == [own.id])
                let all = try await scene.store.webhooks(of: nil)
                #expect(all.map(\.app) == ["match", scene.app] && all.map(\.webhook.id) == [other.id, own.id])
            },
            Case("messages are queued up to a backlog, the rest is counted; a disabled webhook gets none") {
                scene async throws in
                let webhook = scene.webhook()
                #expect(try await scene.apply(.add(webhook, below: 9)))
                let messages = (0..<5).map { _ in scene.message(webhook.id) }
                let events = try await scene.eventsOf {
                    _ = try await scene.queue(messages, of: webhook.id, backlog: 3)
                }
                #expect(events == [Event(.webhookDue, app: scene.app)])
                let status = try #require(try await scene.status(webhook.id))
                #expect(status.dropped == 2 && status.droppedAt == scene.now && status.dueAt == scene.now)
                #expect(try await scene.messages(webhook.id) == messages.prefix(3).reversed())
                #expect(try await scene.store.waitingMessages(of: webhook.id, app: scene.app, limit: 2) == 2)
                #expect(try await scene.store.waitingMessages(of: webhook.id, app: scene.app, limit: 9) == 3)
                var disabled = webhook
                disabled.disabled = Webhook.Disabling(.requested, at: scene.now)
                #expect(try await scene.apply(.replace(disabled, from: webhook)))
                #expect(try await scene.queue([scene.message(webhook.id)], of: webhook.id))
                #expect(try await scene.messages(webhook.id).count == 3)
                #expect(try await scene.status(webhook.id)?.dropped == 2)
                #expect(try await scene.queue([scene.message(scene.id())], of: scene.id()))
            },
            Case("due messages come the longest due first, and what became of them is kept") { scene async throws in
                let webhook = scene.webhook()
                #expect(try await scene.apply(.add(webhook, below: 9)))
                let messages = (0..<3).map { _ in scene.message(webhook.id) }
                #expect(try await scene.queue(messages, of: webhook.id))
                var ends = messages
                (ends[0].dueAt, ends[0].attempts) = (scene.now + .seconds(60), 1)
                ends[0].last = .init(at: scene.now, status: nil, reason: "read-timeout")
                (ends[1].state, ends[1].dueAt, ends[1].attempts) = (.delivered, nil, 1)
                ends[1].last = .init(at: scene.now, status: 200, reason: nil)
                let silent = try await scene.eventsOf { _ = try await scene.apply(.finish(Array(ends.prefix(2)))) }
                #expect(silent.isEmpty)
                #expect(try await scene.messages(webhook.id) == ends.reversed())
                #expect(try await scene.due(webhook.id, at: scene.now) == [ends[2]])
                #expect(try await scene.due(webhook.id, at: scene.now + .seconds(60)) == [ends[2], ends[0]])
                #expect(try await scene.due(webhook.id, at: scene.now + .seconds(60), limit: 1) == [ends[2]])
                #expect(try await scene.messages(webhook.id, in: .delivered) == [ends[1]])
                let page = try await scene.store.messages(
                    of: webhook.id,
                    app: scene.app,
                    in: nil,
                    page: PageRequest(limit: 2)
                )
                #expect(page.items == [ends[2], ends[1]])
                let rest = PageRequest(limit: 2, after: page.next)
                #expect(
                    try await scene.store.messages(of: webhook.id, app: scene.app, in: nil, page: rest).items == [
                        ends[0]
                    ]
                )
            },
            Case("a message that ended waits again when it is asked for; an older result does not change it") {
                scene async throws in
                let webhook = scene.webhook()
                #expect(try await scene.apply(.add(webhook, below: 9)))
                let message = scene.message(webhook.id)
                #expect(try await scene.queue([message], of: webhook.id))
                var failed = message
                (failed.state, failed.dueAt, failed.attempts) = (.failed, nil, 10)
                failed.last = .init(at: scene.now, status: 500, reason: nil)
                #expect(try await scene.apply(.finish([failed])))
                let later = scene.now + .seconds(60)
                #expect(try await scene.apply(.resend([message.id, scene.id()], of: webhook.id, at: later)))
                #expect(try await scene.messages(webhook.id) == [failed.again(at: later)])
                #expect(try await scene.apply(.finish([failed])))
                #expect(try await scene.apply(.resend([message.id], of: webhook.id, at: later + .seconds(1))))
                #expect(try await scene.messages(webhook.id) == [failed.again(at: later)])
            },
            Case("messages that ended are swept by age and by number; those that wait stay") { scene async throws in
                let webhook = scene.webhook()
                #expect(try await scene.apply(.add(webhook, below: 9)))
                let messages = (0..<6).map { _ in scene.message(webhook.id) }
                #expect(try await scene.queue(messages, of: webhook.id))
                let ended = messages.dropFirst().map { message in
                    var message = message
                    (message.state, message.dueAt) = (.delivered, nil)
                    return message
                }
                #expect(try await scene.apply(.finish(ended)))
                func sweep(keeping: Int, before: Timestamp = Timestamp(seconds: 0), limit: Int = 9) async throws -> Int
                {
                    try await scene.store.sweepMessages(
                        of: webhook.id,
                        app: scene.app,
                        before: before,
                        keeping: keeping,
                        limit: limit
                    )
                }
                #expect(try await sweep(keeping: 6) == 0)
                #expect(try await sweep(keeping: 3, limit: 1) == 1)
                #expect(try await sweep(keeping: 3) == 1)
                #expect(try await scene.messages(webhook.id).map(\.id) == [5, 4, 3, 0].map { messages[$0].id })
                #expect(try await sweep(keeping: 9, before: scene.now + .seconds(99_999_999)) == 3)
                #expect(try await scene.messages(webhook.id).map(\.id) == [messages[0].id])
            },
            Case("the secrets of webhooks are walked in pages, and replaced where they are what was read") {
                scene async throws in
                let hooks = [scene.webhook(), scene.webhook(), scene.webhook()]
                for hook in hooks { #expect(try await scene.apply(.add(hook, below: 9))) }
                let first = try await scene.sealed(.webhooks, limit: 2)
                #expect(first.values.map(\.sealed) == hooks.prefix(2).map(\.sealedSecrets))
                let rest = try await scene.sealed(.webhooks, after: first.next, limit: 2)
                #expect(rest.values.map(\.column) == [.webhookSecrets(hooks[2].id)] && rest.next == nil)
                let fresh = Resealed(old: first.values[0], new: SealedValue(first.values[0].column, [9]))
                let other = Resealed(
                    old: SealedValue(first.values[1].column, [1]),
                    new: SealedValue(first.values[1].column, [9])
                )
                #expect(try await scene.store.replace([fresh, other], app: scene.app) == 1)
                #expect(try await scene.status(hooks[0].id)?.webhook.sealedSecrets == [9])
                #expect(try await scene.status(hooks[1].id)?.webhook == hooks[1])
            },
            Case("an ended delivery is read with what it was about; an unknown one is left out") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                try await scene.store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
                let unknown = DeliveryID(notification: scene.id(), device: scene.id())
                let found = try await scene.store.endedDeliveries([claimed.id, unknown], app: scene.app)
                #expect(Array(found.keys) == [claimed.id])
                let ended = try #require(found[claimed.id])
                #expect(
                    ended.user == "a" && ended.type == claimed.notification.type
                        && ended.category == claimed.notification.category
                )
                #expect(ended.entity == claimed.notification.entity && ended.provider == claimed.provider)
                #expect(ended.state == .accepted && ended.event == .deliveryAccepted && ended.reason == nil)
                #expect(ended.acceptedAt != nil && ended.attempts == 1 && ended.triedAt != nil)
                #expect(try await scene.store.endedDeliveries([claimed.id], app: "match").isEmpty)
            },
        ]
    }
}
