package import PealCore
import PealCrypto
package import PealHTTP
package import PealEngine
import PealSandbox
import PealStore
import PealWire

/// What a sandbox does beside serving: test keys, tokens, phones, faults, time (design §9).
package struct Sandbox: Sendable {
    package let engine: Engine
    package let clock: VirtualClock
    package let push: PushSimulators
    package let phones: SandboxPhones
    let replies: SandboxReplies
    let configuration: ServerConfiguration
    let demo: DemoPlan?

    var store: any EngineStore { engine.ports.store }
    package var catalogs: CatalogRegistry { engine.ports.catalogs }

    /// The test key of an app.
    static func testKey(_ app: AppID) -> String { "sk_test_\(app)" }

    /// Makes the test keys, which work in sandboxes alone.
    func installTestKeys() async throws {
        let known = Set(try await store.secretKeys().map(\.hash))
        for app in catalogs.apps {
            let hash = SecretKey(text: Self.testKey(app)).hash
            guard !known.contains(hash) else { continue }
            try await store.add(
                SecretKeyRecord(
                    id: engine.ports.ids.make(),
                    app: app,
                    hash: hash,
                    scopes: ["*"],
                    name: "test key",
                    createdAt: clock.now
                )
            )
        }
    }

    /// Registers a fresh virtual phone.
    package func addPhone(
        app: AppID,
        user: UserID,
        provider: ProviderID,
        platform: Platform,
        permission: PushPermission,
        capabilities: [String: String],
        locale: String? = nil,
        timeZone: String? = nil
    ) async throws -> SandboxControl.Phone? {
        guard catalogs.inForce(app) != nil else { return nil }
        let traits = engine.ports.providers.installed[provider]
        guard let traits, traits.platforms.contains(platform) else {
            throw Problem.invalid("\(provider) reaches no \(platform.rawValue) phone", at: "/platform")
        }
        guard try await store.ensureUser(user, app: app, now: clock.now) else {
            throw Problem(.notFound, "the user was erased; put them again first")
        }
        let token = try push.makeToken(provider, app: app)
        let phone = try push.phones.add(
            app: app.rawValue,
            user: user.rawValue,
            provider: provider,
            platform: platform,
            token: token,
            permission: permission,
            capabilities: capabilities
        )
        let registered = try await engine.devices.register(
            NewDevice(
                provider: provider,
                token: token,
                platform: platform,
                environment: nil,
                appVersion: "1.0.0",
                permission: permission,
                capabilities: capabilities,
                locale: locale,
                timeZone: timeZone
            ),
            user: user,
            app: app
        )
        phones.register(registered.device.id, phone: phone, at: clock.now)
        return SandboxControl.Phone(
            phoneID: phone,
            deviceID: registered.device.id,
            deviceKey: registered.key,
            addressHash: registered.addressHash,
            token: traits.address == .subscription ? nil : token,
            // A page that stands in for a browser's push service registers by itself with it.
            subscription: traits.address == .subscription ? try JSONParser.parse(Array(token.utf8)) : nil
        )
    }

    /// Makes the tokens of every app with a secret, under its first.
    private func mints() async throws -> [AppID: TokenMint] {
        var mints: [AppID: TokenMint] = [:]
        for (app, settings) in configuration.apps {
            for key in settings.jwt?.keys ?? [] where mints[app] == nil {
                guard case .secret(let secret) = key.material else { continue }
                mints[app] = try await TokenMint(secret: secret, kid: key.kid)
            }
        }
        return mints
    }

    private func mintToken(_ body: SandboxTokenBody, with mints: [AppID: TokenMint]) async throws -> String? {
        guard catalogs.inForce(body.app) != nil else { return nil }
        if let roles = body.roles {
            var user =
                try await store.user(body.user, app: body.app)
                ?? User(id: body.user, createdAt: clock.now, updatedAt: clock.now)
            user.roles = roles
            _ = try await engine.putUser(user, app: body.app)
        }
        return try mints[body.app]?.token(app: body.app, user: body.user, now: clock.now, expiresIn: body.expiresIn)
    }

    /// Everything `/sandbox` answers with.
    func control() async throws -> SandboxControl {
        let mints = try await mints()
        let answers = try await demo?.start(self)
        let clockDrain = ClockDrain(
            store: store,
            clock: clock,
            work: engine.ports.work,
            queues: engine.queues,
            devices: engine.deviceSweeper,
            retention: engine.retention,
            outgoing: engine.outgoing,
            alerts: engine.alerting,
            reachability: engine.reachabilityLoop
        )
        return SandboxControl(
            apps: { catalogs.apps.map { .init(app: $0, secretKey: Self.testKey($0)) } },
            mintToken: { try await mintToken($0, with: mints) },
            phones: phoneControl,
            faults: .init(add: { try push.faults.add(Fault($0)) }, clear: { push.faults.clear() }),
            time: .init(
                now: { clock.now },
                move: { target in
                    // Those that stand in for phones live in this time, too.
                    defer { push.phones.tellAll() }
                    return try await demo != nil ? travel(to: target, with: clockDrain) : clockDrain.move(to: target)
                },
                settle: { try await clockDrain.drain(within: $0) }
            ),
            demo: answers.map(demoControl)
        )
    }

    private var phoneControl: SandboxControl.Phones {
        .init(
            add: { body in
                try await addPhone(
                    app: body.app,
                    user: body.user,
                    provider: body.provider,
                    platform: body.platform,
                    permission: body.permission,
                    capabilities: body.capabilities
                )
            },
            screen: { id in try? SandboxJSON.screen(of: push.phones.phone(id), push.phones.screen(id)) },
            tap: { id, body in try await tap(id, body) },
            change: { id, change in try await self.change(id, change) },
            owner: { id in
                guard let phone = try? push.phones.phone(id) else { return nil }
                return .init(app: AppID(phone.app), user: UserID(phone.user), now: clock.now)
            },
            follow: { id, since, write in try await follow(id, since: since, write) },
            pushes: { provider, since in
                let page = push.requestLog.page(provider: provider?.rawValue, since: since).object ?? [:]
                return (page["items"]?.array ?? [], page["next"]?.string)
            }
        )
    }

    private func demoControl(_ answers: DemoPlan.Answers) -> SandboxControl.Demo {
        .init(
            scenario: { try await answers.scenario() },
            state: { app in answers.state(app) },
            reset: {
                guard let reset = demo?.reset else { return false }
                reset.fire()
                return true
            }
        )
    }

    /// A phone whose device went stale, or was forgotten after that, registers again when its user comes back.
    ///
    /// An app does so when it is opened. One that its user signed out stays so.
    private func wakeUp(_ id: String) async throws {
        guard let phone = try? push.phones.phone(id), phone.isInstalled, let device = phones.device(of: id) else {
            return
        }
        let (user, app) = (UserID(phone.user), AppID(phone.app))
        let known = try await engine.devices.devices(of: user, app: app)
        guard known.first(where: { $0.id == device })?.state ?? forgotten(id, app) == .stale else { return }
        try await open(phone)
    }

    /// The state of a phone's device that there is no more: stale when it was not opened for as long as devices are kept.
    private func forgotten(_ phone: String, _ app: AppID) -> DeviceState {
        guard let opened = phones.lastOpened(phone), let catalog = catalogs.inForce(app) else { return .revoked }
        return clock.now > opened + catalog.staleAfter + DevicePolicy.staleGrace ? .stale : .revoked
    }

    private func tap(_ id: String, _ body: SandboxTapBody) async throws -> SandboxControl.TapResult {
        try await wakeUp(id)
        do {
            let (tap, reply) = try push.phones.tap(id, notification: body.notification, action: body.action)
            var answer: JSONValue?
            if let reply { answer = await replies.send(reply, from: id) }
            return .tapped(SandboxJSON.tap(tap, answer))
        } catch let error as PhoneError where error.code == .notFound {
            return (try? push.phones.phone(id)) == nil ? .noPhone : .notShown
        } catch {
            return .notShown
        }
    }

    /// Writes the state of a phone whenever it has changed, and the pushes that reached it.
    private func follow(
        _ id: String,
        since: UInt64,
        _ write: @Sendable ([UInt8]) async throws -> Void
    ) async throws {
        var since = since
        for await _ in push.phones.follow(id) {
            let news = try push.phones.news(id, after: since)
            try await write(JSONWriter.bytes { $0.value(SandboxJSON.state(news, at: clock.now)) })
            for delivery in news.deliveries {
                try await write(JSONWriter.bytes { $0.value(delivery.json) })
                since = delivery.number
            }
        }
    }

    private func change(_ id: String, _ change: SandboxControl.PhoneChange) async throws -> Bool {
        if change == .online || change == .open { try await wakeUp(id) }
        do {
            switch change {
            case .offline: try push.phones.disconnect(id)
            case .online:
                try push.phones.reconnect(id)
                for reply in try push.phones.takeUnsent(id) { _ = await replies.send(reply, from: id) }
            case .kill: try push.phones.setRunning(id, false)
            case .open: try push.phones.setRunning(id, true)
            case .uninstall: try push.phones.uninstall(id)
            }
            return true
        } catch {
            return false
        }
    }
}
