import PealCore
import PealEngine
import PealWire

/// Takes the actions of notifications.
struct ActionController: Sendable {
    let actions: TakeActions
    let userFinder: UserFinder

    var endpoints: [Endpoint] { [Endpoint(.takeAction, use: take)] }

    private func take(_ request: APIRequest) async throws -> APIResponse {
        let user = try await userFinder.subject(request, request.query)
        let reading = try request.call.body.isEmpty ? nil : request.reading(ActionBody.self)
        let ignored = request.ignored(reading)
        let draft = ActionDraft(
            request.parameter("actionId"),
            sent: reading?.body.timestamp,
            clientTime: request.clientTime,
            device: request.device
        )
        do {
            let receipt = try await actions.take(draft, on: request.id("id"), by: user, app: request.app)
            var answer = APIResponse.json { receipt.write(to: &$0, ignored: ignored) }
            answer.user = user
            answer.ignored = ignored
            return answer
        } catch let refusal as ActionRefusal {
            switch refusal {
            case .off: throw Problem(.featureOff, "this app has no actions")
            case .unknownNotification: throw Self.noNotification
            case .unknownAction: throw Problem(.notFound, "unknown action")
            case .tooMany:
                let most = ActionRecord.keptActions
                throw Problem(.notOpen, "\(most) actions were taken on this notification; change your reply in the app")
            }
        } catch let refusal as EtaRefusal {
            throw Problem(refusal)
        }
    }

    static let noNotification = Problem(.notFound, "unknown notification")
}
