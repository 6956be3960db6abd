/// What hosts are notified with when a participant comes late, or not at all (R195, R210).
public struct EtaHostNotice: Sendable, Equatable {
    /// The type that hosts get.
    public var type: TypeID
    /// How late a participant is at the least, in minutes, for hosts to be notified.
    public var minutesLate: Int

    /// How late a participant is for hosts to be notified, unless the catalog says otherwise; in minutes.
    public static let usualMinutes = 5
    /// The variable of the type that names the participant.
    public static let participant = "participant"
    /// The variable of the type that says how late they are, such as `+10 min`; left out when they cannot come.
    public static let delay = "delay"

    /// Joins the parts.
    /// - Parameters:
    ///   - type: the type that hosts get.
    ///   - minutesLate: how late a participant is at the least, in minutes.
    public init(type: TypeID, minutesLate: Int = EtaHostNotice.usualMinutes) {
        self.type = type
        self.minutesLate = minutesLate
    }

    /// Whether a reply is news for hosts: late or not coming, and other than what was shown before.
    public func isDue(for plan: EtaPlan) -> Bool {
        let (before, after) = (plan.before?.latest, plan.after.latest)
        guard plan.changesBoard, before?.status != after.status || before?.minutesLate != after.minutesLate else {
            return false
        }
        switch after.status {
        case .onTime: return false
        case .runningLate: return (after.minutesLate ?? 0) >= minutesLate
        case .cantMakeIt: return true
        }
    }

    /// The variables of the type after a reply; what the event has under the name of another variable is that variable.
    /// - Parameters:
    ///   - reply: the reply.
    ///   - participant: how the participant is called.
    ///   - event: the event.
    ///   - names: the names of the type's variables.
    /// - Returns: the variables by name.
    public func data(
        after reply: EtaReply,
        from participant: String,
        about event: Entity,
        for names: [String]
    ) -> [String: JSONValue] {
        var data: [String: JSONValue] = [:]
        for name in names {
            switch name {
            case Self.participant: data[name] = .string(participant)
            case Self.delay: data[name] = reply.minutesLate.map { .string("+\($0) min") }
            default: data[name] = event.value(named: name)
            }
        }
        return data
    }
}
