/// What went wrong with a call: the closed list of the contract.
public enum ProblemCode: String, Sendable, CaseIterable {
    case unauthenticated
    case scopeMissing = "scope-missing"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case unsupportedMediaType = "unsupported-media-type"
    case bodyTooLarge = "body-too-large"
    case malformedJSON = "malformed-json"
    case invalid
    case unknownType = "unknown-type"
    case missingVariable = "missing-variable"
    case unknownVariable = "unknown-variable"
    case audienceNotAllowed = "audience-not-allowed"
    case transitionRequired = "transition-required"
    case unknownEntity = "unknown-entity"
    case categoryLocked = "category-locked"
    case idempotencyConflict = "idempotency-conflict"
    case idempotencyInProgress = "idempotency-in-progress"
    case limitReached = "limit-reached"
    case backlogFull = "backlog-full"
    case hostReply = "host-reply"
    case rsvpRequired = "rsvp-required"
    case notOpen = "not-open"
    case featureOff = "feature-off"
    case parentRequired = "parent-required"
    case unknownParent = "unknown-parent"
    case unknownOrganisation = "unknown-organisation"
    case actorNotAllowed = "actor-not-allowed"
    case reviewRequired = "review-required"
    case requestTimeout = "request-timeout"
    case overloaded
    case `internal`

    /// The status it is answered with unless the case says otherwise.
    public var status: Int {
        switch self {
        case .unauthenticated: 401
        case .scopeMissing, .hostReply, .rsvpRequired, .reviewRequired: 403
        case .notFound, .featureOff: 404
        case .methodNotAllowed: 405
        case .idempotencyInProgress, .notOpen: 409
        case .requestTimeout: 408
        case .bodyTooLarge: 413
        case .unsupportedMediaType: 415
        case .malformedJSON: 400
        case .invalid, .unknownType, .missingVariable, .unknownVariable, .audienceNotAllowed, .transitionRequired,
            .categoryLocked, .idempotencyConflict, .parentRequired, .unknownParent, .unknownOrganisation,
            .actorNotAllowed, .unknownEntity:
            422
        case .limitReached: 429
        case .backlogFull, .overloaded: 503
        case .internal: 500
        }
    }

    /// The same words every time; what is special about a case stands in `detail`.
    public var title: String {
        switch self {
        case .unauthenticated: "Unauthorised"
        case .scopeMissing: "Forbidden for this key or token"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .unsupportedMediaType: "Unsupported media type"
        case .bodyTooLarge: "Body too large"
        case .malformedJSON: "Malformed JSON"
        case .invalid: "Invalid request"
        case .unknownType: "Unknown notification type"
        case .missingVariable: "Missing variable"
        case .unknownVariable: "Unknown variable"
        case .audienceNotAllowed: "Audience not allowed"
        case .transitionRequired: "Transition required"
        case .unknownEntity: "Unknown entity"
        case .categoryLocked: "Category is locked"
        case .idempotencyConflict: "Idempotency key already used with another request"
        case .idempotencyInProgress: "A request with this idempotency key is in progress"
        case .limitReached: "Limit reached"
        case .backlogFull: "Backlog full"
        case .hostReply: "Hosts do not reply"
        case .rsvpRequired: "An active RSVP is required"
        case .notOpen: "Not open"
        case .featureOff: "Feature disabled for this app"
        case .parentRequired: "Parent required"
        case .unknownParent: "Unknown parent"
        case .unknownOrganisation: "Unknown organisation"
        case .actorNotAllowed: "Actor not allowed"
        case .reviewRequired: "Review required"
        case .requestTimeout: "Request timeout"
        case .overloaded: "Server is busy"
        case .internal: "Internal error"
        }
    }
}
