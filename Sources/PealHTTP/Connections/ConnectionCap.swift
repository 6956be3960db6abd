import HummingbirdCore

/// Holds the number of open connections under its bound: above it none is accepted until one ends.
///
/// A few more than the bound are accepted: each of them ends the connection that has been idle for the longest time.
struct ConnectionCap: AvailableConnectionsDelegate {
    let table: ConnectionTable

    // The table counts by itself.
    mutating func connectionOpened() {}

    mutating func connectionClosed() {}

    func isAcceptingNewConnections() -> Bool { table.count < table.limit + table.surplus }
}
