import PealCore

/// How many recipients of each due trigger one slice of fan-out decides.
///
/// A slice is short, since a critical trigger that is accepted meanwhile waits for its end. Apps have equal shares of it;
/// critical triggers have three quarters while others wait. Within an app, triggers in flight and those not begun have
/// half each: so a short audience never waits for a long one. Of many triggers in flight some take a page in each slice, in
/// turn: the cost of a page is shared by its recipients, so a few long pages cost less than many short ones.
struct SliceShares {
    /// The longest page.
    static let most = 500
    /// The page a trigger in flight waits for when not every one can have a part of this size.
    static let page = 128

    private struct Part: Hashable {
        var isCritical: Bool
        var app: AppID
    }

    /// The longest page of each trigger, in their order; 0 for one that waits for a later slice.
    /// - Parameters:
    ///   - due: the triggers.
    ///   - recipients: what the slice decides, but for the least that each trigger gets.
    ///   - slice: the number of the slice, which says whose turn it is.
    /// - Returns: one number a trigger.
    static func limits(_ due: [PendingTrigger], recipients: Int = SlicePace.most, slice: Int = 0) -> [Int] {
        var parts: [Part: (begun: Int, fresh: Int)] = [:]
        for pending in due {
            if pending.cursor == nil {
                parts[part(of: pending), default: (0, 0)].fresh += 1
            } else {
                parts[part(of: pending), default: (0, 0)].begun += 1
            }
        }
        let least = least(of: recipients)
        let apps = Dictionary(grouping: parts.keys, by: \.isCritical).mapValues(\.count)
        var seen: [Part: Int] = [:]
        return due.map { pending in
            let part = part(of: pending)
            var share = recipients
            if apps.count == 2 { share = part.isCritical ? recipients * 3 / 4 : recipients / 4 }
            share /= apps[part.isCritical] ?? 1
            let (begun, fresh) = parts[part] ?? (0, 0)
            if begun > 0, fresh > 0 { share /= 2 }
            guard pending.cursor != nil else { return min(most, max(least, share / fresh)) }
            let position = seen[part, default: 0]
            seen[part] = position + 1
            let served = min(begun, max(1, share / page))
            // The places that are served move on with each slice, and begin again at the first.
            guard (position + begun - slice * served % begun) % begun < served else { return 0 }
            return min(most, max(least, share / served))
        }
    }

    /// The least that a trigger gets of a slice.
    static func least(of recipients: Int) -> Int { max(1, recipients / SlicePace.widest) }

    private static func part(of pending: PendingTrigger) -> Part {
        Part(isCritical: pending.urgency == .critical, app: pending.trigger.app)
    }
}
