import HummingbirdCore
import Synchronization

/// Holds the number of open connections under its bound: at the bound none is accepted until one ends.
struct ConnectionCap: AvailableConnectionsDelegate {
    let limit: Int
    let count: ConnectionCount

    mutating func connectionOpened() { count.add(1) }

    mutating func connectionClosed() { count.add(-1) }

    func isAcceptingNewConnections() -> Bool { count.value < limit }
}

/// How many connections are open.
final class ConnectionCount: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add(_ change: Int) { number.add(change, ordering: .relaxed) }
}
