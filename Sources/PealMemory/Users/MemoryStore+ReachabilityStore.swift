public import PealCore
public import PealStore

extension MemoryStore: ReachabilityStore {
    /// What is known of a user.
    public func reachabilityFacts(of user: UserID, app: AppID) async throws -> ReachabilityFacts {
        read(app) { $0.reachabilityFacts(of: user) }
    }

    /// Users who are to be looked at by an instant, of each app the earliest first.
    public func dueLooks(now: Timestamp, limit: Int) async throws -> [AppID: [UserID]] {
        read { contents in
            let due = contents.all.map { ($0.app, Array($0.dueLooks(now: now).prefix(limit))) }
            return Dictionary(uniqueKeysWithValues: due.filter { !$0.1.isEmpty })
        }
    }

    /// When the next user is to be looked at, later than an instant.
    public func nextLook(after now: Timestamp) async throws -> Timestamp? {
        read { contents in contents.all.flatMap(\.reachability.values).compactMap(\.lookAt).filter { $0 > now }.min() }
    }

    /// The devices of every app that are not revoked, by app, push service and state.
    public func deviceCounts() async throws -> [DeviceCount] {
        read { contents in
            contents.all.flatMap { rows in
                Dictionary(grouping: rows.devices.rows.filter { !$0.isRevoked }.map(\.device)) {
                    [$0.provider.rawValue, $0.state.rawValue]
                }
                .sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }
                .compactMap { _, devices in
                    devices.first.map {
                        DeviceCount(app: rows.app, provider: $0.provider, state: $0.state, count: devices.count)
                    }
                }
            }
        }
    }
}
