import PealCore
import PealEngine
import PealSQL
import PealSQLite
import PealStore
import Synchronization
import Testing

@testable import PealTesting

/// Deliveries and silent sync pushes are leased while users log out, lose their token to another user, or are erased.
@Suite("What was answered about a device is followed by no push")
struct RevocationRaceTests {
    /// How a device leaves its user.
    enum Departure: String, CaseIterable, Sendable {
        case logout, tokenMove, erasure
    }

    @Test("No lease that begins after the answer names the device", arguments: Departure.allCases, 0..<4)
    func race(_ departure: Departure, _ seed: Int) async throws {
        try await SQLiteStore.withTemporary { store in
            try await Race(scene: StoreScene(store: store), departure: departure, seed: seed).run()
        }
    }

    private struct Race: Sendable {
        let scene: StoreScene<SQLiteStore>
        let departure: Departure
        let seed: Int
        private let gone = Departed()

        private var users: [UserID] { (0..<40).map { UserID("u\($0)") } }

        init(scene: StoreScene<SQLiteStore>, departure: Departure, seed: Int) {
            self.scene = scene
            self.departure = departure
            self.seed = seed
        }

        func run() async throws {
            var devices: [Device] = []
            for user in users { devices.append(try await scene.device(user)) }
            // One push is on each screen and one waits; then all have seen their inbox on another device.
            try await scene.notify(users)
            let shown = try await scene.store.claim(now: scene.now, limit: 500, epoch: 1)
            try await scene.store.record(shown.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
            try await scene.notify(users)
            for user in users { _ = try await scene.store.markAll(of: user, app: scene.app, as: .seen, now: scene.now) }
            let phones = devices
            let leases = try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask { try await depart(phones) }
                group.addTask { try await lease() }
                group.addTask {
                    let reader = PlanSyncPushes(store: scene.store, providers: .shipped) { _ in .unseen }
                    while try await reader.step(now: scene.now) {}
                    return try await leaseSyncPushes()
                }
                return try await group.reduce(0, +)
            }
            #expect(gone.devices.withLock { $0.count } == users.count)
            #expect(leases <= 2 * users.count)
            let left = (try await lease(), try await leaseSyncPushes())
            #expect(left == (0, 0), "nothing is left for anyone")
        }

        private func depart(_ devices: [Device]) async throws -> Int {
            // Each seed begins with another user.
            for device in devices[(seed * 9)...] + devices[..<(seed * 9)] {
                switch departure {
                case .logout:
                    let store = scene.store
                    let user = device.userID
                    #expect(try await store.revoke(device.id, of: user, app: scene.app, now: scene.now))
                case .tokenMove: try await scene.device("other", token: "token-of-\(device.userID)")
                case .erasure: _ = try await scene.store.eraseUser(device.userID, app: scene.app, now: scene.now)
                }
                gone.devices.withLock { _ = $0.insert(device.id) }
            }
            return 0
        }

        /// Leases deliveries until none is left; how many.
        private func lease() async throws -> Int {
            var count = 0
            while true {
                let before = gone.devices.withLock { $0 }
                let claimed = try await scene.store.claim(now: scene.now, limit: 3, epoch: 1)
                #expect(before.isDisjoint(with: claimed.map(\.id.device)))
                guard !claimed.isEmpty else { return count }
                count += claimed.count
            }
        }

        /// Leases silent sync pushes until none is left; how many.
        private func leaseSyncPushes() async throws -> Int {
            let room = QueueCapacity(critical: 3, ordinary: 3)
            let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
            var count = 0
            while true {
                let before = gone.devices.withLock { $0 }
                let claimed = try await scene.store.claimSyncs(now: scene.now, budget: budget, epoch: 1)
                #expect(before.isDisjoint(with: claimed.map(\.device)))
                guard !claimed.isEmpty else { return count }
                count += claimed.count
            }
        }
    }

    /// The devices whose departure was answered.
    private final class Departed: Sendable {
        let devices = Mutex<Set<DeviceID>>([])
    }
}
