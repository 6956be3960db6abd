public import PealCore

extension Shape where Value == JSONValue {
    /// Any value.
    public static var any: Shape { Shape { json, _ in json } }
}

extension Shape where Value == Bool {
    /// `true` or `false`.
    public static var bool: Shape {
        Shape { json, path in
            guard case .bool(let value) = json else {
                path.report("must be true or false")
                return nil
            }
            return value
        }
    }

    /// `true` and nothing else.
    public static var yes: Shape {
        Shape { json, path in
            guard json == .bool(true) else {
                path.report("must be true")
                return nil
            }
            return true
        }
    }
}

extension Shape where Value == Int {
    /// A whole number in a range.
    public static func integer(in range: ClosedRange<Int>) -> Shape {
        Shape { json, path in
            guard case .integer(let value) = json, let number = Int(exactly: value), range.contains(number) else {
                path.report("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
                return nil
            }
            return number
        }
    }
}

extension Shape where Value == Double {
    /// A number in a range.
    public static func number(in range: ClosedRange<Double>) -> Shape {
        Shape { json, path in
            let value: Double? =
                switch json {
                case .integer(let whole): Double(whole)
                case .number(let number): number
                default: nil
                }
            guard let value, range.contains(value) else {
                path.report("must be a number from \(range.lowerBound) to \(range.upperBound)")
                return nil
            }
            return value
        }
    }
}

extension Shape where Value == [String: JSONValue] {
    /// Free attributes: at most 100 of them, 16 KiB in all.
    public static var attributes: Shape {
        Shape.map(.any, atMost: 100).then { members, path in
            var writer = JSONWriter()
            writer.value(.object(members))
            guard writer.bytes.count <= 16 * 1024 else {
                path.report("is larger than 16 KiB")
                return nil
            }
            return members
        }
    }
}

extension Shape where Value == Timestamp {
    /// An RFC 3339 time.
    public static var timestamp: Shape {
        Shape { json, path in
            guard let text = json.string, let value = Timestamp(rfc3339: text) else {
                path.report("must be an RFC 3339 time, such as \"2026-11-20T18:00:00Z\"")
                return nil
            }
            return value
        }
    }
}

extension Shape where Value == Duration {
    /// An ISO 8601 duration longer than nothing.
    public static func duration(atMost limit: Duration) -> Shape {
        Shape { json, path in
            guard let text = json.string, let value = Duration(iso8601: text), value > .zero, value <= limit else {
                path.report("must be an ISO 8601 duration of at most \(limit.iso8601), such as \"PT1H\"")
                return nil
            }
            return value
        }
    }
}

extension Shape where Value == LocalDateTime {
    /// A date and time of day without a zone.
    public static var localDateTime: Shape {
        Shape { json, path in
            guard let text = json.string, let value = LocalDateTime(iso8601: text) else {
                path.report("must be a local date and time without an offset, such as \"2026-12-24T08:00\"")
                return nil
            }
            return value
        }
    }
}

extension Shape where Value == LocalTime {
    /// A time of day.
    public static var localTime: Shape {
        Shape { json, path in
            guard let text = json.string, let value = LocalTime(text) else {
                path.report("must be a time of day, such as \"22:00\"")
                return nil
            }
            return value
        }
    }
}
