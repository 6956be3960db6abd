import Synchronization

/// What all bodies together may take in memory.
///
/// When it is used up, the unfinished body that began first gives way to others: a slow sender loses its own request and
/// nobody else's. A body that is complete keeps its memory until it was answered.
final class BodyBudget: Sendable {
    private struct State {
        var used = 0
        var most = 0
        var began: UInt64 = 0
        /// Unfinished bodies, oldest first by their number.
        var unfinished: [UInt64: Body] = [:]
    }

    /// One body.
    final class Body: Sendable {
        fileprivate enum Content {
            case unfinished([UInt8])
            case taken(Int)
            case gone
        }

        fileprivate let number: UInt64
        fileprivate let content = Mutex(Content.unfinished([]))
        fileprivate let giveWay: @Sendable () -> Void

        fileprivate init(number: UInt64, giveWay: @escaping @Sendable () -> Void) {
            self.number = number
            self.giveWay = giveWay
        }

        /// Drops what was received; how many bytes that were.
        fileprivate func drop() -> Int {
            content.withLock { content in
                defer { content = .gone }
                return switch content {
                case .unfinished(let bytes): bytes.count
                case .taken(let count): count
                case .gone: 0
                }
            }
        }
    }

    let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// Bytes that are held now.
    var used: Int { state.withLock { $0.used } }

    /// The most bytes that were ever held at the same time.
    var most: Int { state.withLock { $0.most } }

    /// Starts a body; `giveWay` wakes whoever reads it when it has to end.
    func open(giveWay: @escaping @Sendable () -> Void) -> Body {
        state.withLock { state in
            state.began += 1
            let body = Body(number: state.began, giveWay: giveWay)
            state.unfinished[body.number] = body
            return body
        }
    }

    /// Adds bytes to a body.
    /// - Throws: ``BodyFault`` `gaveWay` when this is the body that has to go.
    func append(_ bytes: some Collection<UInt8>, to body: Body) throws(BodyFault) {
        let count = bytes.count
        let (fits, victims) = state.withLock { state -> (Bool, [Body]) in
            var victims: [Body] = []
            while state.used + count > limit {
                // Few bodies are unfinished at a time, and this happens only when memory is used up.
                guard let oldest = state.unfinished.keys.min(),
                    let victim = state.unfinished.removeValue(forKey: oldest)
                else { return (false, victims) }
                state.used -= victim.drop()
                victims.append(victim)
            }
            guard state.unfinished[body.number] != nil else { return (false, victims) }
            state.used += count
            state.most = max(state.most, state.used)
            return (true, victims)
        }
        for victim in victims where victim.number != body.number { victim.giveWay() }
        guard fits else { throw .gaveWay }
        let isKept = body.content.withLock { content in
            guard case .unfinished(var kept) = content else { return false }
            content = .gone
            kept.append(contentsOf: bytes)
            content = .unfinished(kept)
            return true
        }
        if !isKept {
            // Another one took its place between the two steps; what was counted for these bytes goes back.
            state.withLock { $0.used -= count }
            throw .gaveWay
        }
    }

    /// The whole body; from now on it does not give way.
    func finish(_ body: Body) throws(BodyFault) -> [UInt8] {
        let isKept = state.withLock { $0.unfinished.removeValue(forKey: body.number) != nil }
        guard isKept else { throw .gaveWay }
        return body.content.withLock { content in
            guard case .unfinished(let bytes) = content else { return [] }
            content = .taken(bytes.count)
            return bytes
        }
    }

    /// Gives a body's memory back.
    func close(_ body: Body) {
        state.withLock { state in
            state.unfinished[body.number] = nil
            state.used -= body.drop()
        }
    }
}
