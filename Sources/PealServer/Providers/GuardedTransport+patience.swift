import PealProviderKit

extension GuardedTransport {
    /// What an answer may take longer than its first byte.
    private static let patience = Duration.seconds(5)

    /// The guard for receivers that are not push services: one that goes on answering for too long counts as one that does
    /// not answer.
    var impatient: HTTPTransport {
        HTTPTransport { call in
            await withTaskGroup(of: HTTPResult.self) { group in
                group.addTask { await self.send(call) }
                group.addTask {
                    try? await Task.sleep(for: call.timeout + Self.patience, clock: .continuous)
                    return .answerLost(reason: "deadline-exceeded")
                }
                let first = await group.next()
                group.cancelAll()
                return first ?? .answerLost(reason: "cancelled")
            }
        }
    }
}
