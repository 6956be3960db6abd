public import PealCore

/// A push as a provider hands it to the app on a phone: the request that a simulator received.
public struct PhoneDelivery: Sendable {
    /// Counts the deliveries of a phone.
    public internal(set) var number: UInt64 = 0
    /// The push service.
    public var provider: ProviderID
    /// The request's headers that say something of the push.
    public var headers: [String: String]
    /// The request's body; of Expo's batches, one message.
    public var payload: JSONValue

    /// What an app that stands in for the phone is sent.
    public var json: JSONValue {
        .object([
            "op": .string("push"), "number": .integer(Int64(clamping: number)), "provider": .string(provider.rawValue),
            "headers": .object(headers.mapValues { .string($0) }), "payload": payload,
        ])
    }
}

/// What an app that stands in for a virtual phone has to know of it.
public struct PhoneNews: Sendable {
    /// Pushes that reached it, oldest first, with their numbers.
    public var deliveries: [PhoneDelivery]
    /// Whether it can be reached.
    public var isOnline: Bool
    /// Whether the app is on it.
    public var isInstalled: Bool
    /// Whether the app runs: the user may have ended it, and the system starts it for what it gets.
    public var isRunning: Bool
}
