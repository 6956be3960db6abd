import PealCore
import PealProviderKit
import Synchronization

@testable import PealEngine

/// A push service whose answers depend on the time of the world it stands in, and that remembers when it was asked.
final class ScriptedPushService: Sendable {
    struct Request: Sendable {
        var at: Timestamp
        var type: String
        var token: String
        var outcome: SendOutcome
    }

    private struct State {
        var clock: VirtualClock?
        var requests: [Request] = []
    }
    private let state = Mutex(State())
    private let climate: @Sendable (Duration, Int) -> SendOutcome

    /// `climate` answers by the time since the world began and how many requests came before.
    init(_ climate: @escaping @Sendable (Duration, Int) -> SendOutcome) { self.climate = climate }

    var requests: [Request] { state.withLock { $0.requests } }

    func begin(_ clock: VirtualClock) { state.withLock { $0.clock = clock } }

    func answer(_ message: PushMessage) -> SendOutcome {
        state.withLock { state in
            let now = state.clock?.now ?? PipelineWorld.start
            let outcome = climate(now - PipelineWorld.start, state.requests.count)
            state.requests.append(
                Request(at: now, type: message.payload.type, token: message.token, outcome: outcome)
            )
            return outcome
        }
    }

    /// The most requests in any span of a second.
    var peakPerSecond: Int {
        let times = requests.map(\.at.milliseconds).sorted()
        var first = 0
        var most = 0
        for last in times.indices {
            while times[last] - times[first] >= 1_000 { first += 1 }
            most = max(most, last - first + 1)
        }
        return most
    }
}
