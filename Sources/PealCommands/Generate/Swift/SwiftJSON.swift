/// How a generated Swift file writes JSON.
enum SwiftJSON {
    /// The lines; without what is about entities in an app that declares none.
    static func lines(hasEntities: Bool) -> [String] {
        SourceText.lines(json + (hasEntities ? entityJSON : "") + jsonEnd)
    }

    private static let json = #"""
        extension Peal {
            /// A value of JSON, for free attributes.
            public enum JSON: Sendable, Hashable, Encodable, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
                ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral
            {
                case null
                case bool(Bool)
                case integer(Int)
                case number(Double)
                case string(String)
                case array([JSON])
                case object([String: JSON])

                public init(stringLiteral value: String) { self = .string(value) }
                public init(booleanLiteral value: Bool) { self = .bool(value) }
                public init(integerLiteral value: Int) { self = .integer(value) }
                public init(dictionaryLiteral elements: (String, JSON)...) {
                    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
                }

                public func encode(to encoder: any Encoder) throws {
                    var container = encoder.singleValueContainer()
                    switch self {
                    case .null: try container.encodeNil()
                    case .bool(let value): try container.encode(value)
                    case .integer(let value): try container.encode(value)
                    case .number(let value): try container.encode(value)
                    case .string(let value): try container.encode(value)
                    case .array(let value): try container.encode(value)
                    case .object(let value): try container.encode(value)
                    }
                }

                /// An object without the members that are not said.
                fileprivate static func object(said members: [String: JSON?]) -> JSON {
                    .object(members.compactMapValues { $0 })
                }

                fileprivate static func instant(_ date: Date) -> JSON {
                    .string(Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(date))
                }

                fileprivate static func duration(_ duration: Duration) -> JSON {
                    let (seconds, attoseconds) = duration.components
                    let fraction = String(String(1_000_000_000 + attoseconds / 1_000_000_000).dropFirst())
                    return .string("PT\(seconds).\(fraction)S")
                }

        """#

    private static let entityJSON = #"""

                fileprivate static func entities(_ entities: [EntityRef: Entity]) -> JSON {
                    let members = entities.map { ($0.text, JSON.object(said: $1.members)) }
                    return .object(Dictionary(members, uniquingKeysWith: { $1 }))
                }

        """#

    private static let jsonEnd = #"""
            }
        }

        extension Peal.Priority {
            fileprivate var json: Peal.JSON { .string(rawValue) }
        }
        """#
}
