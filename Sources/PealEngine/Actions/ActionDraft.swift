public import PealCore

/// An action as a client sent it.
public struct ActionDraft: Sendable, Equatable {
    /// The action's identifier in the catalog.
    public var action: String
    /// When it was taken, on the client's clock; `nil` is now.
    public var sent: Timestamp?
    /// The time on the client's clock when it sent the request, where it said so.
    public var clientTime: Timestamp?
    /// The device that it was taken on, where the call names it: it knows already.
    public var device: DeviceID?

    /// Joins the parts.
    /// - Parameters:
    ///   - action: the action's identifier in the catalog.
    ///   - sent: when it was taken, on the client's clock.
    ///   - clientTime: the time on the client's clock when it sent the request.
    ///   - device: the device that it was taken on.
    public init(_ action: String, sent: Timestamp? = nil, clientTime: Timestamp? = nil, device: DeviceID? = nil) {
        self.action = action
        self.sent = sent
        self.clientTime = clientTime
        self.device = device
    }

    /// The action as it is stored, on the server's clock and never later than now.
    func taken(at now: Timestamp) -> TakenAction {
        let said = sent.map { sent in clientTime.map { ClientClock(said: $0, at: now).corrected(sent) } ?? sent }
        return TakenAction(action, sent: sent, at: min(said ?? now, now))
    }

    /// The arrival that it states.
    func arrival(_ choice: EtaChoice) -> EtaDraft {
        EtaDraft(status: choice.status, minutesLate: choice.minutesLate, sent: sent, clientTime: clientTime)
    }
}
