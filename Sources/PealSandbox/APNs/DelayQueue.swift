/// Lets answers wait without a thread or a task of their own: a simulator's `run` does the waiting for its connections.
struct DelayQueue: Sendable {
    private struct Item: Sendable {
        var delay: Duration
        var end: @Sendable () -> Void
    }

    /// How many may wait to begin waiting.
    private static let limit = 100_000

    private let items: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation

    init() {
        (items, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
    }

    /// Calls back after a delay; `false`, and never, when too many wait.
    func wait(_ delay: Duration, end: @escaping @Sendable () -> Void) -> Bool {
        if case .enqueued = continuation.yield(Item(delay: delay, end: end)) { true } else { false }
    }

    /// Waits for all of them until it is cancelled.
    func run(_ world: SandboxWorld) async {
        await withDiscardingTaskGroup { group in
            for await item in items {
                group.addTask {
                    do { try await world.wait(item.delay) } catch { return }
                    if !Task.isCancelled { item.end() }
                }
            }
        }
    }
}
