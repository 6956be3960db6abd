import PealCore
import PealEngine
import PealStore
import Testing

extension StoreConformance {
    static var keys: [Case] {
        [
            Case("all data keys are wrapped anew, or none") { scene in
                for (app, version) in [("gss", 1), ("gss", 2), ("nhs", 1)] as [(AppID, Int)] {
                    _ = try await scene.store.addIfAbsent(scene.key(app, version))
                }
                await #expect(throws: StoreError.self) {
                    _ = try await scene.store.rewrapDataKeys(at: scene.now) { key in
                        if key.app == "nhs" { throw StoreError(.unavailable, "it does not open") }
                        return [9]
                    }
                }
                #expect(try await scene.store.dataKeys().map(\.wrapped) == [[1], [2], [1]])
                #expect(try await scene.store.rewrapDataKeys(at: scene.now) { $0.wrapped + [9] } == 3)
                #expect(try await scene.store.dataKeys().map(\.wrapped) == [[1, 9], [2, 9], [1, 9]])
            },
            Case("an old data key can be deleted, the newest cannot") { scene in
                for version in 1...3 { _ = try await scene.store.addIfAbsent(scene.key("gss", version)) }
                _ = try await scene.store.addIfAbsent(scene.key("nhs", 1))
                #expect(try await scene.store.deleteDataKey(app: "gss", version: 2))
                #expect(try await !scene.store.deleteDataKey(app: "gss", version: 2))
                #expect(try await !scene.store.deleteDataKey(app: "gss", version: 3))
                #expect(try await !scene.store.deleteDataKey(app: "nhs", version: 1))
                #expect(try await scene.store.deleteDataKey(app: "gss", version: 1))
                #expect(try await scene.store.dataKeys().map(\.version) == [3, 1])
            },
            Case("a token is known by its hash under any live key, and lies under the newest afterwards") { scene in
                let first = try await scene.device("a", token: "old-hash")
                let again = try await scene.store.register(
                    scene.newDevice("a", token: "new-hash"),
                    app: scene.app,
                    otherHashes: [Array("unknown".utf8), Array("old-hash".utf8)]
                ) { _ in [2] }
                #expect(!again.created && again.device.id == first.id)
                let stored = try await scene.store.devices(of: "a", app: scene.app)
                #expect(stored.map(\.tokenHash) == [Array("new-hash".utf8)])
                #expect(stored.map(\.sealedToken) == [[2]])
                let moved = try await scene.store.register(
                    scene.newDevice("b", token: "newest-hash"),
                    app: scene.app,
                    otherHashes: [Array("new-hash".utf8)]
                ) { _ in [3] }
                #expect(moved.created)
                #expect(try await scene.store.devices(of: "a", app: scene.app).isEmpty)
            },
            Case("a token that lies under two hashes becomes one device again") { scene in
                let one = try await scene.device("a", token: "old-hash")
                _ = try await scene.device("a", token: "new-hash")
                let again = try await scene.store.register(
                    scene.newDevice("a", token: "newest-hash"),
                    app: scene.app,
                    otherHashes: [Array("old-hash".utf8), Array("new-hash".utf8)]
                ) { _ in [3] }
                #expect(!again.created && again.device.id == one.id)
                #expect(try await scene.store.devices(of: "a", app: scene.app).map(\.id) == [one.id])
            },
            Case("sealed tokens are walked in pages and replaced where they are still the same") { scene in
                var devices: [Device] = []
                for user in ["a", "b", "c"] as [UserID] { devices.append(try await scene.device(user)) }
                _ = try await scene.store.revoke(devices[2].id, of: "c", app: scene.app, now: scene.now)
                let first = try await scene.store.sealedTokens(app: scene.app, after: nil, limit: 2)
                #expect(first.map(\.id) == [devices[0].id, devices[1].id])
                #expect(first.map(\.sealed) == [devices[0].sealedToken, devices[1].sealedToken])
                let rest = try await scene.store.sealedTokens(app: scene.app, after: first.last?.id, limit: 2)
                #expect(rest.map(\.id) == [devices[2].id] && rest.allSatisfy { $0.sealed.isEmpty })
                let fresh = first.map { old in
                    var new = old
                    new.sealed = [7]
                    new.hash = [9] + old.hash
                    return Resealed(old: old, new: new)
                }
                // A registration between reading and replacing wins.
                var newer = scene.newDevice("b", token: "token-of-b")
                newer.appVersion = "2"
                _ = try await scene.store.register(newer, app: scene.app) { _ in [5] }
                #expect(try await scene.reseal(fresh) == [true, false])
                #expect(try await scene.reseal(fresh) == [false, false], "they are not what was read any more")
                #expect(try await scene.store.devices(of: "a", app: scene.app).map(\.sealedToken) == [[7]])
                #expect(try await scene.store.devices(of: "a", app: scene.app).map(\.tokenHash) == [fresh[0].new.hash])
                #expect(try await scene.store.devices(of: "b", app: scene.app).map(\.sealedToken) == [[5]])
            },
            Case("a token is not stored under a hash that another device has; its device is revoked where it has") {
                scene in
                try await scene.user("a")
                let old = try await scene.device("a", token: "old-hash")
                let new = try await scene.device("b", token: "new-hash")
                let stored = try await scene.store.sealedTokens(app: scene.app, after: nil, limit: 9)
                #expect(stored.map(\.user) == ["a", "b"])
                let read = try #require(stored.first)
                var fresh = read
                fresh.hash = Array("new-hash".utf8)
                #expect(try await scene.store.holders(of: [fresh], app: scene.app) == [old.id: new.id])
                #expect(try await scene.store.holders(of: [read], app: scene.app) == [old.id: old.id])
                #expect(try await scene.store.holders(of: [fresh], app: "match").isEmpty)
                func isWritten(_ update: TokenUpdate) async throws -> Bool {
                    try await scene.store.apply([ChangeGroup(app: scene.app, [.token(update)])]).allSatisfy(\.isApplied)
                }
                #expect(try await !isWritten(.reseal(read, to: fresh)))
                let later = scene.now + .seconds(1)
                func revoke(_ token: SealedToken, _ hash: String, _ other: DeviceID) -> TokenUpdate {
                    .revoke(token, duplicateOf: other, hash: Array(hash.utf8), at: later)
                }
                #expect(try await !isWritten(revoke(read, "other-hash", new.id)), "the other has another token")
                #expect(try await !isWritten(revoke(read, "new-hash", old.id)), "it is no duplicate of itself")
                fresh.sealed = [9]
                #expect(try await !isWritten(revoke(fresh, "new-hash", new.id)), "it is not what was read")
                #expect(try await scene.store.devices(of: "a", app: scene.app) == [old])
                let versions = try await scene.store.snapshot(of: "a", app: scene.app, ownedTypes: []).factsVersion
                #expect(try await isWritten(revoke(read, "new-hash", new.id)))
                #expect(try await scene.store.devices(of: "a", app: scene.app).isEmpty)
                #expect(try await scene.store.devices(of: "b", app: scene.app) == [new])
                let after = try await scene.store.snapshot(of: "a", app: scene.app, ownedTypes: []).factsVersion
                #expect(after != versions, "what was decided for the device is decided again")
            },
            Case("sealed data is walked from the latest and replaced where it is still the same") { scene in
                var columns: [SealedColumn] = []
                for _ in 0..<3 { columns.append(.triggerData(try await scene.accept(scene.submission()))) }
                let first = try await scene.sealed(.triggers, limit: 2)
                #expect(first.values == [columns[2], columns[1]].map { SealedValue($0, [1, 2, 3]) })
                #expect(first.next == columns[1])
                let rest = try await scene.sealed(.triggers, after: first.next, limit: 2)
                #expect(rest.values.map(\.column) == [columns[0]] && rest.next == nil)
                try await scene.expectReplacement(of: first.values, then: [[4], [4], [1, 2, 3]], in: .triggers)
            },
            Case("names and attributes are walked by user and replaced where they are still the same") { scene in
                var user = User(id: "a", sealedDetails: [1], createdAt: scene.now, updatedAt: scene.now)
                for id in ["b", "c", "a"] as [UserID] {
                    user.id = id
                    user.sealedDetails = id == "b" ? [] : Array(id.rawValue.utf8)
                    _ = try await scene.store.putUser(user, app: scene.app)
                }
                let first = try await scene.sealed(.users, limit: 2)
                #expect(first == SealedPage(values: [SealedValue(.userDetails("a"), [97])], next: .userDetails("b")))
                let rest = try await scene.sealed(.users, after: first.next, limit: 2)
                #expect(rest == SealedPage(values: [SealedValue(.userDetails("c"), [99])], next: nil))
                try await scene.expectReplacement(of: first.values, then: [[4], [99]], in: .users)
                #expect(try await scene.store.user("a", app: scene.app)?.sealedDetails == [4])
            },
            Case("attributes of memberships are walked by entity and user and replaced where they are still the same") {
                scene in
                try await scene.entity(scene.report)
                for user in ["b", "c", "a"] as [UserID] {
                    var member = Member(entity: scene.report, userID: user, updatedAt: scene.now)
                    member.sealedAttributes = user == "b" ? [] : Array(user.rawValue.utf8)
                    _ = try await scene.store.putMember(member, app: scene.app)
                }
                func column(_ user: UserID) -> SealedColumn { .memberAttributes(scene.report, user) }
                let first = try await scene.sealed(.members, limit: 2)
                #expect(first == SealedPage(values: [SealedValue(column("a"), [97])], next: column("b")))
                let rest = try await scene.sealed(.members, after: first.next, limit: 2)
                #expect(rest == SealedPage(values: [SealedValue(column("c"), [99])], next: nil))
                try await scene.expectReplacement(of: first.values, then: [[4], [99]], in: .members)
                let members = try await scene.store.members(
                    of: scene.report,
                    app: scene.app,
                    page: PageRequest(limit: 9)
                )
                #expect(members?.items.map(\.sealedAttributes) == [[4], [], [99]])
            },
        ]
    }
}

