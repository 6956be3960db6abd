public import PealCore

/// The body of `POST /events/{eventId}/eta`: S0's `ETAUpdate` (R201, I7).
public struct EtaBody: RequestBody, Sendable {
    /// What the participant says.
    public var status: EtaStatus
    /// How late they are, in minutes, by either of the two names.
    public var minutesLate: Int?
    /// Their words to the host.
    public var message: String?
    /// When they said it; together with user and event it names the reply (R158).
    public var timestamp: Timestamp?
    /// The participant, which a backend has to name.
    public var user: UserID?
    /// The event, where the body repeats it.
    public var event: String?

    /// How it is read.
    public static var shape: Shape<EtaBody> {
        .object { object in
            let status = object.required("status", Shape<EtaStatus>.word())
            let bounds = 0...EtaReply.minutes.upperBound
            let minutes = object.optional("minutesLate", .integer(in: bounds))
            let estimated = object.optional("estimatedMinutesLate", .integer(in: bounds))
            let message = object.optional("message", .string(bytes: EtaReply.messageBytes))
            let timestamp = object.clientTime("timestamp")
            let user = object.optional("userId", Shape<UserID>.namedUser)
            let event = object.optional("eventId", .identifier)
            if let minutes, let estimated, minutes != estimated {
                object.report("differs from `minutesLate`; send one of them", at: "estimatedMinutesLate")
            }
            guard let status else { return nil }
            let late = minutes ?? estimated
            let name = object.has("estimatedMinutesLate") && minutes == nil ? "estimatedMinutesLate" : "minutesLate"
            let isGiven = object.has("minutesLate") || object.has("estimatedMinutesLate")
            switch status {
            case .runningLate where !isGiven: object.report("is required with status \"running-late\"", at: name)
            case .runningLate where late == 0: object.report("must be at least 1; \"on-time\" is a status", at: name)
            case .onTime, .cantMakeIt:
                if let late, late > 0 { object.report("is allowed only with status \"running-late\"", at: name) }
            case .runningLate: break
            }
            return EtaBody(
                status: status,
                minutesLate: late,
                message: message,
                timestamp: timestamp,
                user: user,
                event: event
            )
        }
    }
}
