public import PealCore

/// Addresses of users in channels other than push and the inbox, and what is sent there.
///
/// Decisions make the deliveries (``NewNotification/channels``); all else is written by ``Change/channel(_:)``. A channel's
/// queue has the name of the channel as its provider.
public protocol ChannelStore: Sendable {
    /// The addresses of a user, by channel.
    func channelAddresses(of user: UserID, app: AppID) async throws -> [ChannelAddress]

    /// What a notification sends in channels, by channel.
    func channelDeliveries(of notification: NotificationID, app: AppID) async throws -> [ChannelDelivery]

    /// Leases what is due to this epoch, most urgent first, then oldest due; held ones among it are to be decided again.
    ///
    /// Nothing of a cancelled trigger is among them, nor more of any app or queue than the budget has room for. What has
    /// expired is ended instead.
    func claimChannels(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedChannelDelivery]

    /// Whether anything waits in a channel or was being sent, of all apps.
    func hasOpenChannels() async throws -> Bool

    /// What an older epoch left in flight, leased to this one: its answer was lost.
    func interruptedChannels(epoch: Int, limit: Int) async throws -> [ClaimedChannelDelivery]
}
