import PealServer

/// Finds a port that no process listens on.
enum FreePort {
    static func first(in ports: ClosedRange<Int>) throws -> Int {
        for port in ports where (try? PortProbe.check(host: "127.0.0.1", port: port)) != nil { return port }
        throw ServerError(
            .port,
            "ports \(ports.lowerBound) to \(ports.upperBound) are all in use; pass --port (0 picks a free one)"
        )
    }
}
