import PealCore
import PealEngine
import PealWire

/// Whether pushes reach a user.
struct ReachabilityController: Sendable {
    let reachability: UserReachability
    let now: @Sendable () -> Timestamp

    var endpoints: [Endpoint] { [Endpoint(.getReachability, use: get)] }

    private func get(_ request: APIRequest) async throws -> APIResponse {
        let user = UserID(request.parameter("userId"))
        guard let answer = try await reachability(of: user, app: request.app, now: now()) else {
            throw Problem(.notFound, "unknown user")
        }
        return .json { answer.write(to: &$0) }
    }
}

extension ReachabilityAnswer {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.object("push") { writer in
                writer.member("reachable", found.isReachable)
                writer.member("since", orNull: since?.rfc3339)
                writer.member("reason", orNull: found.reason?.rawValue)
                writer.member("lastConfirmedAt", orNull: found.confirmedAt?.rfc3339)
            }
            writer.array("devices", found.devices) { writer, device in
                writer.object { writer in
                    writer.member("id", device.id.description)
                    writer.member("provider", device.provider.rawValue)
                    writer.member("state", device.state.rawValue)
                    writer.member("reachable", device.isReachable)
                    writer.member("reason", orNull: device.reason?.rawValue)
                    writer.member("lastConfirmedAt", orNull: device.confirmedAt?.rfc3339)
                }
            }
        }
    }
}
