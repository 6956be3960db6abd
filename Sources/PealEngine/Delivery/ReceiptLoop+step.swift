extension ReceiptLoop {
    /// One round, for who drives it by a clock of their own; whether there may be more to do at once.
    package func step() async throws -> Bool {
        if case .none = try await round() { true } else { false }
    }
}
