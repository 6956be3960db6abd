import PealCore
import PealCrypto
import PealSQL
import PealStore
import PealTesting
import Testing

@testable import PealEngine

@Suite("Closing of digest windows")
struct WindowClosingTests {
    private static let windowKey = "digest:shipped:"

    @Test("R161: more windows that cannot be read than a round looks at keep a good one waiting not at all")
    func unreadable() async throws {
        try await PipelineWorld.with { world in
            let users = SlicePace.most + 50
            try await world.addUsers(users)
            try await world.addUserWithDevice("zoe")
            let closesAt = world.clock.now + .seconds(60)
            try await world.acceptDamaged(for: .all)
            try await world.digest(Self.windowKey, until: closesAt) { $0 != "zoe" }
            _ = try await world.intake.submit([Self.draft("t1", "zoe")], app: "shop")
            try await world.digest(Self.windowKey, until: closesAt)

            world.clock.set(closesAt)
            #expect(try await world.store.dueWindows(now: closesAt, limit: 10_000).count == users + 1)
            var rounds = 0
            while try await world.closing.slice(), rounds < 10 { rounds += 1 }
            #expect(rounds == 2, "two rounds look at all of them, and none at one of them again")
            #expect(try await world.push(of: "zoe")?.isSend == true)
            #expect(world.metrics.loopErrors.count == users)
            #expect(try await world.store.dueWindows(now: closesAt, limit: 10).isEmpty)
            #expect(try await world.store.nextDue(after: closesAt) == closesAt + FanOut.mendingTime)

            world.clock.advance(by: FanOut.mendingTime)
            while try await world.closing.slice(), rounds < 10 { rounds += 1 }
            #expect(world.metrics.loopErrors.count == 2 * users, "retried, and postponed again")
        }
    }

    @Test("R161: a window whose key was missing closes once when the key is there, with what came meanwhile")
    func mended() async throws {
        try await PipelineWorld.with { world in
            try await world.addUserWithDevice("ann")
            let closesAt = world.clock.now + .seconds(60)
            let key = DataKey.generate()
            let elsewhere = Keyring()
            elsewhere.install(key, app: "shop", version: 2)
            try await world.acceptSealed(by: elsewhere, for: .users(["ann"]))
            try await world.digest(Self.windowKey, until: closesAt)

            world.clock.set(closesAt)
            while try await world.closing.slice() {}
            #expect(try await world.push(of: "ann") == .digest(until: closesAt + FanOut.mendingTime))
            _ = try await world.intake.submit([Self.draft("t2", "ann")], app: "shop")
            try await world.digest(Self.windowKey, until: closesAt + FanOut.mendingTime)

            world.keyring.install(key, app: "shop", version: 2)
            world.clock.advance(by: FanOut.mendingTime)
            while try await world.closing.slice() {}
            let pushes = try await world.pushes(of: "ann")
            #expect(pushes.count(where: \.isSend) == 1)
            #expect(pushes.contains(.suppress(.digested)))
        }
    }

    @Test("A user whose row is damaged keeps no other waiting, neither for a digest nor for a held push")
    func damagedUser() async throws {
        try await PipelineWorld.with { world in
            for number in 0..<9 { try await world.addUserWithDevice("p\(number)") }
            let closesAt = world.clock.now + .seconds(60)
            var draft = Self.draft("t1", "p0")
            draft.audience = .all
            _ = try await world.intake.submit([draft], app: "shop")
            try await world.digest(Self.windowKey, until: closesAt)
            draft.transition = "t2"
            _ = try await world.intake.submit([draft], app: "shop")
            try await world.commitDue { world.held($0, until: closesAt) }

            let damaged = world.decisions(on: DamagedStore(whole: world.store, damaged: "p4"))
            world.clock.set(closesAt)
            var rounds = 0
            while try await damaged.round(), rounds < 10 { rounds += 1 }
            #expect(rounds < 10)
            for number in 0..<9 where number != 4 {
                #expect(try await world.pushes(of: UserID("p\(number)")).allSatisfy(\.isSend))
            }
            let later = closesAt + FanOut.mendingTime
            let waiting = try await world.pushes(of: "p4")
            #expect(waiting.contains(.hold(until: later)) && waiting.contains(.digest(until: later)))
            #expect(world.metrics.loopErrors.count == 2)
            world.clock.set(later)
            while try await world.decisions.round() {}
            #expect(try await world.pushes(of: "p4").allSatisfy(\.isSend))
        }
    }

