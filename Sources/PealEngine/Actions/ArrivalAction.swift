import PealCore

/// The arrival that an action states, and the event that it is about.
struct ArrivalAction: Sendable, Equatable {
    let said: EtaChoice
    let event: EntityRef

    /// Reads an action of a notification; `nil` for every other one.
    /// - Parameters:
    ///   - action: the action as the catalog declares it.
    ///   - payload: what it carries.
    ///   - item: the notification.
    ///   - rules: when participants reply; `nil` in an app without such replies.
    init?(_ action: ActionDeclaration, _ payload: [String: JSONValue], of item: InboxItem, _ rules: EtaRules?) {
        guard action.kind == .quickReply, let rules, rules.requests.contains(item.type), let event = item.entity,
            event.type == EtaRules.entityType, let said = EtaChoice(payload)
        else { return nil }
        self.said = said
        self.event = event
    }

    /// What the participant learned when the action was taken first.
    func receipt(of taken: TakenAction, by user: UserID) -> EtaReceipt {
        EtaReceipt(
            event: event,
            user: user,
            status: said.status,
            minutesLate: said.minutesLate,
            at: taken.at,
            confirmation: nil
        )
    }
}
