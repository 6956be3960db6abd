package import PealCore
package import PealStore

extension SQLStore {
    /// What is known of a user.
    package func reachabilityFacts(of user: UserID, app: AppID) async throws -> ReachabilityFacts {
        try await read { db in try ReachabilityRows(app: app).facts(of: user, db) }
    }

    /// Users who are to be looked at by an instant, of each app the earliest first.
    package func dueLooks(now: Timestamp, limit: Int) async throws -> [AppID: [UserID]] {
        try await read { db in try ReachabilityRows.due(now: now, limit: limit, db) }
    }

    /// When the next user is to be looked at, later than an instant.
    package func nextLook(after now: Timestamp) async throws -> Timestamp? {
        try await read { db in
            try WaitingApps.looks.earliest("look_at", after: now, db).map { Timestamp(milliseconds: $0) }
        }
    }

    /// The devices of every app that are not revoked, by app, push service and state.
    package func deviceCounts() async throws -> [DeviceCount] {
        try await read(DeviceCount.all)
    }
}

extension DeviceCount {
    /// Those of every app, by app, push service and state.
    package static func all(_ db: SQLConnection) throws -> [DeviceCount] {
        let counts = try db.all(
            """
            SELECT app, provider, state, devices FROM device_count WHERE devices > 0 AND state <> 'revoked'
            """
        ) { row in
            DeviceCount(
                app: try row.key(0),
                provider: ProviderID(rawValue: try row.text(1)),
                state: try row.word(2),
                count: try row.int(3)
            )
        }
        return counts.sorted {
            ($0.app, $0.provider.rawValue, $0.state.rawValue) < ($1.app, $1.provider.rawValue, $1.state.rawValue)
        }
    }
}
