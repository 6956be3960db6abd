/// Which requests a fault is for: all that is set must fit.
public struct FaultMatch: Sendable, Equatable {
    /// The kind of request: `send`; `token` for the request of an access token; `receipt` for a push
    /// looked up among the receipts.
    public var endpoint: String
    /// Text that stands anywhere in the request's body.
    public var text: String?
    /// The device's token, or the start of it.
    public var token: String?
    /// The notification's title, in full.
    public var title: String?
    /// The notification's type, in full.
    public var type: String?
    /// The phone.
    public var phone: String?

    /// Describes the requests.
    public init(
        endpoint: String = "send",
        text: String? = nil,
        token: String? = nil,
        title: String? = nil,
        type: String? = nil,
        phone: String? = nil
    ) {
        self.endpoint = endpoint
        self.text = text
        self.token = token
        self.title = title
        self.type = type
        self.phone = phone
    }

    func fits(_ request: FaultSubject) -> Bool {
        guard endpoint == request.endpoint else { return false }
        if let token, request.token?.hasPrefix(token) != true { return false }
        if let title, request.title != title { return false }
        if let type, request.type != type { return false }
        if let phone, request.phone != phone { return false }
        if let text, !String(decoding: request.body, as: UTF8.self).contains(text) { return false }
        return true
    }
}

/// What a fault looks at.
package struct FaultSubject {
    var endpoint: String
    var body: [UInt8]
    var token: String?
    var title: String?
    var type: String?
    var phone: String?

    /// Describes a request.
    package init(
        endpoint: String,
        body: [UInt8],
        token: String? = nil,
        title: String? = nil,
        type: String? = nil,
        phone: String? = nil
    ) {
        self.endpoint = endpoint
        self.body = body
        self.token = token
        self.title = title
        self.type = type
        self.phone = phone
    }
}
