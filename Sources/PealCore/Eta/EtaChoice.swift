/// The arrival that an action's payload states (S0.W2.5).
public struct EtaChoice: Sendable, Hashable {
    /// What the participant says.
    public var status: EtaStatus
    /// How late they are, in minutes.
    public var minutesLate: Int?

    /// States an arrival.
    /// - Parameters:
    ///   - status: what the participant says.
    ///   - minutesLate: how late they are, in minutes.
    public init(_ status: EtaStatus, minutesLate: Int? = nil) {
        self.status = status
        self.minutesLate = minutesLate
    }

    /// Reads a payload; `nil` when it states no arrival.
    /// - Parameter payload: what the catalog declares, for example `{status: running-late, minutesLate: 10}`.
    public init?(_ payload: [String: JSONValue]) {
        guard let status = payload["status"]?.string.flatMap(EtaStatus.init) else { return nil }
        self.status = status
        guard status == .runningLate else { return }
        guard case .integer(let minutes)? = payload["minutesLate"], let late = Int(exactly: minutes),
            EtaReply.minutes.contains(late)
        else { return nil }
        minutesLate = late
    }
}

extension EtaChoice {
    /// The payload that states it, as catalogs declare it.
    public var payload: [String: JSONValue] {
        var payload: [String: JSONValue] = ["status": .string(status.rawValue)]
        if let minutesLate { payload["minutesLate"] = .integer(Int64(minutesLate)) }
        return payload
    }

    /// What logs and backends get of it, by the specification's names.
    public var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["status": .string(status.rawValue)]
        if let minutesLate { members["estimatedMinutesLate"] = .integer(Int64(minutesLate)) }
        return members
    }
}
