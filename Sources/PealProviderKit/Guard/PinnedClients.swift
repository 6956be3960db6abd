import PealCore
import Synchronization

/// The clients in use, one per origin, each pinned to an address that was checked: at most so many, the least used go.
///
/// A host is looked up again after a while; the client stays when its address is still among the answers. The first
/// caller who finds a host due looks it up in its own task; the others wait, or go on with the client there is.
final class PinnedClients: Sendable {
    enum Refusal: Error, Equatable {
        /// An address of the host is not public.
        case forbidden
        /// The host has no address.
        case unresolved
        /// Too many callers wait for the host's address.
        case overloaded
        case cancelled
        case shutDown
    }

    private typealias Answer = Result<PinnedClient, Refusal>

    private struct Entry {
        var client: PinnedClient?
        /// `nil` when the host is to be looked up in any case.
        var checkedAt: Timestamp?
        var lastUse: UInt64 = 0
        /// Addresses that did not answer, the one that did so last at the end.
        var avoided: [IPAddress] = []
        var isLookingUp = false
        var waiters: [UInt64: CheckedContinuation<Answer, Never>] = [:]
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var uses: UInt64 = 0
        var lastWaiter: UInt64 = 0
        var isShutDown = false
    }

    private enum Step {
        case done(Answer)
        case lookUp
        case wait
    }

    private static let waiterLimit = 10_000

    private let limit: Int
    private let lifetime: Duration
    private let addressGuard: AddressGuard
    private let now: @Sendable () -> Timestamp
    private let make: @Sendable (_ host: String, IPAddress) -> PinnedClient
    private let state = Mutex(State())

    init(
        limit: Int,
        lifetime: Duration,
        resolver: HostResolver,
        now: @escaping @Sendable () -> Timestamp,
        make: @escaping @Sendable (_ host: String, IPAddress) -> PinnedClient
    ) {
        self.limit = max(limit, 1)
        self.lifetime = lifetime
        addressGuard = AddressGuard(resolver: resolver)
        self.now = now
        self.make = make
    }

    /// How many origins have a client.
    var count: Int { state.withLock { state in state.entries.values.count { $0.client != nil } } }

    /// A client a call to the URL may begin on; the caller has entered it and must leave it.
    func enter(_ url: GuardedURL) async -> Result<PinnedClient, Refusal> {
        while true {
            let answer: Answer
            switch nextStep(url.origin) {
            case .done(let result): answer = result
            case .lookUp: answer = await lookUp(url)
            case .wait: answer = await nextAnswer(url.origin)
            }
            // A client that was retired between the answer and now is asked for again.
            if case .success(let client) = answer, !client.enter() { continue }
            return answer
        }
    }

    /// Nothing answered at the client's address: the next caller looks the host up again and takes another one.
    func report(failureAt client: PinnedClient, of url: GuardedURL) {
        state.withLock { state in
            guard state.entries[url.origin]?.client === client else { return }
            state.entries[url.origin]?.avoided.removeAll { $0 == client.address }
            state.entries[url.origin]?.avoided.append(client.address)
            state.entries[url.origin]?.checkedAt = nil
        }
    }

    /// The service is silent on the client's connections: the next caller gets a new one.
    func drop(_ client: PinnedClient, of url: GuardedURL) async {
        let isInUse = state.withLock { state in
            guard state.entries[url.origin]?.client === client else { return false }
            state.entries[url.origin]?.client = nil
            state.entries[url.origin]?.checkedAt = nil
            return true
        }
        if isInUse { await client.retire() }
    }

    /// Ends all clients; a call in flight ends first.
    func shutDown() async {
        let clients = state.withLock { state in
            state.isShutDown = true
            defer { state.entries = state.entries.filter { $0.value.isLookingUp } }
            return state.entries.values.compactMap(\.client)
        }
        for client in clients { await client.retire() }
    }

