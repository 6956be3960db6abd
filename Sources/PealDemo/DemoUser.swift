import PealCore
import PealEngine

/// A user of the demo: of one app, with phones.
struct DemoUser: Sendable {
    var id: UserID
    var name: String
    /// Who they are in the app, in a few words.
    var note: String
    var locale = "en"
    var timeZone: String
    var phones: [DemoPhone]

    /// What the app's backend would say of them.
    var details: UserDetails { UserDetails(name: name, locale: locale, timeZone: timeZone) }

    /// As the page reads it, with the phones they have now.
    func json(phones: [DemoPhoneState]) -> JSONValue {
        .object([
            "user": .string(id.rawValue), "name": .string(name), "note": .string(note), "locale": .string(locale),
            "timeZone": .string(timeZone), "phones": .array(phones.map(\.json)),
        ])
    }
}
