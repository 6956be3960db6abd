/// The texts of a notification, which are sealed wherever they are stored.
public struct NotificationText: Sendable, Hashable {
    /// The title in full.
    public var title: String
    /// The body in full.
    public var body: String
    /// The title fitted to a push, where it differs.
    public var pushTitle: String?
    /// The body fitted to a push, where it differs.
    public var pushBody: String?
    /// The links and payloads of its buttons, as JSON; `nil` when no button has any.
    public var actions: String?
    /// The variables that a silent push brings, as JSON; `nil` for a push that shows something.
    public var data: String?

    /// Joins the parts.
    public init(
        title: String,
        body: String,
        pushTitle: String? = nil,
        pushBody: String? = nil,
        actions: String? = nil,
        data: String? = nil
    ) {
        self.title = title
        self.body = body
        self.pushTitle = pushTitle
        self.pushBody = pushBody
        self.actions = actions
        self.data = data
    }

    /// Whether there is nothing to seal.
    public var isEmpty: Bool {
        title.isEmpty && body.isEmpty && pushTitle == nil && pushBody == nil && actions == nil && data == nil
    }
}

extension NotificationText {
    /// The form that is sealed: the parts in order, each after its length plus one, in groups of seven bits; 0 is no part, and the
    /// last part stands there only where there is one.
    public var bytes: [UInt8] {
        let parts = [title, body, pushTitle, pushBody, actions] + (data.map { [$0] } ?? [])
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + 3 + ($1?.utf8.count ?? 0) })
        for part in parts {
            var length = part.map { $0.utf8.count + 1 } ?? 0
            while length > 127 {
                bytes.append(UInt8(truncatingIfNeeded: length) | 128)
                length >>= 7
            }
            bytes.append(UInt8(length))
            if let part { bytes.append(contentsOf: part.utf8) }
        }
        return bytes
    }

    /// Reads ``bytes``; `nil` for anything else.
    public init?(bytes: [UInt8]) {
        var rest = bytes[...]
        var parts: [String?] = []
        while parts.count < 5 || parts.count == 5 && !rest.isEmpty {
            guard let length = Self.length(&rest) else { return nil }
            guard length > 0 else {
                parts.append(nil)
                continue
            }
            guard rest.count >= length - 1 else { return nil }
            parts.append(String(decoding: rest.prefix(length - 1), as: UTF8.self))
            rest = rest.dropFirst(length - 1)
        }
        let data = parts.count > 5 ? parts[5] : nil
        guard rest.isEmpty, let title = parts[0], let body = parts[1], parts.count == 5 || data != nil else {
            return nil
        }
        self.init(title: title, body: body, pushTitle: parts[2], pushBody: parts[3], actions: parts[4], data: data)
    }

    private static func length(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var length = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            length |= Int(byte & 127) << shift
            if byte < 128 { return length }
        }
        return nil
    }
}
