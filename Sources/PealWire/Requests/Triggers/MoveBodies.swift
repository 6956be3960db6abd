public import PealCore

/// The body of `PATCH /triggers/{id}`: another time for a trigger that is not fanned out.
public struct RescheduleBody: RequestBody, Sendable {
    /// When to send.
    public var sendAt: Timestamp

    /// How it is read.
    public static var shape: Shape<RescheduleBody> {
        .object { object in object.required("sendAt", .timestamp).map(RescheduleBody.init) }
    }
}

/// The body of `POST /triggers/{id}/resume`: a cancelled trigger waits again.
public struct ResumeBody: RequestBody, Sendable {
    /// When to send; `nil` at its old time, or now.
    public var sendAt: Timestamp?

    /// Says when, or leaves it.
    public init(sendAt: Timestamp? = nil) { self.sendAt = sendAt }

    /// How it is read.
    public static var shape: Shape<ResumeBody> {
        .object { object in ResumeBody(sendAt: object.optional("sendAt", .timestamp)) }
    }
}
