import PealCore
import PealProviderKit

/// Plans which of a type's buttons a platform shows as buttons, most important first (R191, C20).
///
/// iOS lists up to ten and shows the first two at once; Android shows three; browsers two. No action is lost: those that
/// do not fit are marked `more`, for the app to offer behind its own "More…" or after a tap on the text. On Android that
/// "More…" takes the last of the three places.
struct ActionPlan {
    let platform: Platform

    /// The buttons a device gets, in order.
    func plan(_ actions: [PushPayload.Action]) -> [PushPayload.Action] {
        guard actions.count > limit else { return actions }
        return actions.enumerated().map { index, action in
            var action = action
            if index >= buttons { action.place = .more }
            return action
        }
    }

    /// How many buttons the platform shows at most.
    private var limit: Int {
        switch platform {
        case .ios: 10
        case .android: 3
        case .web: 2
        }
    }

    /// How many are left for actions when there are more of them than that.
    private var buttons: Int { platform == .android ? limit - 1 : limit }
}
