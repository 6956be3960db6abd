public import PealCore

/// What one text of a catalog says otherwise than another, place by place.
///
/// Comments, order and spelling of the YAML make no difference; lists are compared whole.
public struct CatalogDifference: Sendable, Equatable {
    /// What happened to a place.
    public enum Kind: String, Sendable {
        case added, removed, changed
    }

    /// One place that differs.
    public struct Change: Sendable, Equatable {
        /// Where, as findings name it: `types.assigned.body.en`.
        public var path: String
        /// What happened to it.
        public var kind: Kind
        /// What stood there before.
        public var from: JSONValue?
        /// What stands there now.
        public var to: JSONValue?
    }

    /// A change of copy that users read.
    public struct CopyChange: Sendable, Equatable {
        /// The notification type.
        public var type: String
        /// `title` or `body`.
        public var field: String
        /// The locale.
        public var locale: String
        /// What happened to it.
        public var change: Change
    }

    /// More places than anybody reads; the rest is left out.
    public static let maximumChanges = 1_000

    /// Every place that differs, by path.
    public private(set) var changes: [Change] = []
    /// Whether there were more than are kept.
    public private(set) var isTruncated = false
    /// Types that are new.
    public private(set) var addedTypes: [String] = []
    /// Types that are gone.
    public private(set) var removedTypes: [String] = []
    /// Types that differ, with the names of their members that do.
    public private(set) var changedTypes: [(type: String, fields: [String])] = []
    /// Changes of titles and bodies of types that were there before.
    public private(set) var copy: [CopyChange] = []

    /// Compares two catalogs as JSON.
    public init(from old: JSONValue, to new: JSONValue) {
        let old = Self.normalized(old)
        let new = Self.normalized(new)
        compare(old, new, [])
        let before = Set(Self.types(old).keys)
        let after = Set(Self.types(new).keys)
        addedTypes = after.subtracting(before).sorted()
        removedTypes = before.subtracting(after).sorted()
        for type in before.intersection(after).sorted() {
            let (one, other) = (Self.types(old)[type]?.object ?? [:], Self.types(new)[type]?.object ?? [:])
            let fields = Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
            if !fields.isEmpty { changedTypes.append((type, fields)) }
        }
    }

    /// Whether both say the same.
    public var isEmpty: Bool { changes.isEmpty }

    /// Equal when every place is.
    public static func == (left: CatalogDifference, right: CatalogDifference) -> Bool {
        left.changes == right.changes && left.isTruncated == right.isTruncated
    }

    private mutating func compare(_ old: JSONValue?, _ new: JSONValue?, _ path: [String]) {
        guard old != new else { return }
        if case .object(let before)? = old, case .object(let after)? = new {
            for key in Set(before.keys).union(after.keys).sorted() {
                compare(before[key], after[key], path + [key])
            }
            return
        }
        guard changes.count < Self.maximumChanges else {
            isTruncated = true
            return
        }
        let kind: Kind = old == nil ? .added : new == nil ? .removed : .changed
        let change = Change(path: path.joined(separator: "."), kind: kind, from: old, to: new)
        changes.append(change)
        if path.count >= 4, path[0] == "types", path[2] == "title" || path[2] == "body" {
            copy.append(CopyChange(type: path[1], field: path[2], locale: path[3], change: change))
        }
    }

    private static func types(_ catalog: JSONValue) -> [String: JSONValue] { catalog.object?["types"]?.object ?? [:] }

    /// Copy written as a bare string is the default locale's.
    private static func normalized(_ catalog: JSONValue) -> JSONValue {
        guard var root = catalog.object, let types = root["types"]?.object else { return catalog }
        let locale = root["locales"]?.array?.first?.string ?? "en"
        root["types"] = .object(
            types.mapValues { type in
                guard var members = type.object else { return type }
                for field in ["title", "body"] {
                    guard case .string(let text)? = members[field] else { continue }
                    members[field] = .object([locale: .string(text)])
                }
                return .object(members)
            }
        )
        return .object(root)
    }
}
