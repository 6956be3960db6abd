public import PealCore

/// Walks what lies sealed, so that it can be sealed anew after a key was rotated (design §8).
///
/// Everything is replaced only where it still is what was read: a registration meanwhile wins.
public protocol SealedStore: Sendable {
    /// The next devices by identifier, with their sealed tokens; a revoked one has none.
    func sealedTokens(app: AppID, after: DeviceID?, limit: Int) async throws -> [SealedToken]

    /// Replaces sealed tokens and their hashes in one transaction; how many still were what was read.
    ///
    /// A device whose new hash another one has already is revoked: both stand for one address, and the other one
    /// registered later.
    func replace(_ tokens: [Resealed<SealedToken>], app: AppID) async throws -> Int

    /// What is sealed in the next rows of a kind after a place, in a fixed order; rows without anything sealed count.
    func sealedValues(of kind: SealedKind, app: AppID, after last: SealedPlace?, limit: Int) async throws -> SealedPage

    /// Replaces sealed values in one transaction; how many still were what was read.
    func replace(_ values: [Resealed<SealedValue>], app: AppID) async throws -> Int
}

/// A device's token as it lies.
public struct SealedToken: Sendable, Equatable {
    /// The device.
    public var id: DeviceID
    /// Its push service, which the hash is bound to.
    public var provider: ProviderID
    /// The keyed hash of the token; empty for a revoked device.
    public var hash: [UInt8]
    /// The sealed token; empty for a revoked device.
    public var sealed: [UInt8]

    /// Joins the parts.
    public init(id: DeviceID, provider: ProviderID, hash: [UInt8], sealed: [UInt8]) {
        self.id = id
        self.provider = provider
        self.hash = hash
        self.sealed = sealed
    }
}

/// Something sealed anew, beside what it replaces.
public struct Resealed<Value: Sendable>: Sendable {
    /// What was read.
    public var old: Value
    /// What takes its place.
    public var new: Value

    /// Joins the parts.
    public init(old: Value, new: Value) {
        self.old = old
        self.new = new
    }
}