    @Test("R161: windows of many users close together, each with its own count")
    func counts() async throws {
        try await PipelineWorld.with { world in
            for number in 1...9 { try await world.addUserWithDevice("p\(number)") }
            let closesAt = world.clock.now + .seconds(60)
            for turn in 1...9 {
                var draft = Self.draft("t\(turn)", "p1")
                draft.audience = .users((turn...9).map { UserID("p\($0)") })
                _ = try await world.intake.submit([draft], app: "shop")
                try await world.digest(Self.windowKey, until: closesAt)
            }
            world.clock.set(closesAt)
            while try await world.closing.slice() {}
            for number in 1...9 {
                let pushes = try await world.pushes(of: UserID("p\(number)"))
                #expect(pushes.count(where: \.isSend) == 1 && pushes.count == number)
                #expect(pushes.count(where: { $0 == .suppress(.digested) }) == number - 1)
            }
        }
    }

    private static func draft(_ transition: String, _ user: UserID) -> TriggerDraft {
        var draft = PipelineWorld.draft(transition)
        draft.audience = .users([user])
        return draft
    }
}

extension PipelineWorld {
    /// Decides what is due: every push waits in a window.
    fileprivate func digest(
        _ windowKey: String,
        until closesAt: Timestamp,
        where isMeant: @Sendable (UserID) -> Bool = { _ in true }
    ) async throws {
        try await commitDue { user in
            guard isMeant(user) else { return nil }
            var new = held(user, until: closesAt)
            new.decision.push = .digest(until: closesAt)
            new.decision.digestWindow = DigestWindowKey(key: windowKey, closesAt: closesAt)
            return new
        }
    }

    /// Decides what is due as a test wants it, in place of the loop.
    func commitDue(_ decide: (UserID) -> NewNotification?) async throws {
        while let due = try await store.dueTriggers(now: clock.now, limit: 1).first {
            let page = try await store.recipients(of: due, ownedTypes: [], limit: 500)
            try await store.commit([
                FanOutPage(
                    trigger: due,
                    notifications: page.recipients.compactMap { decide($0.userID) },
                    cursor: page.recipients.last?.userID,
                    isLast: page.isLast
                )
            ])
        }
    }

    fileprivate func acceptDamaged(for audience: Audience) async throws {
        try await accept(sealed: [1, 2, 3], TriggerID(UUIDv7(milliseconds: 1, random: (0, 1))), for: audience)
    }

    func acceptSealed(by keyring: Keyring, for audience: Audience) async throws {
        let id = TriggerID(UUIDv7(milliseconds: 1, random: (0, 2)))
        let data = Array(#"{"item":"Lamp"}"#.utf8)
        try await accept(sealed: try keyring.seal(data, app: "shop", context: id.description), id, for: audience)
    }

    private func accept(sealed data: [UInt8], _ id: TriggerID, for audience: Audience) async throws {
        let trigger = Trigger(
            id: id,
            app: "shop",
            type: "shipped",
            audience: audience,
            data: [:],
            dueAt: clock.now,
            acceptedAt: clock.now,
            catalogVersion: 1
        )
        let submission = TriggerSubmission(trigger: trigger, sealedData: data, entities: [], claim: nil)
        _ = try await store.accept([submission], answer: nil)
    }

    func pushes(of user: UserID) async throws -> [PushResult] {
        let filter = DecisionFilter(user: user)
        return try await store.decisions(app: "shop", filter: filter, page: PageRequest(limit: 50)).items.map(\.push)
    }

    func push(of user: UserID) async throws -> PushResult? { try await pushes(of: user).first }
}
