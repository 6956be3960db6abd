public import PealCore
public import PealStore

extension MemoryStore: SealedStore {
    /// The next devices by identifier, with their sealed tokens.
    public func sealedTokens(app: AppID, after: DeviceID?, limit: Int) async throws -> [SealedToken] {
        read(app) { rows in
            rows.devices.keys.after(after).prefix(limit).compactMap { rows.devices[$0]?.device }.map {
                SealedToken(id: $0.id, provider: $0.provider, hash: $0.tokenHash, sealed: $0.sealedToken)
            }
        }
    }

    /// Replaces sealed tokens and their hashes, where they still are what was read.
    public func replace(_ tokens: [Resealed<SealedToken>], app: AppID) async throws -> Int {
        try await write(app) { rows in tokens.count { rows.replace($0) } }
    }

    /// The sealed data of the next triggers, the latest first.
    public func sealedData(app: AppID, before: TriggerID?, limit: Int) async throws -> [SealedData] {
        read(app) { rows in
            rows.triggers.keys.before(before).reversed().prefix(limit).compactMap { rows.triggers[$0] }.map {
                SealedData(id: $0.key, sealed: $0.sealedData)
            }
        }
    }

    /// Replaces sealed data, where it still is what was read.
    public func replace(_ data: [Resealed<SealedData>], app: AppID) async throws -> Int {
        try await write(app) { rows in
            data.count { item in
                guard rows.triggers[item.old.id]?.sealedData == item.old.sealed else { return false }
                return rows.triggers.update(item.old.id) { $0.sealedData = item.new.sealed }
            }
        }
    }
}

extension AppRows {
    fileprivate mutating func replace(_ item: Resealed<SealedToken>) -> Bool {
        guard devices[item.old.id]?.device.sealedToken == item.old.sealed else { return false }
        let token = DeviceRow.Group.token(item.new.provider, item.new.hash)
        let isKnownTwice = devices.keys(in: token).contains { $0 != item.old.id }
        return update(item.old.id) { row in
            guard !isKnownTwice else { return row.revoke(at: row.revokedAt) }
            row.device.tokenHash = item.new.hash
            row.device.sealedToken = item.new.sealed
        }
    }
}
