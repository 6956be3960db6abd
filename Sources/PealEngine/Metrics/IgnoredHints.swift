import PealCore

/// The labels under which hints of clients are counted that a call was taken without.
struct IgnoredHints: Hashable {
    static let name = "peal_hints_ignored_total"
    static let help = "Hints of clients that could not be understood and were left out, by app and kind."

    var app: AppID
    var kind: String

    var labels: [(String, String)] { [("app", "\(app)"), ("kind", kind)] }
}
