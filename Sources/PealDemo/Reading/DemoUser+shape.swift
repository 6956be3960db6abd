import PealCore
import PealWire

extension DemoUser {
    /// How a user is read.
    static var shape: Shape<DemoUser> {
        .object { object in
            let id = object.required("id", .user)
            let name = object.required("name", .text(graphemes: 40))
            let note = object.required("note", .text(graphemes: 40))
            let locale = object.optional("locale", .locale) ?? "en"
            let timeZone = object.required("timeZone", .demoTimeZone)
            let phones = object.required("phones", .array(DemoPhone.shape, atMost: 4))
            guard let id, let name, let note, let timeZone, let phones else { return nil }
            return DemoUser(id: id, name: name, note: note, locale: locale, timeZone: timeZone, phones: phones)
        }
    }
}

extension DemoPhone {
    /// How a phone is read.
    static var shape: Shape<DemoPhone> {
        .object { object in
            let platform = object.required("platform", Shape<Platform>.word())
            let permission = object.optional("permission", Shape<PushPermission>.word()) ?? .granted
            let capabilities = object.optional("capabilities", .map(.identifier, atMost: 20)) ?? [:]
            return platform.map { DemoPhone(platform: $0, permission: permission, capabilities: capabilities) }
        }
    }
}

extension Shape where Value == String {
    /// An IANA zone, or `$hour:16`: the place where it is about that hour when the demo starts.
    static var demoTimeZone: Shape {
        Shape { json, path in
            guard let text = json.string, text.hasPrefix("$") else { return Shape.timeZone.read(json, path) }
            guard DemoZone.hour(text) != nil else {
                path.report("must be a time zone, or $hour: with an hour from 0 to 23")
                return nil
            }
            return text
        }
    }
}
