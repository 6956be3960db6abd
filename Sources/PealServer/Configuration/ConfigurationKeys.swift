import PealCore

/// Every key of `peal.yaml`, in one place, so that a slip of the pen is reported and not passed over.
enum ConfigurationKeys {
    /// What a key holds.
    enum Form: Sendable {
        case text, flag, list
        case section([String: Form])
        case apps([String: Form])
    }

    private static let top: [String: Form] = [
        "rootKey": .text, "rootKeyFile": .text, "host": .text, "port": .text, "data": .text, "catalogs": .text,
        "backlog": .text, "maximumInFlight": .text, "apps": .apps(app),
    ]

    private static let app: [String: Form] = [
        "jwt": .section(["secret": .text, "secretFile": .text, "kid": .text]),
        "origins": .list,
        "apns": .section(APNsSettings.keys),
        "fcm": .section(FCMSettings.keys),
        "expo": .section(ExpoSettings.keys),
        "webpush": .section(WebPushSettings.keys),
    ]

    /// What is written in the file and means nothing, by path.
    static func problems(in file: JSONValue, apps: [AppID]) -> [String] {
        check(file, .section(top), at: "", apps: apps.map(\.rawValue))
    }

    private static func check(_ value: JSONValue, _ form: Form, at path: String, apps: [String]) -> [String] {
        switch (form, value) {
        case (.section, .null), (.apps, .null): []
        case (.section(let keys), .object(let members)):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                keys[name].map { check(value, $0, at: path.appending(key: name), apps: apps) }
                    ?? ["\(path.appending(key: name)): no such key\(hint(for: name, among: Array(keys.keys)))"]
            }
        case (.apps(let keys), .object(let members)):
            members.sorted { $0.key < $1.key }.flatMap { name, value in
                apps.contains(name)
                    ? check(value, .section(keys), at: path.appending(key: name), apps: apps)
                    : ["\(path.appending(key: name)): no catalog serves this app\(hint(for: name, among: apps))"]
            }
        case (.section(let keys), _):
            ["\(path): keys are needed below it: \(keys.keys.sorted().joined(separator: ", "))"]
        case (.apps, _): ["\(path): apps are needed below it, each by its name: \(apps.joined(separator: ", "))"]
        case (_, .null): ["\(path): the value is missing; leave the key out to have the default"]
        case (.flag, .bool), (.text, .string), (.text, .integer), (.text, .number), (.text, .bool): []
        case (.flag, _): ["\(path): true or false is needed"]
        case (.list, .array(let items)):
            items.contains { $0.string == nil } ? ["\(path): a list of texts is needed"] : []
        case (.list, _): ["\(path): a list is needed, as in [\"https://app.example\"]"]
        case (.text, _): ["\(path): a single value is needed"]
        }
    }

    /// The end of a message: the name that was probably meant, or all there are.
    private static func hint(for name: String, among names: [String]) -> String {
        let near =
            names.map { (name: $0, changes: changes(from: name, to: $0)) }
            .filter { $0.changes <= max(2, name.count / 3) }
            .min { ($0.changes, $0.name) < ($1.changes, $1.name) }
        return near.map { "; did you mean \"\($0.name)\"?" } ?? "; there are \(names.sorted().joined(separator: ", "))"
    }

    private static func changes(from name: String, to other: String) -> Int {
        guard name.utf8.count <= 64 else { return .max }
        return name.lowercased().difference(from: other.lowercased()).count
    }
}

extension String {
    fileprivate func appending(key: String) -> String { isEmpty ? key : "\(self).\(key)" }
}
