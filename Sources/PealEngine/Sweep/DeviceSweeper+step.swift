extension DeviceSweeper {
    /// One bounded step for each app, for who drives it by a clock of their own.
    package func step() async throws { _ = try await round() }
}
