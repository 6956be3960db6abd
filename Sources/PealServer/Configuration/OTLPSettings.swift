import Foundation
import PealEngine
import PealProviderKit

/// Where analytics events and traces are exported to.
package struct OTLPSettings: Sendable {
    /// The keys of the section.
    static let keys: [String: ConfigurationKeys.Form] = [
        "endpoint": .text, "headers": .text, "headersFile": .text, "logs": .flag, "traces": .flag,
        "traceShare": .text, "allow": .list, "caFile": .text,
    ]
    /// How many of the triggers without a caller's trace are traced, unless the operator says otherwise.
    private static let usualShare = 0.01

    /// The base URL, without a slash at its end.
    var endpoint: String
    /// Sent with each request; the values are secrets.
    var headers: [(name: String, value: String)]
    /// What is exported.
    var signals: Set<OTLPSignal>
    /// How many of the triggers without a caller's trace are traced, from 0 to 1.
    var share: Double
    /// Which URLs may be called: every public host on port 443, and what the operator allows.
    var rules: EndpointRules
    /// Additional CA certificates, as PEM.
    var trustRoots: String?

    /// Reads the section `otlp`; `nil` when nothing is exported, or when a key is wrong.
    init?(_ values: inout ConfigurationValues) {
        guard values.has(Array(Self.keys.keys), in: "otlp") else { return nil }
        let known = values.problems.count
        signals = []
        for signal in OTLPSignal.allCases where values.flag("otlp.\(signal.rawValue)", default: true) {
            signals.insert(signal)
        }
        share = Self.share(&values)
        headers = Self.headers(&values)
        trustRoots = values.file("otlp.caFile")
        rules = .publicHosts
        endpoint = values.text("otlp.endpoint") ?? ""
        while endpoint.hasSuffix("/") { endpoint.removeLast() }
        if endpoint.isEmpty {
            values.report(["otlp.endpoint: is missing; write the collector's base URL, such as https://otlp.example"])
        } else {
            checkEndpoint(&values)
        }
        guard values.problems.count == known, !signals.isEmpty else { return nil }
    }

    private mutating func checkEndpoint(_ values: inout ConfigurationValues) {
        do {
            rules = try EndpointRules(allowedHosts: nil, exceptions: values.list("otlp.allow") ?? [])
            for signal in OTLPSignal.allCases { _ = try rules.check(endpoint + signal.path) }
            guard endpoint.contains("?") || endpoint.hasSuffix("/v1/logs") || endpoint.hasSuffix("/v1/traces") else {
                return
            }
            values.report(["otlp.endpoint: write the base URL; /v1/logs and /v1/traces are added"])
        } catch let problem as EndpointProblem {
            let hint = "; name its host:port in `allow`, with http:// in front where it is reached without TLS"
            let isEndpoint = [.insecure, .host, .address, .port].contains(problem)
            values.report(["otlp.endpoint: \(problem.text)\(isEndpoint ? hint : "")"])
        } catch let error as EndpointRulesError {
            values.report(error.problems.map { "otlp.allow: \($0)" })
        } catch {
            values.report(["otlp.allow: \(error)"])
        }
    }

    private static func share(_ values: inout ConfigurationValues) -> Double {
        guard let text = values.text("otlp.traceShare") else { return usualShare }
        guard let share = Double(text), (0...1).contains(share) else {
            values.report(["otlp.traceShare: write a number from 0 to 1, such as 0.01"])
            return usualShare
        }
        return share
    }

    /// `name=value` pairs with commas or line breaks between them, as in `OTEL_EXPORTER_OTLP_HEADERS`.
    private static func headers(_ values: inout ConfigurationValues) -> [(name: String, value: String)] {
        guard let text = values.secret("otlp.headers") else { return [] }
        var headers: [(name: String, value: String)] = []
        for (index, pair) in text.split(whereSeparator: { $0 == "," || $0.isNewline }).enumerated() {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, isName(parts[0]), let value = parts[1].removingPercentEncoding, isValue(value)
            else {
                // The text is a secret.
                values.report(["otlp.headers: entry \(index + 1) is not `name=value`"])
                continue
            }
            headers.append((parts[0].lowercased(), value))
        }
        return headers
    }

    /// Whether a text may be the name of a header that Peal does not set itself.
    private static func isName(_ text: String) -> Bool {
        let isToken = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-_.".utf8.contains(byte)
        }
        let own = ["content-type", "content-length", "transfer-encoding", "host", "connection"]
        return !text.isEmpty && isToken && !own.contains(text.lowercased())
    }

    private static func isValue(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension OTLPSettings {
    /// The port that exports as it is set.
    func client(_ transport: HTTPTransport) -> OTLPClient {
        OTLPClient(
            endpoint: endpoint,
            headers: headers,
            signals: signals,
            share: share,
            version: PealVersion.current,
            transport: transport
        )
    }
}
