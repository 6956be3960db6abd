import PealCore
import PealStore

/// How many recipients of each due trigger one round of fan-out decides.
///
/// A round is short, since a critical trigger that is accepted meanwhile waits for its end. Apps have equal shares of it;
/// critical triggers have three quarters while others wait. Within an app, triggers under way and those not begun have
/// half each: so a short audience never waits for a long one.
struct RoundShares {
    /// Recipients that the longest round decides, but for the least that each trigger gets.
    static let recipients = 512
    /// The least that a trigger gets.
    static let least = 8
    /// The longest page.
    static let most = 500

    private struct Part: Hashable {
        var isCritical: Bool
        var app: AppID
    }

    /// The longest page of each trigger, in their order.
    static func limits(_ due: [PendingTrigger], recipients: Int = Self.recipients) -> [Int] {
        var parts: [Part: (begun: Int, fresh: Int)] = [:]
        for pending in due {
            if pending.cursor == nil {
                parts[part(of: pending), default: (0, 0)].fresh += 1
            } else {
                parts[part(of: pending), default: (0, 0)].begun += 1
            }
        }
        let apps = Dictionary(grouping: parts.keys, by: \.isCritical).mapValues(\.count)
        return due.map { pending in
            let part = part(of: pending)
            var share = recipients
            if apps.count == 2 { share = part.isCritical ? recipients * 3 / 4 : recipients / 4 }
            share /= apps[part.isCritical] ?? 1
            let (begun, fresh) = parts[part] ?? (0, 0)
            if begun > 0, fresh > 0 { share /= 2 }
            return min(most, max(least, share / (pending.cursor == nil ? fresh : begun)))
        }
    }

    private static func part(of pending: PendingTrigger) -> Part {
        Part(isCritical: pending.urgency == .critical, app: pending.trigger.app)
    }
}
