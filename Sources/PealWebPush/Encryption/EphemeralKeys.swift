import Synchronization

/// A stock of keys made ahead while nothing is being encrypted: making one is more than half of what a push costs.
///
/// Each is used for one message and never again. When the stock is empty a key is made on the spot.
public final class EphemeralKeys: Sendable {
    private struct State {
        var stock: [EphemeralKey] = []
        var encrypting = 0
    }

    /// How many keys are made between two looks at whether there is work.
    private static let step = 4

    private let size: Int
    private let make: @Sendable () -> EphemeralKey
    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// Makes an empty stock; ``run()`` fills it.
    /// - Parameter size: how many keys are kept at most.
    public convenience init(size: Int = 2048) { self.init(size: size, make: EphemeralKey.fresh) }

    init(size: Int, make: @escaping @Sendable () -> EphemeralKey) {
        self.size = max(size, 0)
        self.make = make
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        wake.yield()
    }

    /// How many keys are ready.
    public var count: Int { state.withLock { $0.stock.count } }

    /// Fills the stock whenever nothing is being encrypted, until it is cancelled; once only.
    public func run() async {
        for await _ in wakes {
            while await refill() { await Task.yield() }
        }
    }

    /// Lends a key for one message.
    func withKey<Result>(_ body: (EphemeralKey) throws -> Result) rethrows -> Result {
        let ready = state.withLock { state in
            state.encrypting += 1
            return state.stock.popLast()
        }
        defer { end() }
        return try body(ready ?? make())
    }

    /// Makes no keys ahead while several messages are encrypted one after the other.
    func whileBusy<Result>(_ body: () throws -> Result) rethrows -> Result {
        state.withLock { $0.encrypting += 1 }
        defer { end() }
        return try body()
    }

    private func end() {
        let isIdle = state.withLock { state in
            state.encrypting -= 1
            return state.encrypting == 0 && state.stock.count < size
        }
        if isIdle { wake.yield() }
    }

    /// Makes a few keys; whether there is more to do at once.
    @concurrent
    private func refill() async -> Bool {
        let room = state.withLock { state in state.encrypting > 0 ? 0 : min(Self.step, size - state.stock.count) }
        guard room > 0, !Task.isCancelled else { return false }
        let fresh = (0..<room).map { _ in make() }
        state.withLock { $0.stock += fresh }
        return true
    }
}
