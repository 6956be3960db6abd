import PealCore
import Synchronization

/// What a type is about that is about something: made for the check, and removed after it.
final class DeviceCheckEntity: Sendable {
    private let types: [EntityTypeID: EntityDeclaration]
    private let id = "device-check-" + String(UInt64.random(in: 0 ..< .max), radix: 36)
    private let made = Mutex<Set<String>>([])

    /// Starts of it lie this far ahead: replies about an arrival are open, and a reminder an hour before is not due.
    private static let ahead: Duration = .seconds(70 * 60)
    private let start: Timestamp

    init(catalog: Catalog, now: Timestamp) {
        types = catalog.entities
        start = now + Self.ahead
    }

    /// Puts an entity with the user as a member; `nil` where the catalog has no entity that can stand alone.
    /// - Throws: ``DeviceCheckError``.
    func put(for type: NotificationType, user: String, on server: DeviceCheckServer) async throws -> String? {
        let alone = types.filter { $0.value.parent == nil }.keys.sorted { $0.rawValue < $1.rawValue }
        guard let kind = type.schedule?.entity ?? alone.first, let rules = types[kind] else { return nil }
        let path = "/entities/\(kind.rawValue)/\(id)"
        guard !made.withLock({ $0.contains(path) }) else { return "\(kind.rawValue)/\(id)" }
        let start = JSONValue.string(start.rfc3339)
        var body: [String: JSONValue] = ["ownerId": .string(user)]
        if !rules.times.isEmpty {
            body["times"] = .object(Dictionary(rules.times.map { ($0, start) }) { first, _ in first })
        }
        try await server.put(path, .object(body))
        made.withLock { _ = $0.insert(path) }
        var member: [String: JSONValue] = [:]
        if let role = rules.roles.first(where: { $0 != rules.eta?.hostRole }) { member["role"] = .string(role) }
        if let status = rules.memberStatuses.first { member["status"] = .string(status) }
        try await server.put("\(path)/members/\(user.inURL)", .object(member))
        return "\(kind.rawValue)/\(id)"
    }

    /// Removes what was put; what cannot be removed has a name that says what it is.
    func remove(from server: DeviceCheckServer) async {
        for path in made.withLock({ $0 }) { try? await server.delete(path) }
    }
}
