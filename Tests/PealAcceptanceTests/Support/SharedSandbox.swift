import Testing

/// Lends one sandbox server to all tests of a suite; they keep apart by their users and entities.
struct SharedSandbox: SuiteTrait, TestScoping {
    @TaskLocal private static var current: Sandbox?

    /// The suite's server.
    static var sandbox: Sandbox {
        get throws { try #require(current, "the suite lacks the trait .sharedSandbox") }
    }

    let prepare: @Sendable (Sandbox) async throws -> Void

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await SandboxServer.run { [prepare] sandbox in
                try await prepare(sandbox)
                try await Self.$current.withValue(sandbox) { try await function() }
            }
        }
    }
}

extension Trait where Self == SharedSandbox {
    /// One server for the suite, made ready once.
    static func sharedSandbox(_ prepare: @escaping @Sendable (Sandbox) async throws -> Void = { _ in }) -> Self {
        SharedSandbox(prepare: prepare)
    }
}
