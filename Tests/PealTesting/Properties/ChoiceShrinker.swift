/// Looks for the simplest sequence of choices that still refutes a property: the shortest, then the smallest in order.
struct ChoiceShrinker {
    /// The simplest sequence that refutes so far.
    private(set) var best: [UInt64]
    /// How many sequences were tried.
    private(set) var tries = 0
    private static let maximumTries = 5_000

    /// Starts from a sequence that refutes.
    init(from refuting: [UInt64]) { best = refuting }

    /// Shrinks until nothing simpler refutes, or after a bounded number of tries.
    /// - Parameter refutes: runs the property on a sequence; the choices it really made when they refute, else `nil`.
    mutating func shrink(_ refutes: ([UInt64]) async -> [UInt64]?) async {
        var before: [UInt64]
        repeat {
            before = best
            await cut(refutes)
            await lower(refutes)
            await order(refutes)
        } while best != before && tries < Self.maximumTries
    }

    /// Leaves out stretches.
    private mutating func cut(_ refutes: ([UInt64]) async -> [UInt64]?) async {
        for length in [32, 16] + (1...12).reversed() {
            var end = best.count
            while end >= length {
                let start = end - length
                _ = await attempt(refutes) { $0.removeSubrange(start..<end) }
                end = min(end - 1, best.count)
            }
        }
    }

    /// Makes each choice as small as it can be.
    private mutating func lower(_ refutes: ([UInt64]) async -> [UInt64]?) async {
        var index = 0
        while index < best.count {
            let position = index
            index += 1
            guard best[position] > 0, await !attempt(refutes, { $0[position] = 0 }) else { continue }
            // Between what passes and what refutes lies the smallest that refutes, where the property is monotone.
            var passing: UInt64 = 0
            while position < best.count, best[position] - passing > 1 {
                let middle = passing + (best[position] - passing) / 2
                let known = best
                if await !attempt(refutes, { $0[position] = middle }) { passing = middle }
                if best.count != known.count { break }
            }
        }
    }

    /// Puts smaller choices before larger ones.
    private mutating func order(_ refutes: ([UInt64]) async -> [UInt64]?) async {
        for distance in 1...4 {
            var index = 0
            while index + distance < best.count {
                let (first, second) = (index, index + distance)
                if best[first] > best[second] { _ = await attempt(refutes) { $0.swapAt(first, second) } }
                index += 1
            }
        }
    }

    /// Tries a change; keeps it when it is simpler and still refutes.
    private mutating func attempt(
        _ refutes: ([UInt64]) async -> [UInt64]?,
        _ change: (inout [UInt64]) -> Void
    ) async -> Bool {
        guard tries < Self.maximumTries else { return false }
        var candidate = best
        change(&candidate)
        tries += 1
        guard let made = await refutes(candidate), Self.isSimpler(made, than: best) else { return false }
        best = made
        return true
    }

    private static func isSimpler(_ left: [UInt64], than right: [UInt64]) -> Bool {
        left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }
}
