/// Does something for each element, a bounded number at once.
///
/// Inlinable, so that benchmarks which count processor time run it specialised.
package enum ConcurrentWork {
    @inlinable
    package static func forEach<Element: Sendable>(
        _ elements: some Sequence<Element>,
        atOnce width: Int,
        _ work: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var next = elements.makeIterator()
            for _ in 0..<width {
                guard let element = next.next() else { break }
                group.addTask { try await work(element) }
            }
            while try await group.next() != nil {
                if let element = next.next() { group.addTask { try await work(element) } }
            }
        }
    }

    @inlinable
    package static func map<Element: Sendable, Value: Sendable>(
        _ elements: some Sequence<Element>,
        atOnce width: Int,
        _ work: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            var values: [Value] = []
            var next = elements.makeIterator()
            for _ in 0..<width {
                guard let element = next.next() else { break }
                group.addTask { try await work(element) }
            }
            while let value = try await group.next() {
                values.append(value)
                if let element = next.next() { group.addTask { try await work(element) } }
            }
            return values
        }
    }
}
