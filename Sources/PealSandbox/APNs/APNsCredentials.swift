/// What Apple hands out to the developers of an app, for use at the simulator alone.
public struct APNsCredentials: Sendable, Equatable {
    /// The signing key, as the text of the `.p8` file.
    public let signingKeyPEM: String
    /// The key's id, ten characters.
    public let keyID: String
    /// The team's id, ten characters.
    public let teamID: String
    /// The app's bundle id, which is its topic.
    public let bundleID: String
}
