public import PealCore
import Synchronization

/// Collects the outcomes of one batch and hands them on in groups.
///
/// A group holds all outcomes that arrived since the last one was fetched. So outcomes that arrive one by one are passed on
/// immediately, and those that arrive while a group is being written, or before its reader runs, are written together.
public final class BatchOutcomes: Sendable {
    /// The outcome of a message for which a provider reported none: nobody knows whether it was sent.
    public static let missing = SendOutcome.unknown(reason: "no-outcome")

    private typealias Reader = CheckedContinuation<Void, Never>

    private struct State {
        var isOpen: [Bool]
        /// How many outcomes have not been fetched yet.
        var left: Int
        var arrived: [PushOutcome] = []
        var reader: Reader?
    }

    private let state: Mutex<State>
    private let onArrival: @Sendable ([PushOutcome]) -> Void

    /// Expects one outcome for each of so many messages.
    /// - Parameters:
    ///   - count: how many messages.
    ///   - onArrival: called with outcomes when they arrive, before they can be fetched; it must return quickly.
    public init(count: Int, onArrival: @escaping @Sendable ([PushOutcome]) -> Void = { _ in }) {
        self.onArrival = onArrival
        state = Mutex(State(isOpen: Array(repeating: true, count: count), left: count))
    }

    /// Takes the outcomes; of two for the same message the first counts.
    public var sink: OutcomeSink { OutcomeSink { [self] in take($0) } }

    /// The next outcomes; `nil` when every message has had its outcome.
    ///
    /// Only one reader may wait. It waits for the provider, also when its task is cancelled: a cancelled provider still
    /// reports every outcome.
    public func next() async -> [PushOutcome]? {
        await withCheckedContinuation { (reader: Reader) in
            let isReady = state.withLock { state in
                guard state.arrived.isEmpty, state.left > 0 else { return true }
                state.reader = reader
                return false
            }
            if isReady { reader.resume() }
        }
        let group = state.withLock { Self.fetch(&$0) }
        return group.isEmpty ? nil : group
    }

    /// Ends the collection when the provider has returned: messages without an outcome get ``missing``.
    public func end() {
        let open = state.withLock { state in state.isOpen.indices.filter { state.isOpen[$0] } }
        take(open.map { PushOutcome(index: $0, Self.missing) })
    }

    private func take(_ outcomes: [PushOutcome]) {
        let first = state.withLock { state in outcomes.filter { Self.isFirst($0, &state) } }
        guard !first.isEmpty else { return }
        onArrival(first)
        state.withLock { state -> Reader? in
            state.arrived += first
            defer { state.reader = nil }
            return state.reader
        }?.resume()
    }

    /// Whether an outcome is the first of its message; later ones of it are not.
    private static func isFirst(_ outcome: PushOutcome, _ state: inout State) -> Bool {
        guard state.isOpen.indices.contains(outcome.index), state.isOpen[outcome.index] else { return false }
        state.isOpen[outcome.index] = false
        return true
    }

    private static func fetch(_ state: inout State) -> [PushOutcome] {
        let group = state.arrived
        state.left -= group.count
        state.arrived = []
        return group
    }
}
