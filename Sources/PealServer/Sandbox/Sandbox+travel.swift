import PealCore
import PealEngine
import PealSandbox
import PealWire

extension Sandbox {
    /// How far the demo's clock moves in one call at most.
    static let farthestTravel = Duration.seconds(10 * 366 * 86_400)
    /// How often the demo's users open their apps while the clock moves: devices that nobody uses become stale.
    static let visitInterval = Duration.seconds(30 * 86_400)

    /// Moves the demo's clock forward, and lets its users open their apps on the way, as they would in that time.
    func travel(to target: Timestamp, with clockDrain: ClockDrain) async throws -> Timestamp {
        let start = clock.now
        guard target >= start else {
            throw Problem.invalid("the demo’s clock only moves forward; reset the demo to go back", at: "")
        }
        guard target <= start + Self.farthestTravel else {
            throw Problem.invalid("the demo’s clock moves at most 10 years at a time", at: "")
        }
        while clock.now + Self.visitInterval < target {
            let next = clock.now + Self.visitInterval
            guard try await clockDrain.move(to: next) >= next else { return clock.now }
            try await openApps()
        }
        let end = try await clockDrain.move(to: target)
        if end >= start + .seconds(86_400) { try await openApps() }
        return end
    }

    /// Every reachable phone registers again, as an app does when it is opened.
    private func openApps() async throws {
        for phone in push.phones.all where phone.isInstalled && phone.isOnline { try await open(phone) }
    }

    /// A phone's app is opened: it registers again.
    func open(_ phone: VirtualPhone) async throws {
        let registered = try await engine.devices.register(
            NewDevice(
                provider: phone.provider,
                token: phone.token,
                platform: phone.platform,
                environment: nil,
                appVersion: "1.0.0",
                permission: phone.permission,
                capabilities: phone.capabilities,
                locale: nil,
                timeZone: nil
            ),
            user: UserID(phone.user),
            app: AppID(phone.app)
        )
        phones.register(registered.device.id, phone: phone.id, at: clock.now)
    }
}
