import PealCore

/// Every key of `peal.yaml`, in one place, so that a typing error is reported and not ignored.
enum ConfigurationKeys {
    /// What a key holds.
    enum Form: Sendable {
        case text, flag, list
        case section([String: Form])
        case apps([String: Form])
    }

    private static let top: [String: Form] = EdgeSettings.keys.merging(
        [
            "rootKey": .text, "rootKeyFile": .text, "host": .text, "port": .text, "admin": .text, "data": .text,
            "catalogs": .text, "backlog": .text, "maximumInFlight": .text, "apps": .apps(app),
        ],
        uniquingKeysWith: { _, own in own }
    )

    private static let app: [String: Form] = [
        "jwt": .section(["secret": .text, "secretFile": .text, "kid": .text, "maximumLifetime": .text]),
        "origins": .list,
        "apns": .section(APNsSettings.keys),
        "fcm": .section(FCMSettings.keys),
        "expo": .section(ExpoSettings.keys),
        "webpush": .section(WebPushSettings.keys),
    ]

    /// The keys in the file that are unknown or have a wrong value, by path.
    static func problems(in file: JSONValue, apps: [AppID]) -> [String] {
        check(file, .section(top), at: "", apps: apps.map(\.rawValue))
    }

    /// Every key with a value of its own or a section, by its section and name: `apps.<app>.fcm` and `rate`.
    static var all: [(section: String, key: String)] { names(of: .section(top), at: "") }

    private static func names(of form: Form, at section: String) -> [(section: String, key: String)] {
        switch form {
        case .text, .flag, .list: []
        case .apps(let keys): names(of: .section(keys), at: section.appending(key: "<app>"))
        case .section(let keys):
            keys.flatMap { key, form in
                [(section: section, key: key)] + names(of: form, at: section.appending(key: key))
            }
        }
    }

    private static func check(_ value: JSONValue, _ form: Form, at path: String, apps: [String]) -> [String] {
        switch (form, value) {
        case (.section, .null), (.apps, .null): []
        case (.section(let keys), .object(let members)):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                keys[name].map { check(value, $0, at: path.appending(key: name), apps: apps) }
                    ?? ["\(path.appending(key: name)): unknown key\(NearName.hint(for: name, among: Array(keys.keys)))"]
            }
        case (.apps(let keys), .object(let members)):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                apps.contains(name)
                    ? check(value, .section(keys), at: path.appending(key: name), apps: apps)
                    : ["\(path.appending(key: name)): unknown app\(NearName.hint(for: name, among: apps))"]
            }
        case (.section(let keys), _):
            ["\(path): is a section; its keys are \(keys.keys.sorted().joined(separator: ", "))"]
        case (.apps, _):
            ["\(path): is a section with one key for each app; the apps are \(apps.joined(separator: ", "))"]
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

extension String {
    fileprivate func appending(key: String) -> String { isEmpty ? key : "\(self).\(key)" }
}
