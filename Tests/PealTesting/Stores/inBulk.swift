/// Makes calls whose order does not matter, many of them at the same time: a store writes what waits together in one
/// transaction, so that thousands of rows cost a few syncs of the disk and not thousands.
public func inBulk(_ numbers: Range<Int>, _ call: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for number in numbers {
            if number - numbers.lowerBound >= 256 { try await group.next() }
            group.addTask { try await call(number) }
        }
        try await group.waitForAll()
    }
}
