import PealCore
import PealProviderKit

/// Every key of `peal.yaml`, in one place, so that a typing error is reported and not ignored.
struct ConfigurationKeys {
    /// What a key holds.
    enum Form: Sendable {
        case text, flag, list
        case section([String: Form])
        /// A list of sections, by number in the environment; so many at most.
        case sections([String: Form], limit: Int)
        case apps([String: Form])
    }

    private let top: [String: Form]
    /// The names of keys with a secret, in whatever section; the file that holds one is for its owner only.
    let secretNames: Set<String>

    /// The keys of an installation: each push service has a section in those of apps.
    init(_ plugins: ProviderPlugins) {
        var app: [String: Form] = [
            "jwt": .section(JWTSettings.keys),
            "actions": .section(ActionSettings.keys),
            "origins": .list,
            "review": .text,
        ]
        var secrets: Set = ["rootKey", "secret", "jwks", "headers", "hook", "slack", "pagerduty"]
        for plugin in plugins.all.map(\.plugin) {
            app[plugin.id.rawValue] = .section(plugin.keys.mapValues(Form.init))
            // A secret can be in a file of its own, which the same name with `File` names.
            secrets.formUnion(plugin.keys.keys.filter { plugin.keys["\($0)File"] != nil })
        }
        secretNames = secrets
        top = EdgeSettings.keys.merging(
            [
                "rootKey": .text, "rootKeyFile": .text, "host": .text, "port": .text, "admin": .text,
                "publicURL": .text, "docsURL": .text, "data": .text, "log": .text,
                "catalogs": .text, "backlog": .text, "maximumInFlight": .text,
                "webhooks": .section(WebhookSettings.keys),
                AlertToSettings.key: .sections(AlertToSettings.keys, limit: AlertToSettings.limit),
                "otlp": .section(OTLPSettings.keys), "apps": .apps(app),
            ],
            uniquingKeysWith: { _, own in own }
        )
    }

    /// The keys in the file that are unknown or have a wrong value, by path.
    /// - Parameters:
    ///   - file: the content of the file.
    ///   - apps: the apps that have a catalog.
    ///   - catalogs: where their catalogs were read, for the message about an app that has none.
    /// - Returns: the problems, one sentence each.
    func problems(in file: JSONValue, apps: [AppID], catalogs: String = "this build") -> [String] {
        let unknown = UnknownSection(apps: apps.map(\.rawValue), catalogs: catalogs)
        return Self.check(file, .section(top), at: "", unknown)
    }

    /// What is said of a section of an app without a catalog.
    private struct UnknownSection {
        let apps: [String]
        let catalogs: String

        func problem(_ name: String, at path: String) -> String {
            let near = NearName.suggestion(for: name, among: apps).map { "did you mean `\($0)`?" }
            return
                "\(path): unknown app; \(near ?? "remove the section, or add its catalog"); the catalogs in \(catalogs) "
                + "define \(apps.joined(separator: ", "))"
        }
    }

    /// Every key with a value of its own or a section, by its section and name: `apps.<app>.fcm` and `rate`.
    var all: [(section: String, key: String)] { Self.names(of: .section(top), at: "") }

    /// The path of every key with a value of its own; `<app>` stands for an app's id.
    var paths: [[String]] { Self.paths(of: .section(top), at: []) }

    private static func paths(of form: Form, at path: [String]) -> [[String]] {
        switch form {
        case .text, .flag, .list: [path]
        case .apps(let keys): paths(of: .section(keys), at: path + ["<app>"])
        case .section(let keys): keys.flatMap { key, form in paths(of: form, at: path + [key]) }
        case .sections(let keys, let limit):
            (0..<limit).flatMap { paths(of: .section(keys), at: path + ["\($0)"]) }
        }
    }

    private static func names(of form: Form, at section: String) -> [(section: String, key: String)] {
        switch form {
        case .text, .flag, .list: []
        case .apps(let keys): names(of: .section(keys), at: section.appending(key: "<app>"))
        case .sections(let keys, _): names(of: .section(keys), at: section.appending(key: "0"))
        case .section(let keys):
            keys.flatMap { key, form in
                [(section: section, key: key)] + names(of: form, at: section.appending(key: key))
            }
        }
    }

    private static func check(_ value: JSONValue, _ form: Form, at path: String, _ unknown: UnknownSection) -> [String]
    {
        switch (form, value) {
        case (.section, .null), (.apps, .null), (.sections, .null): []
        case (.section(let keys), .object(let members)):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                keys[name].map { check(value, $0, at: path.appending(key: name), unknown) }
                    ?? ["\(path.appending(key: name)): unknown key\(NearName.hint(for: name, among: Array(keys.keys)))"]
            }
        case (.apps(let keys), .object(let members)):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                unknown.apps.contains(name)
                    ? check(value, .section(keys), at: path.appending(key: name), unknown)
                    : [unknown.problem(name, at: path.appending(key: name))]
            }
        case (.sections(let keys, let limit), .array(let items)):
            (items.count > limit ? ["\(path): at most \(limit) entries"] : [])
                + items.enumerated().flatMap { index, item in
                    check(item, .section(keys), at: path.appending(key: "\(index)"), unknown)
                }
        case (.sections(let keys, _), _):
            ["\(path): write a list of entries; the keys of an entry are \(keys.keys.sorted().joined(separator: ", "))"]
        case (.section(let keys), _):
            ["\(path): is a section; its keys are \(keys.keys.sorted().joined(separator: ", "))"]
        case (.apps, _):
            ["\(path): is a section with one key for each app; the apps are \(unknown.apps.joined(separator: ", "))"]
        case (_, .null): ["\(path): the value is missing; remove the key to use the default"]
        case (.flag, .bool), (.text, .string), (.text, .integer), (.text, .number), (.text, .bool): []
        case (.flag, _): ["\(path): write true or false"]
        case (.list, .array(let items)):
            items.contains { $0.string == nil } ? ["\(path): write a list of texts"] : []
        case (.list, _): ["\(path): write a list, such as [\"https://app.example\"]"]
        case (.text, _): ["\(path): write a single value"]
        }
    }
}

extension ConfigurationKeys.Form {
    /// A key of a provider's section.
    fileprivate init(_ form: SettingForm) {
        switch form {
        case .text: self = .text
        case .flag: self = .flag
        case .list: self = .list
        }
    }
}

extension String {
    fileprivate func appending(key: String) -> String { isEmpty ? key : "\(self).\(key)" }
}
