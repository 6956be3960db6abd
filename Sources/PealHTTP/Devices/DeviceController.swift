import PealCore
import PealEngine
import PealWire

/// Users' devices.
struct DeviceController: Sendable {
    let devices: DeviceRegistration
    let sync: DeviceSync
    let userFinder: UserFinder
    let catalogs: CatalogRegistry

    var endpoints: [Endpoint] {
        [
            Endpoint(.registerDevice, use: register), Endpoint(.listDevices, use: list),
            Endpoint(.changeDevice, use: change), Endpoint(.revokeDevice, use: revoke),
            Endpoint(.syncDevice, use: sync),
        ]
    }

    private func register(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let reading = try request.reading(DeviceBody.self)
        let body = reading.body
        var ignored = request.ignored(reading)
        if catalogs.inForce(request.app)?.providers.contains(body.provider) == false {
            ignored.append(IgnoredHint(.provider, field: "provider"))
        }
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
                isEnabled: body.enabled ?? false,
                renewsKey: body.newDeviceKey ?? false
            )
        )
        do {
            let registered = try await devices.register(new, user: user, app: request.app)
            var answer = APIResponse.json(status: registered.created ? 201 : 200) { writer in
                writer.object { writer in
                    registered.device.writeMembers(to: &writer)
                    writer.member("deviceKey", registered.key)
                    writer.member("addressHash", registered.addressHash)
                    writer.warnings(ignored)
                }
            }
            answer.ignored = ignored
            return answer
        } catch let problem as TokenProblem {
            throw Problem.invalid(problem.detail, at: body.isSubscription ? "/subscription" : "/token")
        }
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let found = try await devices.devices(of: try await userFinder.user(request), app: request.app)
        return .json { writer in writer.object { writer in writer.array("items", found) { $1.write(to: &$0) } } }
    }

    private func change(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let reading = try request.reading(DeviceChangeBody.self)
        let (body, ignored) = (reading.body, request.ignored(reading))
        let id = try ownDevice(request)
        if case .device = request.caller, body.isWithoutAddress || body.isMoreThanAddress {
            throw Problem(.scopeMissing, "a device key may replace the token or the subscription, and nothing else")
        }
        let address = body.address(from: request.caller)
        do {
            let device = try await devices.change(
                id,
                of: user,
                app: request.app,
                address: address,
                permission: body.permission,
                capabilities: body.capabilities,
                enabled: body.enabled
            )
            guard let device else { throw Self.noDevice }
            let hash = devices.addressHash(of: address, on: device)
            var answer = APIResponse.json { writer in
                writer.object { writer in
                    device.writeMembers(to: &writer)
                    writer.member("addressHash", hash)
                    writer.warnings(ignored)
                }
            }
            answer.ignored = ignored
            return answer
        } catch let problem as TokenProblem {
            throw Problem.invalid(problem.detail, at: body.subscription == nil ? "/token" : "/subscription")
        }
    }

    private func sync(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let reading = try request.reading(SyncBody.self)
        let (body, ignored) = (reading.body, request.ignored(reading))
        let id = try ownDevice(request)
        do {
            guard let news = try await sync(body.report(from: request.caller), of: id, user: user, app: request.app)
            else {
                throw Self.noDevice
            }
            let cursor = try request.cursor(news.missed.next, path: APIRoute.inbox.path)
            var answer = APIResponse.json { news.write(to: &$0, cursor: cursor, ignored: ignored) }
            answer.ignored = ignored
            return answer
        } catch let problem as TokenProblem {
            throw Problem.invalid(problem.detail, at: body.subscription == nil ? "/token" : "/subscription")
        }
    }

    /// The device of `{id}`; with a device key no other one than its own.
    private func ownDevice(_ request: APIRequest) throws(Problem) -> DeviceID {
        let id: DeviceID = try request.id("id")
        if case .device(_, _, let own) = request.caller, own != id { throw Self.noDevice }
        return id
    }

    private func revoke(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        guard try await devices.revoke(try request.id("id"), of: user, app: request.app) else { throw Self.noDevice }
        return .noContent
    }

    private static let noDevice = Problem(.notFound, "unknown device")
}
