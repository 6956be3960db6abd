/// The value of a trigger's variable, typed by its declaration.
public enum VariableValue: Sendable, Hashable {
    /// A short text: a name, a title.
    case string(String)
    /// A long text: a preview, a reason.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// Yes or no.
    case boolean(Bool)
    /// A moment.
    case instant(Timestamp)
    /// A day.
    case date(CalendarDate)
    /// A length of time.
    case duration(Duration)
    /// An exact decimal amount and its ISO 4217 code.
    case money(amount: String, currency: String)

    /// Why a value does not fit its declaration.
    public struct Problem: Error, Equatable {
        /// What was expected.
        public let message: String
    }

    /// The longest `string`, in graphemes.
    public static let maximumStringLength = 1000
    /// The longest `text`, in graphemes.
    public static let maximumTextLength = 4000

    /// Reads a JSON value as the declared type.
    /// - Parameters:
    ///   - json: the value in a trigger's `data` or a catalog's `example`.
    ///   - type: the declared type.
    /// - Throws: ``Problem`` when the value does not fit.
    public init(json: JSONValue, as type: VariableType) throws(Problem) {
        switch type {
        case .string: self = .string(try Self.text(json, limit: Self.maximumStringLength))
        case .text: self = .text(try Self.text(json, limit: Self.maximumTextLength))
        case .integer: self = .integer(try Self.integer(json))
        case .number: self = .number(try Self.number(json))
        case .boolean:
            guard case .bool(let value) = json else { throw Problem(message: "expected true or false") }
            self = .boolean(value)
        case .instant:
            guard let text = json.string, let value = Timestamp(rfc3339: text) else {
                throw Problem(message: "expected an RFC 3339 time, such as \"2026-11-20T18:00:00Z\"")
            }
            self = .instant(value)
        case .date:
            guard let text = json.string, let value = CalendarDate(iso: text) else {
                throw Problem(message: "expected a date, such as \"2026-11-20\"")
            }
            self = .date(value)
        case .duration:
            guard let text = json.string, let value = Duration(iso8601: text) ?? Duration(catalog: text) else {
                throw Problem(message: "expected a duration, such as \"PT1H30M\" or \"1h30m\"")
            }
            self = .duration(value)
        case .money: self = try Self.money(json)
        }
    }

    /// The text of the value where no formatter is named.
    public var plain: String {
        switch self {
        case .string(let value), .text(let value): value
        case .integer(let value): String(value)
        case .number(let value): Self.plain(value)
        case .boolean(let value): value ? "true" : "false"
        case .instant(let value): value.rfc3339
        case .date(let value): value.iso
        case .duration(let value): Self.plain(value)
        case .money(let amount, let currency): "\(amount) \(currency)"
        }
    }

    private static func text(_ json: JSONValue, limit: Int) throws(Problem) -> String {
        guard let value = json.string?.withUnixLineEnds else { throw Problem(message: "expected a string") }
        // The usual case needs no look at graphemes and categories: one byte is one character, and none is a control.
        if value.utf8.count <= limit, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
            value.utf8.contains(where: { $0 != 0x20 })
        {
            return value
        }
        // A grapheme may hold any number of combining marks, so bytes are bounded too.
        guard value.utf8.count <= limit * 16, value.count <= limit else {
            throw Problem(message: "longer than \(limit) characters")
        }
        // A blank value would leave a generic sentence (R109); what may be missing is declared optional and left out.
        guard !value.isBlank else { throw Problem(message: "is blank") }
        let hasControl = value.unicodeScalars.contains { scalar in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
        }
        guard !hasControl else { throw Problem(message: "holds a control character other than newline and tab") }
        return value
    }

    private static func integer(_ json: JSONValue) throws(Problem) -> Int64 {
        switch json {
        case .integer(let value): return value
        case .number(let value):
            guard let exact = Int64(exactly: value) else { throw Problem(message: "expected a whole number") }
            return exact
        default: throw Problem(message: "expected a whole number")
        }
    }

    private static func number(_ json: JSONValue) throws(Problem) -> Double {
        switch json {
        case .integer(let value): return Double(value)
        case .number(let value) where value.isFinite: return value
        default: throw Problem(message: "expected a number")
        }
    }

    private static func money(_ json: JSONValue) throws(Problem) -> VariableValue {
        let problem = Problem(
            message: "expected money, such as \"25.00 USD\" or {\"amount\": \"25.00\", \"currency\": \"USD\"}"
        )
        let amount: String
        let currency: String
        switch json {
        case .string(let text):
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw problem }
            amount = String(parts[0])
            currency = String(parts[1])
        case .object(let members):
            guard members.count == 2, let code = members["currency"]?.string else { throw problem }
            switch members["amount"] {
            case .string(let text): amount = text
            case .integer(let whole): amount = String(whole)
            // A binary fraction is not an exact amount.
            default: throw problem
            }
            currency = code
        default: throw problem
        }
        guard isAmount(amount), currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw problem
        }
        return .money(amount: amount, currency: currency)
    }

    /// At most fifteen digits before the point and four after it.
    private static func isAmount(_ text: String) -> Bool {
        var digits = Substring(text)
        if digits.hasPrefix("-") { digits.removeFirst() }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count <= 2, (1...15).contains(whole.utf8.count) else { return false }
        if parts.count == 2, !(1...4).contains(parts[1].utf8.count) { return false }
        return parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    }

    private static func plain(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        return String(value)
    }

    /// Unit symbols that read alike in most languages: `1 h 30 min`.
    private static func plain(_ value: Duration) -> String {
        let milliseconds = value.wholeMilliseconds
        guard milliseconds >= 0 else { return "-" + plain(Duration.zero - value) }
        var rest = milliseconds / 1000
        var parts: [String] = []
        for (unit, seconds) in [("d", Int64(86_400)), ("h", 3600), ("min", 60), ("s", 1)] where rest >= seconds {
            parts.append("\(rest / seconds) \(unit)")
            rest %= seconds
        }
        return parts.isEmpty ? "\(milliseconds) ms" : parts.joined(separator: " ")
    }
}
