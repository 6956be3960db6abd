/// One number of a metric.
public struct MetricSample: Sendable {
    /// Its labels as text, such as `{app="gss"}`; empty without labels.
    let labels: String
    let value: String
    /// What is appended to the metric's name, such as `_sum`.
    var suffix = ""

    /// A whole number.
    /// - Parameters:
    ///   - labels: names and values of its labels.
    ///   - value: the number.
    public init(_ labels: [(String, String)] = [], _ value: Int) {
        self.labels = Self.text(labels)
        self.value = String(value)
    }

    init(labels: String, value: String, suffix: String = "") {
        self.labels = labels
        self.value = value
        self.suffix = suffix
    }

    /// Labels as text, with the escapes of the format.
    static func text(_ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return "" }
        return "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ value: String) -> String {
        // Nearly no value has any of them.
        guard value.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C || $0 == 0x0A }) else { return value }
        return value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
