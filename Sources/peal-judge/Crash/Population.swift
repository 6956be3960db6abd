import PealCore

/// The people of a crash run: owners of reports, and the members of one organisation. Each has one phone.
struct Population: Sendable {
    static let organisation = "org/o1"

    var owners: [String] = []
    var members: [String] = []
    /// The phone's token by device identifier, without its prefix.
    var tokens: [String: String] = [:]

    /// Puts everybody in.
    static func make(
        owners: Int, members: Int, reports: PealAPI, nhs: PealAPI, simulator: Simulator
    ) async throws -> Population {
        var population = Population()
        population.owners = (0..<owners).map { "owner-\($0)" }
        population.members = (0..<members).map { "member-\($0)" }
        try await nhs.putEntity(organisation)
        let ownerTokens = try await simulator.tokens(owners, project: "reports")
        let memberTokens = try await simulator.tokens(members, project: "nhs")
        let people =
            zip(population.owners, ownerTokens).map { (user: $0, token: $1, api: reports) }
            + zip(population.members, memberTokens).map { (user: $0, token: $1, api: nhs) }
        let phones = try await ConcurrentWork.map(people, atOnce: 8) { person in
            try await person.api.putUser(person.user)
            return (try await person.api.registerPhone(of: person.user, token: person.token), person.token)
        }
        try await ConcurrentWork.forEach(population.members, atOnce: 8) { try await nhs.putMember($0, of: organisation) }
        for (device, token) in phones { population.tokens[String(device.drop { $0 != "_" }.dropFirst())] = token }
        return population
    }

    func recipients(of request: TriggerRequest) -> Set<String> {
        switch request.audience {
        case .owner(let user): [user]
        case .members: Set(members)
        }
    }
}
