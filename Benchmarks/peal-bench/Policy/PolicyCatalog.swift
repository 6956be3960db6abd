import PealCore

/// The catalog of the servers that policy is measured on: single reminders, and news that is digested.
struct PolicyCatalog {
    static let app = "policy"

    /// How long the window of `news` is open, whose audience is everybody.
    let digestSeconds: Int
    /// The same of `flash`, whose audience is an organisation.
    let shortDigestSeconds: Int
    /// The push services that may be used.
    var providers: [ProviderID] = [.fcm]

    var yaml: String {
        """
        app: \(Self.app)
        name: Policy
        locales: [en]
        timeZone: Europe/Berlin
        features: {inbox: true, actions: false, quietHours: false, broadcast: true, richMedia: false}
        links:
          scheme: policy
          hosts: []
          routes: [/news]
          fallback: /news
        providers: [\(providers.map(\.rawValue).joined(separator: ", "))]
        priorityAliases: {}
        defaults: {push: true, email: false, inApp: true}
        badge: unseen
        permission: {strategy: afterSignIn, softPromptEvery: 30d}
        presentation:
          foreground: {critical: banner, high: banner, normal: banner, low: banner}
          background: {critical: system, high: system, normal: system, low: system}
          closed: {critical: system, high: system, normal: system, low: system}
        retention: {inbox: 30d, deliveryLog: 30d, audit: 400d}
        retry: {max: 3, base: 10s, factor: 2, jitter: 0.2}
        onUnknown: resend
        budgets: {title: 65, body: 180}
        devices: {staleAfter: 90d}
        entities:
          org: {roles: [member]}
        categories:
          news:
            key: news
            title: {en: News}
            description: {en: What is new.}
            icon: megaphone
        types:
          reminder:
            category: news
            audience: {allow: [users]}
            priority: normal
            title: {en: "{{title}}"}
            body: {en: "It begins in an hour."}
            link: /news
            thread: news
            sound: default
            vibration: default
            androidChannel: news
            iosCategory: NEWS
            ttl: 72h
            data:
              title: {type: string, example: Rehearsal}
        \(digested("news", window: digestSeconds))
        \(digested("flash", window: shortDigestSeconds))

        """
    }

    private func digested(_ type: String, window: Int) -> String {
        """
          \(type):
            category: news
            audience: {allow: [users, members, all]}
            priority: normal
            title: {en: "{{title}}"}
            body: {en: "Read more in the app."}
            link: /news
            thread: news
            sound: default
            vibration: default
            androidChannel: news
            iosCategory: NEWS
            digest: {key: "{{type}}", window: \(window)s, body: {en: "{{count}} news"}}
            ttl: 72h
            data:
              title: {type: string, example: A new hall}
        """
    }
}
