/// A change to what is stored, with its guard: it fails when it does not find what it expects.
///
/// A change says what to write and decides nothing: plans make changes.
public enum Change: Sendable, Equatable {
    /// The recipient's push must still be as it was read; nothing is written.
    case expect(RecipientPush)
    /// An entity must still have the parent and the zone that were read; nothing is written.
    case expectOrganisation(EntityRef, Organisation.Facts?)
    /// Asks what is known of an audience before the changes that follow; nothing is written.
    indirect case ask(AudienceQuestion)
    /// Stores a trigger, with a copy of its entity's parent. It waits for its fan-out from then on.
    indirect case addTrigger(NewTrigger)
    /// Changes an entity, or adds it.
    case patchEntity(EntityPatch, at: Timestamp)
    /// Counts a request for a trigger that is not accepted.
    case countRejected(RejectedTrigger)
    /// Changes a push of a user.
    case push(PushChange, of: UserID)
    /// Marks a trigger as cancelled: from then on no page of its fan-out is written. Expects it to be uncancelled and
    /// its fan-out in a phase.
    case beginCancel(TriggerID, in: CancelReport.Phase, CancelStart, at: Timestamp)
    /// Counts recipients of a cancel, and moves its cursor. Expects the cursor to be where it was.
    case countCancelled(TriggerID, CancelCount)
    /// Releases the claim of a trigger; `remembering` keeps until when it held, should the trigger be resumed.
    case releaseClaim(TriggerID, remembering: Bool)
    /// Releases the quota of sender limits that a trigger reserved.
    case releaseQuota(TriggerID)
    /// Reserves quota of sender limits. Expects quota left in each window.
    case reserveQuota(TriggerID, QuotaReservation)
    /// Takes a claim for a trigger. Expects it to be free at an instant.
    case takeClaim(TriggerID, TriggerSubmission.Claim, at: Timestamp)
    /// Gives a trigger another time. Expects it to be uncancelled, at its old time and before its fan-out.
    case moveTrigger(TriggerID, from: Timestamp, to: TriggerTime)
    /// Lets a trigger wait again. Expects it to be cancelled before its fan-out, and its data to be there.
    case resumeTrigger(TriggerID, at: TriggerTime)
    /// Stores the answer to a request under its idempotency key.
    case storeAnswer(IdempotencyKey, StoredAnswer, at: Timestamp)
    /// Retracts an inbox row. Expects the inbox to show it, where it is to be hidden.
    case retract(InboxRetraction)
    /// Moves the cursor of a withdrawal, which is expected where it was, or ends it.
    case moveWithdrawal(TriggerID, from: UserID, WithdrawalMove)
    /// The notifications and devices must still be as they were read for an outcome; nothing is written.
    case expectOutcome(OutcomeFacts)
    /// Changes a delivery, its receipt, its device or its inbox row.
    case delivery(DeliveryChange)
    /// Changes what is sent once more to devices that were off.
    case redelivery(RedeliveryChange)
    /// Changes what is kept of a queue of the app.
    case queue(ProviderID, QueueChange)
    /// An entity and its firings must still be as they were read; nothing is written.
    case expectSchedule(ScheduleFacts)
    /// An entity must still be as it was read; `nil` expects that there is none. Nothing is written.
    case expectEntity(EntityRef, Entity?)
    /// No catalog version after this one may have begun to plan the app's entities; nothing is written.
    case expectPlannedAtMost(Int)
    /// Changes firings of an entity. Expects each in the state that its change names.
    case changeFirings(of: EntityRef, [FiringChange])
    /// Notes that all entities of the app are being planned by the schedules of a catalog version. Expects the version
    /// that they were, or are being, planned by before.
    case beginPlanning(Int, from: Int?)
    /// Notes that all entities are planned. Expects no other version to have begun since.
    case endPlanning(Int)
    /// Puts an entity, replacing it whole.
    case putEntity(Entity)
    /// Puts members of entities that are there.
    case putMembers([Member])
    /// Deletes an entity and its members. Expects it to be there.
    case deleteEntity(EntityRef)
    /// Notes that what is to be sent about a deleted entity is withdrawn: of all triggers that there are now.
    case noteDeletion(EntityRef, at: Timestamp)
    /// Moves the cursor over the triggers of a deleted entity, which is expected where it was; `nil` ends it.
    case moveDeletion(EntityRef, from: TriggerID?, to: TriggerID?)
    /// Moves the firing that made a trigger, where it is in a state.
    case moveFiring(TriggerID, FiringMove)
    /// Changes a user's inbox.
    case inbox(InboxUpdate, of: UserID)
    /// Changes a user's devices.
    case device(DeviceUpdate, of: UserID)
    /// Keeps whether pushes reach a user. Expects what was read.
    case reachability(ReachabilityChange)
    /// Stores the token of a device under another key, or revokes the device.
    case token(TokenUpdate)
    /// Changes what a user chose or muted.
    case preferences(PreferenceUpdate, of: UserID)
    /// Stores a participant's reply, and their other RSVP. Expects the member, and what was stored of their replies, as read.
    indirect case eta(EtaPlan)
    /// Notes in the event log that a host looked at the board of an event; nothing else is written.
    case noteView(EntityRef, by: UserID, EventDetail)
    /// Keeps events of the specification, and adds to the counts of their hours.
    case keepAnalytics(AnalyticsBatch)
    /// Changes webhooks, or what waits for them.
    indirect case webhook(WebhookChange)
    /// Changes addresses of users in channels other than push and the inbox, or what is sent there.
    indirect case channel(ChannelChange)
    /// Changes the versions of the app's catalog.
    indirect case catalog(CatalogChange)
    /// Changes the secret keys of the app's backends, or the wrapped keys that its data is encrypted with.
    indirect case key(KeyChange)
    /// Changes an alert, or removes it with `nil`. Expects it as it was read; `nil` expects that it is quiet.
    case alert(Alert.Key, from: Alert?, to: Alert?)
    /// Stores an action that a user took. Expects the notification to be the user's and to accept actions, and what was stored of
    /// its actions.
    indirect case action(ActionChange)
    /// Puts a user. Expects the user to be as it was read; `nil` expects that there is none.
    case putUser(User, from: User?)
    /// Moves the cursor of a reader of the event log. Expects it to be where it was.
    case moveReader(ReaderMove)
    /// Appends entries to the app's audit log, after the cursor of their reader has moved in the same group.
    ///
    /// A log of another size than they follow is an error, because then the cursor has moved without them.
    case appendAudit(AuditAppend)
    /// Keeps a signed checkpoint of the app's audit log, and leaves its event. Expects the log to have that size or more,
    /// and no checkpoint of that size or more.
    case addCheckpoint(StoredCheckpoint)
    /// Keeps the sealed key of a user's claims, unless there is one.
    case keepAuditSecret([UInt8], of: UserID)
    /// Notes a claim of a user who has such a key. Expects that it is new, and the use of the day as it was read.
    case countClaim(ClaimChange)
    /// Leaves an event with a note for the audit log, about a user where it names one, who must not be erased.
    case note(EventKind, AuditNote, about: UserID?)
    /// Plans a silent sync push; a newer one joins what waits for the device. Nothing is written when the device is not
    /// active any more, or not the user's.
    case sync(SyncPush)
    /// Changes a silent sync push that is planned: it is leased, waits, ended, or nothing of it is left to send.
    case syncState(SyncChange)
    /// Moves the cursor of a retraction that goes on in steps; `nil` ends it.
    case moveRetraction(TriggerID, from: UserID, to: UserID?)
    /// Moves the fan-out of a trigger, to another page or another time. Expects the trigger uncancelled, its fan-out open
    /// and where it was.
    case moveFanOut(TriggerID, FanOutMove)
    /// Adds the decisions of a page, each with its deliveries. A recipient who was decided about keeps that decision, and
    /// a user who was erased meanwhile gets none.
    case addDecisions([NewNotification], of: TriggerID)
    /// Keeps the users that a time has fired for with a trigger's decisions. Users without a decision are left out.
    case keepReminders(NewReminders, of: TriggerID)
    /// Lets users who may have joined the audience of a trigger wait for their decision, which is due at an instant.
    /// Expects the trigger to be uncancelled, and its fan-out not to be finished.
    case admit([UserID], to: TriggerID, at: Timestamp)
    /// Ends the fan-out of a trigger that waits for users who join. Expects it to be uncancelled and the first pass over its
    /// audience to be over.
    case closeFanOut(TriggerID)
    /// Users on a page of a trigger must still be what they were when it was read: those that were known are stored, and those
    /// that were not are named by it, if it names its audience. Who was erased since is neither. Nothing is written.
    case expectRecipients(TriggerID, known: [UserID], unknown: [UserID])
    /// Keeps the users that a trigger waits for until their local times.
    case keepWaits(TriggerID, [UserID: Timestamp])
    /// Ends the wait of a trigger for users.
    case endWaits(TriggerID, [UserID])
    /// The earliest instant that a trigger waits for must be this one; nothing is written.
    case expectWait(TriggerID, earliest: Timestamp?)
    /// Writes another decision about a push that waited. Expects the push in the state in which it waited.
    case redecide(ReleasedNotification)
    /// Lets so many held pushes that are due at an instant, the earliest first, wait until a later one.
    case postponeHeld(dueAt: Timestamp, ReleaseSpread.Part)
    /// Deletes what is too old of a user's notifications, and tells readers of an inbox that shows less. Expects each of them
    /// as it was read.
    case sweepNotifications([NotificationSweep], of: UserID)
    /// Deletes what is too old of a trigger. Expects it as it was read.
    case sweepTrigger(TriggerSweep)
    /// Makes a user's push that is being sent a summary of others that waited, with the summary's sealed text (R163).
    case startSummary(NotificationID, [UInt8], at: Timestamp, Trace)
    /// Closes a digest window. Expects exactly the items that were read, and the representative among them.
    case closeWindow(ClosedWindow)
    /// Lets a digest window that is due at an instant close at a later one, with what left when it opened.
    case postponeWindow(DueWindow, dueAt: Timestamp, until: Timestamp)
}

/// Changes that are made all or none.
public struct ChangeGroup: Sendable, Equatable {
    /// The app whose rows change.
    public var app: AppID
    /// The changes, in order.
    public var changes: [Change]

    /// Joins both parts.
    public init(app: AppID, _ changes: [Change]) {
        self.app = app
        self.changes = changes
    }
}
