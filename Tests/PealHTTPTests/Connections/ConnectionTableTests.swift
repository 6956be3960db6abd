import NIOCore
import NIOEmbedded
import Testing

@testable import PealHTTP

@Suite("The open connections of a listener")
struct ConnectionTableTests {
    /// Connections of one address to a table of sixteen, of which an address may hold four.
    private struct Scene {
        let table = ConnectionTable(limit: 16, proxies: [])
        var channels: [EmbeddedChannel] = []
        var connections: [OpenConnection] = []

        /// Whether it is let in.
        @discardableResult
        mutating func open() throws -> Bool {
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 4_000 + channels.count)).wait()
            let connection = table.open(channel, at: .uptimeNanoseconds(UInt64(channels.count)))
            guard let connection else { return false }
            channels.append(channel)
            connections.append(connection)
            return true
        }

        /// Lets every event loop do what it was given.
        func run() { for channel in channels { channel.embeddedEventLoop.run() } }

        var active: Int { channels.count { $0.isActive } }
    }

    @Test("An address that holds its share loses its oldest idle connection for one more")
    func share() throws {
        var scene = Scene()
        for _ in 0..<6 { try scene.open() }
        scene.run()
        #expect(scene.channels.map(\.isActive) == [false, false, true, true, true, true])
        #expect(scene.table.count == 4)
        #expect(scene.table.ended.map(\.count) == [0, 2])
    }

    @Test("A connection that was to end when its request came stays until it is answered, and not longer")
    func spared() throws {
        var scene = Scene()
        for _ in 0..<5 { try scene.open() }
        // Chosen to end, and its request is read before it does.
        scene.connections[0].works()
        scene.run()
        #expect(scene.active == 5, "what has work does not end")
        scene.connections[0].rests(at: .uptimeNanoseconds(100))
        scene.run()
        #expect(scene.channels.map(\.isActive) == [true, false, true, true, true], "the longest idle one ends")
        #expect(scene.table.count == 4)
        #expect(scene.table.ended.map(\.count) == [0, 1], "it is one end, however often one is chosen for it")
    }

    @Test("A connection that stayed ends nobody where one of its address has ended meanwhile")
    func sparedAndMadeUp() throws {
        var scene = Scene()
        for _ in 0..<5 { try scene.open() }
        scene.connections[0].works()
        scene.run()
        scene.channels[3].close(promise: nil)
        scene.run()
        scene.connections[0].rests(at: .uptimeNanoseconds(100))
        scene.run()
        #expect(scene.active == 4 && scene.table.count == 4)
    }

    @Test("While all of an address work, no further one is let in")
    func working() throws {
        var scene = Scene()
        for _ in 0..<4 { try scene.open() }
        for connection in scene.connections { connection.works() }
        let isOpen = try scene.open()
        #expect(!isOpen)
        #expect(scene.table.count == 4)
    }
}
