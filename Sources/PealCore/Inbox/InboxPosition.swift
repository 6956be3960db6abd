/// Where a client is in an inbox that it reads page by page: alerts come first, newest first in both parts.
///
/// Between two pages rows become alerts and cease to be ones. So a position holds which alerts were returned as alerts; after
/// them all other rows follow by age, whatever they are by then. A row that is shown all along is returned once.
public struct InboxPosition: Sendable, Equatable {
    /// The two parts of an inbox.
    public enum Part: Sendable, Equatable {
        /// Rows that are alerts, which come first.
        case alerts
        /// All others.
        case others
    }

    /// Alerts that come first at most, as many as a page may have; further ones come in their place by age.
    public static let alertsFirst = 200
    /// Alerts that a position holds: those that come first, and some that an offset passed over.
    private static let marksKept = 300

    /// The part that the last row belonged to.
    public var part: Part
    /// The last row that was returned; `nil` at the start.
    public var after: NotificationID?
    /// The alerts that were returned as such.
    private var returned: [Mark]

    /// The last six bytes of an identifier, all random: enough to tell a user's rows apart.
    private struct Mark: Hashable {
        static let characters = 8
        let bytes: [UInt8]

        init(of id: NotificationID) { bytes = Array(id.rawValue.bytes.suffix(6)) }

        init?(_ text: some StringProtocol) {
            guard let bytes = Base64URL.decode(text), bytes.count == 6 else { return nil }
            self.bytes = bytes
        }
    }

    /// The start of an inbox.
    public init() {
        part = .alerts
        after = nil
        returned = []
    }

    /// Reads a page.
    /// - Parameters:
    ///   - request: which page; a token that is not ours is the first.
    ///   - offset: rows to pass over, on the first page.
    ///   - read: reads rows of a part below an identifier, newest first: part, identifier, how many to read at most, and how
    ///     many to pass over.
    /// - Returns: the page.
    /// - Throws: what reading throws.
    public static func page(
        _ request: PageRequest,
        offset: Int,
        _ read: (Part, NotificationID?, _ limit: Int, _ offset: Int) throws -> [InboxItem]
    ) rethrows -> Page<InboxItem> {
        let start = request.after.flatMap(Self.init(token:)) ?? Self()
        // One more than asked for says whether there is a next page.
        let wanted = request.limit + 1
        var (position, items, toSkip) = (start, [InboxItem](), offset)
        if start.part == .alerts {
            let room = offset > 0 ? offset + wanted : min(wanted, max(0, alertsFirst - start.returned.count))
            let alerts = try read(.alerts, start.after, room, 0)
            let skipped = alerts.prefix(offset)
            toSkip -= skipped.count
            position.returned += skipped.map { Mark(of: $0.id) }
            items = Array(alerts.dropFirst(offset))
        }
        let alerts = items.prefix(request.limit).count
        if items.count < wanted {
            let seen = Set(position.returned + items.map { Mark(of: $0.id) })
            let after = start.part == .others ? start.after : nil
            let missing = wanted - items.count
            // What was returned as an alert may have ceased to be one, and is no news.
            var rest = try read(.others, after, missing + start.returned.count, toSkip)
            if start != Self() || items.count == alertsFirst {
                rest += try read(.alerts, after, missing + seen.count, 0)
                rest.sort { $0.id > $1.id }
            }
            items += rest.lazy.filter { !seen.contains(Mark(of: $0.id)) }.prefix(missing)
        }
        guard items.count > request.limit else { return Page(items: items, next: nil) }
        items.removeLast()
        position.part = items.count > alerts ? .others : .alerts
        position.after = items.last?.id
        position.returned += items.prefix(alerts).map { Mark(of: $0.id) }
        position.returned = Array(position.returned.prefix(marksKept))
        return Page(items: items, next: position.token)
    }

    private init?(token: String) {
        guard let part = ["a": Part.alerts, "n": .others][token.prefix(1)] else { return nil }
        let rest = token.dropFirst()
        guard let id = UUIDv7(hex: rest.prefix(32)) else { return nil }
        self.part = part
        after = NotificationID(id)
        var texts = rest.dropFirst(32)
        returned = []
        while !texts.isEmpty {
            guard let mark = Mark(texts.prefix(Mark.characters)) else { return nil }
            returned.append(mark)
            texts = texts.dropFirst(Mark.characters)
        }
    }

    private var token: String? {
        after.map { id in
            (part == .alerts ? "a" : "n") + id.rawValue.hex + Base64URL.encode(returned.flatMap(\.bytes))
        }
    }
}
