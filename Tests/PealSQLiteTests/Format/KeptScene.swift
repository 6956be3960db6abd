import PealCore
import PealSQL
import PealSQLite
import Testing

@testable import PealTesting

/// Fills an empty store through its ports: each table gets a row, and each reading method something to find.
///
/// A part has users and entities of its own, by which ``KeptRows`` finds its rows. The order counts: a fan-out decides
/// about all that is due, and a claim leases all of it, so what is to stay under way comes last. Nothing is random and
/// no clock is asked. No table needs SQL of its own: ports fill all of them.
struct KeptScene {
    let scene: StoreScene<SQLiteStore>

    var store: SQLiteStore { scene.store }
    var app: AppID { scene.app }
    var now: Timestamp { scene.now }

    init(_ store: SQLiteStore) { scene = StoreScene(store: store) }

    func fill() async throws {
        #expect(try await store.beginEpoch() == 1, "the scene leases as the first process")
        try await platform()
        try await backends()
        try await directory()
        try await choices()
        try await devices()
        try await refired()
        try await firings()
        try await localTimes()
        try await inboxes()
        try await pushes()
        try await digests()
        try await channels()
        try await limits()
        try await syncPushes()
        try await replies()
        try await cancels()
        try await history()
        try await underWay()
        try await planned()
    }

    func after(_ seconds: Int64) -> Timestamp { now + .seconds(seconds) }

    func sealed(_ text: String) -> [UInt8] { Array("sealed \(text)".utf8) }

    /// Accepts a trigger for a user under a cancel key, and decides that its push waits.
    func hold(_ user: UserID, cancelKey: String, until: Timestamp) async throws -> TriggerID {
        try await scene.user(user)
        let id = try await scene.accept(scene.submission(.users([user]), cancelKey: cancelKey))
        try await scene.fanOut { scene.notification($0.userID, push: .hold(until: until)) }
        return id
    }

    /// Notifies users, each with a device, by pushes that wait in their queue.
    func push(to users: [UserID], isStamped: Bool = false) async throws {
        for user in users where try await store.devices(of: user, app: app).isEmpty { try await scene.device(user) }
        try await scene.notify(users, isStamped: isStamped)
    }
}
