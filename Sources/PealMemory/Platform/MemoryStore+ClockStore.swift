public import PealCore
public import PealStore

extension MemoryStore: ClockStore {
    /// What is kept of the clock.
    public func clockRecord() async throws -> ClockRecord? { read { $0.clock } }

    /// Keeps what a server knows of its clock, unless an operator has accepted the clock meanwhile.
    public func note(_ record: ClockRecord) async throws -> Bool {
        try await write { contents in
            guard record.acceptances == contents.clock?.acceptances ?? 0 else { return false }
            contents.clock = record
            return true
        }
    }

    /// Ends a question, and counts the acceptance.
    public func acceptClock(at now: Timestamp) async throws {
        try await write { contents in
            let acceptances = contents.clock?.acceptances ?? 0
            contents.clock = ClockRecord(latest: now, acceptances: acceptances + 1)
        }
    }
}
