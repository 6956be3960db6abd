import PealCore

/// All connections and how far each has read: a value, without a task or a socket.
struct StreamRegistry: Sendable {
    /// Where a channel of a connection is in the log.
    enum Position: Equatable, Sendable {
        /// Not known before the log is read: after a cursor that the client has, or at its end.
        case unresolved(EventCursor?)
        case at(EventCursor)
    }

    /// A connection.
    struct Connection: Sendable {
        var client: StreamClient
        let mailbox: StreamMailbox
        var channels: [StreamChannel: (topic: StreamTopic, position: Position)] = [:]
        var pingedAt: Duration
        /// The cursor of a client that has everything that was taken or sent.
        var end: EventCursor?

        /// The client has everything up to a cursor, of every channel.
        mutating func advance(to cursor: EventCursor) {
            end = cursor
            var index = channels.startIndex
            while index < channels.endIndex {
                if case .at(let position) = channels.values[index].position {
                    channels.values[index].position = .at(max(position, cursor))
                }
                channels.formIndex(after: &index)
            }
        }
    }

    /// The connections that follow a topic.
    struct Followers: Sendable {
        /// Those that wait, which the hub writes to.
        var waiting: [Int: Waiting] = [:]
        /// Those that take and write by themselves.
        var taking: Set<Int> = []

        var isEmpty: Bool { waiting.isEmpty && taking.isEmpty }
    }

    /// A connection that the hub writes to.
    struct Waiting: Sendable {
        let sink: any StreamSink
        /// What the client had when the connection began to wait.
        let since: EventCursor
    }

    private struct Owner: Hashable {
        var app: AppID
        var user: UserID
    }

    let limits: StreamLimits
    /// The latest events; `nil` while the log is not read.
    var ring: EventRing?
    var connections: [Int: Connection] = [:]
    /// How far the log was sent to the connections that wait.
    var sent: EventCursor?
    var byTopic: [StreamTopic: Followers] = [:]
    private var byUser: [Owner: Set<Int>] = [:]
    private var lastNumber = 0
    /// Whether the server is about to stop.
    var isStopping = false
    /// Since when nobody is connected.
    private(set) var emptySince: Duration?

    init(limits: StreamLimits) { self.limits = limits }

    /// Opens a connection without a channel.
    mutating func open(_ client: StreamClient, _ mailbox: StreamMailbox, at uptime: Duration) throws(StreamRefusal)
        -> Int
    {
        guard !isStopping else { throw StreamRefusal(.stopping) }
        let owner = Owner(app: client.app, user: client.user)
        guard byUser[owner]?.count ?? 0 < limits.connections else {
            throw StreamRefusal(.connections, limit: limits.connections)
        }
        lastNumber += 1
        connections[lastNumber] = Connection(client: client, mailbox: mailbox, pingedAt: uptime)
        byUser[owner, default: []].insert(lastNumber)
        emptySince = nil
        return lastNumber
    }

    /// Closes a connection.
    mutating func close(_ number: Int, at uptime: Duration) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        for channel in connection.channels.values { leave(channel.topic, number) }
        let owner = Owner(app: connection.client.app, user: connection.client.user)
        byUser[owner]?.remove(number)
        if byUser[owner]?.isEmpty ?? false { byUser[owner] = nil }
        if connections.isEmpty { emptySince = uptime }
    }

    /// Lets a connection follow a channel, from a cursor on or from now; doing it again begins again.
    mutating func follow(_ topic: StreamTopic, since cursor: EventCursor?, _ number: Int) throws(StreamRefusal) {
        guard var connection = connections[number] else { return }
        if connection.channels[topic.channel] == nil, connection.channels.count >= limits.channels {
            throw StreamRefusal(.channels, limit: limits.channels)
        }
        if let old = connection.channels[topic.channel] { leave(old.topic, number) }
        connection.channels[topic.channel] = (topic, .unresolved(cursor))
        connections[number] = connection
        byTopic[topic, default: Followers()].taking.insert(number)
    }

    /// Ends a channel of a connection; whether it had it.
    mutating func leave(_ channel: StreamChannel, _ number: Int) -> Bool {
        guard let left = connections[number]?.channels.removeValue(forKey: channel) else { return false }
        leave(left.topic, number)
        return true
    }

    private mutating func leave(_ topic: StreamTopic, _ number: Int) {
        byTopic[topic]?.waiting[number] = nil
        byTopic[topic]?.taking.remove(number)
        if byTopic[topic]?.isEmpty ?? false { byTopic[topic] = nil }
    }

    /// Lets a connection go on with another token.
    mutating func renew(_ number: Int, as client: StreamClient) { connections[number]?.client = client }

    /// The connections of a user.
    func connections(of user: UserID, app: AppID) -> [StreamMailbox] {
        (byUser[Owner(app: app, user: user)] ?? []).compactMap { connections[$0]?.mailbox }
    }

    /// The connections that a check is about, each with its client.
    func connections(_ check: StreamCheck) -> [(client: StreamClient, mailbox: StreamMailbox)] {
        let numbers: [Int] =
            if let user = check.user {
                Array(byUser[Owner(app: check.app, user: user)] ?? [])
            } else {
                connections.filter { $0.value.client.app == check.app }.map(\.key)
            }
        return numbers.compactMap { connections[$0] }.map { ($0.client, $0.mailbox) }
    }

    /// The connections that a ping is due for, which is noted as sent.
    mutating func duePings(at uptime: Duration) -> [StreamMailbox] {
        var due: [StreamMailbox] = []
        for (number, connection) in connections where uptime - connection.pingedAt >= limits.ping {
            connections[number]?.pingedAt = uptime
            due.append(connection.mailbox)
        }
        return due
    }

    /// The connections whose token has expired.
    func expired(at now: Timestamp) -> [StreamMailbox] {
        connections.values.filter { $0.client.expiresAt <= now }.map(\.mailbox)
    }
}
