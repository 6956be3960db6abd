package import PealCore
package import PealStore

extension SQLStore {
    /// The addresses of a user, by channel.
    package func channelAddresses(of user: UserID, app: AppID) async throws -> [ChannelAddress] {
        try await read { db in try ChannelRows(app: app).addresses(of: user, db) }
    }

    /// What a notification sends in channels, by channel.
    package func channelDeliveries(of notification: NotificationID, app: AppID) async throws -> [ChannelDelivery] {
        try await read { db in try ChannelRows(app: app).deliveries(of: notification, db) }
    }

    /// Leases what is due to this epoch, most urgent first, then oldest due.
    package func claimChannels(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws
        -> [ClaimedChannelDelivery]
    {
        // Mostly there is none that may go, and looking costs no write.
        let isAny = try await look { db in
            try PendingRows.channels.areDue(at: now, db) { budget.room(of: $0, $1) > 0 }
        }
        guard isAny else { return [] }
        while true {
            let claim = try await writer.perform(.progress, weight: budget.total.critical) { db, events in
                try ChannelClaims.claim(now: now, budget: budget, epoch: epoch, &events, db)
            }
            guard claim.deliveries.isEmpty, claim.isCut else { return claim.deliveries }
        }
    }

    /// Whether anything waits in a channel or was being sent.
    package func hasOpenChannels() async throws -> Bool { try await look(PendingRows.channels.isOpen) }

    /// What an older epoch left in flight, leased to this one.
    package func interruptedChannels(epoch: Int, limit: Int) async throws -> [ClaimedChannelDelivery] {
        try await writer.perform(.progress, weight: limit) { db in
            try ChannelClaims.interrupted(epoch: epoch, limit: limit, db)
        }
    }
}
