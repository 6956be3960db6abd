import PealCore

/// The environment variables that set keys, so that a typing error in one is reported as it is in the file.
struct EnvironmentNames {
    let keys: ConfigurationKeys
    private static let prefix = "PEAL_"

    /// Variables with the same prefix that set no key: of crash tests, of the documentation's commands and of tests.
    private static let others: Set = [
        "PEAL_CRASH_AT", "PEAL_SOURCE", "PEAL_STEPS", "PEAL_PROPERTY_SEED", "PEAL_PROPERTY_TIMES",
    ]

    /// The variables of an environment that set no key, with the one that was probably meant.
    func problems(in environment: [String: String], apps: [AppID]) -> [String] {
        let names = environment.keys.filter {
            $0.hasPrefix(Self.prefix) && !Self.others.contains($0) && !Self.isOfService($0)
        }
        guard !names.isEmpty else { return [] }
        let known = known(apps: apps)
        return names.filter { !known.contains($0) }.sorted().map { name in
            let near = NearName.suggestion(for: name, among: known).map { "did you mean `\($0)`?" }
            return "\(name): unknown variable; \(near ?? "docs/configuration.md lists all of them")"
        }
    }

    /// The variable of every key that has one, for the apps there are.
    func known(apps: [AppID]) -> Set<String> {
        Set(
            keys.paths.flatMap { path in
                path.contains("<app>")
                    ? apps.map { app in path.map { $0 == "<app>" ? app.rawValue : $0 } } : [path]
            }.map(Self.variable)
        )
    }

    /// The variable of a key: capitals, with `_` between words and for what is no letter or digit.
    static func variable(of path: [String]) -> String {
        var name = prefix
        for (index, part) in path.enumerated() {
            if index > 0 { name += "_" }
            var last: Character?
            for character in part {
                if last?.isLowercase == true, character.isUppercase { name += "_" }
                name += character.isLetter || character.isNumber ? character.uppercased() : "_"
                last = character
            }
        }
        return name
    }

    /// Whether Kubernetes sets a variable, in every container next to a service that is named `peal`.
    private static func isOfService(_ name: String) -> Bool {
        if name.hasPrefix("PEAL_SERVICE_") { return true }
        guard name.hasPrefix("PEAL_PORT_") else { return false }
        return name.dropFirst("PEAL_PORT_".count).first?.isNumber == true
    }
}
