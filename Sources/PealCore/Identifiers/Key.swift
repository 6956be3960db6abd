/// A name given from outside (by a backend or a catalog), typed by what it names.
public struct Key<Kind>: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral, Codable {
    /// The name as it was given.
    public let rawValue: String

    /// Types a name.
    @inlinable
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Types a literal.
    @inlinable
    public init(stringLiteral value: String) { rawValue = value }

    /// Reads the bare string.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the bare string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The name itself.
    @inlinable public var description: String { rawValue }

    /// Names are equal when their bytes are, as in the store and in JSON: Swift's own equality would take two spellings
    /// of "é" for one name.
    @inlinable
    public static func == (left: Key, right: Key) -> Bool { left.rawValue.utf8.elementsEqual(right.rawValue.utf8) }

    /// Hashes the bytes.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        var copy = rawValue
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Orders by bytes.
    @inlinable
    public static func < (left: Key, right: Key) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}

/// Tags app names.
public enum AppKind {}
/// Tags user names.
public enum UserKind {}
/// Tags notification type names.
public enum NotificationTypeKind {}
/// Tags category names.
public enum CategoryKind {}
/// Tags entity type names.
public enum EntityTypeKind {}

/// Names an app, for example `reports`.
public typealias AppID = Key<AppKind>
/// Names a user as the host app does.
public typealias UserID = Key<UserKind>
/// Names a notification type, for example `ride-requested`.
public typealias TypeID = Key<NotificationTypeKind>
/// Names a category, for example `kudos`.
public typealias CategoryID = Key<CategoryKind>
/// Names an entity type, for example `report`.
public typealias EntityTypeID = Key<EntityTypeKind>

/// Points at a thing of the host app, written `type/id`.
public struct EntityRef: Hashable, Sendable, CustomStringConvertible, Codable {
    /// The declared entity type.
    public let type: EntityTypeID
    /// The host app's identifier within the type.
    public var id: String { key.rawValue }
    private let key: Key<EntityRef>

    /// Joins a type and an identifier.
    public init(type: EntityTypeID, id: String) {
        self.type = type
        key = Key(id)
    }

    /// Reads `type/id`; `nil` when either half is empty.
    public init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
        let id = text[text.index(after: slash)...]
        guard !id.isEmpty else { return nil }
        self.init(type: EntityTypeID(String(text[..<slash])), id: String(id))
    }

    /// Reads `type/id`, as in ``init(_:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let parsed = EntityRef(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "an entity is written type/id")
        }
        self = parsed
    }

    /// Writes `type/id`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The written form, `type/id`.
    public var description: String { "\(type.rawValue)/\(id)" }
}

extension EntityRef: Comparable {
    /// Orders by type, then by identifier.
    public static func < (left: EntityRef, right: EntityRef) -> Bool {
        left.type == right.type ? left.key < right.key : left.type < right.type
    }
}
