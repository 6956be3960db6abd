extension Sweeper {
    /// One bounded step, for who drives it by a clock of their own.
    package func step() async throws { _ = try await round() }
}
