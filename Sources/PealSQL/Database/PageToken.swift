import PealCore

/// Where a page that is ordered by falling identifiers ended.
enum PageToken {
    static func text<Kind>(_ id: ID<Kind>) -> String { id.rawValue.hex }

    /// The identifier all of the next page's are below.
    ///
    /// No token, or one that is not ours, starts at the top.
    static func upperBound(_ token: String?) -> StoredID {
        guard let token, let raw = UUIDv7(hex: token) else { return .highest }
        return TriggerID(raw).blob
    }
}
