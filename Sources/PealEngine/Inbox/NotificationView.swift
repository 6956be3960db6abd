public import PealCore

/// A notification as a user's client sees it: S0's `Notification` and what Peal adds.
public struct NotificationView: Sendable {
    /// The stored row.
    public var item: InboxItem
    /// The content, its texts opened.
    public var content: NotificationContent
    /// Whose.
    public var userID: UserID
    /// The name of its category in S0's `NotificationCategory`.
    public var category: String
    /// S0's one status, projected from delivery and engagement (I9).
    public var status: Status
    /// Its buttons.
    public var actions: [Action]
    /// Why the user got it, in one sentence; `nil` where neither its type nor its category says.
    public var why: String?
    /// What the trigger said, by variable; empty once it is no longer kept.
    public var data: [String: JSONValue]

    /// How many unread notifications of a muted thread it stands for; 1 is itself alone.
    public var count = 1

    /// S0's status of a notification.
    public enum Status: String, Sendable {
        case pending, delivered, failed, read
    }

    /// A button.
    public struct Action: Sendable, Equatable {
        /// The name the reply carries.
        public var id: String
        /// The button's text.
        public var title: String
        /// What pressing it does.
        public var kind: ActionKind
        /// The link it opens; `nil` for a button that opens nothing.
        public var link: String?
        /// What the app gets with it.
        public var payload: [String: JSONValue] = [:]
    }

    /// Projects a row with its catalog.
    init(
        _ item: InboxItem,
        content: NotificationContent,
        userID: UserID,
        catalog: Catalog,
        data: [String: JSONValue] = [:]
    ) {
        self.item = item
        self.content = content
        self.data = data
        self.userID = userID
        category = catalog.category(item.category)?.name ?? item.category.rawValue
        status = Self.status(of: item)
        why = Self.why(of: item, content, catalog: catalog)
        let hasActions = catalog.features.actions && content.hasButtons
        actions = hasActions ? Self.actions(of: item.type, content, catalog: catalog) : []
    }

    /// The channels it went through, in S0's words.
    public var channels: [String] { (item.pushes ? ["push"] : []) + (item.isShown ? ["in-app"] : []) }

    private static func status(of item: InboxItem) -> Status {
        if item.readAt != nil { return .read }
        let states = item.deliveryStates
        // Without a push the row itself is the delivery.
        if item.acceptedAt != nil || states.contains(.accepted) || !item.pushes { return .delivered }
        let open: Set<DeliveryState> = [.pending, .sending, .unknown]
        if states.isEmpty || !states.isDisjoint(with: open) { return .pending }
        return .failed
    }

    /// The type's own sentence, or what its category is.
    private static func why(of item: InboxItem, _ content: NotificationContent, catalog: Catalog) -> String? {
        let own = catalog.type(item.type)?.why?.text(for: content.locale)
        return own ?? catalog.category(item.category)?.description.text(for: content.locale)
    }

    private static func actions(of type: TypeID, _ content: NotificationContent, catalog: Catalog) -> [Action] {
        guard let type = catalog.type(type) else { return [] }
        let contents = ActionContent.decode(content)
        return type.actions.map { action in
            Action(
                id: action.id,
                title: action.title.text(for: content.locale) ?? action.id,
                kind: action.kind,
                link: action.link(contents[action.id], of: content.link),
                payload: contents[action.id]?.payload ?? [:]
            )
        }
    }
}
