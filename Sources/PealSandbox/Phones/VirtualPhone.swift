public import PealCore

/// A phone (or a browser) with one app on it; a value of the device fleet.
public struct VirtualPhone: Sendable {
    /// The phone.
    public let id: String
    /// The app on it.
    public let app: String
    /// Whose it is.
    public let user: String
    /// The push service that reaches it.
    public let provider: ProviderID
    /// The operating system.
    public let platform: Platform
    /// Its address at the push service.
    public let token: String
    /// What the user allowed it to show.
    public internal(set) var permission: PushPermission
    /// Capabilities and what the user allowed of them.
    public let capabilities: [String: String]
    /// Whether it can be reached.
    public internal(set) var isOnline = true
    /// Whether the app is still on it.
    public internal(set) var isInstalled = true
    /// Whether its app runs.
    public internal(set) var isRunning = true
    /// The latest pushes that reached it, oldest first.
    public private(set) var deliveries: [PhoneDelivery] = []
    /// Rises with each change that an app that stands in for the phone has to hear of.
    private(set) var revision: UInt64 = 0
    /// How many pushes reached it.
    public private(set) var received: UInt64 = 0
    /// How many it would have shown if it were allowed to.
    public private(set) var withheld: UInt64 = 0

    private var shown: [Shown] = []
    private var waiting: [PhoneArrival] = []
    private var badge = 0
    private var badgeVersion: Int64 = -1
    private var sounds: [String] = []
    private var ends = PhoneReceipts()
    /// Actions that were tapped while it was offline, in order.
    var unsent: [PhoneReply] = []

    private struct Shown {
        var tag: String?
        var notification: PhoneScreen.Notification
        var actions: [[String: JSONValue]]
    }

    /// How many notifications a screen holds, as on Android.
    static let screenLimit = 50
    /// How many pushes FCM keeps for an Android device that is away; one more and all are gone.
    static let waitingLimit = 100
    private static let soundLimit = 200
    /// How many deliveries are kept for an app that was away.
    private static let deliveryLimit = 100

    init(
        id: String,
        app: String,
        user: String,
        provider: ProviderID,
        platform: Platform,
        token: String,
        permission: PushPermission,
        capabilities: [String: String]
    ) {
        self.id = id
        self.app = app
        self.user = user
        self.provider = provider
        self.platform = platform
        self.token = token
        self.permission = permission
        self.capabilities = capabilities
    }

    /// What it shows now.
    var screen: PhoneScreen {
        PhoneScreen(notifications: shown.map(\.notification), badge: badge, sounds: sounds)
    }

    /// What became of each notification whose push reached the push service, by its id.
    public var receipts: [String: PhoneReceipt] { ends.byNotification }

    /// Takes a push now, or keeps it at the provider until it is back.
    mutating func receive(_ arrival: PhoneArrival) {
        guard !isOnline else { return show(arrival) }
        guard arrival.expiresAt > arrival.at else { return ends.note(.dropped, arrival) }
        if let key = arrival.collapseKey { drop { $0.collapseKey == key } }
        // Apple keeps only the latest push; FCM deletes all of them when there are too many.
        if platform == .ios { drop { _ in true } }
        guard waiting.count < Self.waitingLimit else {
            drop { _ in true }
            return ends.note(.dropped, arrival)
        }
        waiting.append(arrival)
        ends.note(.waiting, arrival)
    }

    /// Deletes waiting pushes: they never arrive.
    private mutating func drop(_ isDropped: (PhoneArrival) -> Bool) {
        for arrival in waiting where isDropped(arrival) { ends.note(.dropped, arrival) }
        waiting.removeAll(where: isDropped)
    }

    /// Loses a push that waits at the provider, because its sender cancelled it.
    mutating func withdraw(message: String) { drop { $0.message == message } }

    /// Is reachable again: what still counts arrives.
    mutating func reconnect(now: Timestamp) {
        isOnline = true
        changed()
        let arrivals = waiting
        waiting = []
        for arrival in arrivals {
            if arrival.expiresAt > now { show(arrival) } else { ends.note(.dropped, arrival) }
        }
    }

    /// Loses the app and all it showed.
    mutating func uninstall() {
        isInstalled = false
        shown = []
        unsent = []
        drop { _ in true }
        badge = 0
        changed()
    }

