import PealCore
import PealProviderKit

/// The usual causes of a rejection by a push service, and of its silence.
struct CredentialAdvice {
    let provider: ProviderID
    /// How the service is used; `nil` when it is not installed.
    let plugin: ProviderPlugin?
    /// What was set, to tell where a refusal comes from.
    let settings: (any ProviderSettings)?

    /// What to do when the service rejects the credentials.
    func remedy(forRefusal reason: String) -> String {
        guard !reason.hasPrefix(ClockReason.prefix) else {
            return
                "the clock of this machine is not the service's: set it, and keep it synchronised (systemd-timesyncd)"
        }
        return plugin?.refusalAdvice[reason] ?? "renew them (docs/operations.md)"
    }

    /// What to do when the service cannot be asked.
    func remedy(forSilence reason: String) -> String {
        if reason == "alpn-not-h2" {
            let check = has("endpoint") ? "check \(provider).endpoint, and " : ""
            return "it does not speak HTTP/2: \(check)look for a proxy that takes TLS apart"
        }
        let code = reason.hasPrefix("token-") ? String(reason.dropFirst("token-".count)) : reason
        guard code.hasPrefix("tls-") || code == "certificate-not-verified" else {
            return "check network, proxy and firewall"
        }
        if settings?.trustsOwnRoots == true {
            return "its certificate does not match \(provider).caFile; fetch the file again"
        }
        let own =
            has("caFile")
            ? "for a simulator or a proxy with its own certificate, name that in \(provider).caFile; otherwise " : ""
        return "its certificate is not trusted; \(own)look for a proxy in between, and install ca-certificates"
    }

    private func has(_ key: String) -> Bool { plugin?.keys[key] != nil }
}
