public import PealCore
public import PealStore

extension MemoryStore: KeyStore {
    /// Every secret key that is not revoked, of all apps.
    public func secretKeys() async throws -> [SecretKeyRecord] {
        read { contents in
            contents.all.flatMap { rows in
                rows.secretKeys.filter { $0.revokedAt == nil }.map(\.record).sorted { $0.id < $1.id }
            }
        }
    }

    /// Adds a secret key.
    public func add(_ key: SecretKeyRecord, by actor: String?) async throws {
        try await write { contents in
            guard !contents.all.flatMap(\.secretKeys).contains(where: { $0.record.hash == key.hash }) else {
                throw StoreError.duplicate("the key")
            }
            contents[key.app].secretKeys.append(SecretKeyRow(record: key))
            contents[key.app].add(.adminChanged, .note(.created(key, by: actor)))
        }
    }

    /// Revokes a secret key; whether there was one.
    public func revoke(_ id: SecretKeyID, app: AppID, by actor: String?, now: Timestamp) async throws -> Bool {
        try await write(app) { rows in
            let index = rows.secretKeys.firstIndex { $0.record.id == id && $0.revokedAt == nil }
            guard let index else { return false }
            rows.secretKeys[index].revokedAt = now
            rows.add(.adminChanged, .note(.revoked(id, by: actor, at: now)))
            return true
        }
    }

    /// Keeps when secret keys were used last; an earlier instant than the stored one changes nothing.
    public func noteUses(_ uses: [SecretKeyUse]) async throws {
        try await write { contents in
            for use in uses {
                guard let index = contents[use.app].secretKeys.firstIndex(where: { $0.record.id == use.id }) else {
                    continue
                }
                let last = contents[use.app].secretKeys[index].record.lastUsedAt
                contents[use.app].secretKeys[index].record.lastUsedAt = max(last ?? use.at, use.at)
            }
        }
    }

    /// The wrapped data keys of all apps, by version.
    public func dataKeys() async throws -> [DataKeyRecord] { read { $0.all.flatMap(\.dataKeys) } }

    /// Adds a wrapped data key unless the version exists; returns the one in force.
    public func addIfAbsent(_ key: DataKeyRecord, by actor: String?) async throws -> DataKeyRecord {
        try await write(key.app) { rows in
            if let known = rows.dataKeys.first(where: { $0.version == key.version }) { return known }
            rows.dataKeys = (rows.dataKeys + [key]).sorted { $0.version < $1.version }
            rows.add(.adminChanged, .note(.created(key, by: actor)))
            return key
        }
    }

    /// Wraps every data key again, of all apps in one transaction, and notes that the root key was rotated.
    public func rewrapDataKeys(
        by actor: String?,
        at now: Timestamp,
        _ wrap: @escaping @Sendable (DataKeyRecord) throws -> [UInt8]
    ) async throws -> Int {
        try await write { contents in
            var count = 0
            for app in contents.apps where !contents[app].dataKeys.isEmpty {
                for index in contents[app].dataKeys.indices {
                    contents[app].dataKeys[index].wrapped = try wrap(contents[app].dataKeys[index])
                    count += 1
                }
                contents[app].add(.adminChanged, .note(.rootKeyRotated(by: actor, at: now)))
            }
            return count
        }
    }

    /// The fingerprint of the root key that wraps the data keys.
    public func rootKeyFingerprint() async throws -> String? { read { $0.rootKey } }

    /// Notes which root key wraps the data keys.
    public func noteRootKey(_ fingerprint: String) async throws { try await write { $0.rootKey = fingerprint } }

    /// Deletes a data key that a newer one has replaced; the newest of an app always stays.
    public func deleteDataKey(app: AppID, version: Int) async throws -> Bool {
        try await write(app) { rows in
            guard let index = rows.dataKeys.firstIndex(where: { $0.version == version }),
                index != rows.dataKeys.indices.last
            else { return false }
            rows.dataKeys.remove(at: index)
            return true
        }
    }
}
