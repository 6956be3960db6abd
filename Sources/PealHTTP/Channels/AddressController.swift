import PealCore
import PealEngine
import PealWire

/// Users' addresses in channels next to push and the inbox.
struct AddressController: Sendable {
    let addresses: ChannelAddresses
    let userFinder: UserFinder

    var endpoints: [Endpoint] {
        [
            Endpoint(.listAddresses, use: list), Endpoint(.putAddress, use: put), Endpoint(.deleteAddress, use: remove),
        ]
    }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let found = try await addresses.addresses(of: try await userFinder.user(request), app: request.app)
        return .json { writer in writer.object { writer in writer.array("items", found) { $1.write(to: &$0) } } }
    }

    private func put(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        let channel = try channel(request)
        let body = try request.read(AddressBody.self)
        do {
            let address = try await addresses.put(body.address, in: channel, user: user, app: request.app)
            guard let address else { throw Problem(.notFound, "unknown user") }
            return .json { address.write(to: &$0) }
        } catch let problem as TokenProblem {
            throw Problem.invalid(problem.detail, at: "/address")
        }
    }

    private func remove(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.user(request)
        // Also of a channel that is not installed any more: its addresses are still shown.
        let channel = Channel(rawValue: request.parameter("channel"))
        guard try await addresses.remove(channel, of: user, app: request.app) else {
            throw Problem(.notFound, "the user has no address in this channel")
        }
        return .noContent
    }

    private func channel(_ request: APIRequest) throws(Problem) -> Channel {
        guard let channel = addresses.channel(named: request.parameter("channel")) else {
            throw Problem(.notFound, "unknown channel")
        }
        return channel
    }
}

extension ShownAddress {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("channel", channel.rawValue)
            writer.member("address", masked)
            writer.member("state", (invalidSince == nil ? DeviceState.active : .quarantined).rawValue)
            writer.member("createdAt", createdAt)
            writer.member("invalidSince", invalidSince)
        }
    }
}
