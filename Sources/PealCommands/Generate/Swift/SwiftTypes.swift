/// The types that every generated Swift file has.
enum SwiftTypes {
    /// The lines; without what is about entities in an app that declares none.
    static func lines(hasEntities: Bool) -> [String] {
        SourceText.lines(values + (hasEntities ? entities : "") + end)
    }

    private static let values = #"""
        extension Peal {
            /// A day of the calendar.
            public struct Day: Sendable, Hashable {
                public var year, month, day: Int

                public init(year: Int, month: Int, day: Int) {
                    (self.year, self.month, self.day) = (year, month, day)
                }

                fileprivate var json: JSON {
                    let digits = { (number: Int, width: Int) in
                        String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
                    }
                    return .string("\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))")
                }
            }

            /// An exact amount, such as `Money("25.00", "USD")`.
            public struct Money: Sendable, Hashable {
                public var amount: String
                /// The ISO 4217 code.
                public var currency: String

                public init(_ amount: String, _ currency: String) { (self.amount, self.currency) = (amount, currency) }

                fileprivate var json: JSON { ["amount": .string(amount), "currency": .string(currency)] }
            }

            /// Who caused something; left out of the recipients unless the catalog includes them.
            public enum Actor: Sendable, Hashable {
                case user(String)
                case admin(String)
                case system

                fileprivate var json: JSON {
                    switch self {
                    case .user(let id): ["id": .string(id), "kind": "user"]
                    case .admin(let id): ["id": .string(id), "kind": "admin"]
                    case .system: ["kind": "system"]
                    }
                }
            }

            /// What Peal knows of a user.
            public struct User: Sendable {
                public var name: String?
                /// Such as `en-GB`.
                public var locale: String?
                /// An IANA time zone, such as `Europe/Berlin`.
                public var timeZone: String?
                public var roles: [String]?
                public var attributes: [String: JSON]?

                public init(
                    name: String? = nil, locale: String? = nil, timeZone: String? = nil, roles: [String]? = nil,
                    attributes: [String: JSON]? = nil
                ) {
                    (self.name, self.locale, self.timeZone) = (name, locale, timeZone)
                    (self.roles, self.attributes) = (roles, attributes)
                }

                fileprivate var json: JSON {
                    .object(said: [
                        "name": name.map(JSON.string), "locale": locale.map(JSON.string),
                        "timeZone": timeZone.map(JSON.string), "roles": roles.map { .array($0.map(JSON.string)) },
                        "attributes": attributes.map(JSON.object),
                    ])
                }
            }

        """#

    private static let entities = #"""

            /// An entity, such as `EntityRef(.event, "e1")`.
            public struct EntityRef: Sendable, Hashable {
                public var type: EntityType
                public var id: String

                public init(_ type: EntityType, _ id: String) { (self.type, self.id) = (type, id) }

                fileprivate var text: String { "\(type.rawValue)/\(id)" }
                fileprivate var json: JSON { .string(text) }
            }

            /// Members of an entity.
            public struct MemberQuery: Sendable {
                /// Whose members.
                public enum Selector: Sendable {
                    /// Those of the trigger's entity.
                    case itself
                    /// Those of its parent.
                    case parent
                    /// Those of the named one.
                    case entity(EntityRef)

                    fileprivate var json: JSON {
                        switch self {
                        case .itself: "self"
                        case .parent: "parent"
                        case .entity(let ref): ref.json
                        }
                    }
                }

                public var of: Selector
                /// Roles that are included; `nil` is all.
                public var roles: [String]?
                /// Statuses that are included; `nil` is all.
                public var statuses: [String]?
                /// Another entity that they must be members of.
                public var alsoMemberOf: Selector?

                public init(
                    of: Selector, roles: [String]? = nil, statuses: [String]? = nil, alsoMemberOf: Selector? = nil
                ) {
                    (self.of, self.roles, self.statuses, self.alsoMemberOf) = (of, roles, statuses, alsoMemberOf)
                }

                fileprivate var json: JSON {
                    .object(said: [
                        "of": of.json, "role": roles.map { .array($0.map(JSON.string)) },
                        "status": statuses.map { .array($0.map(JSON.string)) }, "alsoMemberOf": alsoMemberOf?.json,
                    ])
                }
            }

            /// What Peal knows of an entity.
            public struct Entity: Sendable {
                public var parent: EntityRef?
                public var ownerId: String?
                public var status: String?
                /// An IANA time zone, such as `Europe/Berlin`.
                public var timeZone: String?
                public var times: [String: Date]?
                public var attributes: [String: JSON]?

                public init(
                    parent: EntityRef? = nil, ownerId: String? = nil, status: String? = nil, timeZone: String? = nil,
                    times: [String: Date]? = nil, attributes: [String: JSON]? = nil
                ) {
                    (self.parent, self.ownerId, self.status) = (parent, ownerId, status)
                    (self.timeZone, self.times, self.attributes) = (timeZone, times, attributes)
                }

                fileprivate var members: [String: JSON?] {
                    [
                        "parent": parent?.json, "ownerId": ownerId.map(JSON.string), "status": status.map(JSON.string),
                        "timeZone": timeZone.map(JSON.string), "attributes": attributes.map(JSON.object),
                        "times": times.map { .object($0.mapValues(JSON.instant)) },
                    ]
                }
            }

            /// What a member is.
            public struct Member: Sendable {
                public var role: String?
                public var status: String?
                public var attributes: [String: JSON]?

                public init(role: String? = nil, status: String? = nil, attributes: [String: JSON]? = nil) {
                    (self.role, self.status, self.attributes) = (role, status, attributes)
                }

                fileprivate func json(user: String? = nil) -> JSON {
                    .object(said: [
                        "user": user.map(JSON.string), "role": role.map(JSON.string),
                        "status": status.map(JSON.string), "attributes": attributes.map(JSON.object),
                    ])
                }
            }

        """#

    private static let end = #"""

            /// What is worth knowing although the call was carried out.
            public struct Warning: Sendable, Hashable, Decodable {
                public var code, detail: String
            }

            /// A trigger that Peal has stored.
            public struct Accepted: Sendable {
                public var id: String
                /// Whether it was sent before: `id` is the first one, and nothing is sent again.
                public var isDuplicate: Bool
                public var warnings: [Warning]
            }

            /// What a cancelled trigger still prevented, in recipients.
            public struct Cancelled: Sendable, Decodable {
                public var cancelled, tooLate: Int
                /// `before-fan-out`, `during` or `after`.
                public var phase: String
            }
        }
        """#
}
