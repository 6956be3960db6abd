public import PealCore
import Synchronization

/// The virtual phones of a sandbox.
public final class DeviceFleet: Sendable {
    private struct Address: Hashable {
        var provider: ProviderID
        var token: String
    }

    private struct State {
        var last: UInt64 = 0
        var phones: [String: VirtualPhone] = [:]
        var addresses: [Address: String] = [:]
        /// Addresses that were good and are not any more, oldest first; no phone has to have them.
        var retired: Set<Address> = []
        var retiredInOrder: [Address] = []
        /// Who follows a phone, by a number of their own.
        var followers: [String: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var lastFollower: UInt64 = 0

        func tell(_ phone: String) {
            for follower in followers[phone, default: [:]].values { follower.yield() }
        }
    }

    private static let retiredLimit = 100_000

    private let limit: Int
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    /// Starts with no phones.
    /// - Parameters:
    ///   - limit: how many phones there may be.
    ///   - now: the wall clock.
    public init(limit: Int = 10_000, now: @escaping @Sendable () -> Timestamp) {
        self.limit = limit
        self.now = now
    }

    /// Adds a phone with a token from a simulator, and answers its id.
    /// - Throws: ``PhoneError`` when there are too many.
    public func add(
        app: String,
        user: String,
        provider: ProviderID,
        platform: Platform,
        token: String,
        permission: PushPermission = .granted,
        capabilities: [String: String] = [:]
    ) throws -> String {
        try state.withLock { state in
            guard state.phones.count < limit else { throw PhoneError(.limitReached, "there are \(limit) phones") }
            state.last += 1
            let id = "phone-\(state.last)"
            state.phones[id] = VirtualPhone(
                id: id,
                app: app,
                user: user,
                provider: provider,
                platform: platform,
                token: token,
                permission: permission,
                capabilities: capabilities
            )
            state.addresses[Address(provider: provider, token: token)] = id
            return id
        }
    }

    /// A phone as it is now.
    /// - Throws: ``PhoneError`` when there is none.
    public func phone(_ id: String) throws -> VirtualPhone {
        try change(id) { $0 }
    }

    /// All phones, oldest first.
    public var all: [VirtualPhone] {
        state.withLock { Array($0.phones.values) }.sorted { ($0.id.count, $0.id) < ($1.id.count, $1.id) }
    }

    /// What a phone shows.
    /// - Throws: ``PhoneError`` when there is none.
    public func screen(_ id: String) throws -> PhoneScreen { try change(id) { $0.screen } }

    /// Taps a notification, or one of its buttons; it leaves the screen.
    /// - Returns: where it leads, and what the app sends now; a phone that is offline sends it when it is back.
    /// - Throws: ``PhoneError`` when there is none.
    public func tap(_ id: String, notification: String, action: String? = nil) throws -> (
        tap: PhoneTap, reply: PhoneReply?
    ) {
        let now = now()
        return try change(id) { phone in
            let (tap, reply) = try phone.tap(notification: notification, action: action, at: now)
            guard let reply, !phone.isOnline else { return (tap, reply) }
            phone.keep(reply)
            return (tap, nil)
        }
    }

    /// The actions that were tapped on a phone while it was offline, once it is back; they are to be sent in their order.
    /// - Throws: ``PhoneError`` when there is none.
    public func takeUnsent(_ id: String) throws -> [PhoneReply] { try change(id) { $0.takeUnsent() } }

    /// Shows a notification that the app on a phone makes itself about a reply.
    /// - Throws: ``PhoneError`` when there is none.
    public func show(_ text: String, of reply: PhoneReply, link: String, on id: String) throws {
        let now = now()
        try change(id) { $0.show(text, of: reply, link: link, at: now) }
    }

    /// Takes a phone off the net: pushes wait at the provider.
    /// - Throws: ``PhoneError`` when there is none.
    public func disconnect(_ id: String) throws {
        try change(id) {
            $0.isOnline = false
            $0.changed()
        }
    }

