package import PealCore

extension DeviceSweeper {
    /// One bounded step for each app, for callers with a clock of their own.
    package func step() async throws { _ = try await round() }

    /// Takes every device out of use that is due.
    package func drain(at now: Timestamp) async throws { while try await pass(now: now) {} }

    /// The next instant at which a device that ages now is taken out of use; none when no device ages.
    package func nextDue(after now: Timestamp) async throws -> Timestamp? { try await next(after: now) }
}
