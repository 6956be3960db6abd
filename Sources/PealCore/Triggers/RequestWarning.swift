/// What a backend should know about a request that was carried out all the same.
public struct RequestWarning: Sendable, Equatable {
    /// What it is about, by the names of the HTTP contract.
    public enum Code: String, Sendable {
        /// A trigger has no recipients now (R058).
        case audienceEmpty = "audience-empty"
        /// Recipients or members that are no users of the app.
        case unknownUser = "unknown-user"
        /// A link of a trigger matches no route of the app, so that it leads to the fallback (R126).
        case linkOutsideRoutes = "link-outside-routes"
        /// A recipient would read their own name in a variable that names another user.
        case namesRecipient = "names-recipient"
        /// A scheduled type that an entity asks for and that cannot be sent for it (R066).
        case scheduleIncomplete = "schedule-incomplete"
    }

    /// What it is about.
    public var code: Code
    /// What is wrong and how to fix it.
    public var detail: String

    /// Joins both parts.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
