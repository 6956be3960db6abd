import Testing

/// Asks until the answer is the one that is waited for.
///
/// For what a loop of the server does in its own time, of which no call waits. The end is far from what a slow machine needs.
/// - Returns: The last answer.
func eventually<Answer>(
    _ what: String,
    _ ask: () async throws -> Answer,
    until isThere: (Answer) -> Bool
) async throws -> Answer {
    let end = ContinuousClock.now + .seconds(300)
    var answer = try await ask()
    while !isThere(answer), ContinuousClock.now < end { answer = try await ask() }
    if !isThere(answer) { Issue.record("not within five minutes: \(what)") }
    return answer
}
