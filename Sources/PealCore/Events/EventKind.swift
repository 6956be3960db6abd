/// What an event says happened.
///
/// The raw values are stored and never change; a new kind gets a new name.
public enum EventKind: String, Sendable, CaseIterable {
    /// A trigger was accepted, now or for later.
    case triggerAccepted = "trigger.accepted"
    /// A trigger was cancelled.
    case triggerCancelled = "trigger.cancelled"
    /// A cancelled trigger waits again.
    case triggerResumed = "trigger.resumed"
    /// A trigger has another time.
    case triggerMoved = "trigger.moved"

    /// A recipient was decided about: the push goes now.
    case notificationPushed = "notification.pushed"
    /// A recipient was decided about: the push waits.
    case notificationHeld = "notification.held"
    /// A recipient was decided about: the push waits in a digest window.
    case notificationDigested = "notification.digested"
    /// A recipient was decided about: no push.
    case notificationSuppressed = "notification.suppressed"

    /// Pushes of a user that waited are to be decided again now.
    case pushDue = "push.due"
    /// A push that waited goes now.
    case pushReleased = "push.released"
    /// A push that waited was decided again and goes on waiting.
    case pushPostponed = "push.postponed"
    /// A push that waited is not sent.
    case pushEnded = "push.ended"
    /// A digest window closed: what waited in it is pushed as one, or not at all.
    case digestClosed = "digest.closed"

    /// A delivery is to be tried again, now or later.
    case deliveryDue = "delivery.due"
    /// A delivery ended, whatever came of it.
    case deliveryEnded = "delivery.ended"
    /// A notification is to be sent in a channel other than push and the inbox, now or later.
    case channelDue = "channel.due"
    /// What a notification sends in such a channel ended, whatever came of it.
    case channelEnded = "channel.ended"
    /// A provider is to be asked for the receipt of a delivery.
    case receiptPlanned = "receipt.planned"
    /// A push that a device may have lost is to be re-evaluated.
    case redeliveryPlanned = "redelivery.planned"

    /// A user has seen a notification for the first time.
    ///
    /// The subject of this kind and the next six is the delivery to the device that the user acted on, where it is known.
    case notificationSeen = "notification.seen"
    /// A device has confirmed a notification for the first time: its push was received, or opened.
    case notificationReceived = "notification.received"
    /// A user has opened a notification from its push for the first time.
    case notificationOpened = "notification.opened"
    /// A user has read a notification.
    case notificationRead = "notification.read"
    /// A user has marked a notification as unread.
    case notificationUnread = "notification.unread"
    /// A user has removed a notification from the inbox.
    case notificationRemoved = "notification.removed"
    /// A user has restored a notification that "clear all" had removed.
    case notificationRestored = "notification.restored"
    /// A cancel has retracted a notification from the inbox.
    case notificationRetracted = "notification.retracted"
    /// A notification that a user has already became an alert (R147); one that is an alert from its decision on leaves none.
    case alertRaised = "alert.raised"
    /// A user took an action on a notification; one that repeats another leaves none.
    case replyReceived = "reply.received"
    /// A silent sync push to a device is due.
    case syncPlanned = "sync.planned"
    /// What a user's inbox shows has changed, other than by a new notification.
    case inboxChanged = "inbox.changed"
    /// A user changed preferences or quiet hours.
    case preferencesChanged = "preferences.changed"
    /// A user set or removed a mute.
    case mutesChanged = "mutes.changed"
    /// A device was registered, changed, revoked or taken out of service.
    case deviceChanged = "device.changed"
    /// A user was put.
    case userChanged = "user.changed"
    /// A user was erased; the event does not say who.
    case userErased = "user.erased"
    /// An entity was put or deleted.
    case entityChanged = "entity.changed"
    /// An entity has another owner than before.
    case ownerChanged = "owner.changed"
    /// A member of an entity was put or deleted.
    case membersChanged = "members.changed"
    /// A participant's reply to an event changed what its board shows.
    case etaChanged = "eta.changed"
    /// A client says that a host looked at the board of an event.
    case etaViewed = "eta.viewed"
    /// A participant replied that they cannot come: the backend may cancel their RSVP (R197).
    case cancellationRequested = "eta.cancellation-requested"
    /// The firings of an entity were planned.
    case schedulePlanned = "schedule.planned"
    /// Messages wait for a webhook, or a webhook was put or changed.
    case webhookDue = "webhook.due"
    /// A version of a catalog came into force.
    case catalogPublished = "catalog.published"
    /// An administrator changed keys or queues, or exported what is held of a user.
    case adminChanged = "admin.changed"
    /// A client claims that something happened to a notification.
    case auditClaimed = "audit.claimed"
    /// A checkpoint of an app's audit log was signed.
    case auditCheckpoint = "audit.checkpoint"
}
