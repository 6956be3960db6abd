import PealCore
import PealWire

/// Checks that the catalogs of apps with `review: required` can be reviewed: a draft is published by another key than the one
/// that stored it (R117).
struct ReviewCheck {
    let apps: Set<AppID>
    let now: Timestamp

    func run(_ keys: [SecretKeyRecord]) -> [DoctorFinding] {
        apps.sorted().map { app in
            let count = keys.count { $0.app == app && !$0.isExpired(at: now) && Self.mayPublish($0) }
            guard count < 2 else {
                return .ok(
                    .review,
                    "apps.\(app): \(count) keys have the scope \(Self.scope), so a second one can publish"
                )
            }
            let (found, missing) =
                count == 0 ? ("there are none", ["author", "reviewer"]) : ("there is one", ["reviewer"])
            let commands = missing.map { "`peal keys create --app \(app) --scope \(Self.scope) --name \($0)`" }
            return .warn(
                .review,
                "apps.\(app).review is `required`, which needs two keys with the scope \(Self.scope), one for the author and one "
                    + "for the reviewer, and \(found), so nobody can publish a catalog over HTTP; run "
                    + commands.joined(separator: " and ")
            )
        }
    }

    private static let scope = Scope.catalog.rawValue

    private static func mayPublish(_ key: SecretKeyRecord) -> Bool {
        key.scopes.contains { KeyGrant($0)?.allows(.catalog, isReading: false) == true }
    }
}
