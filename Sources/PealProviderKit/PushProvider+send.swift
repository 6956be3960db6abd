public import PealCore

extension PushProvider {
    /// Sends a single message as a batch of one, for tests and checks; the delivery loop submits batches.
    public func send(_ message: PushMessage) async -> SendOutcome {
        let outcomes = BatchOutcomes(count: 1)
        await submit(PushBatch([PushBatch.Item(message)]), into: outcomes.sink)
        outcomes.end()
        return await outcomes.next()?.first?.outcome ?? BatchOutcomes.missing
    }
}
