import PealCore
import Testing

@testable import PealSandbox

@Suite("What an app that stands in for a virtual phone is told")
struct PhoneNewsTests {
    @Test("the pushes that reached the phone, each once, from a number on")
    func deliveries() throws {
        let scene = try FleetScene()
        scene.push("ntf_1")
        scene.push("ntf_2", op: "sync")
        #expect(try pushed(scene, after: 0) == ["ntf_1", "ntf_2"])
        let last = try #require(scene.fleet.news(scene.phone, after: 0).deliveries.first?.number)
        #expect(try pushed(scene, after: last) == ["ntf_2"])
    }

    @Test("while the phone is offline nothing reaches it; what waited does when it is back")
    func offline() throws {
        let scene = try FleetScene()
        try scene.fleet.disconnect(scene.phone)
        scene.push("ntf_1")
        #expect(try pushed(scene, after: 0) == [])
        #expect(try !scene.fleet.news(scene.phone, after: 0).isOnline)
        try scene.fleet.reconnect(scene.phone)
        #expect(try pushed(scene, after: 0) == ["ntf_1"])
    }

    @Test("the latest hundred are kept")
    func limit() throws {
        let scene = try FleetScene()
        for number in 1...101 { scene.push("ntf_\(number)") }
        let kept = try pushed(scene, after: 0)
        #expect(kept.count == 100)
        #expect(kept.first == "ntf_2")
    }

    @Test("each change speaks up: a push, the network, the app, the time; looking does not")
    func news() async throws {
        let scene = try FleetScene()
        var changes = scene.fleet.follow(scene.phone).makeAsyncIterator()
        // At once, so that nobody misses what was before.
        #expect(await changes.next() != nil)
        for change in [
            { scene.push("ntf_1") }, { try scene.fleet.disconnect(scene.phone) },
            { try scene.fleet.reconnect(scene.phone) },
            { try scene.fleet.setRunning(scene.phone, false) }, { scene.fleet.tellAll() },
            { try scene.fleet.uninstall(scene.phone) },
        ] as [() throws -> Void] {
            try change()
            #expect(await changes.next() != nil)
        }
        let news = try scene.fleet.news(scene.phone, after: 0)
        #expect(!news.isRunning && !news.isInstalled && news.isOnline)
        let before = try scene.fleet.phone(scene.phone).revision
        _ = try scene.fleet.screen(scene.phone)
        #expect(try scene.fleet.phone(scene.phone).revision == before)
    }

    @Test("as JSON: the number, the provider and what it received")
    func json() throws {
        let scene = try FleetScene()
        scene.push("ntf_1")
        let delivery = try #require(scene.fleet.news(scene.phone, after: 0).deliveries.first)
        #expect(delivery.json.object?["op"] == .string("push"))
        #expect(delivery.json.object?["number"] == .integer(1))
        #expect(delivery.json.object?["payload"]?.object?["id"] == .string("ntf_1"))
    }

    private func pushed(_ scene: FleetScene, after number: UInt64) throws -> [String?] {
        try scene.fleet.news(scene.phone, after: number).deliveries.map { $0.payload.object?["id"]?.string }
    }
}
