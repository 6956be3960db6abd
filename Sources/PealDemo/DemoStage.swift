import Foundation
import PealCore
import PealEngine
import PealSandbox
import PealServer
import PealStore

/// The demo as it stands: its users put into the store, and their phones.
struct DemoStage: Sendable {
    private let world: DemoWorld
    private let sandbox: Sandbox
    /// Tells this run of the demo from the ones before and after a reset.
    private let run = UUID().uuidString

    /// Puts the users and their phones.
    init(_ sandbox: Sandbox) async throws {
        self.sandbox = sandbox
        let now = sandbox.clock.now
        world = try DemoWorld.make(now: now).limited(to: sandbox.catalogs.apps)
        try await world.seed(into: sandbox.engine, now: now)
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
        let store = sandbox.engine.ports.store
        return try await world.scenario(
            run: run,
            now: sandbox.clock.now,
            stored: { try await store.entity($1, app: $0)?.times ?? [:] },
            phones: { phones(of: $1, app: $0) }
        )
    }

    /// What `GET /demo/state` answers.
    func state(of app: AppID) -> JSONValue {
        let users = world.apps.first { $0.id == app }?.users.map(\.id) ?? []
        let theirs = users.flatMap { phones(of: $0, app: app) }
        return .object([
            "run": .string(run), "now": .string(sandbox.clock.now.rfc3339),
            "outage": .bool(sandbox.push.faults.all.contains(where: \.isOutage)),
            "phones": .array(
                theirs.compactMap { state in
                    guard let screen = try? sandbox.push.phones.screen(state.phone.id) else { return nil }
                    return state.json(showing: SandboxJSON.screen(of: state.phone, screen))
                }
            ),
        ])
    }

    private func phones(of user: UserID, app: AppID) -> [DemoPhoneState] {
        sandbox.phones.phones(app: app, user: user).map { DemoPhoneState(phone: $0, deviceID: $1) }
    }
}

extension Fault {
    /// Whether every request to every provider fails until the fault is removed.
    fileprivate var isOutage: Bool { provider == nil && match == FaultMatch() && times == nil && probability >= 1 }
}
