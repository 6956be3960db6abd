import PealCore

/// Every copy the simulators took, fetched as it grows: they keep only the newest.
struct PushLedger {
    private(set) var copies: [PushCopy.Identity: [PushCopy]] = [:]
    private(set) var total = 0
    private var cursor = "0"

    /// Fetches what is new.
    mutating func catchUp(with simulator: Simulator) async throws {
        while true {
            let (items, next) = try await simulator.pushes(after: cursor)
            for item in items {
                guard let copy = try PushCopy(item: item) else { continue }
                copies[copy.identity, default: []].append(copy)
                total += 1
            }
            cursor = next
            guard !items.isEmpty else { return }
        }
    }
}
