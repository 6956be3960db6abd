import PealCore
import PealProviderKit

/// A message as the server composes it: some text, a thread, one button.
enum SampleMessage {
    /// One for each device, each with an id of its own.
    static func messages(to tokens: [String], platform: Platform, environment: String? = nil) -> [PushMessage] {
        tokens.enumerated().map { number, token in
            message(to: token, platform: platform, environment: environment, number: number)
        }
    }

    private static func message(
        to token: String,
        platform: Platform,
        environment: String?,
        number: Int
    ) -> PushMessage {
        let digits = String(number, radix: 16)
        let id = "0190f2c00000700080" + String(repeating: "0", count: max(0, 14 - digits.count)) + digits
        var payload = PushPayload(
            op: "show",
            id: "ntf_\(id)",
            type: "assigned",
            category: "reportStatus",
            link: "https://reports.example/reports/r1",
            sentAt: "2026-11-20T10:00:00.000Z"
        )
        payload.priority = "high"
        payload.entity = "report/r1"
        payload.thread = "report/r1"
        payload.group = "report/r1"
        payload.badge = 1
        payload.badgeVersion = 1
        payload.actions = [.init(id: "open", title: "Open", kind: "open-app")]
        var message = PushMessage(
            token: token,
            platform: platform,
            title: "Update on your report",
            body: "Your report 'Broken lamp' has been assigned to a team and is being reviewed.",
            identityTag: id,
            priority: .high,
            timeToLive: .seconds(3600),
            payload: payload
        )
        message.environment = environment
        message.sound = "default"
        message.androidChannel = "report-status"
        message.iosCategory = "report-status"
        message.group = "report/r1"
        message.badge = 1
        return message
    }

    /// What the baselines send that are given a body: the same words, in Apple's form.
    static func appleBody() -> [UInt8] {
        let message = message(to: "", platform: .ios, environment: nil, number: 0)
        var json = JSONWriter(reserving: 1024)
        json.beginObject()
        json.name("aps")
        json.beginObject()
        json.name("alert")
        json.beginObject()
        json.member("title", message.title)
        json.member("body", message.body)
        json.endObject()
        json.member("badge", message.badge)
        json.member("sound", message.sound)
        json.member("thread-id", message.group)
        json.member("category", message.iosCategory)
        json.member("interruption-level", "active")
        json.endObject()
        json.name("peal")
        message.payload.write(to: &json)
        json.endObject()
        return json.bytes
    }

    /// The same in the form a service worker shows.
    static func browserText() -> [UInt8] {
        let message = message(to: "", platform: .web, environment: nil, number: 0)
        var json = JSONWriter(reserving: 1024)
        json.beginObject()
        json.member("web_push", 8030)
        for isDeclarative in [true, false] {
            if isDeclarative {
                json.name("notification")
                json.beginObject()
            }
            json.member("title", message.title)
            json.member("body", message.body)
            json.member("tag", message.identityTag)
            if isDeclarative {
                json.member("navigate", message.payload.link)
                json.member("app_badge", message.badge.map { String($0) })
                json.endObject()
            }
        }
        json.name("peal")
        message.payload.write(to: &json)
        json.endObject()
        return json.bytes
    }
}
