import PealCore
import PealStore
import Testing

/// Triggers that stay open for users who join, and the users that a time has fired for.
extension StoreConformance {
    static var open: [Case] {
        [
            Case("an open trigger is found by its entity and its parent, until it is finished or cancelled") {
                scene async throws in
                #expect(try await !scene.store.hasOpenTriggers())
                let id = try await scene.fireOpen("a", to: ["u"])
                #expect(try await scene.store.hasOpenTriggers())
                let ref = EntityRef(type: "event", id: "a")
                let found = try await scene.store.openTriggers(about: [ref], app: scene.app)
                #expect(found == [OpenTrigger(id: id, entity: ref, parent: nil, openUntil: scene.start)])
                #expect(try await scene.store.openTriggers(about: [scene.report], app: scene.app).isEmpty)
                #expect(try await scene.store.openTriggers(about: [ref], app: "match").isEmpty)
                #expect(try await scene.apply([.closeFanOut(id)]) == .failed([0]), "its first pass is not over")
                try await scene.fanOutFiring()
                #expect(try await scene.store.openTriggers(about: [ref], app: scene.app).count == 1)
                #expect(try await scene.apply([.closeFanOut(id)]).isApplied)
                #expect(try await scene.store.openTriggers(about: [ref], app: scene.app).isEmpty)
                #expect(try await !scene.store.hasOpenTriggers())
                #expect(try await scene.apply([.closeFanOut(id)]) == .failed([0]))
                #expect(try await scene.apply([.admit(["u"], to: id, at: scene.now)]) == .failed([0]))
            },
            Case("whoever joins an open trigger is on its next page, and waits no longer once decided") {
                scene async throws in
                for user: UserID in ["u", "v", "w"] { try await scene.user(user) }
                let id = try await scene.fireOpen("a", to: ["u", "v"])
                #expect(try await scene.apply([.admit(["v"], to: id, at: scene.now)]).isApplied)
                let first = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 9).first)
                #expect(first.trigger.openUntil == scene.start && !first.isPlaced)
                let page = try await scene.store.recipients(of: first, ownedTypes: [], limit: 9)
                #expect(page.recipients.map(\.userID) == ["u", "v"])
                #expect(page.others.nextWait == scene.now)
                #expect(page.firing == FiringRecipients(time: scene.start))
                try await scene.fanOutFiring()
                #expect(try await scene.store.hasWork(now: scene.now) == false)
                #expect(try await scene.store.nextDue(after: scene.now) == scene.start)

                #expect(try await scene.apply([.admit(["u", "w"], to: id, at: scene.now)]).isApplied)
                let open = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 9).first)
                #expect(open.isPlaced && open.trigger.dueAt == scene.now)
                let next = try await scene.store.recipients(of: open, ownedTypes: [], limit: 9)
                #expect(next.recipients.map(\.userID) == ["u"])
                #expect(next.gone == ["w"], "not in the audience")
                #expect(next.firing?.reminded(again: .zero) == ["u"])
                try await scene.fanOutFiring()
                #expect(try await scene.store.hasWork(now: scene.now) == false)

                try await scene.fanOutFiring(at: scene.start)
                #expect(try await scene.store.trigger(id, app: scene.app)?.status == .done)
                #expect(try await scene.store.dueTriggers(now: scene.start, limit: 9).isEmpty)
            },
            Case("members are put with their entity, all or none") { scene async throws in
                let ref = EntityRef(type: "event", id: "a")
                let facts = try await scene.store.scheduleFacts(of: ref, app: scene.app)
                let entity = Entity(ref: ref, updatedAt: scene.now)
                let members = ["u", "v"].map { user in
                    Member(entity: ref, userID: UserID(user), role: "member", status: nil, updatedAt: scene.now)
                }
                let cursor = try await scene.store.endOfEvents()
                let changes = facts.putting(entity, with: members, by: [])
                #expect(try await scene.apply(changes).isApplied)
                let joined = try await scene.events(after: cursor, of: .membersChanged).map(\.user)
                #expect(joined == ["u", "v"])
                #expect(try await scene.apply(changes) == .failed([0]), "the entity is not what it was")
                let page = try await scene.store.members(of: ref, app: scene.app, page: PageRequest(limit: 9))
                #expect(page?.items == members)
            },
            Case("who was reminded is known by time and user, as long as the firing is") { scene async throws in
                let id = try await scene.fireOpen("a", to: ["u", "told"])
                try await scene.fanOutFiring()
                let ref = EntityRef(type: "event", id: "a")
                let later = scene.start + .seconds(600)
                try await scene.event("a", startsAt: later)
                let second = try await scene.refire("a", to: ["u", "told", "x"], opensUntil: later)
                let again = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 9).last)
                #expect(again.trigger.id == second)
                let page = try await scene.store.recipients(of: again, ownedTypes: [], limit: 9)
                let firing = try #require(page.firing)
                #expect(firing.time == later)
                #expect(Set(firing.reminders.map(\.user)) == ["u", "told"])
                #expect(firing.reminders.allSatisfy { $0.time == scene.start && !$0.wasWithdrawn })

                let none = NewReminders(of: ref, type: "reminder", time: later, users: ["x"])
                #expect(try await scene.apply([.keepReminders(none, of: second)]).isApplied)
                let without = try await scene.store.recipients(of: again, ownedTypes: [], limit: 9)
                #expect(without.firing == page.firing, "x has no decision")

                _ = try await scene.store.eraseUser("u", app: scene.app, now: scene.now)
                let left = try await scene.store.recipients(of: again, ownedTypes: [], limit: 9)
                #expect(left.firing?.reminders.map(\.user) == ["told"], "an erased user is in no reminder")
                #expect(try await scene.store.sweepSchedules(before: scene.now + .seconds(1), limit: 9) > 0)
                let swept = try await scene.store.recipients(of: again, ownedTypes: [], limit: 9)
                #expect(swept.firing == nil)
                #expect(id != second)
            },
        ]
    }
}
