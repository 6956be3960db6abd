import PealCore
import PealTesting

@testable import PealSandbox

/// A fleet with one phone, which pushes reach without a push service.
struct FleetScene {
    let clock = TestClock()
    let fleet: DeviceFleet
    let phone: String

    init(_ platform: Platform = .android, limit: Int = 10, permission: PushPermission = .granted) throws {
        fleet = DeviceFleet(limit: limit) { [clock] in clock.now }
        phone = try fleet.add(
            app: "demo",
            user: "ann",
            provider: .fcm,
            platform: platform,
            token: "token",
            permission: permission
        )
    }

    /// Hands a push to the phone, as its push service does.
    func push(
        _ id: String?,
        op: String? = nil,
        tag: String? = nil,
        peal: [String: JSONValue] = [:],
        message: String? = nil,
        sound: String? = nil,
        badge: Int? = nil
    ) {
        fleet.receive(provider: .fcm, token: "token") { _ in
            var arrival = PhoneArrival(
                peal: peal.merging(
                    [("id", id), ("op", op)].compactMap { name, text in text.map { (name, .string($0)) } }
                ) { $1 },
                title: "Title",
                body: "Body",
                tag: tag,
                collapseKey: nil,
                sound: sound,
                badge: badge,
                thread: nil,
                at: clock.now,
                expiresAt: clock.now + .seconds(60)
            )
            arrival.message = message
            arrival.delivery = PhoneDelivery(
                provider: .fcm,
                headers: [:],
                payload: .object(["id": id.map { .string($0) } ?? .null])
            )
            return arrival
        }
    }

    /// The notifications on the screen, oldest first.
    var shown: [String] { get throws { try fleet.screen(phone).notifications.map(\.id) } }

    /// What became of each notification.
    var receipts: [String: PhoneReceipt] { get throws { try fleet.phone(phone).receipts } }
}
