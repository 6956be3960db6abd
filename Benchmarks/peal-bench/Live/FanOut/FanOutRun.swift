import JudgeKit
import NIOCore
import NIOPosix

/// Lets a server send events to clients, and counts its processor time.
struct FanOutRun {
    let clients: Int
    let rounds: Int
    let framing: LiveFraming

    func measure(_ server: some FanOutServer, _ kind: FanOutCase) async throws -> FanOutFigures {
        let storing = try await storing(server, kind)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let deliveries = Deliveries(mark: server.mark)
        let live = LiveClients(
            group: group,
            port: server.port,
            accepted: framing.accepted,
            greeting: server.greeting(framing),
            reader: { deliveries.reader() }
        )
        let channels = try await live.open(try await server.requests(clients, kind, framing))
        // A WebSocket follows its channel a moment after it is accepted.
        if framing == .socket { try await Task.sleep(for: .seconds(1)) }
        // The first round is not counted: it makes what the server keeps.
        try await server.publish(to: clients, kind, round: 0)
        _ = try await deliveries.wait(for: clients)
        try await Task.sleep(for: .milliseconds(300))
        let before = try ProcessFigures(pid: server.pid).cpuSeconds
        var latencies: [Double] = []
        for round in 1...rounds {
            let start = deliveries.now
            try await server.publish(to: clients, kind, round: round)
            latencies += try await deliveries.wait(for: clients).map { $0 - start }
        }
        // What follows an event is a part of its cost.
        try await Task.sleep(for: .milliseconds(300))
        let after = try ProcessFigures(pid: server.pid).cpuSeconds
        for channel in channels { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        return FanOutFigures(
            server: type(of: server).name,
            kind: kind,
            deliveries: clients * rounds,
            seconds: after - before,
            storing: storing,
            latencies: latencies.sorted()
        )
    }

    /// Processor time of the same events with nobody connected; the first round is not counted.
    private func storing(_ server: some FanOutServer, _ kind: FanOutCase) async throws -> Double {
        try await server.publish(to: clients, kind, round: 0)
        let before = try await whenQuiet(server)
        for round in 1...rounds {
            try await server.publish(to: clients, kind, round: round)
            _ = try await whenQuiet(server)
        }
        return try await whenQuiet(server) - before
    }

    /// The server's processor time once it has nothing more to do.
    private func whenQuiet(_ server: some FanOutServer) async throws -> Double {
        var last = -1.0
        return try await Stopwatch.poll("the server is still busy", atMost: .seconds(60)) {
            try await Task.sleep(for: .milliseconds(250))
            let now = try ProcessFigures(pid: server.pid).cpuSeconds
            defer { last = now }
            return now - last < 0.015 ? now : nil
        }
    }
}
