import Testing

/// Addresses as phones of a route register them; nobody has them at the push service.
struct DeviceAddress: Sendable {
    let route: PushRoute
    /// Where a browser's endpoint is; a sandbox takes those of its own simulator only.
    var webPushOrigin = "https://push.example.net"

    /// The body that registers one; the same mark is the same address.
    func body(_ mark: Int, permission: String = "granted") -> JSON {
        var body: JSON = [
            "provider": "\(route.provider)", "platform": "\(route.platform)", "permission": "\(permission)",
            "appVersion": "2.0.0",
        ]
        // Two platforms of one provider have addresses of their own.
        let number = String(1_000_000 + mark + (route.isApple ? 500_000 : 0))
        switch route.provider {
        case "apns":
            body["token"] = "\(String(repeating: "ab", count: 28))0\(number)"
            body["environment"] = "production"
        case "fcm": body["token"] = "acceptance-\(number):\(String(repeating: "fcm-Token_", count: 12))"
        case "expo": body["token"] = "ExponentPushToken[acceptance\(number)]"
        default:
            // The browser's keys are those of RFC 8291, 5.
            body["subscription"] = [
                "endpoint": "\(webPushOrigin)/wp/gss/acceptance-\(number)",
                "keys": [
                    "p256dh":
                        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                ],
            ]
        }
        return body
    }

    /// Bodies with an address that cannot be one of the route's provider, and what is named in the answer.
    var malformed: [(body: JSON, pointer: String)] {
        switch route.provider {
        case "apns":
            return ["xyz", "abc", String(repeating: "g", count: 64), ""].map {
                (body(1).with("token", "\($0)"), "/token")
            }
        case "fcm": return ["", "a b", "t\n"].map { (body(1).with("token", "\($0)"), "/token") }
        case "expo":
            return ["ExponentPushToken[]", "ExponentPushToken", "nothing"].map {
                (body(1).with("token", "\($0)"), "/token")
            }
        default:
            let good = body(1)["subscription"]
            return [
                good.with("endpoint", "http://updates.push.services.mozilla.com/a"),
                good.with("endpoint", "https://10.0.0.1/a"),
                good.with("endpoint", "https://updates.push.services.mozilla.com/wpush/v2/a"),
                good.with("endpoint", "https://collector.evil.example/x"),
                good.with("keys", good["keys"].with("auth", "AAAA")),
                good.with("keys", good["keys"].with("p256dh", "BCVxsr7N")),
            ].map { (body(1).with("subscription", $0), "/subscription") }
        }
    }
}

extension SignedInUser {
    /// Addresses of a route that this sandbox takes.
    func addresses(_ route: PushRoute) async throws -> DeviceAddress {
        guard route.provider == "webpush" else { return DeviceAddress(route: route) }
        // The refusal of any other endpoint says where its own are.
        let reply = try await register(DeviceAddress(route: route).body(0))
        let origin = try #require(reply.text.firstMatch(of: /https:\/\/127\.0\.0\.1:[0-9]+/), "\(reply.text)")
        return DeviceAddress(route: route, webPushOrigin: String(origin.0))
    }

    /// Registers an address.
    func register(_ body: JSON) async throws -> Reply {
        try await api.send("POST", "/api/v1/users/me/devices/push", body)
    }
}

extension Push {
    /// The body that registers the address it went to once more; `nil` where a push does not show it.
    func registration(on route: PushRoute) -> JSON? {
        let token =
            switch route.provider {
            case "apns": headers[":path"].string?.split(separator: "/").last.map(String.init)
            case "fcm": message["token"].string
            case "expo": payload["to"].string
            default: String?.none
            }
        guard let token else { return nil }
        return [
            "provider": "\(route.provider)", "platform": "\(route.platform)", "permission": "granted",
            "token": "\(token)",
        ]
    }
}
