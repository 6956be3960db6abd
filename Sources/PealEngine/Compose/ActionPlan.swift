import PealCore
import PealProviderKit

/// Plans which of a type's buttons a platform shows as buttons, most important first (R191, C20).
///
/// iOS lists up to ten and shows the first two at once; Android shows three, of which each may open a group; browsers show two. No
/// action is lost: those that do not fit are marked `more`, for the app to offer behind its own "More…" or after a tap on the
/// text. On Android that "More…" takes the last of the three places.
struct ActionPlan {
    let platform: Platform

    /// The buttons a device gets, in order.
    func plan(_ actions: [PushPayload.Action]) -> [PushPayload.Action] {
        let positions = positions(of: actions)
        guard let last = positions.max(), last >= limit else { return actions }
        return zip(actions, positions).map { action, position in
            var action = action
            if position >= buttons { action.place = .more }
            return action
        }
    }

    /// The position of each action, from 0: all of a group share one where the platform can open it.
    private func positions(of actions: [PushPayload.Action]) -> [Int] {
        var used = 0
        var known: [String: Int] = [:]
        return actions.map { action in
            if platform == .android, let group = action.group, let position = known[group] { return position }
            defer { used += 1 }
            if let group = action.group { known[group] = used }
            return used
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
