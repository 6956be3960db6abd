import PealCore

/// What became of claims of an app's clients for the audit log.
struct ClaimLabels: Hashable, Sendable {
    static let name = "peal_audit_claims_total"
    static let help = "Claims of clients for the audit log, by what became of them."

    let app: AppID
    let outcome: ClaimOutcome

    var labels: [(String, String)] { [("app", app.rawValue), ("outcome", outcome.rawValue)] }
}
