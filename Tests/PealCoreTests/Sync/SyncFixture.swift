import PealCore

/// A phone of a user, and what its next silent sync push is to remove.
enum SyncFixture {
    static let now = Timestamp(seconds: 10_000)
    static let phone = DeviceID(UUIDv7(milliseconds: 1, random: (0, 0)))

    static func state(
        dueAt: Timestamp? = now,
        epoch: Int? = nil,
        carriesBadge: Bool = false,
        expiresAt: Timestamp = now + .seconds(60)
    ) -> SyncState {
        SyncState(
            device: phone,
            user: "a",
            provider: .fcm,
            dueAt: dueAt,
            expiresAt: expiresAt,
            epoch: epoch,
            carriesBadge: carriesBadge
        )
    }

    static func clear(
        _ number: Int,
        _ delivery: DeliveryState?,
        newer: Set<DeliveryState> = [],
        isKnown: Bool = true
    ) -> DueSync.Clear {
        let id = NotificationID.numbered(number)
        return DueSync.Clear(
            id: id,
            push: isKnown ? TaggedPush(id: id, identity: id, collapse: nil) : nil,
            delivery: delivery,
            newer: newer
        )
    }

    static func due(
        _ clears: [DueSync.Clear] = [],
        state: SyncState = state(),
        owner: UserID = "a",
        permission: PushPermission = .granted,
        device: DeviceState = .active
    ) -> DueSync {
        DueSync(
            app: "shop",
            state: state,
            target: DueSync.Target(
                owner: owner,
                sealedToken: [1],
                environment: nil,
                lastSeenAt: now,
                device: SyncFacts.TargetDevice(
                    id: phone,
                    provider: .fcm,
                    platform: .android,
                    permission: permission,
                    state: device
                )
            ),
            counts: InboxCounts(unread: 2, unseen: 1, version: 3),
            clears: clears
        )
    }
}
