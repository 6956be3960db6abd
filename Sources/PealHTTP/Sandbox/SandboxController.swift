import PealCore
import PealWire

/// The sandbox's calls (api.md, Sandbox); the edge has checked that they come from loopback.
struct SandboxController: Sendable {
    let control: SandboxControl
    let sockets: PhoneSockets

    var endpoints: [Endpoint] {
        [
            Endpoint(open: .sandboxApps, use: apps), Endpoint(open: .sandboxTokens, use: mintToken),
            Endpoint(open: .sandboxAddPhone, use: addPhone), Endpoint(open: .sandboxScreen, use: screen),
            Endpoint(open: .sandboxTap, use: tap), Endpoint(open: .sandboxPushes, use: pushes),
            Endpoint(open: .sandboxOffline) { try await change($0, .offline) },
            Endpoint(open: .sandboxOnline) { try await change($0, .online) },
            Endpoint(open: .sandboxKill) { try await change($0, .kill) },
            Endpoint(open: .sandboxOpen) { try await change($0, .open) },
            Endpoint(open: .sandboxLive, use: sockets.socket),
            Endpoint(open: .sandboxUninstall) { try await change($0, .uninstall) },
            Endpoint(open: .sandboxAddFault, use: addFault), Endpoint(open: .sandboxClearFaults, use: clearFaults),
            Endpoint(open: .sandboxClock, use: clock), Endpoint(open: .sandboxMoveClock, use: moveClock),
            Endpoint(open: .sandboxSettle, use: settle), Endpoint(open: .demoScenario, use: scenario),
            Endpoint(open: .demoState, use: demoState), Endpoint(open: .demoReset, use: resetDemo),
        ]
    }

    private func apps(_: IncomingCall) async throws -> APIResponse {
        let apps = try await control.apps()
        return .json { writer in
            writer.array(apps) { writer, app in
                writer.object { writer in
                    writer.member("app", app.app.rawValue)
                    writer.member("secretKey", app.secretKey)
                }
            }
        }
    }

    private func mintToken(_ call: IncomingCall) async throws -> APIResponse {
        guard let token = try await control.mintToken(try call.read()) else { throw Self.noApp }
        return .json { writer in writer.object { $0.member("jwt", token) } }
    }

    private func addPhone(_ call: IncomingCall) async throws -> APIResponse {
        guard let phone = try await control.phones.add(try call.read()) else { throw Self.noApp }
        return .json(status: 201) { writer in
            writer.object { writer in
                writer.member("phoneId", phone.phoneID)
                writer.member("deviceId", phone.deviceID.description)
                writer.member("deviceKey", phone.deviceKey)
                writer.member("addressHash", phone.addressHash)
                writer.member("token", phone.token)
                if let subscription = phone.subscription { writer.member("subscription", subscription) }
            }
        }
    }

    private func screen(_ call: IncomingCall) async throws -> APIResponse {
        guard let screen = try await control.phones.screen(call.parameter("phoneId")) else { throw Self.noPhone }
        return .json { $0.value(screen) }
    }

    private func tap(_ call: IncomingCall) async throws -> APIResponse {
        switch try await control.phones.tap(call.parameter("phoneId"), try call.read()) {
        case .tapped(let result): return .json { $0.value(result) }
        case .noPhone: throw Self.noPhone
        case .notShown: throw Problem(.notFound, "the phone does not show this notification")
        }
    }

    private func change(_ call: IncomingCall, _ change: SandboxControl.PhoneChange) async throws -> APIResponse {
        guard try await control.phones.change(call.parameter("phoneId"), change) else { throw Self.noPhone }
        return .noContent
    }

    private func pushes(_ call: IncomingCall) async throws -> APIResponse {
        let query = call.query
        let provider = query.text("provider").map { ProviderID(rawValue: $0) }
        let known = call.rules.providers
        if let provider, !known.queueNames.contains(provider) {
            query.add("must be one of \(known.quotedQueueNames)", "provider")
        }
        let since = query.text("since")
        if let since, UInt64(since) == nil, Timestamp(rfc3339: since) == nil {
            query.add("must be a nextCursor of this list or an RFC 3339 time", "since")
        }
        try query.finish()
        let (items, next) = try await control.phones.pushes(provider, since)
        return .json { writer in writer.page(items, next: next) { $0.value($1) } }
    }

    private func addFault(_ call: IncomingCall) async throws -> APIResponse {
        try await control.faults.add(try call.read())
        return .noContent
    }

    private func clearFaults(_: IncomingCall) async throws -> APIResponse {
        try await control.faults.clear()
        return .noContent
    }

    private func clock(_: IncomingCall) async throws -> APIResponse { Self.time(try await control.time.now()) }

    private func moveClock(_ call: IncomingCall) async throws -> APIResponse {
        let now = try await control.time.now()
        let target: Timestamp =
            switch try call.read(SandboxClockBody.self) {
            case .advance(let duration): now + duration
            case .set(let instant): instant
            }
        return Self.time(try await control.time.move(target))
    }

    private func settle(_ call: IncomingCall) async throws -> APIResponse {
        let isSettled = try await control.time.settle(try call.read(SandboxSettleBody.self).timeout)
        return .json { writer in writer.object { $0.member("settled", isSettled) } }
    }

    private func scenario(_: IncomingCall) async throws -> APIResponse {
        guard let scenario = try await control.demo?.scenario() else { throw Self.noDemo }
        return .json { $0.value(scenario) }
    }

    private func demoState(_ call: IncomingCall) async throws -> APIResponse {
        let query = call.query
        let app = query.requiredIdentifier("app")
        try query.finish()
        guard let state = try await control.demo?.state(AppID(app)) else { throw Self.noDemo }
        return .json { $0.value(state) }
    }

    private func resetDemo(_: IncomingCall) async throws -> APIResponse {
        guard await control.demo?.reset() == true else { throw Self.noDemo }
        return .noContent
    }

    private static func time(_ now: Timestamp) -> APIResponse {
        .json { writer in writer.object { $0.member("now", now) } }
    }

    private static let noApp = Problem(.invalid, errors: [FieldProblem("unknown app", at: "/app")])
    private static let noDemo = Problem(.notFound, "this server is not a demo; start one with `peal demo`")
    private static let noPhone = Problem(.notFound, "unknown phone")
}
