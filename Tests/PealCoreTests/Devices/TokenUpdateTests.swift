import PealCore
import Testing

@Suite("A token that is sealed under another key")
struct TokenUpdateTests {
    private static let now = Timestamp(seconds: 1_000)
    private static let own = DeviceID(UUIDv7(milliseconds: 1, random: (0, 1)))
    private static let other = DeviceID(UUIDv7(milliseconds: 1, random: (0, 2)))

    private static func token(_ key: UInt8) -> SealedToken {
        SealedToken(id: own, user: "a", provider: .fcm, hash: [key], sealed: [key, key])
    }

    @Test(
        "is stored, unless another device has it: then its own is revoked, since that one registered later",
        arguments: [(nil, false), (own, false), (other, true)] as [(DeviceID?, Bool)]
    )
    func plan(_ holder: DeviceID?, _ isRevoked: Bool) {
        let (old, new) = (Self.token(1), Self.token(2))
        let update = TokenUpdate(of: old, to: new, holder: holder, at: Self.now)
        let revoked = TokenUpdate.revoke(old, duplicateOf: Self.other, hash: [2], at: Self.now)
        #expect(update == (isRevoked ? revoked : .reseal(old, to: new)))
        #expect(update.user == "a")
    }
}
