import Foundation
import NIOCore
import PealCore
import PealHTTP
import PealRealtime

/// Reads what the HTTP edge bounds.
enum EdgeSettings {
    /// The keys at the top of the file.
    static let keys: [String: ConfigurationKeys.Form] = [
        "connections": .text, "proxies": .list, "bodyMemory": .text, "analysisTimeout": .text,
        "timeouts": .section(["header": .text, "idle": .text, "body": .text]),
        "streams": .section([
            "perUser": .text, "channels": .text, "messageSize": .text, "events": .text, "ping": .text, "drain": .text,
        ]),
        "rateLimits": .section(["key": .section(rule), "user": .section(rule), "address": .section(rule)]),
    ]

    private static let rule: [String: ConfigurationKeys.Form] = ["rate": .text, "burst": .text]

    /// The limits; what is not set has its default.
    static func read(_ values: inout ConfigurationValues) -> EdgeLimits {
        var limits = EdgeLimits()
        var connections = limits.connections
        connections.connections = values.number("connections", 16...1_000_000) ?? connections.connections
        let timeout = Duration.milliseconds(100)...Duration.seconds(3600)
        connections.header = values.duration("timeouts.header", timeout).map { TimeAmount($0) } ?? connections.header
        connections.idle = values.duration("timeouts.idle", timeout).map { TimeAmount($0) } ?? connections.idle
        connections.body = values.duration("timeouts.body", timeout).map { TimeAmount($0) } ?? connections.body
        limits.connections = connections
        limits.streams = streams(limits.streams, &values)
        limits.bodyBytes = values.number("bodyMemory", 8...65_536).map { $0 * 1024 * 1024 } ?? limits.bodyBytes
        limits.analysis = values.duration("analysisTimeout", timeout) ?? limits.analysis
        limits.rates.key = rule("key", limits.rates.key, &values)
        limits.rates.user = rule("user", limits.rates.user, &values)
        limits.rates.address = rule("address", limits.rates.address, &values)
        limits.rates.proxies = proxies(&values) ?? limits.rates.proxies
        return limits
    }

    /// A URL that is shown, such as where clients find the server; `nil` when it is not set.
    static func url(_ key: String, _ values: inout ConfigurationValues) -> PublicURL? {
        guard let text = values.text(key) else { return nil }
        let address = PublicURL(text)
        if address == nil { values.report(["\(key): write an address, such as https://example.org/peal"]) }
        return address
    }

    /// The proxies, or a problem for each entry that is neither an address nor a range: it would never match, and all clients
    /// behind that proxy would share one limit.
    private static func proxies(_ values: inout ConfigurationValues) -> TrustedProxies? {
        guard let entries = values.list("proxies") else { return nil }
        var ranges: [AddressRange] = []
        for entry in entries.map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if let range = AddressRange(entry) {
                ranges.append(range)
            } else {
                values.report([
                    "proxies: `\(entry.prefix(64))` is neither an address nor a range; write 10.0.0.1, 10.0.0.0/8 or "
                        + "2001:db8::/32, without a port"
                ])
            }
        }
        return TrustedProxies(ranges)
    }

    private static func streams(_ usual: StreamLimits, _ values: inout ConfigurationValues) -> StreamLimits {
        var limits = usual
        limits.connections = values.number("streams.perUser", 1...10_000) ?? usual.connections
        limits.channels = values.number("streams.channels", 1...1_000) ?? usual.channels
        limits.messageBytes = values.number("streams.messageSize", 1...64).map { $0 * 1024 } ?? usual.messageBytes
        limits.events = values.number("streams.events", 1_000...10_000_000) ?? usual.events
        limits.ping = values.duration("streams.ping", .seconds(5)...Duration.seconds(60)) ?? usual.ping
        limits.drain = values.duration("streams.drain", .zero...Duration.seconds(5)) ?? usual.drain
        return limits
    }

    private static func rule(_ name: String, _ usual: RateRule, _ values: inout ConfigurationValues) -> RateRule {
        RateRule(
            rate: values.number("rateLimits.\(name).rate", 1...1_000_000) ?? usual.rate,
            burst: values.number("rateLimits.\(name).burst", 1...10_000_000) ?? usual.burst
        )
    }
}
