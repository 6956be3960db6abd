extension LinkPolicy {
    /// The longest link a notification may carry, in bytes.
    public static let maximumLength = 2048

    /// Whether a rendered link may be sent (R126): an app path, or the same behind the app's own scheme or a listed `https`
    /// host, whose path matches one of the routes.
    ///
    /// Only the characters of RFC 3986 count; percent escapes are looked at decoded, once. A separator that is escaped belongs to
    /// the value of its segment, as in an id with slashes, and never to the path: `%2f` fills a `{name}` and is no part of a
    /// route, and no part of a value may be `.` or `..`.
    public func allows(_ link: String) -> Bool {
        guard !link.isEmpty, link.utf8.count <= Self.maximumLength, link.utf8.allSatisfy(Self.isLinkByte) else {
            return false
        }
        guard let path = path(of: link) else { return false }
        guard let segments = Self.decodedSegments(of: path) else { return false }
        return routes.contains { Self.route($0, matches: segments) }
    }

    /// Whether a link stays inside the app, whatever its routes: an app path, or one behind the own scheme or a listed host.
    public func isOwn(_ link: String) -> Bool {
        link.utf8.allSatisfy(Self.isLinkByte) && path(of: link).flatMap(Self.decodedSegments) != nil
    }

    /// The link of a notification: the template filled in when the result is allowed, the app's fallback otherwise (R125).
    ///
    /// Values are escaped, so that none can add a path segment or a query parameter. A query parameter that names an omitted
    /// variable is left out, as RFC 6570 §3.2.8 does with undefined ones. A template that is one hole and nothing else takes
    /// its value as the whole link.
    /// - Parameters:
    ///   - template: the catalog's link.
    ///   - value: the text of a variable; `nil` when it was omitted.
    /// - Returns: a link that ``allows(_:)`` passes, or the fallback.
    public func link(from template: Template, value: (String) -> String?) -> String {
        allowed(from: template, value: value) ?? fallback
    }

    /// The same; `nil` where ``allows(_:)`` refuses the result.
    func allowed(from template: Template, value: (String) -> String?) -> String? {
        let whole = template.segments.count == 1
        var isOmitted = false
        let rendered = template.render { name, _ in
            guard let text = value(name) else {
                isOmitted = true
                return Self.omitted
            }
            return whole ? text : Self.percentEncoded(text)
        }
        let link = isOmitted ? Self.withoutOmitted(rendered) : rendered
        return allows(link) ? link : nil
    }

    /// Escapes everything but the unreserved characters of RFC 3986 §2.3.
    public static func percentEncoded(_ value: String) -> String { PercentCoding.encode(value) }

    /// The app path inside a link, without query and fragment; `nil` when its scheme or host is not ours.
    private func path(of link: String) -> Substring? {
        var rest = Substring(link)
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            guard !rest.utf8[hash...].dropFirst().contains(UInt8(ascii: "#")) else { return nil }
            rest = rest[..<hash]
        }
        if let question = rest.utf8.firstIndex(of: UInt8(ascii: "?")) { rest = rest[..<question] }
        if rest.utf8.first == UInt8(ascii: "/") { return rest }
        guard let mark = rest.firstRange(of: "://") else { return nil }
        let name = rest[..<mark.lowerBound].lowercased()
        let after = rest[mark.upperBound...]
        if !scheme.isEmpty, name == scheme.lowercased() {
            return after.hasPrefix("/") ? after : Substring("/" + after)
        }
        guard name == "https" else { return nil }
        let slash = after.firstIndex(of: "/") ?? after.endIndex
        guard hosts.contains(after[..<slash].lowercased()) else { return nil }
        return slash == after.endIndex ? "/" : after[slash...]
    }

    private static func decodedSegments(of path: Substring) -> [String]? {
        if path == "/" { return [] }
        var segments: [String] = []
        for raw in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let segment = PercentCoding.decode(Substring(raw)), !segment.isEmpty,
                !segment.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
                !segment.utf8.split(whereSeparator: { $0 == 0x2F || $0 == 0x5C }).contains(where: Self.isDots)
            else { return nil }
            segments.append(segment)
        }
        return segments
    }

    /// `.` or `..`, by which a path climbs.
    private static func isDots(_ part: Substring.UTF8View) -> Bool {
        part.count <= 2 && part.allSatisfy { $0 == UInt8(ascii: ".") }
    }

    private static func route(_ route: String, matches segments: [String]) -> Bool {
        let parts = route.utf8.split(separator: UInt8(ascii: "/"))
        guard parts.count == segments.count else { return false }
        return zip(parts, segments).allSatisfy { part, segment in
            (part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")) || Substring(part) == segment
        }
    }

    private static func isLinkByte(_ byte: UInt8) -> Bool {
        PercentCoding.isUnreserved(byte) || ":/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }
}