    /// Ends the app on a phone, or opens it again.
    /// - Throws: ``PhoneError`` when there is none.
    public func setRunning(_ id: String, _ isRunning: Bool) throws {
        try change(id) {
            $0.isRunning = isRunning
            $0.changed()
        }
    }

    /// Speaks up at once and then whenever there is news of a phone; it ends with the task that iterates it.
    public func follow(_ id: String) -> AsyncStream<Void> {
        let (signals, follower) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastFollower += 1
            state.followers[id, default: [:]][state.lastFollower] = follower
            return state.lastFollower
        }
        follower.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.followers[id]?[number] = nil
                if state.followers[id]?.isEmpty == true { state.followers[id] = nil }
            }
        }
        follower.yield()
        return signals
    }

    /// What an app that stands in for a phone has to know, from a delivery on.
    /// - Throws: ``PhoneError`` when there is none.
    public func news(_ id: String, after number: UInt64) throws -> PhoneNews {
        try change(id) { $0.news(after: number) }
    }

    /// Lets everybody who follows a phone look again: the time has moved.
    public func tellAll() { state.withLock { state in for id in state.followers.keys { state.tell(id) } } }

    /// Brings it back: what still counts arrives.
    /// - Throws: ``PhoneError`` when there is none.
    public func reconnect(_ id: String) throws {
        let now = now()
        try change(id) { $0.reconnect(now: now) }
    }

    /// Removes the app: the provider says from now on that the token is gone.
    /// - Throws: ``PhoneError`` when there is none.
    public func uninstall(_ id: String) throws { try change(id) { $0.uninstall() } }

    /// Changes what the user allows the phone to show.
    /// - Throws: ``PhoneError`` when there is none.
    public func setPermission(_ id: String, _ permission: PushPermission) throws {
        try change(id) { $0.permission = permission }
    }

    /// The phone that has a token.
    public func phone(provider: ProviderID, token: String) -> String? {
        state.withLock { $0.addresses[Address(provider: provider, token: token)] }
    }

    /// Says of an address that it is not good any more, as when its app is removed.
    public func retire(provider: ProviderID, token: String) {
        let address = Address(provider: provider, token: token)
        state.withLock { state in
            if let id = state.addresses[address] { state.phones[id]?.uninstall() }
            guard state.retired.insert(address).inserted else { return }
            state.retiredInOrder.append(address)
            if state.retiredInOrder.count > Self.retiredLimit {
                state.retired.remove(state.retiredInOrder.removeFirst())
            }
        }
    }

    /// Whether an address was good once: it was retired, or the phone that has it lost the app.
    package func isGone(provider: ProviderID, token: String) -> Bool {
        let address = Address(provider: provider, token: token)
        return state.withLock { state in
            if state.retired.contains(address) { return true }
            guard let id = state.addresses[address] else { return false }
            return state.phones[id]?.isInstalled == false
        }
    }

    /// Takes a message back that still waits for its phone.
    func withdraw(provider: ProviderID, token: String, message: String) {
        state.withLock { state in
            guard let id = state.addresses[Address(provider: provider, token: token)] else { return }
            state.phones[id]?.withdraw(message: message)
        }
    }

    /// Hands a push to the phone that has the token; `arrival` is asked for only when there is one.
    package func receive(provider: ProviderID, token: String, arrival: (Platform) -> PhoneArrival) {
        state.withLock { state in
            guard let id = state.addresses[Address(provider: provider, token: token)],
                let platform = state.phones[id]?.platform
            else { return }
            let before = state.phones[id]?.revision
            state.phones[id]?.receive(arrival(platform))
            if state.phones[id]?.revision != before { state.tell(id) }
        }
    }

    private func change<Result: Sendable>(_ id: String, _ body: (inout VirtualPhone) throws -> Result) throws -> Result
    {
        try state.withLock { state in
            guard var phone = state.phones[id] else { throw PhoneError(.notFound, "unknown phone \(id)") }
            let before = phone.revision
            let result = try body(&phone)
            state.phones[id] = phone
            if phone.revision != before { state.tell(id) }
            return result
        }
    }
}
