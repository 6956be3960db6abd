import JudgeKit
import PealCore
import Synchronization

/// Every copy the simulators took, fetched as it grows: they keep only the newest.
final class ReceivedPushes: Sendable {
    private struct State {
        var copies: [PushCopy.Identity: [PushCopy]] = [:]
        var total = 0
        var lastNumber = 0
    }

    private let state = Mutex(State())

    var copies: [PushCopy.Identity: [PushCopy]] { state.withLock { $0.copies } }
    var total: Int { state.withLock { $0.total } }

    /// Fetches what is new; one caller at a time.
    func catchUp(with simulator: Simulator) async throws {
        while true {
            let items = try await simulator.pushes(after: state.withLock { $0.lastNumber })
            for item in items { try add(item) }
            guard !items.isEmpty else { return }
        }
    }

    private func add(_ item: JSONValue) throws {
        let copy = try PushCopy(item: item)
        try state.withLock { state in
            // A gap would make lost pushes out of pushes that were not fetched in time.
            guard case .integer(let number)? = item.object?["number"], number == state.lastNumber + 1 else {
                throw JudgeError(
                    .tookTooLong,
                    "the simulator forgot pushes after \(state.lastNumber) before they were fetched"
                )
            }
            state.lastNumber += 1
            guard let copy else { return }
            state.copies[copy.identity, default: []].append(copy)
            state.total += 1
        }
    }
}
