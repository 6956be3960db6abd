public import PealCore

/// The body of `POST /notifications/received`: what a device has received.
public struct ReceivedBody: RequestBody, Sendable {
    /// The notifications.
    public var ids: [NotificationID]

    /// How it is read.
    public static var shape: Shape<ReceivedBody> {
        .object { object in
            object.required("ids", .array(.notification, atMost: InboxScopeBody.maximumIDs)).map {
                ReceivedBody(ids: $0)
            }
        }
    }
}
