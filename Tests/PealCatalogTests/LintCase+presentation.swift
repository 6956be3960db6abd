import PealCatalog

extension LintCase {
    /// Web origin, sounds, pictures, looks and urgency.
    static let presentation: [LintCase] = [
        LintCase(
            "no-web-origin",
            "links",
            ("links: {webOrigin: none, ", "links: {"),
            ("fallback: /}", "fallback: /} # here"),
            severity: .warning
        ),
        LintCase(
            "unreadable-none",
            "unreadable",
            ("app: demo", "unreadable: none # here\napp: demo"),
            severity: .warning
        ),
        LintCase(
            "unused-key",
            "unreadable",
            ("app: demo", "unreadable: none # here\napp: demo"),
            ("providers: [fcm]", "providers: [apns]"),
            severity: .warning
        ),
        LintCase("bad-template", "unreadable", ("app: demo", "unreadable: \"Open {{name}}\" # here\napp: demo")),
        LintCase("bad-template", "unreadable", ("app: demo", "unreadable: \"{{app}} {{ app }}\" # here\napp: demo")),
        origin("http://app.example"), origin("https://app.example/x"), origin("app.example"),
        origin("https://app.example:x"),
        origin("https://"),
        LintCase(
            "unmapped-sound",
            "types.first.sound",
            ("    link:", "    sound: alert # here\n    link:"),
            severity: .warning
        ),
        LintCase(
            "unused-sound",
            "sounds.alert",
            ("app: demo", "sounds: {alert: {ios: alert.caf}} # here\napp: demo"),
            severity: .warning
        ),
        sound("ios: alert"), sound("ios: alert.mp3"), sound("ios: ../alert.caf"), sound("android: alert.ogg"),
        sound("android: Alert"), sound("web: alert"),
        LintCase(
            "unknown-key",
            "sounds.alert.windows",
            ("app: demo", "sounds: {alert: {windows: alert}} # here\napp: demo"),
            ("    link:", "    sound: alert\n    link:")
        ),
        LintCase(
            "bad-value",
            "sounds.default",
            ("app: demo", "sounds: {default: {ios: alert.caf}} # here\napp: demo"),
            also: ["unused-sound"]
        ),
        .top("bad-value", "appearance.color", "appearance: {color: blue}"),
        .top("bad-value", "appearance.color", "appearance: {color: \"#12345g\"}"),
        // Full-width letters: three bytes each, and digits to the standard library.
        .top("bad-value", "appearance.color", "appearance: {color: \"#ＡＢ\"}"),
        .top("bad-value", "appearance.icon", "appearance: {icon: \"http://app.example/i.png\"}"),
        .top("bad-value", "appearance.badge", "appearance: {badge: icons/b.png}"),
        .top("bad-value", "urgency", "urgency: always"),
        .member("bad-value", "urgency", "urgency: high"),
        .member("bad-value", "visibility", "visibility: hidden"),
        .member("bad-image", "image", "image: \"https://cdn.example/{{name}}.jpg\""),
        .member("bad-image", "image", "image: \"https://{{entityId}}.example/a.jpg\""),
        .member("bad-image", "image", "image: \"http://cdn.example/a.jpg\""),
        .member("bad-image", "image", "image: /a.jpg"),
        LintCase(
            "rich-media-off",
            "types.first.image",
            ("    link:", "    image: \"https://cdn.example/{{entityId}}.jpg\" # here\n    link:"),
            severity: .warning
        ),
        LintCase(
            "personal-in-clear",
            "types.first.thread",
            ("example: Sam}", "example: Sam, person: true}"),
            ("    link:", "    thread: \"with/{{name}}\" # here\n    link:"),
            severity: .warning
        ),
        LintCase(
            "personal-in-public",
            "types.first.visibility",
            ("example: Sam}", "example: Sam, person: true}"),
            ("    link:", "    visibility: public # here\n    link:"),
            severity: .warning
        ),
        categoryID("ride-status"), categoryID("RIDE-STATUS"),
        sharedCategory("[]"), sharedCategory("[{id: b, title: A, kind: dismiss}]"),
        sharedCategory("[{id: a, title: B, kind: dismiss}]"), sharedCategory("[{id: a, title: A, kind: open-app}]"),
        sharedCategory("[{id: a, title: A, kind: dismiss, group: G}]"),
        sharedCategory("[{id: a, title: A, kind: dismiss}, {id: b, title: B, kind: dismiss}]"),
    ]

    /// An iOS category that Expo does not register.
    static func categoryID(_ id: String) -> LintCase {
        LintCase(
            "category-id",
            "types.first.iosCategory",
            ("    link: /things", "    iosCategory: \(id) # here\n    link: /things"),
            severity: .warning
        )
    }

    /// A type in the iOS category of another one, which has the button `A` that dismisses.
    static func sharedCategory(_ actions: String) -> LintCase {
        LintCase(
            "shared-ios-category",
            "types.first.iosCategory",
            (
                "types:\n",
                "types:\n  other: {category: news, audience: {allow: [users]}, title: T, body: B, link: /, iosCategory: C, "
                    + "actions: [{id: a, title: A, kind: dismiss}]}\n"
            ),
            ("    link: /things", "    actions: \(actions)\n    iosCategory: C # here\n    link: /things")
        )
    }

    private static func origin(_ text: String) -> LintCase {
        LintCase(
            "bad-value",
            "links.webOrigin",
            ("webOrigin: none", "webOrigin: \"\(text)\""),
            ("fallback: /}", "fallback: /} # here")
        )
    }

    private static func sound(_ member: String) -> LintCase {
        let platform = member.prefix { $0 != ":" }
        return LintCase(
            "bad-value",
            "sounds.alert.\(platform)",
            ("app: demo", "sounds: {alert: {\(member)}} # here\napp: demo"),
            ("    link:", "    sound: alert\n    link:")
        )
    }
}
