import PealCore
import Synchronization

/// Counts the calls of every key, user and address, in bounded memory.
final class RateLimiter: Sendable {
    private struct User: Hashable {
        var app: AppID
        var id: UserID
    }

    private struct Tables {
        var keys: BucketTable<SecretKeyID>
        var users: BucketTable<User>
        var addresses: BucketTable<String>
        var lookups: BucketTable<String>
    }

    /// Buckets of each kind: an attacker with many addresses pushes out other addresses, never a key or a user.
    private static let tableLimit = 65_536

    private let limits: RateLimits
    private let uptime: @Sendable () -> Duration
    private let tables: Mutex<Tables>
    private let refused = Mutex<[String: Int]>([:])

    init(limits: RateLimits, uptime: @escaping @Sendable () -> Duration) {
        self.limits = limits
        self.uptime = uptime
        tables = Mutex(
            Tables(
                keys: BucketTable(rule: limits.key, limit: Self.tableLimit),
                users: BucketTable(rule: limits.user, limit: Self.tableLimit),
                addresses: BucketTable(rule: limits.address, limit: Self.tableLimit),
                lookups: BucketTable(rule: limits.lookups, limit: Self.tableLimit)
            )
        )
    }

    /// Counts a call with a valid credential.
    func take(_ caller: Caller) -> RateLimitStatus {
        let now = nanoseconds
        return switch caller {
        case .backend(_, let key, _): noted("key", limits.key, tables.withLock { $0.keys.take(key, at: now) })
        case .endUser(let app, let user), .device(let app, let user, _), .action(let app, let user):
            noted("user", limits.user, tables.withLock { $0.users.take(User(app: app, id: user), at: now) })
        }
    }

    /// Counts a call that carries no valid credential.
    func take(_ address: ClientAddress) -> RateLimitStatus {
        let now = nanoseconds
        return noted("address", limits.address, tables.withLock { $0.addresses.take(address.name, at: now) })
    }

    /// Counts what anybody may fetch: health, numbers, files, and paths that are none.
    ///
    /// The bucket is one of its own and larger, so that a stranger whose credentials are refused does not keep a monitor at the
    /// same address from its answer.
    func takeLookup(_ address: ClientAddress) -> RateLimitStatus {
        let now = nanoseconds
        return noted("address", limits.lookups, tables.withLock { $0.lookups.take(address.name, at: now) })
    }

    /// Calls refused, by the limit's name.
    var refusals: [String: Int] { refused.withLock { $0 } }

    private func noted(_ name: String, _ rule: RateRule, _ verdict: TokenBucket.Verdict) -> RateLimitStatus {
        if !verdict.isAllowed { refused.withLock { $0[name, default: 0] += 1 } }
        return RateLimitStatus(name: name, rule: rule, verdict: verdict)
    }

    private var nanoseconds: Int64 {
        let (seconds, attoseconds) = uptime().components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
