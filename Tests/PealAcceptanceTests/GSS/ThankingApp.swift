import Testing

/// The app of S0 with buttons on its kudos.
enum ThankingApp {
    static func publish(in sandbox: Sandbox) async throws -> Backend {
        let gss = sandbox.backend("gss")
        let yaml = try #require(try await gss.api.get("/api/v1/catalog")["yaml"].string)
        let buttons = """
            iosCategory: KUDOS
                actions:
                  - id: thanks
                    title: {en: Thanks, de: Danke}
                    kind: quick-reply
                    payload: {mood: happy, to: "{{from}}"}
                  - {id: look, title: {en: Look, de: Ansehen}, kind: open-app}
                  - {id: later, title: {en: Later, de: Später}, kind: dismiss}
            """
        _ = try await gss.api.put(
            "/api/v1/catalog",
            ["yaml": "\(yaml.replacing("iosCategory: KUDOS", with: buttons))"]
        )
        return gss
    }

    static func kudos(_ user: String) -> JSON {
        ["type": "kudos", "to": ["users": ["\(user)"]], "data": ["from": "Dana", "message": "Thanks!"]]
    }
}
