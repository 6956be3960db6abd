import HummingbirdCore

/// Holds the number of open connections under its bound: above it none is accepted until one ends.
///
/// A few more than the bound are accepted: each of them ends the connection that has been idle for the longest time.
struct ConnectionCap: AvailableConnectionsDelegate {
    let table: ConnectionTable
    /// Counted here and not read from the table: the listener looks once when it learns that a connection has closed, and the table
    /// may learn that later.
    private var count = 0

    init(table: ConnectionTable) { self.table = table }

    mutating func connectionOpened() { count += 1 }

    mutating func connectionClosed() { count -= 1 }

    func isAcceptingNewConnections() -> Bool { count < table.limit + table.surplus }
}
