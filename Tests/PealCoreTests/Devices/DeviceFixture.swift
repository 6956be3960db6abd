import PealCore

extension Device {
    /// A device by its number, whose token is known by that number too.
    static func fixture(
        _ number: Int,
        of user: UserID = "a",
        token: UInt8? = nil,
        state: DeviceState = .active,
        timeZone: String? = nil,
        seen: Int64 = 1,
        invalidSince: Timestamp? = nil,
        keyHash: [UInt8]? = nil
    ) -> Device {
        var device = Device(
            id: DeviceID(UUIDv7(milliseconds: UInt64(number), random: (0, 0))),
            userID: user,
            provider: .fcm,
            tokenHash: [token ?? UInt8(number)],
            sealedToken: [],
            platform: .android,
            permission: .granted,
            state: state,
            createdAt: Timestamp(seconds: Int64(number)),
            lastSeenAt: Timestamp(seconds: seen)
        )
        device.capabilities = ["camera": "granted"]
        device.timeZone = timeZone
        device.invalidSince = invalidSince
        device.keyHash = keyHash
        return device
    }
}
