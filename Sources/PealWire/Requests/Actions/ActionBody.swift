public import PealCore

/// The body of `POST /notifications/{id}/actions/{actionId}`, which may be left out.
public struct ActionBody: RequestBody, Sendable {
    /// When the action was taken; a repetition has the same.
    public var timestamp: Timestamp?

    /// How it is read.
    public static var shape: Shape<ActionBody> {
        .object { object in ActionBody(timestamp: object.clientTime("timestamp")) }
    }
}
