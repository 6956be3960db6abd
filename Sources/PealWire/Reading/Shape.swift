public import PealCore

/// What a JSON value must look like and what it becomes.
public struct Shape<Value> {
    /// Reads a value; `nil` after a report when it does not fit.
    public let read: (JSONValue, ReadingPath) -> Value?

    /// Wraps a reading.
    public init(_ read: @escaping (JSONValue, ReadingPath) -> Value?) { self.read = read }

    /// The same with a further step that may report.
    public func then<Next>(_ step: @escaping (Value, ReadingPath) -> Next?) -> Shape<Next> {
        Shape<Next> { json, path in read(json, path).flatMap { step($0, path) } }
    }

    /// The same, or `null`.
    public var orNull: Shape<Value?> {
        Shape<Value?> { json, path in json == .null ? .some(nil) : read(json, path).map(Optional.some) }
    }

    /// An object whose members `body` asks for.
    public static func object(_ body: @escaping (ObjectReader) -> Value?) -> Shape {
        Shape { json, path in
            guard case .object(let members) = json else {
                path.report("must be an object")
                return nil
            }
            let reader = ObjectReader(members, at: path)
            let value = body(reader)
            reader.close()
            return value
        }
    }

    /// An array of at most `limit` elements.
    public static func array<Element>(_ element: Shape<Element>, atMost limit: Int) -> Shape where Value == [Element] {
        Shape { json, path in
            guard case .array(let elements) = json else {
                path.report("must be an array")
                return nil
            }
            guard elements.count <= limit else {
                path.report("has more than \(limit) elements")
                return nil
            }
            var values: [Element] = []
            for (index, json) in elements.enumerated() {
                if let value = element.read(json, path.element(index)) { values.append(value) }
            }
            return values.count == elements.count ? values : nil
        }
    }

    /// An object with free names and at most `limit` members.
    public static func map<Element>(
        _ element: Shape<Element>,
        atMost limit: Int,
        nameBytes: Int = 200
    ) -> Shape where Value == [String: Element] {
        Shape { json, path in
            guard case .object(let members) = json else {
                path.report("must be an object")
                return nil
            }
            guard members.count <= limit else {
                path.report("has more than \(limit) members")
                return nil
            }
            var values: [String: Element] = [:]
            for (name, json) in members.sorted(by: { $0.key < $1.key }) {
                guard TextRules.isIdentifier(name, bytes: nameBytes) else {
                    path.member(name).report("the name is empty, too long or contains control characters")
                    continue
                }
                if let value = element.read(json, path.member(name)) { values[name] = value }
            }
            return values.count == members.count ? values : nil
        }
    }
}
