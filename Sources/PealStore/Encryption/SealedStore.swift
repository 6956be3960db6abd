public import PealCore

/// Walks what lies sealed, so that it can be sealed anew after a key was rotated (design §8).
///
/// Everything is replaced only where it still is what was read: a registration meanwhile wins.
public protocol SealedStore: Sendable {
    /// The next devices by identifier, with their sealed tokens; a revoked one has none.
    func sealedTokens(app: AppID, after: DeviceID?, limit: Int) async throws -> [SealedToken]

    /// The devices that are stored under the hashes of some tokens, by the device of each token; where there is none, it is
    /// left out.
    func holders(of tokens: [SealedToken], app: AppID) async throws -> [DeviceID: DeviceID]

    /// What is sealed in the next rows of a kind after a column, in a fixed order; rows without anything sealed count.
    func sealedValues(of kind: SealedKind, app: AppID, after last: SealedColumn?, limit: Int) async throws -> SealedPage

    /// Replaces sealed values in one transaction; how many still were what was read.
    func replace(_ values: [Resealed<SealedValue>], app: AppID) async throws -> Int
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
