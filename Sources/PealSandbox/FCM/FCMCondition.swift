/// Reads a condition on topics: `'a' in topics && ('b' in topics || !('c' in topics))`.
struct FCMCondition {
    /// How many topics a condition may name.
    private static let topicLimit = 5
    private static let depthLimit = 16

    private var rest: Substring
    private var topics = 0

    private init(_ text: String) { rest = text[...] }

    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 4096 else { return false }
        var condition = FCMCondition(text)
        return condition.takeTerms(depth: 0) && condition.isAtEnd && condition.topics <= topicLimit
    }

    private var isAtEnd: Bool { rest.allSatisfy(\.isWhitespace) }

    /// Terms joined by `&&` and `||`.
    private mutating func takeTerms(depth: Int) -> Bool {
        guard depth <= Self.depthLimit, takeTerm(depth: depth) else { return false }
        while take("&&") || take("||") {
            guard takeTerm(depth: depth) else { return false }
        }
        return true
    }

    private mutating func takeTerm(depth: Int) -> Bool {
        if take("!") { return depth < Self.depthLimit && takeTerm(depth: depth + 1) }
        if take("(") { return takeTerms(depth: depth + 1) && take(")") }
        guard take("'"), let end = rest.firstIndex(of: "'"), FCMTopic.isValid(rest[..<end]) else { return false }
        rest = rest[rest.index(after: end)...]
        topics += 1
        return take("in") && take("topics")
    }

    private mutating func take(_ word: String) -> Bool {
        let trimmed = rest.drop(while: \.isWhitespace)
        guard trimmed.hasPrefix(word) else { return false }
        rest = trimmed.dropFirst(word.count)
        return true
    }
}
