/// What becomes of the stored token of a device when it is sealed under another key (design §8).
public enum TokenUpdate: Sendable, Equatable {
    /// Stores it under the other key, with its hash. Expects the sealed token to be what was read, and no other device to have
    /// the hash.
    case reseal(SealedToken, to: SealedToken)
    /// Revokes the device, because another one has the token, and forgets its own. Expects the sealed token to be what was
    /// read, and the other device to have the hash.
    case revoke(SealedToken, duplicateOf: DeviceID, hash: [UInt8], at: Timestamp)

    /// Plans it.
    ///
    /// Where another device has the token already, both stand for one address, and the other one registered later: it was
    /// stored under the newer key.
    /// - Parameters:
    ///   - old: what is stored.
    ///   - new: the same token under the other key.
    ///   - holder: the device that is stored under the new hash; `nil` when there is none.
    ///   - now: when it is planned.
    public init(of old: SealedToken, to new: SealedToken, holder: DeviceID?, at now: Timestamp) {
        if let holder, holder != old.id {
            self = .revoke(old, duplicateOf: holder, hash: new.hash, at: now)
        } else {
            self = .reseal(old, to: new)
        }
    }

    /// The user whose device changes.
    public var user: UserID {
        switch self {
        case .reseal(let old, _), .revoke(let old, _, _, _): old.user
        }
    }
}
