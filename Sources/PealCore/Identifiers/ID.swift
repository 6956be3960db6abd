/// Names the kind of row an ``ID`` points at and how it is printed.
public protocol IDKind: Sendable {
    /// The printed prefix without the underscore, for example `trg`.
    static var prefix: String { get }
}

/// An identifier made by Peal, typed by what it identifies and printed as `trg_…`.
public struct ID<Kind: IDKind>: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The untyped identifier.
    public let rawValue: UUIDv7

    /// Types an identifier.
    @inlinable
    public init(_ rawValue: UUIDv7) { self.rawValue = rawValue }

    /// Reads the printed form; `nil` when the prefix or the digits are wrong.
    public init?(_ text: some StringProtocol) {
        let prefix = Kind.prefix
        guard text.utf8.count == prefix.utf8.count + 33, text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        guard rest.first == "_", let raw = UUIDv7(hex: rest.dropFirst()) else { return nil }
        rawValue = raw
    }

    /// The printed form, for example `trg_0190…`.
    public var description: String {
        let prefix = Kind.prefix.utf8
        return String(unsafeUninitializedCapacity: prefix.count + 33) { buffer in
            for (index, byte) in prefix.enumerated() { buffer[index] = byte }
            buffer[prefix.count] = UInt8(ascii: "_")
            rawValue.write(hexTo: UnsafeMutableBufferPointer(rebasing: buffer[(prefix.count + 1)...]))
            return prefix.count + 33
        }
    }

    /// Orders by creation time.
    @inlinable
    public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
}

/// Tags trigger identifiers (`trg_…`).
public enum TriggerKind: IDKind {
    /// `trg`.
    public static let prefix = "trg"
}
/// Tags notification identifiers (`ntf_…`): one per decision.
public enum NotificationKind: IDKind {
    /// `ntf`.
    public static let prefix = "ntf"
}
/// Tags identifiers of texts that recipients share (`cnt_…`).
public enum ContentKind: IDKind {
    /// `cnt`.
    public static let prefix = "cnt"
}
/// Tags device identifiers (`dev_…`).
public enum DeviceKind: IDKind {
    /// `dev`.
    public static let prefix = "dev"
}
/// Tags mute identifiers (`mut_…`).
public enum MuteKind: IDKind {
    /// `mut`.
    public static let prefix = "mut"
}
/// Tags secret-key identifiers (`key_…`).
public enum SecretKeyKind: IDKind {
    /// `key`.
    public static let prefix = "key"
}
/// Tags webhook identifiers (`whk_…`).
public enum WebhookKind: IDKind {
    /// `whk`.
    public static let prefix = "whk"
}
/// Tags identifiers of outgoing events (`msg_…`).
public enum WebhookMessageKind: IDKind {
    /// `msg`.
    public static let prefix = "msg"
}

/// Identifies a trigger.
public typealias TriggerID = ID<TriggerKind>
/// Identifies a notification, which is also its decision and its inbox row.
public typealias NotificationID = ID<NotificationKind>
/// The name of texts that recipients share.
public typealias ContentID = ID<ContentKind>
/// Identifies a device.
public typealias DeviceID = ID<DeviceKind>
/// Identifies a mute.
public typealias MuteID = ID<MuteKind>
/// Identifies a secret key.
public typealias SecretKeyID = ID<SecretKeyKind>
/// Identifies a webhook: where an app receives events.
public typealias WebhookID = ID<WebhookKind>
/// Identifies an outgoing event; the same for each webhook that receives it, and for each attempt.
public typealias WebhookMessageID = ID<WebhookMessageKind>

/// Makes time-ordered identifiers; injected so that tests repeat.
public struct IDGenerator: Sendable {
    private let next: @Sendable () -> UUIDv7

    /// Wraps a source of fresh identifiers.
    public init(next: @escaping @Sendable () -> UUIDv7) { self.next = next }

    /// A fresh identifier of the asked kind.
    public func make<Kind: IDKind>(_: Kind.Type = Kind.self) -> ID<Kind> { ID(next()) }
}
