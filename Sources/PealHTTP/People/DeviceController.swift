import PealCore
import PealEngine
import PealWire

/// People's devices.
struct DeviceController: Sendable {
    let devices: DeviceRegistration
    let people: PersonFinder

    var endpoints: [Endpoint] {
        [
            Endpoint(.registerDevice, use: register), Endpoint(.listDevices, use: list),
            Endpoint(.changeDevice, use: change), Endpoint(.revokeDevice, use: revoke),
        ]
    }

    private func register(_ request: APIRequest) async throws -> APIResponse {
        let user = try await people.person(request)
        let body = try request.read(DeviceBody.self)
        let new = NewDevice(
            provider: body.provider,
            token: body.token,
            platform: body.platform,
            environment: body.environment,
            appVersion: body.appVersion,
            permission: body.permission,
            capabilities: body.capabilities,
            locale: body.locale,
            timeZone: body.timeZone,
            options: RegistrationOptions(
                replaces: body.replaces.flatMap { DeviceID($0) },
                isEnabled: body.enabled ?? false
            )
        )
        do {
            let (device, created) = try await devices.register(new, user: user, app: request.app)
            return .json(status: created ? 201 : 200) { device.write(to: &$0) }
        } catch let problem as TokenProblem {
            throw Problem.invalid(problem.detail, at: body.provider == .webpush ? "/subscription" : "/token")
        }
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let found = try await devices.devices(of: try await people.person(request), app: request.app)
        return .json { writer in writer.object { writer in writer.array("items", found) { $1.write(to: &$0) } } }
    }

    private func change(_ request: APIRequest) async throws -> APIResponse {
        let user = try await people.person(request)
        let body = try request.read(DeviceChangeBody.self)
        do {
            let device = try await devices.change(
                try request.id("id"),
                of: user,
                app: request.app,
                address: body.address,
                permission: body.permission,
                capabilities: body.capabilities,
                enabled: body.enabled
            )
            guard let device else { throw Self.noDevice }
            return .json { device.write(to: &$0) }
        } catch let problem as TokenProblem {
            throw Problem.invalid(problem.detail, at: body.subscription == nil ? "/token" : "/subscription")
        }
    }

    private func revoke(_ request: APIRequest) async throws -> APIResponse {
        let user = try await people.person(request)
        guard try await devices.revoke(try request.id("id"), of: user, app: request.app) else { throw Self.noDevice }
        return .noContent
    }

    private static let noDevice = Problem(.notFound, "unknown device")
}

extension DeviceChangeBody {
    fileprivate var address: NewAddress? {
        token.map { NewAddress(token: $0, isSubscription: false) }
            ?? subscription.map { NewAddress(token: $0, isSubscription: true) }
    }
}
