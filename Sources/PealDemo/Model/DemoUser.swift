import PealCore
import PealEngine

/// A user of the demo: of one app, with phones.
struct DemoUser: Sendable {
    var id: UserID
    var name: String
    /// Who they are in the app, in a few words.
    var note: String
    var locale = "en"
    /// The IANA name; in a file also `$hour:16`.
    var timeZone: String
    var phones: [DemoPhone]

    /// With a zone for `$hour:16`, whose place the note names as `{{city}}`.
    func located(at now: Timestamp) -> DemoUser {
        guard let zone = DemoZone.named(timeZone, at: now) else { return self }
        var user = self
        user.timeZone = zone.name
        user.note = note.replacing("{{city}}", with: zone.city)
        return user
    }

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
