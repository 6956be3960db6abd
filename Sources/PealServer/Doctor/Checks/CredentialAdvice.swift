import PealCore

/// Recognises the usual mix-ups of credentials, and the usual causes of a rejection by a push service.
enum CredentialAdvice {
    /// What the setting seems to hold in place of a key, as the end of a message; empty when nothing is recognised.
    static func mixUp(_ provider: ProviderID, _ settings: AppConfiguration?) -> String {
        switch provider {
        case .apns: apns(settings?.apns?.signingKey ?? "")
        case .webpush: webPush(settings?.webpush?.privateKey ?? "")
        default: ""
        }
    }

    private static func apns(_ key: String) -> String {
        guard key.first == "{" else { return "" }
        return "; keyFile is JSON, not a PEM key; a service account belongs in fcm.credentialsFile"
    }

    private static func webPush(_ key: String) -> String {
        if key.hasPrefix("private ") {
            return "; use the private key only, without the word before it and the public key below"
        }
        // An uncompressed point is 65 bytes that begin with 4: 87 letters of base64 that begin with B (RFC 8292, 3.2).
        let length = key.utf8.count { $0 != UInt8(ascii: "=") }
        guard length == 87, key.first == "B", !key.contains("-----") else { return "" }
        return "; this is the public key (65 bytes); use the private key that `peal keys vapid` printed with it"
    }

    /// What to do when a service rejects the credentials.
    static func remedy(forRefusal reason: String) -> String {
        switch reason {
        case "TopicDisallowed", "BadTopic", "MissingTopic":
            "check bundleId; it must be an app of this team, with Push Notifications enabled"
        case "InvalidProviderToken":
            "check that keyId, teamId and the key belong together, and that the key is not revoked"
        case "BadEnvironmentKeyInToken": "the key is restricted to Apple's other environment; create one for both"
        case "BadCertificateEnvironment": "the endpoint belongs to Apple's other environment; check endpoint"
        case "ExpiredProviderToken": "check this machine's clock"
        default: "renew them (docs/operations.md)"
        }
    }

    /// What to do when a service cannot be asked.
    static func remedy(forSilence reason: String, _ settings: AppConfiguration?) -> String {
        if reason == "alpn-not-h2" {
            return "it does not speak HTTP/2: check apns.endpoint, and look for a proxy that takes TLS apart"
        }
        guard reason.hasPrefix("tls-") else { return "check network, proxy and firewall" }
        if settings?.apns?.trustRoots == nil {
            return
                "its certificate is not trusted; for a simulator or a proxy with its own certificate, name that in "
                + "apns.caFile; otherwise look for a proxy in between, and install ca-certificates"
        }
        return "its certificate does not match apns.caFile; fetch the file again"
    }
}
