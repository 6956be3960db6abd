import PealCore
import PealEngine
import PealWire

/// Replies of participants about their arrival, and the host's board.
struct EtaController: Sendable {
    let replies: EtaReplies
    let boards: EtaBoards

    var endpoints: [Endpoint] {
        [
            Endpoint(.replyEta, use: reply), Endpoint(.etaBoard, use: board),
            Endpoint(.etaParticipant, use: participant),
        ]
    }

    private func reply(_ request: APIRequest) async throws -> APIResponse {
        let event = request.parameter("eventId")
        let reading = try request.reading(EtaBody.self)
        let (body, ignored) = (reading.body, request.ignored(reading))
        if let named = body.event, named != event {
            throw Problem.invalid("is not the event of the path", at: "/eventId")
        }
        let user = try Self.participant(body.user, request)
        let draft = EtaDraft(
            status: body.status,
            minutesLate: body.minutesLate,
            message: body.message,
            sent: body.timestamp,
            clientTime: request.clientTime
        )
        let receipt = try await Self.checked {
            try await replies.reply(draft, of: user, to: event, app: request.app)
        }
        var answer = APIResponse.json { receipt.write(to: &$0, ignored: ignored) }
        answer.user = user
        answer.ignored = ignored
        return answer
    }

    /// Whose reply it is: the caller's, or the user's that a backend names.
    private static func participant(_ named: UserID?, _ request: APIRequest) throws(Problem) -> UserID {
        guard let caller = request.caller.user else {
            guard let named else { throw Problem.invalid("is required with a secret key", at: "/userId") }
            return named
        }
        guard named.map({ $0 == caller || $0.rawValue == UserName.caller }) ?? true else { throw noEvent }
        return caller
    }

    private func board(_ request: APIRequest) async throws -> APIResponse {
        let query = request.query
        let isViewed = query.flag("viewed")
        try query.finish()
        let view = try await Self.checked {
            try await boards.board(
                of: request.parameter("eventId"),
                app: request.app,
                viewer: request.caller.user
            )
        }
        guard let view else { throw Self.noEvent }
        if isViewed, let host = request.caller.user { try await boards.note(view, seenBy: host, app: request.app) }
        return .json { view.write(to: &$0) }
    }

    private func participant(_ request: APIRequest) async throws -> APIResponse {
        let name = request.parameter("userId")
        let caller = request.caller.user
        let user = name == UserName.caller ? caller ?? UserID(name) : UserID(name)
        let view = try await Self.checked {
            try await boards.participant(
                user,
                of: request.parameter("eventId"),
                app: request.app,
                viewer: caller
            )
        }
        guard let view else { throw Problem(.notFound, "unknown participant") }
        return .json { view.write(to: &$0, withDetails: true) }
    }

    /// One answer for an event that does not exist and one that is not the caller's.
    static let noEvent = Problem(.notFound, "unknown event")

    /// Runs a use case, and says in a problem's words why it refuses.
    private static func checked<Value>(_ run: () async throws -> Value) async throws -> Value {
        do {
            return try await run()
        } catch is EtaOff {
            throw Problem.etaOff
        } catch let refusal as EtaRefusal {
            throw Problem(refusal)
        }
    }
}

extension Problem {
    /// Why a reply is not accepted, as the answer says it.
    init(_ refusal: EtaRefusal) {
        switch refusal {
        case .unknown: self = EtaController.noEvent
        case .hostReply: self.init(.hostReply, refusal.detail)
        case .rsvpRequired: self.init(.rsvpRequired, refusal.detail)
        case .noTime, .tooEarly, .over, .notAsked: self.init(.notOpen, refusal.detail)
        }
    }
}

extension Problem {
    /// The app's catalog declares no replies to events.
    static let etaOff = Problem(
        .featureOff,
        "this app has no arrival replies; its catalog declares no `eta` for `event`"
    )
}
