public import PealCore

/// Sends notifications of one app in a channel other than push and the inbox.
///
/// The one public port of such a channel: a line in the list of plug-ins adds one.
public protocol Notifier: Sendable {
    /// The channel.
    var channel: Channel { get }

    /// What the channel's service takes of one sender.
    var limits: QueueLimits { get }

    /// Sends one notification, and says what became of it.
    ///
    /// Nothing is thrown: a rejection, a service out of reach and a lost answer are outcomes. It may be called many times at
    /// once, up to ``limits``. When its task is cancelled it returns soon: with `notProcessed` when nothing has certainly been
    /// sent, with `unknown` when it may have been.
    func send(_ notice: Notice) async -> SendOutcome

    /// Asks the service whether it takes the credentials, without a message to anybody: for `peal doctor`.
    func checkCredentials() async -> CredentialCheck
}
