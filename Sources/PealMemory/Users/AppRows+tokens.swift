import PealCore

extension AppRows {
    /// Changes the sealed token of a device; whether it was as expected.
    mutating func write(_ update: TokenUpdate) -> Bool {
        switch update {
        case .reseal(let old, to: let new):
            let others = devices.keys(in: .token(new.provider, new.hash)).filter { $0 != old.id }
            guard isStored(old), others.isEmpty else { return false }
            return self.update(old.id) { (row: inout DeviceRow) in
                row.device.tokenHash = new.hash
                row.device.sealedToken = new.sealed
            }
        case .revoke(let old, duplicateOf: let other, let hash, at: let now):
            guard isStored(old), other != old.id, devices.keys(in: .token(old.provider, hash)).contains(other) else {
                return false
            }
            self.update(old.id) { (row: inout DeviceRow) in row.revoke(at: now) }
            add(.deviceChanged, user: old.user, .device(old.id))
            return true
        }
    }

    private func isStored(_ token: SealedToken) -> Bool {
        devices[token.id].map { $0.device.userID == token.user && $0.device.sealedToken == token.sealed } ?? false
    }
}
