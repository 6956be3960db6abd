import PealCore

extension RequestLog {
    /// `[at, token, tag, notification]` for each accepted push of a load run, a page at a time.
    func leanPage(since: String?) -> JSONValue {
        let (entries, cursor) = accepted(after: since.flatMap { UInt64($0) } ?? 0)
        let items = entries.map { entry in
            JSONValue.array([
                .integer(entry.at.milliseconds), .string(entry.token), .string(entry.tag), .string(entry.notification),
            ])
        }
        return .object(["items": .array(items), "cursor": .string(String(cursor))])
    }
}

extension RequestLog.Counters {
    /// As the control calls answer them.
    var json: JSONValue {
        let members = [
            "requests": requests, "accepted": accepted, "refused": refused, "resets": resets,
            "tokenRequests": tokenRequests, "forgotten": forgotten,
        ]
        return .object(members.mapValues { .integer(Int64(clamping: $0)) })
    }
}