extension StoreScene {
    func sealed(_ kind: SealedKind, after last: SealedColumn? = nil, limit: Int) async throws -> SealedPage {
        try await store.sealedValues(of: kind, app: app, after: last, limit: limit)
    }

    /// Replaces sealed values once, not again, and not those of another app.
    func expectReplacement(of values: [SealedValue], then left: [[UInt8]], in kind: SealedKind) async throws {
        let other = try await store.sealedValues(of: kind, app: "match", after: nil, limit: 9)
        #expect(other.values.isEmpty)
        let fresh = values.map { Resealed(old: $0, new: SealedValue($0.column, [4])) }
        #expect(try await store.replace(fresh, app: app) == values.count)
        #expect(try await store.replace(fresh, app: app) == 0)
        #expect(try await sealed(kind, limit: 9).values.map(\.sealed) == left)
    }

    /// Stores tokens under other keys; which still were what was read.
    fileprivate func reseal(_ tokens: [Resealed<SealedToken>]) async throws -> [Bool] {
        let updates = tokens.map { TokenUpdate.reseal($0.old, to: $0.new) }
        return try await store.apply(updates.map { ChangeGroup(app: app, [.token($0)]) }).map(\.isApplied)
    }

    func key(_ app: AppID, _ version: Int) -> DataKeyRecord {
        DataKeyRecord(app: app, version: version, wrapped: [UInt8(version)], createdAt: now)
    }
}
