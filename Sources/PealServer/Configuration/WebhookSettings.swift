import PealProviderKit

/// Which receivers of outgoing events may be called.
struct WebhookSettings: Sendable {
    /// Every public host on port 443, and what the operator allows.
    var rules = EndpointRules.publicHosts
    /// The `host:port` pairs that the operator allows, as they are written.
    var exceptions: [String] = []
    /// Additional CA certificates, as PEM.
    var trustRoots: String?

    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = ["allow": .list, "caFile": .text]

    /// What a sandbox uses: receivers on this machine as well, with or without TLS.
    static func sandbox() -> WebhookSettings { WebhookSettings(rules: .publicHostsAndLoopback) }
}

extension WebhookSettings {
    /// Reads the section `webhooks`.
    init(_ values: inout ConfigurationValues) {
        trustRoots = values.file("webhooks.caFile")
        exceptions = values.list("webhooks.allow") ?? []
        do {
            rules = try EndpointRules(allowedHosts: nil, exceptions: exceptions)
        } catch let error as EndpointRulesError {
            values.report(error.problems.map { "webhooks.allow: \($0)" })
        } catch {
            values.report(["webhooks.allow: \(error)"])
        }
    }
}
