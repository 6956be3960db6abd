import PealCore
import PealWire

/// Reads the query of a request and reports every problem of it at once.
///
/// A name without a value is a problem for a backend, which would get more than it asked for: `?to=` must not mean every instant.
/// For end users it counts as absent, except for a flag: `?dryRun=` must not do what a dry run would not.
final class QueryReader {
    /// More than any call has; what is beyond is a problem, since what was meant might stand there.
    static let maximumPairs = 100

    private let values: [String: String]
    private let refusesEmpty: Bool
    private var problems: [FieldProblem] = []

    /// Splits a query.
    /// - Parameters:
    ///   - query: the text after `?`.
    ///   - known: the names that the call reads, where any other one is a problem.
    ///   - refusesEmpty: whether a name needs a value; a first page has an empty cursor.
    init(_ query: String?, known: [String]? = nil, refusesEmpty: Bool = false) {
        var values: [String: String] = [:]
        var hints = HintAllowance()
        let pairs = (query ?? "").split(separator: "&", maxSplits: Self.maximumPairs)
        if pairs.count > Self.maximumPairs {
            problems.append(FieldProblem("the query has more than \(Self.maximumPairs) parameters", at: "?"))
        }
        for pair in pairs.prefix(Self.maximumPairs) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(parts[0], plusIsSpace: true),
                let value = parts.count == 2 ? PercentCoding.decode(parts[1], plusIsSpace: true) : ""
            else {
                problems.append(FieldProblem("has invalid percent-encoding", at: "?\(parts[0].prefix(60))"))
                continue
            }
            if values.updateValue(value, forKey: name) != nil {
                problems.append(FieldProblem("appears more than once", at: "?\(name.prefix(60))"))
            } else if let known, !known.contains(name) {
                let hint = hints.hint(for: name, among: NearNames(known))
                problems.append(
                    FieldProblem("unknown parameter `\(name.prefix(60))`\(hint)", at: "?\(name.prefix(60))")
                )
            }
        }
        self.values = values
        self.refusesEmpty = refusesEmpty
    }

    /// A name made by the host app.
    func identifier(_ name: String, bytes limit: Int = 200) -> String? {
        guard let text = text(name) else { return nil }
        guard text.utf8.count <= limit,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return report("must be 1 to \(limit) bytes without control characters", name) }
        return text
    }

    /// A name that must be there.
    func requiredIdentifier(_ name: String) -> String {
        if values[name]?.isEmpty ?? true { problems.append(FieldProblem("is required", at: "?\(name)")) }
        return values[name]?.isEmpty == false ? identifier(name) ?? "" : ""
    }

    func timestamp(_ name: String) -> Timestamp? {
        guard let text = text(name) else { return nil }
        return Timestamp(rfc3339: text) ?? report("must be an RFC 3339 time, such as \"2026-11-20T18:00:00Z\"", name)
    }

    func flag(_ name: String) -> Bool {
        switch values[name] {
        case nil, "false": return false
        case "true": return true
        default:
            problems.append(FieldProblem("must be true or false", at: "?\(name)"))
            return false
        }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            return report("must be a whole number from \(range.lowerBound) to \(range.upperBound)", name)
        }
        return value
    }

    func word<Word: RawRepresentable & CaseIterable>(_ name: String, _: Word.Type = Word.self) -> Word?
    where Word.RawValue == String {
        guard let text = text(name) else { return nil }
        let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return Word(rawValue: text) ?? report("must be one of \(words)", name)
    }

    /// The value of a name as it came.
    func text(_ name: String) -> String? {
        guard let value = values[name] else { return nil }
        guard value.isEmpty else { return value }
        let problem = FieldProblem("needs a value; or leave it out", at: "?\(name)")
        // A name may be asked for twice.
        if refusesEmpty, name != "cursor", !problems.contains(problem) { problems.append(problem) }
        return nil
    }

    /// All names and values in one spelling, whatever their order and escapes; a name without a value counts as absent.
    /// - Parameter left: a name that is left out.
    /// - Returns: equal texts for equal queries.
    func canonical(without left: String? = nil) -> String {
        values.filter { $0.key != left && !$0.value.isEmpty }
            .map { "\(PercentCoding.encode($0.key))=\(PercentCoding.encode($0.value))" }
            .sorted().joined(separator: "&")
    }

    /// Says what is wrong with a name.
    func add(_ detail: String, _ name: String) { problems.append(FieldProblem(detail, at: "?\(name)")) }

    private func report<Value>(_ detail: String, _ name: String) -> Value? {
        add(detail, name)
        return nil
    }

    /// - Throws: ``Problem`` with everything that was wrong.
    func finish() throws(Problem) {
        guard problems.isEmpty else { throw Problem(.invalid, errors: Array(problems.prefix(50))) }
    }
}
