import Testing

@testable import PealCore

@Suite("What a mark means for one notification")
struct RowMarkingTests {
    private static let early = Timestamp(seconds: 1)
    private static let now = Timestamp(seconds: 5)
    private static let id = NotificationID.numbered(1)

    private static func row(
        _ state: InboxState = InboxState(),
        isHidden: Bool = false,
        push: PushRecord? = nil,
        expiresAt: Timestamp = Timestamp(seconds: 9)
    ) -> InboxRow {
        InboxRow(
            id: id,
            state: state,
            isHidden: isHidden,
            expiresAt: expiresAt,
            push: push.map { RecipientPush(user: "a", own: $0) }
        )
    }

    /// A mark of a row, and what its row says then; `nil` leaves it alone.
    struct MarkCase: Sendable, CustomStringConvertible {
        var description: String
        var mark: InboxMark
        var row: InboxRow
        var marked: InboxState?

        init(_ description: String, _ mark: InboxMark, _ row: InboxRow, _ marked: InboxState?) {
            self.description = description
            self.mark = mark
            self.row = row
            self.marked = marked
        }
    }

    private static let seen = InboxState(seenAt: early)
    private static let read = InboxState(seenAt: early, readAt: early)
    private static let alert = InboxState(isAlert: true)
    private static let deleted = InboxState(removal: .init(.deleted, at: early))

    @Test(
        "Each mark sets its instants once",
        arguments: [
            MarkCase("seen", .seen, row(), InboxState(seenAt: now)),
            MarkCase("seen again", .seen, row(seen), nil),
            MarkCase("read, unseen", .read, row(), InboxState(seenAt: now, readAt: now)),
            MarkCase("read after it was seen", .read, row(seen), InboxState(seenAt: early, readAt: now)),
            MarkCase("read again", .read, row(read), nil),
            MarkCase("unread", .unread, row(read), seen),
            MarkCase("unread before it was read", .unread, row(seen), nil),
            MarkCase("received", .received, row(), InboxState(receivedAt: now)),
            MarkCase("received, hidden", .received, row(isHidden: true), InboxState(receivedAt: now)),
            MarkCase("opened, hidden", .opened, row(isHidden: true), opened()),
            MarkCase("opened after it was read", .opened, row(read), opened(read)),
            MarkCase("opened again", .opened, row(opened(read)), nil),
            MarkCase("dismissed", .dismissed, row(), InboxState(seenAt: now, dismissedAt: now)),
            MarkCase("acknowledged", .acknowledged, row(alert), acknowledged()),
            MarkCase("deleted", .deleted, row(seen), removed(.deleted)),
            MarkCase("archived", .archived, row(seen), removed(.archived)),
            MarkCase("read, hidden", .read, row(isHidden: true), nil),
            MarkCase("read, deleted", .read, row(deleted), nil),
            MarkCase("deleted again", .deleted, row(deleted), nil),
            MarkCase("restored", .restored, row(removed(.archived)), seen),
            MarkCase("restored, never cleared", .restored, row(seen), nil),
            MarkCase("restored, deleted", .restored, row(deleted), nil),
            MarkCase("restored, too old", .restored, row(removed(.expired)), nil),
            MarkCase("restored, retracted since", .restored, row(removed(.archived), isHidden: true), nil),
        ]
    )
    func marks(_ example: MarkCase) {
        let marking = RowMarking(example.mark, of: example.row, at: Self.now)
        #expect(marking.marked == example.marked)
        #expect(marking.changesInbox == (example.marked != nil && example.mark != .received))
    }

    private static func opened(_ before: InboxState = InboxState()) -> InboxState {
        var state = before
        (state.seenAt, state.readAt) = (before.seenAt ?? now, before.readAt ?? now)
        state.openedAt = now
        return state
    }

    private static func acknowledged() -> InboxState {
        InboxState(seenAt: now, readAt: now, acknowledgedAt: now)
    }

    private static func removed(_ kind: InboxState.Removal.Kind) -> InboxState {
        InboxState(seenAt: early, removal: .init(kind, at: now))
    }

    @Test(
        "What the user dealt with stops a push that has not left",
        arguments: [InboxMark.read, .opened, .dismissed, .acknowledged, .deleted, .archived],
        [PushRecord(id: id, state: .held, holdStage: .quietHours), .sent([.pending])]
    )
    func stops(_ mark: InboxMark, _ push: PushRecord) {
        let marking = RowMarking(mark, of: Self.row(push: push), at: Self.now)
        #expect(marking.isPushWithdrawn)
        #expect(!marking.pushChanges.isEmpty)
        let again = RowMarking(mark, of: Self.row(marking.marked ?? InboxState(), push: push), at: Self.now)
        #expect(again.pushChanges.isEmpty, "it was marked before")
    }

    @Test(
        "A mark that says nothing of the content, or has nothing to stop, leaves the push alone",
        arguments: [
            (InboxMark.received, row(push: .sent([.pending]))), (.unread, row(read, push: .sent([.pending]))),
            (.seen, row(push: .sent([.pending]))), (.restored, row(removed(.archived), push: .sent([.pending]))),
            (.seen, row(push: PushRecord(id: id, state: .held, holdStage: .quietHours))),
            (.read, row(push: .sent([.pending]), expiresAt: now)), (.read, row(push: .sent([.accepted]))),
            (.read, row(alert, push: .sent([.pending]))), (.seen, row()),
        ] as [(InboxMark, InboxRow)]
    )
    func leavesPush(_ mark: InboxMark, _ row: InboxRow) {
        let marking = RowMarking(mark, of: row, at: Self.now)
        #expect(marking.marked != nil)
        #expect(marking.pushChanges.isEmpty && !marking.isPushWithdrawn)
    }

    @Test("Seeing the list stops a push that waited only for the user to be away")
    func presence() {
        let push = PushRecord(id: Self.id, state: .held, holdStage: .device)
        #expect(RowMarking(.seen, of: Self.row(push: push), at: Self.now).isPushWithdrawn)
    }

    @Test("A thread read elsewhere is read where the inbox hides it too, and stops pushes of what was read before")
    func readElsewhere() {
        let hidden = RowMarking(readElsewhere: Self.row(isHidden: true, push: .sent([.pending])), at: Self.now)
        #expect(hidden.marked?.readAt == Self.now && hidden.isPushWithdrawn)
        let known = RowMarking(readElsewhere: Self.row(Self.read, push: .sent([.pending])), at: Self.now)
        #expect(known.marked == nil && known.isPushWithdrawn)
        #expect(RowMarking(readElsewhere: Self.row(Self.deleted), at: Self.now).marked == nil)
    }
}
