import JudgeKit

/// The users of a crash run: owners of reports, and the members of two organisations.
///
/// Each has one phone.
struct Population: Sendable {
    var owners: [String] = []
    /// By organisation: a usual one, and a crowd whose fan-out takes more than one page.
    var members: [String: [String]] = [:]
    /// The phone's token by device identifier, without its prefix.
    var tokens: [String: String] = [:]

    static let club = "org/o1"
    static let crowd = "org/o2"
    /// More than the 500 recipients a page of fan-out holds at most.
    private static let crowdSize = 600

    /// The members of all organisations.
    var everybody: [String] { members.sorted { $0.key < $1.key }.flatMap(\.value) }

    /// Puts everybody in.
    static func make(
        owners: Int,
        members: Int,
        reports: PealAPI,
        nhs: PealAPI,
        simulator: Simulator
    ) async throws -> Population {
        var population = Population()
        population.owners = (0..<owners).map { "owner-\($0)" }
        population.members = [
            club: (0..<members).map { "member-\($0)" }, crowd: (0..<crowdSize).map { "crowd-\($0)" },
        ]
        let everybody = population.everybody
        let ownerTokens = try await simulator.tokens(owners, project: "reports")
        let memberTokens = try await simulator.tokens(everybody.count, project: "nhs")
        let registrations =
            zip(population.owners, ownerTokens).map { (user: $0, token: $1, api: reports) }
            + zip(everybody, memberTokens).map { (user: $0, token: $1, api: nhs) }
        let phones = try await ConcurrentWork.map(registrations, atOnce: 8) { registration in
            try await registration.api.putUser(registration.user)
            return (
                try await registration.api.registerPhone(of: registration.user, token: registration.token),
                registration.token
            )
        }
        for (organisation, users) in population.members {
            try await nhs.putEntity(organisation)
            try await ConcurrentWork.forEach(users, atOnce: 8) { try await nhs.putMember($0, of: organisation) }
        }
        for (device, token) in phones { population.tokens[String(device.drop { $0 != "_" }.dropFirst())] = token }
        return population
    }

    func recipients(of request: TriggerRequest) -> Set<String> {
        switch request.audience {
        case .owner(let user): [user]
        case .members(let organisation): Set(members[organisation] ?? [])
        }
    }
}