    /// Taps a notification, or one of its buttons, which takes it off the screen.
    mutating func tap(notification: String, action: String?, at now: Timestamp) throws -> (PhoneTap, PhoneReply?) {
        guard let index = shown.firstIndex(where: { $0.notification.id == notification }) else {
            throw PhoneError(.notFound, "the phone shows no notification \(notification)")
        }
        let tapped = shown[index]
        var tap = PhoneTap(notification: notification, link: tapped.notification.link)
        if let action {
            guard let button = tapped.actions.first(where: { $0["id"]?.string == action }) else {
                throw PhoneError(.notFound, "the notification has no button \(action)")
            }
            tap.action = action
            tap.kind = button["kind"]?.string
            tap.link = button["link"]?.string ?? tap.link
            tap.payload = button["payload"]
            tap.token = button["token"]?.string
        }
        shown.remove(at: index)
        return (tap, PhoneReply(tap, title: tapped.notification.title, at: now))
    }

    /// Shows a notification that the app makes itself; it takes the place of an earlier one about the same.
    mutating func show(_ text: String, of reply: PhoneReply, link: String, at now: Timestamp) {
        guard isInstalled, permission.allowsPush else { return }
        let id = "local-\(reply.tap.notification)"
        shown.removeAll { $0.notification.id == id }
        let note = PhoneScreen.Notification(
            id: id,
            title: reply.title,
            body: text,
            link: link,
            actions: [],
            at: now.rfc3339
        )
        shown.append(Shown(tag: nil, notification: note, actions: []))
        if shown.count > Self.screenLimit { shown.removeFirst() }
    }

    private mutating func show(_ arrival: PhoneArrival) {
        received += 1
        deliver(arrival.delivery)
        let op = arrival.peal["op"]?.string ?? "show"
        let identifier = arrival.peal["id"]?.string ?? arrival.tag ?? ""
        apply(badge: arrival)
        switch op {
        case "show": display(arrival, as: identifier)
        case "clear": clear(arrival, identifier)
        default: break
        }
    }

    private mutating func deliver(_ delivery: PhoneDelivery?) {
        guard isInstalled, var delivery else { return }
        delivery.number = received
        deliveries.append(delivery)
        if deliveries.count > Self.deliveryLimit { deliveries.removeFirst() }
        changed()
    }

    /// Lets an app that stands in for the phone know.
    mutating func changed() { revision += 1 }

    /// What such an app has to know, from a delivery on.
    func news(after number: UInt64) -> PhoneNews {
        PhoneNews(
            deliveries: deliveries.filter { $0.number > number },
            isOnline: isOnline,
            isInstalled: isInstalled,
            isRunning: isRunning
        )
    }

    /// Takes off the screen what was seen to elsewhere.
    private mutating func clear(_ arrival: PhoneArrival, _ identifier: String) {
        let cleared = (arrival.peal["cleared"]?.array ?? []).compactMap(\.object)
        let tags = Set(cleared.compactMap { $0["tag"]?.string })
        shown.removeAll { item in
            item.notification.id == identifier || item.tag.map(tags.contains) ?? false
        }
    }

    /// The highest version of the badge wins, in whatever order pushes come.
    private mutating func apply(badge arrival: PhoneArrival) {
        guard case .integer(let version) = arrival.peal["badgeVersion"],
            case .integer(let count) = arrival.peal["badge"]
        else {
            if let count = arrival.badge { badge = count }
            return
        }
        guard version >= badgeVersion else { return }
        badgeVersion = version
        badge = Int(clamping: count)
    }

    private mutating func display(_ arrival: PhoneArrival, as identifier: String) {
        guard let title = arrival.title, let body = arrival.body else { return }
        guard permission.allowsPush else {
            withheld += 1
            ends.note(.blocked, arrival)
            return
        }
        ends.note(.shown, arrival)
        let actions = arrival.hasButtons ? (arrival.peal["actions"]?.array ?? []).compactMap(\.object) : []
        // Provisional permission is quiet delivery.
        let sound = permission == .provisional ? nil : arrival.sound
        shown.removeAll { $0.notification.id == identifier || ($0.tag != nil && $0.tag == arrival.tag) }
        shown.append(
            Shown(
                tag: arrival.tag,
                notification: PhoneScreen.Notification(
                    id: identifier,
                    title: title,
                    body: body,
                    image: arrival.image,
                    link: arrival.link ?? arrival.peal["link"]?.string ?? "",
                    actions: actions.compactMap { action in
                        guard let id = action["id"]?.string, let title = action["title"]?.string else { return nil }
                        return PhoneScreen.Action(id: id, title: title)
                    },
                    // What the system groups by may be more than the thread.
                    thread: arrival.peal["thread"]?.string ?? arrival.thread,
                    sound: sound,
                    at: arrival.at.rfc3339
                ),
                actions: actions
            )
        )
        if shown.count > Self.screenLimit { shown.removeFirst() }
        if let sound {
            sounds.append(sound)
            if sounds.count > Self.soundLimit { sounds.removeFirst() }
        }
    }
}
