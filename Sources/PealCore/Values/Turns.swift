/// Serves several queues in turn, so that a long one holds up no short one.
public enum Turns {
    /// One element of each queue, then the next of each, until there are enough.
    /// - Parameters:
    ///   - queues: each in its own order.
    ///   - limit: the most elements that are wanted.
    /// - Returns: the elements in the order in which they are served.
    public static func interleave<Element>(_ queues: [[Element]], limit: Int = .max) -> [Element] {
        let queues = queues.filter { !$0.isEmpty }
        if queues.count == 1, let only = queues.first { return Array(only.prefix(limit)) }
        var served: [Element] = []
        var round = 0
        while served.count < limit {
            let next = queues.lazy.filter { round < $0.count }.map { $0[round] }.prefix(limit - served.count)
            let count = served.count
            served += next
            guard served.count > count else { break }
            round += 1
        }
        return served
    }

    /// The names in order, beginning after the one that was served last and coming round to it.
    public static func rotate<Name: Comparable>(_ names: [Name], after last: Name?) -> [Name] {
        guard let last else { return names }
        return names.filter { $0 > last } + names.filter { $0 <= last }
    }

    /// How much of a limit each of several queues may take; at least one.
    public static func share(of limit: Int, among queues: Int) -> Int { max(1, limit / max(1, queues)) }
}
