/// One push on its way to APNs, and what may still be tried for it.
struct APNsAttempt: Sendable {
    /// Its position in the batch.
    let index: Int
    let push: APNsPush
    let deviceToken: String
    var environment: APNsEnvironment
    /// Whether the other environment is tried when this one does not know the token: nobody stated which is right.
    var mayChangeEnvironment: Bool
    /// Whether the other environment did not know the token.
    var wasMoved = false
    /// Whether another provider token was tried in this environment.
    var hasFreshBearer = false
}
