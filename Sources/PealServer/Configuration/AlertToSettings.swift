import Foundation
import PealCrypto
import PealEngine
import PealProviderKit

/// An entry of `alertTo`: where operators get messages about alerts.
package struct AlertToSettings: Sendable {
    /// The key of the list.
    static let key = "alertTo"
    /// Entries at most.
    static let limit = 10
    /// The keys of an entry.
    static let keys: [String: ConfigurationKeys.Form] = [
        "hook": .text, "hookFile": .text, "secret": .text, "secretFile": .text, "slack": .text, "slackFile": .text,
        "pagerduty": .text, "pagerdutyFile": .text, "endpoint": .text, "allow": .list, "caFile": .text,
    ]
    private static let kinds = ["hook", "slack", "pagerduty"]

    /// What metrics and log lines call it.
    package private(set) var name: String
    /// How it is called.
    let way: AlertDestination.Way
    /// The host, which may be shown.
    package let host: String
    /// Which URLs may be called.
    let rules: EndpointRules
    /// Additional CA certificates, as PEM.
    let trustRoots: String?

    /// Reads the entries.
    /// - Parameters:
    ///   - values: the configuration; it gets the problems.
    ///   - webhooks: what the operator allows for webhooks counts here as well.
    /// - Returns: the entries that are complete.
    static func read(_ values: inout ConfigurationValues, allowedForWebhooks webhooks: WebhookSettings) -> [Self] {
        var entries: [Self] = []
        for index in 0..<limit where values.has(Array(keys.keys), in: "\(key).\(index)") {
            let entry = values.section("\(key).\(index)") { Self(&$0, webhooks) }
            if let entry { entries.append(entry) }
        }
        // The second of a kind gets a number, so that metrics tell them apart.
        var counts: [String: Int] = [:]
        for index in entries.indices {
            let count = (counts[entries[index].name] ?? 0) + 1
            counts[entries[index].name] = count
            if count > 1 { entries[index].name += "-\(count)" }
        }
        return entries
    }

    /// Reads one entry; `nil` when something is wrong with it.
    private init?(_ section: inout SettingsSection, _ webhooks: WebhookSettings) {
        let given = Self.kinds.filter { section.has([$0, "\($0)File"]) }
        guard given.count == 1, let kind = given.first else {
            section.report(
                given.isEmpty
                    ? "names no destination; write hook, slack or pagerduty"
                    : "is one destination; write an entry each for \(given.joined(separator: " and "))"
            )
            return nil
        }
        for (key, owner) in [("secret", "hook"), ("secretFile", "hook"), ("endpoint", "pagerduty")]
        where kind != owner && section.has([key]) {
            section.report("belongs to \(owner); remove it", at: key)
        }
        let known = section.problems.count
        let address = section.secret(kind)?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        if address.isEmpty, section.problems.count == known { section.report("is empty", at: kind) }
        let exceptions = (section.list("allow") ?? []) + webhooks.exceptions
        let way = Self.way(kind, address, &section)
        trustRoots = section.file("caFile") ?? webhooks.trustRoots
        guard section.problems.count == known, let way else { return nil }
        do {
            switch way {
            case .hook(let url, _), .slack(let url):
                rules = try EndpointRules(allowedHosts: nil, exceptions: exceptions)
                host = try rules.check(url).host
            case .pagerduty(_, let endpoint):
                // Named by the operator, so that it may be called wherever it is.
                rules = try EndpointRules(allowedHosts: nil, exceptions: exceptions + [Self.exception(for: endpoint)])
                host = try rules.check("\(endpoint)/v2/enqueue").host
            }
        } catch let problem as EndpointProblem {
            let isAllowable = [.insecure, .host, .address, .port].contains(problem)
            let hint = "; name its host:port in `allow`, with http:// in front where it is reached without TLS"
            section.report("\(problem.text)\(isAllowable ? hint : "")", at: kind)
            return nil
        } catch let error as EndpointRulesError {
            for problem in error.problems { section.report(problem, at: "allow") }
            return nil
        } catch {
            section.report("cannot be read", at: "allow")
            return nil
        }
        self.way = way
        name = kind
    }

    private static func way(_ kind: String, _ address: String, _ section: inout SettingsSection) -> AlertDestination
        .Way?
    {
        switch kind {
        case "hook":
            guard let text = section.secret("secret") else { return .hook(url: address, secret: nil) }
            guard let secret = WebhookSecret(text) else {
                section.report("write `whsec_` and base64, as Standard Webhooks does", at: "secret")
                return nil
            }
            return .hook(url: address, secret: secret)
        case "slack": return .slack(url: address)
        default:
            let isKey = (16...128).contains(address.utf8.count) && address.allSatisfy { $0.isLetter || $0.isNumber }
            if !isKey { section.report("write the integration key of an Events API v2 integration", at: kind) }
            var endpoint = section.text("endpoint") ?? AlertDestination.pagerDutyEndpoint
            while endpoint.hasSuffix("/") { endpoint.removeLast() }
            if let problem = SecureAddress.problem(with: endpoint) { section.report(problem, at: "endpoint") }
            return .pagerduty(key: address, endpoint: endpoint)
        }
    }

    /// The exception of the guard that an endpoint is: its scheme, host and port.
    private static func exception(for endpoint: String) -> String {
        let isClear = endpoint.hasPrefix("http://")
        let authority = endpoint.dropFirst(isClear ? 7 : 8).prefix { $0 != "/" && $0 != "?" }
        let hasPort = authority.split(separator: "]").last?.contains(":") ?? false
        return "\(isClear ? "http" : "https")://\(authority)\(hasPort ? "" : isClear ? ":80" : ":443")"
    }
}

extension AlertToSettings: CustomStringConvertible, CustomReflectable {
    /// The name and the host; never the URL or the key.
    package var description: String { "\(name) (\(host))" }

    /// The same, for whoever prints what it holds.
    package var customMirror: Mirror { Mirror(self, children: ["name": name, "host": host]) }
}
