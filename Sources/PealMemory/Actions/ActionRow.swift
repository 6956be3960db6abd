import PealCore

/// The actions that were taken on a notification.
struct ActionRow: TableRow, Equatable {
    var key: NotificationID
    var record: ActionRecord
}