    private func nextStep(_ origin: String) -> Step {
        let now = now()
        return state.withLock { state in
            guard !state.isShutDown else { return .done(.failure(.shutDown)) }
            state.uses += 1
            var entry = state.entries[origin] ?? Entry()
            entry.lastUse = state.uses
            defer { state.entries[origin] = entry }
            let isFresh = entry.checkedAt.map { $0 <= now && now - $0 < lifetime } ?? false
            if let client = entry.client, isFresh || entry.isLookingUp { return .done(.success(client)) }
            guard !entry.isLookingUp else { return .wait }
            entry.isLookingUp = true
            return .lookUp
        }
    }

    private func lookUp(_ url: GuardedURL) async -> Answer {
        let found = await checkedAddresses(of: url)
        let now = now()
        let (answer, retired, waiters) = state.withLock { state in
            finish(url, found: found, now: now, in: &state)
        }
        for waiter in waiters { waiter.resume(returning: answer) }
        for client in retired { await client.retire() }
        return answer
    }

    private func checkedAddresses(of url: GuardedURL) async -> Result<[IPAddress], Refusal> {
        await addressGuard.addresses(of: url).mapError { refusal in
            switch refusal {
            case .forbidden: .forbidden
            case .unresolved: .unresolved
            }
        }
    }

    private func finish(
        _ url: GuardedURL,
        found: Result<[IPAddress], Refusal>,
        now: Timestamp,
        in state: inout State
    ) -> (answer: Answer, retired: [PinnedClient], waiters: [CheckedContinuation<Answer, Never>]) {
        var entry = state.entries[url.origin] ?? Entry()
        let waiters = Array(entry.waiters.values)
        entry.waiters = [:]
        entry.isLookingUp = false
        var retired: [PinnedClient] = []
        let answer: Answer
        switch found {
        case _ where state.isShutDown:
            retired = [entry.client].compactMap { $0 }
            entry.client = nil
            answer = .failure(.shutDown)
        case .success(let addresses):
            entry.checkedAt = now
            if let client = entry.client, addresses.contains(client.address),
                !entry.avoided.contains(client.address) || addresses.count == 1
            {
                answer = .success(client)
            } else {
                retired = [entry.client].compactMap { $0 }
                // Where none has answered, the one whose failure is longest ago.
                let address =
                    addresses.first { !entry.avoided.contains($0) } ?? entry.avoided.first(where: addresses.contains)
                    ?? addresses[0]
                let client = make(url.host, address)
                entry.client = client
                answer = .success(client)
            }
            entry.avoided.removeAll { !addresses.contains($0) }
        case .failure(.unresolved) where entry.client != nil:
            // The name service has trouble; the address that was checked is still the only one that is called.
            entry.checkedAt = now
            answer = entry.client.map { .success($0) } ?? .failure(.unresolved)
        case .failure(let refusal):
            retired = [entry.client].compactMap { $0 }
            entry.client = nil
            answer = .failure(refusal)
        }
        state.entries[url.origin] = entry.client == nil ? nil : entry
        while state.entries.count > limit, let oldest = Self.leastUsed(state.entries, but: url.origin) {
            if let client = state.entries.removeValue(forKey: oldest)?.client { retired.append(client) }
        }
        return (answer, retired, waiters)
    }

    private static func leastUsed(_ entries: [String: Entry], but origin: String) -> String? {
        entries.filter { $0.key != origin && !$0.value.isLookingUp }.min { $0.value.lastUse < $1.value.lastUse }?.key
    }

    private func nextAnswer(_ origin: String) async -> Answer {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Answer? in
                    // Looked at under the lock, so that neither the answer nor a cancellation can slip by.
                    if Task.isCancelled { return .failure(.cancelled) }
                    guard let entry = state.entries[origin], entry.isLookingUp else {
                        return state.entries[origin]?.client.map { .success($0) } ?? .failure(.unresolved)
                    }
                    guard entry.waiters.count < Self.waiterLimit else { return .failure(.overloaded) }
                    state.entries[origin]?.waiters[number] = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.entries[origin]?.waiters.removeValue(forKey: number) }
            waiter?.resume(returning: .failure(.cancelled))
        }
    }
}
