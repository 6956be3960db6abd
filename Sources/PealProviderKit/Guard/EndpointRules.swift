/// Which URLs from outside may be called: the half of the guard that needs no network.
public struct EndpointRules: Sendable {
    /// The longest URL that is looked at.
    public static let sizeLimit = 2048

    private let allowed: [HostPattern]?
    private let ports: Set<Int>
    private let exceptions: [HostPort: Bool]
    private let allowsLoopback: Bool

    /// Puts the rules together.
    /// - Parameters:
    ///   - allowedHosts: the hosts that may be called, a name or `*.` and a suffix; `nil` allows every public host.
    ///   - ports: the ports that may be called.
    ///   - exceptions: `host:port` pairs that may be called whatever their address is, for example a push service of
    ///     one's own; with `http://` before it the place is reached without TLS.
    /// - Throws: ``EndpointRulesError`` with everything that is wrong at once.
    public init(allowedHosts: [String]?, ports: Set<Int> = [443], exceptions: [String] = []) throws {
        var problems: [String] = []
        var patterns: [HostPattern] = []
        for text in allowedHosts ?? [] {
            if let pattern = HostPattern(text) {
                patterns.append(pattern)
            } else {
                problems.append("\(Self.shown(text)) is not a host name")
            }
        }
        var hostPorts: [HostPort: Bool] = [:]
        for text in exceptions {
            let isClear = text.hasPrefix("http://")
            let rest = isClear ? text.dropFirst(7) : text.hasPrefix("https://") ? text.dropFirst(8) : text[...]
            if let hostPort = HostPort(exception: String(rest)) {
                hostPorts[hostPort] = isClear
            } else {
                problems.append("\(Self.shown(text)) is not host:port")
            }
        }
        if !ports.allSatisfy({ (1...65535).contains($0) }) { problems.append("a port is from 1 to 65535") }
        guard problems.isEmpty else { throw EndpointRulesError(problems) }
        allowed = allowedHosts == nil ? nil : patterns
        self.ports = ports
        self.exceptions = hostPorts
        allowsLoopback = false
    }

    /// Every public host on port 443.
    public static let publicHosts = EndpointRules(allowsLoopback: false)

    /// The same, and every port of this machine, with or without TLS: for a sandbox.
    public static let publicHostsAndLoopback = EndpointRules(allowsLoopback: true)

    private init(allowsLoopback: Bool) {
        self.allowsLoopback = allowsLoopback
        allowed = nil
        ports = [443]
        exceptions = [:]
    }

    /// Reads a URL strictly and holds it against the rules.
    /// - Throws: ``EndpointProblem``.
    public func check(_ url: String) throws(EndpointProblem) -> GuardedURL {
        let parts = try URLParts(url)
        let hostPort = HostPort(host: parts.host, port: parts.port)
        if let isClear = exceptions[hostPort] {
            guard parts.isSecure || isClear else { throw .insecure }
            return guarded(parts, isException: true, isClear: isClear)
        }
        if allowsLoopback, Self.loopback.contains(parts.host) {
            return guarded(parts, isException: true, isClear: !parts.isSecure)
        }
        guard parts.isSecure else { throw .insecure }
        guard !parts.isBracketed, IPAddress(parts.host) == nil, !HostName.endsInNumber(parts.host) else {
            throw .address
        }
        guard HostName.isPublicName(parts.host) else { throw .host }
        guard ports.contains(parts.port) else { throw .port }
        if let allowed, !allowed.contains(where: { $0.fits(parts.host) }) { throw .notAllowed }
        return guarded(parts, isException: false, isClear: false)
    }

    private static let loopback: Set = ["127.0.0.1", "::1"]

    private func guarded(_ parts: URLParts, isException: Bool, isClear: Bool) -> GuardedURL {
        GuardedURL(
            host: parts.host,
            port: parts.port,
            target: parts.target,
            isException: isException,
            isClear: isClear
        )
    }

    private static func shown(_ text: String) -> String { text.isEmpty ? "an empty text" : String(text.prefix(100)) }
}

/// Rules that cannot be: all that is wrong, one sentence each.
public struct EndpointRulesError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The error's code.
    public let code = "endpoint-rules"
    /// What is wrong.
    public let problems: [String]

    init(_ problems: [String]) { self.problems = problems }

    /// All problems in one line.
    public var description: String { "\(code): \(problems.joined(separator: "; "))" }

    /// Equal when the same things are wrong.
    public static func == (left: Self, right: Self) -> Bool { left.problems == right.problems }
}
