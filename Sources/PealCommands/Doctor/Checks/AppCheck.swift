import PealCore
import PealProviderKit
import PealServer

/// Checks each app's settings against its catalog; what is the same for several apps is one line.
struct AppCheck {
    let apps: [AppID: AppConfiguration]
    let set: ProviderSet
    /// Whether the catalogs are the shipped ones: nobody needs all of them.
    var servesExamples = false

    func run(_ catalogs: [Catalog]) -> [DoctorFinding] {
        let catalogs = catalogs.sorted { $0.app < $1.app }
        let bare = catalogs.filter { !hasUsers($0) && !hasPush($0) }
        let others = catalogs.filter { hasUsers($0) || hasPush($0) }
        var lines = users(others)
        lines += others.filter(hasPush).flatMap(providers)
        lines += withoutPush(others.filter { !hasPush($0) })
        lines += notSetUp(bare)
        lines += set.problems.map { problem in
            let mixUp = apps[problem.app]?.providers[problem.provider]?.mixUp
            return .fail(.credentials, problem.description + (mixUp.map { "; \($0)" } ?? ""))
        }
        if servesExamples, set.clients.isEmpty, set.problems.isEmpty {
            lines.append(
                .fail(
                    .credentials,
                    "no app has push credentials, so no push is sent; set up a push service of one (docs/operations.md)"
                )
            )
        }
        return lines
    }

    /// Whether the end users' tokens can be verified.
    private func hasUsers(_ catalog: Catalog) -> Bool { apps[catalog.app]?.jwt != nil }

    /// Whether a push service is set up, if only with errors.
    private func hasPush(_ catalog: Catalog) -> Bool {
        set.clients[catalog.app]?.isEmpty == false || set.problems.contains { $0.app == catalog.app }
    }

    private func users(_ catalogs: [Catalog]) -> [DoctorFinding] {
        let withoutOrigins = catalogs.filter {
            hasUsers($0) && apps[$0.app]?.origins.isEmpty == true && !Self.browserServices([$0]).isEmpty
        }
        let ready = catalogs.filter { catalog in
            hasUsers(catalog) && !withoutOrigins.contains { $0.app == catalog.app }
        }
        let disabled = catalogs.filter { !hasUsers($0) }
        var lines: [DoctorFinding] = []
        if !ready.isEmpty { lines.append(.ok(.users, "\(names(ready)): the end-user API is enabled")) }
        if !withoutOrigins.isEmpty {
            lines.append(
                .warn(
                    .users,
                    "\(names(withoutOrigins)): origins is empty and the catalog lists \(Self.browserServices(withoutOrigins)); "
                        + "name the web origins that may call the end-user API"
                )
            )
        }
        if !disabled.isEmpty {
            lines.append(
                .warn(
                    .users,
                    "\(names(disabled)): no jwt section, so the end-user API is disabled; `peal init` creates a secret"
                )
            )
        }
        return lines
    }

    /// Apps whose users can call, but get no push.
    private func withoutPush(_ catalogs: [Catalog]) -> [DoctorFinding] {
        guard !catalogs.isEmpty else { return [] }
        if servesExamples {
            return [
                .warn(
                    .credentials,
                    "\(names(catalogs)): no push credentials, so no push is sent; "
                        + "to serve fewer apps, name a directory of your own catalogs with --catalogs"
                )
            ]
        }
        return catalogs.map { catalog in
            let choice = catalog.providers.map(\.rawValue).joined(separator: ", ")
            return .fail(
                .credentials,
                "\(names([catalog])): no push credentials, so no push is sent; set up one of \(choice) "
                    + "(docs/operations.md)"
            )
        }
    }

    /// Apps that the configuration says nothing of.
    private func notSetUp(_ catalogs: [Catalog]) -> [DoctorFinding] {
        guard !catalogs.isEmpty else { return [] }
        let advice =
            "not set up: no push service, and the end-user API is disabled; add them to peal.yaml (docs/operations.md), "
            + "or serve fewer apps with --catalogs"
        return [
            DoctorFinding(
                level: servesExamples ? .warn : .fail,
                check: .apps,
                message: "\(names(catalogs)): \(advice)"
            )
        ]
    }

    /// The push services of one app.
    private func providers(_ catalog: Catalog) -> [DoctorFinding] {
        let section = "apps.\(catalog.app)"
        let ready = Set((set.clients[catalog.app] ?? []).map(\.id))
        let broken = Set(set.problems.filter { $0.app == catalog.app }.map(\.provider))
        let missing = catalog.providers.filter { !ready.contains($0) && !broken.contains($0) }
        let names = missing.map(\.rawValue).joined(separator: ", ")
        var lines: [DoctorFinding] = catalog.providers.filter(ready.contains).map {
            .ok(.credentials, "\(section).\($0): the settings are complete")
        }
        lines += (set.notifiers[catalog.app] ?? []).map {
            .ok(.credentials, "\(section).\($0.channel): the settings are complete")
        }
        for (provider, settings) in (apps[catalog.app]?.providers ?? [:]).sorted(by: {
            $0.key.rawValue < $1.key.rawValue
        }) {
            lines += settings.warnings.map { .warn(.credentials, "\(section).\(provider).\($0)") }
        }
        if !missing.isEmpty {
            lines.append(
                .warn(
                    .credentials,
                    "\(section): the catalog also lists \(names), without settings; their devices receive nothing"
                )
            )
        }
        for unlisted in ready.subtracting(catalog.providers).map(\.rawValue).sorted() {
            lines.append(
                .warn(
                    .credentials,
                    "\(section).\(unlisted) has settings, but the catalog's `providers` does not list it"
                )
            )
        }
        return lines
    }

    /// The push services of catalogs whose devices are browsers, which call from web pages.
    private static func browserServices(_ catalogs: [Catalog]) -> String {
        var seen: Set<ProviderID> = []
        return catalogs.flatMap(\.routes).filter { $0.address == .subscription && seen.insert($0.id).inserted }
            .map(\.id.rawValue).joined(separator: " and ")
    }

    private func names(_ catalogs: [Catalog]) -> String {
        catalogs.map { "apps.\($0.app)" }.joined(separator: ", ")
    }
}
