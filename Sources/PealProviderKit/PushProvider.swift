public import PealCore

/// Sends pushes through one push service.
///
/// The one public port of a provider: a registry line plugs a new one in.
public protocol PushProvider: Sendable {
    /// The push service.
    var id: ProviderID { get }

    /// What is wrong with a token before it is stored; `nil` when its shape is right (R007).
    func problem(withToken token: String) -> String?

    /// Sends one message to one address. Never throws: what a provider does wrong is an outcome.
    func send(_ message: PushMessage) async -> SendOutcome
}
