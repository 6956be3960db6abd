import PealCore

/// What is sealed of a user: nothing but answers to the backend and exports reads it.
struct PersonalDetails: Sendable, Equatable, Codable {
    var name: String?
    var attributes: [String: JSONValue] = [:]

    /// Whether there is nothing to seal.
    var isEmpty: Bool { name == nil && attributes.isEmpty }
}
