import Foundation

extension HostileRequest {
    private static let mine = "/api/v1/users/me/devices"

    /// Credentials that are none, and things of others.
    static let callers: [HostileRequest] = [
        HostileRequest("no credential", "GET", "/api/v1/triggers", as: .nobody, 401, "unauthenticated"),
        HostileRequest("basic authentication", "GET", mine, as: .header { _ in "Basic YTpi" }, 401, "unauthenticated"),
        HostileRequest(
            "an unknown key",
            "GET",
            "/api/v1/triggers",
            as: .header { _ in "Bearer sk_live_x" },
            401,
            "unauthenticated"
        ),
        HostileRequest(
            "the key of no app",
            "GET",
            "/api/v1/triggers",
            as: .header { _ in "Bearer sk_test_nobody" },
            401,
            "unauthenticated"
        ),
        HostileRequest("an empty bearer", "GET", mine, as: .header { _ in "Bearer " }, 401, "unauthenticated"),
        HostileRequest(
            "a token signed with nothing",
            "GET",
            mine,
            as: .header { forged($0, head: #"{"alg":"none"}"#, signature: "") },
            401,
            "unauthenticated"
        ),
        HostileRequest(
            "another algorithm",
            "GET",
            mine,
            as: .header { forged($0, head: #"{"alg":"RS256","typ":"JWT"}"#) },
            401,
            "unauthenticated"
        ),
        HostileRequest(
            "an unknown key identifier",
            "GET",
            mine,
            as: .header { forged($0, head: #"{"alg":"HS256","kid":"../../dev/null"}"#) },
            401,
            "unauthenticated"
        ),
        HostileRequest(
            "a token for another app",
            "GET",
            mine,
            as: .header { forged($0, claims: #"{"sub":"anna","aud":"match","exp":4102444800}"#) },
            401,
            "unauthenticated"
        ),
        HostileRequest(
            "a token for another user",
            "GET",
            mine,
            as: .header { forged($0, claims: #"{"sub":"mallory","aud":"gss","exp":4102444800}"#) },
            401,
            "unauthenticated"
        ),
        HostileRequest("half a token", "GET", mine, as: .header { "Bearer " + $0.prefix(40) }, 401, "unauthenticated"),
        HostileRequest(
            "a token of 10 KB",
            "GET",
            mine,
            as: .header { "Bearer " + $0 + String(repeating: "A", count: 10_000) },
            401,
            "unauthenticated"
        ),
        HostileRequest(
            "a user states a trigger",
            "POST",
            "/api/v1/triggers",
            as: .anna,
            body: "{}",
            403,
            "scope-missing"
        ),
        HostileRequest("a user erases a user", "DELETE", "/api/v1/users/anna", as: .anna, 403, "scope-missing"),
        HostileRequest("a key reads nobody's inbox", "GET", "/api/v1/notifications", 422, "invalid", ["?user"]),
        HostileRequest("a key reads a stranger's inbox", "GET", "/api/v1/notifications?user=nobody", 404, "not-found"),
        HostileRequest(
            "a user reads another's inbox",
            "GET",
            "/api/v1/notifications?user=mallory",
            as: .anna,
            404,
            "not-found"
        ),
        HostileRequest(
            "a user marks with a filter that is none",
            "POST",
            "/api/v1/notifications/read-all",
            as: .anna,
            body: #"{"kategory":"messages"}"#,
            422,
            "invalid",
            ["/kategory"]
        ),
        HostileRequest(
            "another's preferences",
            "GET",
            "/api/v1/users/anna/notification-preferences",
            as: .mallory,
            404,
            "not-found"
        ),
        HostileRequest("another's inbox", "GET", "/api/v1/users/anna/notifications", as: .mallory, 404, "not-found"),
        HostileRequest("another's devices", "GET", "/api/v1/users/anna/devices", as: .mallory, 404, "not-found"),
        HostileRequest(
            "a device by another's name",
            "DELETE",
            "/api/v1/users/me/devices/{device}",
            as: .mallory,
            404,
            "not-found"
        ),
        HostileRequest(
            "a device moved by another",
            "PATCH",
            "/api/v1/users/me/devices/{device}",
            as: .mallory,
            body: #"{"enabled":false}"#,
            404,
            "not-found"
        ),
        HostileRequest(
            "another's mute",
            "PUT",
            "/api/v1/users/anna/mutes",
            as: .mallory,
            body: #"{"scope":"all"}"#,
            404,
            "not-found"
        ),
        HostileRequest(
            "another app's device",
            "DELETE",
            "/api/v1/users/anna/devices/{device}",
            as: .match,
            404,
            "not-found"
        ),
        HostileRequest("another app's user", "GET", "/api/v1/users/mallory", as: .match, 404, "not-found"),
        HostileRequest("another app's user erased", "DELETE", "/api/v1/users/mallory", as: .match, 404, "not-found"),
        HostileRequest("another app's trigger", "GET", "/api/v1/triggers/{trigger}", 404, "not-found"),
        HostileRequest("another app's trigger cancelled", "DELETE", "/api/v1/triggers/{trigger}", 404, "not-found"),
        HostileRequest(
            "another app's deliveries",
            "GET",
            "/api/v1/deliveries?notification={notification}",
            404,
            "not-found"
        ),
        HostileRequest(
            "another app's notification",
            "PATCH",
            "/api/v1/notifications/{notification}/read",
            as: .anna,
            404,
            "not-found"
        ),
        HostileRequest("another app's entity", "GET", "/api/v1/entities/event/e1", as: .match, 404, "not-found"),
        HostileRequest("an identifier that is none", "GET", "/api/v1/triggers/trg_1%20OR%201=1", 404, "not-found"),
        HostileRequest("an identifier of another kind", "GET", "/api/v1/triggers/{notification}", 404, "not-found"),
        HostileRequest(
            "the sandbox by another name",
            "GET",
            "/sandbox/apps",
            as: .nobody,
            headers: [("host", "evil.example")],
            404,
            "not-found"
        ),
        HostileRequest(
            "the sandbox from another page",
            "POST",
            "/sandbox/tokens",
            as: .nobody,
            body: #"{"app":"gss","user":"anna"}"#,
            headers: [("origin", "https://evil.example")],
            404,
            "not-found"
        ),
    ]

    /// A token with other claims or another head, under the old signature or another.
    private static func forged(
        _ token: String,
        head: String? = nil,
        claims: String? = nil,
        signature: String? = nil
    ) -> String {
        var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return "Bearer broken" }
        if let head { parts[0] = base64URL(head) }
        if let claims { parts[1] = base64URL(claims) }
        if let signature { parts[2] = signature }
        return "Bearer " + parts.joined(separator: ".")
    }

    private static func base64URL(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=",
            with: ""
        )
    }
}
