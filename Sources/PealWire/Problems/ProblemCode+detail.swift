extension ProblemCode {
    /// What to do about it, where a case says nothing more precise.
    var detail: String {
        switch self {
        case .unauthenticated: "send a valid secret key or token in the Authorization header"
        case .scopeMissing: "this key or token may not make this request"
        case .notFound: "it does not exist, or it belongs to another user or app"
        case .methodNotAllowed: "this endpoint does not support the method; Allow lists those it supports"
        case .unsupportedMediaType: "this endpoint does not read the media type of the body"
        case .bodyTooLarge: "the body is larger than this endpoint accepts"
        case .malformedJSON: "the body is not valid JSON"
        case .invalid: "the request breaks a rule of this endpoint"
        case .unknownType: "the notification type is not in the catalog in force"
        case .missingVariable: "a variable that the notification type needs is missing"
        case .unknownVariable: "the notification type does not declare this variable"
        case .audienceNotAllowed: "the notification type does not allow this audience"
        case .transitionRequired: "this notification type needs `transition`, the id of this occurrence"
        case .unknownEntity:
            "this notification type needs an entity that was put before, or that comes with the trigger"
        case .categoryLocked: "the catalog does not let this user change the category"
        case .idempotencyConflict:
            "this idempotency key was used with another body, query or user; use a new key for a new request"
        case .idempotencyInProgress: "the first request with this idempotency key is not answered yet; try again later"
        case .limitReached: "a limit is reached; `limit` names it"
        case .backlogFull: "too many triggers are waiting; nothing was stored, try again later"
        case .hostReply: "the user hosts this event and has no reply to give"
        case .rsvpRequired: "only members with an active RSVP can do this"
        case .notOpen: "this is not open at this time"
        case .parentRequired: "entities of this type belong to a parent; send `parent`"
        case .unknownParent: "the parent is unknown; put it first"
        case .unknownOrganisation: "a sender limit counts by organisation, and the entity belongs to none that is known"
        case .actorNotAllowed: "the actor has none of the roles that the notification type asks for"
        case .reviewRequired: "another key has to publish this catalog"
        case .featureOff: "the catalog of this app disables this feature"
        case .requestTimeout: "the body did not arrive in time"
        case .overloaded: "the server is busy; nothing was stored, try again later"
        case .internal: "the server failed; its log names the cause under `requestId`"
        }
    }
}
