/// Why an action is not accepted.
public enum ActionRefusal: Error, Sendable, Equatable {
    /// The app has no actions.
    case off
    /// The user has no such notification, or not any more.
    case unknownNotification
    /// The notification has no such action.
    case unknownAction
    /// ``ActionRecord/keptActions`` were taken on the notification.
    case tooMany
}
