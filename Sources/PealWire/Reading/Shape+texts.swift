public import PealCore

extension Shape where Value == String {
    /// The message is only made where it is needed: it has numbers in it.
    private static func text(
        _ message: @escaping @autoclosure () -> String,
        _ fits: @escaping (String) -> Bool
    ) -> Shape {
        Shape { json, path in
            guard let text = json.string else {
                path.report("must be a string")
                return nil
            }
            guard fits(text) else {
                path.report(message())
                return nil
            }
            return text
        }
    }

    /// A name made by the host app: 1 to 200 bytes, no control characters.
    public static var identifier: Shape { identifier(bytes: 200) }

    /// A name made by the host app, bounded in bytes, no control characters.
    public static func identifier(bytes limit: Int) -> Shape {
        text("must be 1 to \(limit) bytes without control characters") { TextRules.isIdentifier($0, bytes: limit) }
    }

    /// A text for end users: bounded in graphemes (and so in bytes), no control characters.
    public static func text(graphemes limit: Int) -> Shape {
        text("must be 1 to \(limit) characters without control characters") { text in
            TextRules.isIdentifier(text, bytes: limit * 16) && text.count <= limit
        }
    }

    /// Any string up to so many bytes.
    public static func string(bytes limit: Int) -> Shape {
        text("must be at most \(limit) bytes") { $0.utf8.count <= limit }
    }

    /// A BCP 47 tag by its form.
    ///
    /// Android and POSIX write `de_DE` and `de_DE.UTF-8`: both are `de-DE`.
    public static var locale: Shape {
        Shape { json, path in
            let text = json.string.map { String($0.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")) }
            guard let text, isLocale(text) else {
                path.report("must be a locale, such as \"en-GB\"\(LanguageNames.hint(for: text ?? ""))")
                return nil
            }
            return text
        }
    }

    private static func isLocale(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 35, let language = parts.first, (2...8).contains(language.utf8.count) else {
            return false
        }
        return language.utf8.allSatisfy(isLetter)
            && parts.dropFirst().allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
            }
    }

    /// An IANA zone that exists, or an offset as it is shown.
    static var timeZoneOrOffset: Shape {
        Shape { json, path in
            json.string.flatMap { ZoneOffset(name: $0)?.name } ?? timeZone.read(json, path)
        }
    }

    /// An IANA zone that exists.
    public static var timeZone: Shape {
        Shape.identifier(bytes: 64).then { name, path in
            guard ZoneOffset(name: name) == nil, path.rules.zoneExists(name) else {
                let advice =
                    path.rules.nearestZone(name).map { "did you mean `\($0)`?" }
                    ?? "use an IANA name, such as \"Europe/Berlin\""
                path.report("unknown time zone `\(name)`; \(advice)")
                return nil
            }
            return name
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) }
}

extension Shape {
    /// A name made by the host app, typed.
    public static func key<Kind>(bytes limit: Int = 200) -> Shape where Value == Key<Kind> {
        Shape<String>.identifier(bytes: limit).then { text, _ in Key<Kind>(text) }
    }

    /// One of the words of a vocabulary.
    public static func word() -> Shape
    where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
        Shape { json, path in
            guard let text = json.string, let value = Value(rawValue: text) else {
                let words = Value.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                path.report("must be one of \(words)")
                return nil
            }
            return value
        }
    }
}

extension Shape where Value == UserID {
    /// A user that a call names; `.` and `..` are users nowhere, since no URL carries them.
    public static var namedUser: Shape {
        Shape<UserID>.key().then { user, path in
            guard !DotSegment.isOne(user.rawValue) else {
                path.report("must not be \".\" or \"..\", which no URL carries")
                return nil
            }
            return user
        }
    }

    /// A user that a call may create: `me` is the user of a token, and cannot be one's name.
    public static var user: Shape {
        namedUser.then { user, path in
            guard !APIRoutes.reservedUserNames.contains(user.rawValue) else {
                path.report("must not be \"me\", \"bulk\" or \"eta\", which are reserved in paths")
                return nil
            }
            return user
        }
    }
}

extension Shape where Value == EntityRef {
    /// An entity of the host app, `type/id`.
    public static var entity: Shape {
        Shape<String>.identifier(bytes: 301).then { text, path in
            guard let ref = EntityRef(text), ref.type.rawValue.utf8.count <= 100, ref.id.utf8.count <= 200 else {
                path.report("must be type/id, with at most 100 and 200 bytes")
                return nil
            }
            guard !DotSegment.isOne(ref.type.rawValue), !DotSegment.isOne(ref.id) else {
                path.report("must not have \".\" or \"..\" as its type or id, which no URL carries")
                return nil
            }
            return ref
        }
    }
}

extension Shape where Value == EntitySelector {
    /// `self`, `parent` or `type/id`.
    public static var selector: Shape {
        Shape { json, path in
            switch json.string {
            case "self": return .itself
            case "parent": return .parent
            default: return Shape<EntityRef>.entity.read(json, path).map(EntitySelector.named)
            }
        }
    }
}

extension Shape where Value == Platform {
    /// The operating system of a device, in any case: libraries name it as it writes itself, `iOS`.
    static var platform: Shape {
        Shape { json, path in
            Shape<Platform>.word().read(json.string.map { .string($0.lowercased()) } ?? json, path)
        }
    }
}

extension Shape where Value == ProviderID {
    /// A push service that devices may name.
    public static var provider: Shape {
        Shape { json, path in
            guard let known = path.rules.providers.named(json.string?.lowercased()) else {
                path.report("must be one of \(path.rules.providers.quotedNames)")
                return nil
            }
            return known.id
        }
    }

    /// A push service, or a channel next to push and the inbox.
    static var queueName: Shape {
        Shape { json, path in
            let known = path.rules.providers
            guard let name = known.queueNames.first(where: { $0.rawValue == json.string }) else {
                path.report("must be one of \(known.quotedQueueNames)")
                return nil
            }
            return name
        }
    }
}
