import JudgeKit

/// Puts users in as a host app's backend does: one call each.
struct PublicSeed {
    let api: PealAPI
    let concurrency: Int

    /// Puts users with one phone each.
    func putUsers(_ users: [String], tokens: [String], _ way: PushWay = .fcm) async throws {
        let api = api
        try await ConcurrentWork.forEach(zip(users, tokens), atOnce: concurrency) { user, token in
            try await api.putUser(user)
            _ = try await api.registerPhone(of: user, token: token, way)
        }
    }

    /// Puts an organisation with its members.
    func putOrganisation(_ name: String, members: [String]) async throws {
        let api = api
        try await api.putEntity("org/\(name)")
        try await ConcurrentWork.forEach(members, atOnce: concurrency) {
            try await api.putMember($0, of: "org/\(name)")
        }
    }
}
