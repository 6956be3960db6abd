import PealCore

extension RetentionSweeper {
    /// Where the walks of all apps stand.
    package struct Place: Sendable {
        fileprivate var walks: [AppID: RetentionWalk] = [:]

        /// Before the first step.
        package init() {}
    }

    /// One step of at most `width` rows for each app, for who drives it by a clock of their own; whether there is more.
    package func step(_ place: inout Place, width: Int) async throws -> Bool {
        try await pass(&place.walks, width: width)
    }

    /// Deletes all that is past its retention now.
    package func drain() async throws {
        var place = Place()
        while try await step(&place, width: Self.step) {}
    }
}
