extension JSONValue {
    /// The value as a JSON merge patch leaves it (RFC 7396): members of objects are merged, `null` removes one, and
    /// anything else replaces the value.
    /// - Parameter patch: the patch.
    /// - Returns: the merged value; a patch that is no object is the result itself.
    public func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = object ?? [:]
        for (name, change) in changes {
            members[name] = change == .null ? nil : (members[name] ?? .null).merging(change)
        }
        return .object(members)
    }
}

extension [String: JSONValue] {
    /// The members as a merge patch leaves them.
    /// - Parameter patch: the members that change; `null` removes one.
    /// - Returns: the merged members.
    public func merging(_ patch: [String: JSONValue]) -> [String: JSONValue] {
        JSONValue.object(self).merging(.object(patch)).object ?? [:]
    }
}
