import PealCore
import PealCrypto
import Synchronization

/// Tickets that stand for a user's credential once, for a short time: they open live connections and hosted pages.
///
/// They are kept in memory: a server that starts again knows none, and its clients get another.
final class OneUseTickets: Sendable {
    /// Tickets of one user at most; a further one takes the place of the oldest.
    static let perUser = 10

    private struct Ticket {
        var credential: Credential
        var expiresAt: Timestamp
    }

    private struct State {
        var tickets: [String: Ticket] = [:]
        /// In the order in which they expire, used ones too.
        var order: ArraySlice<String> = []
        var byUser: [Caller.Name: [String]] = [:]

        mutating func remove(_ text: String) -> Ticket? {
            guard let ticket = tickets.removeValue(forKey: text) else { return nil }
            if let name = ticket.credential.caller.name {
                byUser[name]?.removeAll { $0 == text }
                if byUser[name]?.isEmpty ?? false { byUser[name] = nil }
            }
            return ticket
        }
    }

    /// How long a ticket is valid.
    let lifetime: Duration
    /// What a ticket begins with.
    private let prefix: String
    private let limit: Int
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    /// Starts with none.
    /// - Parameters:
    ///   - prefix: what a ticket begins with.
    ///   - lifetime: how long a ticket is valid.
    ///   - limit: tickets of all users at most.
    ///   - now: reads the clock that tokens expire by.
    init(_ prefix: String, lifetime: Duration, limit: Int = 50_000, now: @escaping @Sendable () -> Timestamp) {
        self.prefix = prefix
        self.lifetime = lifetime
        self.limit = limit
        self.now = now
    }

    /// Makes a ticket; `nil` when too many are unused.
    func issue(_ credential: Credential) -> String? {
        guard let name = credential.caller.name else { return nil }
        let (text, instant) = ("\(prefix)\(RandomText.make())", now())
        return state.withLock { state in
            while let oldest = state.order.first {
                guard state.tickets[oldest].map({ $0.expiresAt <= instant }) ?? true else { break }
                state.order.removeFirst()
                _ = state.remove(oldest)
            }
            if let first = state.byUser[name]?.first, state.byUser[name]?.count ?? 0 >= Self.perUser {
                _ = state.remove(first)
            }
            guard state.tickets.count < limit else { return nil }
            state.tickets[text] = Ticket(credential: credential, expiresAt: instant + lifetime)
            state.order.append(text)
            state.byUser[name, default: []].append(text)
            return text
        }
    }

    /// Tickets for live connections.
    static func realtime(now: @escaping @Sendable () -> Timestamp) -> OneUseTickets {
        OneUseTickets("rt_", lifetime: .seconds(30), now: now)
    }

    /// Tickets for hosted pages: time enough for a redirect, and for a user who reads before they tap.
    static func pages(now: @escaping @Sendable () -> Timestamp) -> OneUseTickets {
        OneUseTickets("pt_", lifetime: .seconds(600), now: now)
    }

    /// Uses a ticket up.
    /// - Returns: the credential that it was made for; `nil` when there is none, or it has expired with its time or its token.
    func redeem(_ text: String) -> Credential? {
        let instant = now()
        guard let ticket = state.withLock({ $0.remove(text) }), ticket.expiresAt > instant,
            ticket.credential.expiresAt.map({ $0 > instant }) ?? true
        else { return nil }
        return ticket.credential
    }
}

extension Caller {
    /// A user by app and id.
    struct Name: Hashable {
        var app: AppID
        var user: UserID
    }

    /// The user who calls.
    var name: Name? { if case .endUser(let app, let user) = self { Name(app: app, user: user) } else { nil } }
}
