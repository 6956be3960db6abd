import NIOCore
import Synchronization

/// The open connections of a listener: at its bound a new one takes the place of the one that has been idle for the longest
/// time, and no address holds more than a quarter of them.
final class ConnectionTable: Sendable {
    /// Why a connection was ended for a new one, or not let in.
    enum Reason: String, CaseIterable {
        /// There were too many.
        case full
        /// There were too many of its address.
        case address
    }

    private struct State {
        var connections: [ObjectIdentifier: OpenConnection] = [:]
        var byAddress: [String: Int] = [:]
        /// Those that were told to end and are still there.
        var ending = 0
        var ended: [Reason: Int] = [:]
    }

    /// Connections at the same time.
    let limit: Int
    /// How many more are accepted while all work on an answer: each of them ends another one as soon as one is idle.
    let surplus: Int
    private let share: Int
    private let proxies: TrustedProxies
    private let state = Mutex(State())
    private let total = Atomic<Int>(0)

    /// Sets the bounds.
    /// - Parameters:
    ///   - limit: connections at the same time.
    ///   - proxies: those that may hold all of them, because they call for many clients.
    init(limit: Int, proxies: TrustedProxies) {
        self.limit = limit
        self.proxies = proxies
        surplus = max(limit / 64, 1)
        share = max(limit / 4, 1)
    }

    /// Connections that are open.
    var count: Int { total.load(ordering: .relaxed) }

    /// Connections that were ended for a new one, or not let in, by reason.
    var ended: [(reason: String, count: Int)] {
        let ended = state.withLock { $0.ended }
        return Reason.allCases.map { ($0.rawValue, ended[$0] ?? 0) }
    }

    /// Takes in a connection that is active, until it closes.
    /// - Returns: where it says what it does; `nil` when its address has too many and all of them work: it is to be closed.
    func open(_ channel: any Channel, at now: NIODeadline) -> OpenConnection? {
        let peer = channel.remoteAddress.flatMap { proxies.contains($0) ? nil : $0 }
        let connection = OpenConnection(channel, address: peer.map(ClientAddress.name), table: self, at: now)
        let (isOpen, victim) = state.withLock { state in take(connection, &state) }
        guard isOpen else { return nil }
        channel.closeFuture.whenComplete { _ in self.closed(connection) }
        victim?.end()
        return connection
    }

    /// A connection became idle: it, or one that has been idle for longer, ends if there are too many.
    func rested() {
        guard count > limit else { return }
        state.withLock { state in endOneIfFull(&state) }?.end()
    }

    /// One that was told to end has work again.
    func stays(_: OpenConnection) { state.withLock { $0.ending -= 1 } }

    /// One that was to end and stayed is idle again: it, or another of its address, ends if there is still one too many.
    func makeUp(for connection: OpenConnection) {
        guard let address = connection.address else { return }
        let victim = state.withLock { state in
            let count = state.connections.values.count { $0.address == address && !$0.isChosen }
            return count > share ? longestIdle(&state, of: address) : nil
        }
        victim?.end()
    }

    private func take(_ connection: OpenConnection, _ state: inout State) -> (isOpen: Bool, victim: OpenConnection?) {
        var victim: OpenConnection?
        if let address = connection.address {
            if state.byAddress[address] ?? 0 >= share {
                victim = longestIdle(&state, of: address)
                state.ended[.address, default: 0] += 1
                guard victim != nil else { return (false, nil) }
            }
            state.byAddress[address, default: 0] += 1
        }
        state.connections[ObjectIdentifier(connection)] = connection
        total.store(state.connections.count, ordering: .relaxed)
        return (true, victim ?? endOneIfFull(&state))
    }

    private func endOneIfFull(_ state: inout State) -> OpenConnection? {
        guard state.connections.count - state.ending > limit, let victim = longestIdle(&state) else { return nil }
        state.ended[.full, default: 0] += 1
        return victim
    }

    private func longestIdle(_ state: inout State, of address: String? = nil) -> OpenConnection? {
        var found: (connection: OpenConnection, since: Int64)?
        for connection in state.connections.values where address == nil || connection.address == address {
            guard let since = connection.idleSince, since < found?.since ?? .max else { continue }
            found = (connection, since)
        }
        guard let victim = found?.connection, victim.choose() else { return nil }
        state.ending += 1
        return victim
    }

    private func closed(_ connection: OpenConnection) {
        state.withLock { state in
            guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
            total.store(state.connections.count, ordering: .relaxed)
            if connection.isChosen { state.ending -= 1 }
            guard let address = connection.address, let count = state.byAddress[address] else { return }
            state.byAddress[address] = count > 1 ? count - 1 : nil
        }
    }
}
