import PealCore

/// A value being read, with its path; each accessor reports what does not fit and gives `nil`.
struct Field {
    let node: SourceNode
    let path: String
    let log: FindingLog

    /// Records an error here.
    func error(_ code: String, _ message: String) { log.error(path, code, message) }

    /// The members of a mapping, each known; `nil` when it is not a mapping.
    func mapping(_ known: [String]) -> Fields? {
        guard let fields = openMapping() else { return nil }
        let unknown = fields.entries.filter { !known.contains($0.key) }
        guard !unknown.isEmpty else { return fields }
        let names = NearNames(known)
        for entry in unknown {
            log.unknownKey(fields.path(entry.key), entry.key, among: names)
        }
        return fields
    }

    /// The members of a mapping whose keys are names of the app's own.
    func openMapping() -> Fields? {
        guard case .mapping(let entries) = node else {
            error("wrong-type", "expected a mapping, found \(node.kindName)")
            return nil
        }
        return Fields(entries: entries, path: path, log: log)
    }

    /// The items of a list.
    func list() -> [Field]? {
        guard case .sequence(let items) = node else {
            error("wrong-type", "expected a list, such as `[a, b]`, found \(node.kindName)")
            return nil
        }
        return items.enumerated().map { Field(node: $1, path: "\(path)[\($0)]", log: log) }
    }

    /// The items of a list, or one value as a list of one.
    func oneOrMore() -> [Field]? {
        if case .scalar = node { return [self] }
        return list()
    }

    /// A text that is not blank.
    func string() -> String? {
        guard case .scalar(let text, let quoted) = node else {
            error("wrong-type", "expected a text, found \(node.kindName)")
            return nil
        }
        guard !text.isBlank, quoted || (text != "~" && text != "null") else {
            error("bad-value", "must not be empty")
            return nil
        }
        if SecretShape.matches(text) {
            error(
                "secret",
                "looks like a secret; catalogs contain no secrets, put it into peal.yaml or the environment"
            )
            return nil
        }
        return text
    }

    /// A text of a fixed shape.
    func string(_ shape: NameShape) -> String? {
        guard let text = string() else { return nil }
        guard shape.accepts(text) else {
            let hint = shape == .locale ? LanguageNames.hint(for: text) : ""
            error("bad-value", "`\(text.prefix(64))` is not \(shape.description)\(hint)")
            return nil
        }
        return text
    }

    /// The name of a zone that there is; `nil` for `zones` takes every name.
    func zone(of zones: ZoneNames?) -> String? {
        guard let name = string(.zone) else { return nil }
        zones?.check(name, at: self)
        return name
    }

    /// `true` or `false`.
    func bool() -> Bool? {
        guard case .bool(let value) = node.json else {
            error("wrong-type", "expected true or false")
            return nil
        }
        return value
    }

    /// A whole number within bounds.
    func integer(in range: ClosedRange<Int>) -> Int? {
        guard case .integer(let value) = node.json, let exact = Int(exactly: value), range.contains(exact) else {
            error("bad-value", "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return exact
    }

    /// A number within bounds.
    func number(in range: ClosedRange<Double>) -> Double? {
        let value: Double? =
            switch node.json {
            case .integer(let whole): Double(whole)
            case .number(let number): number
            default: nil
            }
        guard let value, range.contains(value) else {
            error("bad-value", "expected a number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return value
    }

    /// A duration, such as `1h`, longer than nothing.
    func duration(upTo maximum: Duration = .seconds(3660 * 86_400)) -> Duration? {
        let most = "at most \(maximum.catalogText)"
        guard case .scalar(let text, _) = node else {
            error("bad-value", "expected a duration of \(most), found \(node.kindName)")
            return nil
        }
        guard let value = Duration(catalog: text) else {
            let examples = [("30s", 30), ("15m", 900), ("72h", 259_200), ("30d", 2_592_000)]
                .filter { .seconds($0.1) <= maximum }.map { "`\($0.0)`" }.joined(separator: ", ")
            error(
                "bad-value",
                Duration.isTooLong(catalog: text)
                    ? "`\(text)` is too long; set \(most)" : "expected a duration of \(most), such as \(examples)"
            )
            return nil
        }
        guard value > .zero else {
            error("bad-value", "`\(text)` is too short; set more than 0s, and \(most)")
            return nil
        }
        guard value <= maximum else {
            error("bad-value", "`\(text)` is too long; set \(most)")
            return nil
        }
        return value
    }

    /// One name of a closed list.
    func choice<Value: RawRepresentable & CaseIterable>(_ type: Value.Type = Value.self) -> Value?
    where Value.RawValue == String {
        guard let text = string() else { return nil }
        guard let value = Value(rawValue: text) else {
            let names = Value.allCases.map(\.rawValue)
            error("bad-value", "unknown value `\(text.prefix(64))`" + NearName.hint(for: text, among: names))
            return nil
        }
        return value
    }

    /// A template.
    func template() -> Template? {
        guard let text = string() else { return nil }
        do {
            return try Template(text)
        } catch {
            self.error("bad-template", "\(error.message) (at byte \(error.offset))")
            return nil
        }
    }
}
