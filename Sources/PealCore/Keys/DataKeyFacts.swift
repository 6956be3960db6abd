/// An app's wrapped data keys as they were read.
public struct DataKeyFacts: Sendable, Equatable {
    /// By version.
    public var keys: [DataKeyRecord]

    /// Takes those of an app among those of all.
    public init(of app: AppID, among keys: [DataKeyRecord]) {
        self.keys = keys.filter { $0.app == app }.sorted { $0.version < $1.version }
    }

    /// Adds a version, for an operator where it is a rotation: nothing changes where there is one.
    /// - Returns: the changes of one group, and the key of that version from then on.
    public func adding(_ key: DataKeyRecord, by actor: String?) -> (changes: [Change], value: DataKeyRecord) {
        if let known = keys.first(where: { $0.version == key.version }) { return ([], known) }
        let note = Change.note(.adminChanged, .created(key, by: actor), about: nil)
        return ([expectation, .key(.addDataKey(key)), note], key)
    }

    /// Wraps all of them again, and notes that the root key was replaced.
    public func rewrapping(
        by actor: String?,
        at now: Timestamp,
        _ wrap: (DataKeyRecord) throws -> [UInt8]
    ) rethrows -> [Change] {
        let wrapped = try keys.map { key in
            var key = key
            key.wrapped = try wrap(key)
            return Change.key(.rewrap(key))
        }
        return [expectation] + wrapped + [.note(.adminChanged, .rootKeyRotated(by: actor, at: now), about: nil)]
    }

    /// Deletes a version that a newer one has replaced; the newest always stays.
    /// - Returns: the changes of one group, and whether there is such a version.
    public func deleting(version: Int) -> (changes: [Change], value: Bool) {
        guard let newest = keys.last?.version, version < newest, keys.contains(where: { $0.version == version }) else {
            return ([], false)
        }
        return ([expectation, .key(.deleteDataKey(version: version))], true)
    }

    private var expectation: Change { .key(.expectDataKeys(keys)) }
}

/// An app's data key, wrapped by the root key.
public struct DataKeyRecord: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Counts rotations, from 1.
    public var version: Int
    /// The wrapped key.
    public var wrapped: [UInt8]
    /// When it was made.
    public var createdAt: Timestamp

    /// Joins the parts.
    public init(app: AppID, version: Int, wrapped: [UInt8], createdAt: Timestamp) {
        self.app = app
        self.version = version
        self.wrapped = wrapped
        self.createdAt = createdAt
    }
}
