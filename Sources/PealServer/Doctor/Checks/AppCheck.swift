import PealCore
import PealProviderKit

/// Looks at each app's settings beside its catalog.
struct AppCheck {
    let apps: [AppID: AppConfiguration]
    let set: ProviderSet
    /// Whether the catalogs are the shipped ones: nobody needs all of them.
    var servesExamples = false

    func run(_ catalogs: [Catalog]) -> [DoctorLine] {
        var lines = catalogs.sorted { $0.app < $1.app }.flatMap { catalog in
            people(catalog) + providers(catalog)
        }
        lines += set.problems.map { problem in
            .fail("credentials", problem.description + CredentialAdvice.mixUp(problem.provider, apps[problem.app]))
        }
        if servesExamples, set.clients.isEmpty, set.problems.isEmpty {
            lines.append(
                .fail(
                    "credentials",
                    "no app has push credentials: nobody gets a push. Set up a push service of one (docs/operations.md)"
                )
            )
        }
        return lines
    }

    private func people(_ catalog: Catalog) -> [DoctorLine] {
        let settings = apps[catalog.app]
        let place = "apps.\(catalog.app)"
        guard settings?.jwtSecret != nil else {
            return [
                .warn(
                    "people",
                    "\(place).jwt.secret is missing: people cannot call, only backends; `peal init` writes one"
                )
            ]
        }
        guard settings?.origins.isEmpty == true, catalog.providers.contains(.webpush) else {
            return [.ok("people", "\(place): people's tokens can be verified")]
        }
        return [
            .warn("people", "\(place).origins is empty and the catalog lists webpush: name the pages that may call")
        ]
    }

    private func providers(_ catalog: Catalog) -> [DoctorLine] {
        let place = "apps.\(catalog.app)"
        let ready = Set((set.clients[catalog.app] ?? []).map(\.id))
        let broken = Set(set.problems.filter { $0.app == catalog.app }.map(\.provider))
        let missing = catalog.providers.filter { !ready.contains($0) && !broken.contains($0) }
        let names = missing.map(\.rawValue).joined(separator: ", ")
        var lines: [DoctorLine] = catalog.providers.filter(ready.contains).map {
            .ok("credentials", "\(place).\($0): the settings fit")
        }
        if ready.isEmpty, broken.isEmpty, servesExamples {
            lines.append(
                .warn(
                    "credentials",
                    "\(place) has no push credentials: its people get no push. To serve fewer apps, "
                        + "give a directory of your own catalogs with --catalogs"
                )
            )
        } else if ready.isEmpty, broken.isEmpty {
            lines.append(
                .fail(
                    "credentials",
                    "\(place) has no push credentials: nobody gets a push. Set up one of \(names) (docs/operations.md)"
                )
            )
        } else if !missing.isEmpty {
            lines.append(
                .warn(
                    "credentials",
                    "\(place): the catalog lists \(names) too, which have no settings: their devices get nothing"
                )
            )
        }
        for unlisted in ready.subtracting(catalog.providers).map(\.rawValue).sorted() {
            lines.append(
                .warn(
                    "credentials",
                    "\(place).\(unlisted) has settings, but the catalog's `providers` does not list it"
                )
            )
        }
        return lines
    }
}
