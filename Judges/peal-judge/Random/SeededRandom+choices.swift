import Synchronization

extension SeededRandom {
    /// A number in 0..<bound; 0 for a bound below 2.
    mutating func below(_ bound: Int) -> Int { bound < 2 ? 0 : Int(next() % UInt64(bound)) }

    /// A number of a range.
    mutating func within(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// Whether something of a probability happens.
    mutating func happens(_ probability: Double) -> Bool { unit() < probability }

    /// One of a list; `nil` of an empty one.
    mutating func pick<Element>(_ list: [Element]) -> Element? { list.isEmpty ? nil : list[below(list.count)] }

    /// Some of a list, each once, in a random order.
    mutating func some<Element>(_ list: [Element], atMost count: Int) -> [Element] {
        Array(list.shuffled(using: &self).prefix(count))
    }

    /// One of weighted choices.
    mutating func weighted<Choice>(_ choices: [(Int, Choice)], otherwise: Choice) -> Choice {
        var left = below(choices.reduce(0) { $0 + $1.0 })
        for (weight, choice) in choices {
            if left < weight { return choice }
            left -= weight
        }
        return otherwise
    }
}

/// Random numbers for what runs outside the run's own isolation.
final class SharedRandom: Sendable {
    private let random: Mutex<SeededRandom>

    init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }

    func next() -> UInt64 { random.withLock { $0.next() } }
    func unit() -> Double { random.withLock { $0.unit() } }
}
