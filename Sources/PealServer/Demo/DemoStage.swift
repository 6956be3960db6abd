import PealCore
import PealPipeline
import PealSandbox

/// The demo as it stands: its people put into the store, and their phones.
struct DemoStage: Sendable {
    private let world: DemoWorld
    private let sandbox: Sandbox

    /// Puts the people and their phones.
    init(_ sandbox: Sandbox) async throws {
        self.sandbox = sandbox
        let now = sandbox.clock.now
        world = DemoWorld.make(now: now).limited(to: sandbox.engine.catalogs.apps)
        try await world.seed(into: sandbox.engine.store, now: now)
        for plan in world.phonePlans {
            _ = try await sandbox.addPhone(
                app: plan.app,
                user: plan.user,
                provider: plan.provider,
                platform: plan.platform,
                permission: plan.permission,
                capabilities: plan.capabilities
            )
        }
    }

    /// What `GET /demo/scenario` answers.
    func scenario() async throws -> JSONValue {
        try await world.scenario(now: sandbox.clock.now) { app, user in
            sandbox.phones.phones(app: app, user: user).map { phone, device in
                DemoPhoneState(
                    phoneID: phone.id,
                    deviceID: device,
                    platform: phone.platform,
                    provider: phone.provider,
                    permission: phone.permission,
                    capabilities: phone.capabilities,
                    isInstalled: phone.isInstalled
                )
            }
        }
    }
}
