import PealCore

extension RetentionSweeper {
    /// Where the walks of all apps stand.
    package struct Position: Sendable {
        fileprivate var walks: [AppID: RetentionWalk] = [:]

        /// Before the first step.
        package init() {}
    }

    /// One step of at most `width` rows for each app, for who drives it by a clock of their own; whether there is more.
    package func step(_ position: inout Position, width: Int) async throws -> Bool {
        try await pass(&position.walks, width: width)
    }

    /// Deletes all that is past its retention now.
    package func drain() async throws {
        var position = Position()
        while try await step(&position, width: Self.step) {}
    }
}
