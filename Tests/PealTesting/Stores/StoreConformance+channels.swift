import PealCore
import PealStore
import Testing

/// Channels other than push and the inbox: addresses of users, and what is sent there.
extension StoreConformance {
    static var channels: [Case] { channelAddresses + channelDeliveries + channelEnds }

    private static var channelAddresses: [Case] {
        [
            Case("a user has one address in a channel, which is replaced, and removed once") { scene async throws in
                #expect(try await !scene.apply(.putAddress(scene.address("ann"))), "nobody has that name")
                try await scene.user("ann")
                try await scene.user("ben")
                #expect(try await scene.apply(.putAddress(scene.address("ann"))))
                #expect(try await scene.apply(.putAddress(scene.address("ben"))), "a family shares a mailbox")
                let other = scene.address("ann", sealed: "other")
                #expect(try await scene.apply(.putAddress(other)))
                var pager = other
                pager.channel = scene.pager
                #expect(try await scene.apply(.putAddress(pager)))
                #expect(try await scene.store.channelAddresses(of: "ann", app: scene.app) == [pager, other])
                #expect(try await scene.store.channelAddresses(of: "ann", app: "match").isEmpty)
                #expect(try await scene.apply(.removeAddress(scene.radio, of: "ann")))
                #expect(try await !scene.apply(.removeAddress(scene.radio, of: "ann")))
                #expect(try await scene.store.channelAddresses(of: "ann", app: scene.app) == [pager])
                #expect(try await scene.store.channelAddresses(of: "ben", app: scene.app).count == 1)
            },
            Case(
                "decisions see where a user has an address in service, and its changes raise the version of their facts"
            ) {
                scene async throws in
                try await scene.user("ann")
                func facts() async throws -> (channels: Set<Channel>, version: Int) {
                    let snapshot = try await scene.store.snapshot(of: "ann", app: scene.app, ownedTypes: [])
                    return (snapshot.channelsWithAddress, try #require(snapshot.factsVersion))
                }
                let first = try await facts()
                #expect(first.channels.isEmpty)
                let address = scene.address("ann")
                #expect(try await scene.apply(.putAddress(address)))
                let second = try await facts()
                #expect(second.channels == [scene.radio] && second.version > first.version)
                #expect(try await scene.apply(.putAddress(scene.address("ann", sealed: "other"))))
                #expect(try await facts().version == second.version, "it is sent to the address that there is then")
                #expect(try await scene.apply(.quarantine(address, at: scene.now)))
                #expect(try await facts().version == second.version, "another address took its place")
                #expect(try await scene.apply(.putAddress(address)))
                #expect(try await scene.apply(.quarantine(address, at: scene.now)))
                let third = try await facts()
                #expect(third.channels.isEmpty && third.version > second.version)
                let kept = try await scene.store.channelAddresses(of: "ann", app: scene.app).first
                #expect(kept?.invalidSince == scene.now && kept?.sealed == address.sealed)
                #expect(try await scene.apply(.putAddress(address)))
                #expect(try await facts().channels == [scene.radio], "it is put into service again")
                #expect(try await scene.apply(.removeAddress(scene.radio, of: "ann")))
                #expect(try await facts().channels.isEmpty)
            },
            Case("addresses that were called dead since an instant can be restored, of one channel") {
                scene async throws in
                for (number, user) in ["ann", "ben", "cy"].enumerated() as EnumeratedSequence<[UserID]> {
                    try await scene.user(user)
                    var address = scene.address(user)
                    #expect(try await scene.apply(.putAddress(address)))
                    address.channel = scene.pager
                    #expect(try await scene.apply(.putAddress(address)))
                    let at = scene.now + .seconds(Int64(number))
                    #expect(try await scene.apply(.quarantine(scene.address(user), at: at)))
                    #expect(try await scene.apply(.quarantine(address, at: at)))
                }
                let restored = try await scene.store.setInvalidationBreaker(
                    QueueKey(app: scene.app, channel: scene.radio),
                    since: scene.now + .seconds(1),
                    now: scene.now
                )
                #expect(restored == 2)
                for (user, isActive) in [("ann", false), ("ben", true), ("cy", true)] as [(UserID, Bool)] {
                    let stored = try await scene.store.channelAddresses(of: user, app: scene.app)
                    #expect(stored.map(\.channel) == [scene.pager, scene.radio])
                    #expect(stored.map(\.isActive) == [false, isActive])
                    let snapshot = try await scene.store.snapshot(of: user, app: scene.app, ownedTypes: [])
                    #expect(snapshot.channelsWithAddress == (isActive ? [scene.radio] : []))
                }
            },
            Case(
                "addresses are walked by user and channel, replaced where they are the same, and erased with their user"
            ) {
                scene async throws in
                for user in ["ben", "ann"] as [UserID] {
                    try await scene.user(user)
                    #expect(try await scene.apply(.putAddress(scene.address(user, sealed: user.rawValue))))
                }
                let first = try await scene.sealed(.channelAddresses, limit: 1)
                let column = SealedColumn.channelAddress("ann", scene.radio)
                #expect(first == SealedPage(values: [SealedValue(column, Array("ann".utf8))], next: column))
                let rest = try await scene.sealed(.channelAddresses, after: first.next, limit: 2)
                #expect(rest.values.map(\.column) == [.channelAddress("ben", scene.radio)] && rest.next == nil)
                let left = [[4], Array("ben".utf8)]
                try await scene.expectReplacement(of: first.values, then: left, in: .channelAddresses)
                _ = try await scene.store.eraseUser("ann", app: scene.app, now: scene.now)
                #expect(try await scene.store.channelAddresses(of: "ann", app: scene.app).isEmpty)
                #expect(try await scene.sealed(.channelAddresses, limit: 2).values == rest.values)
                #expect(try await !scene.apply(.putAddress(scene.address("ann"))), "the user was erased")
            },
        ]
    }
}
