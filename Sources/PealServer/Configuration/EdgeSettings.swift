import NIOCore
import PealCore
import PealHTTP

/// Reads what the HTTP edge bounds.
enum EdgeSettings {
    /// The keys at the top of the file.
    static let keys: [String: ConfigurationKeys.Form] = [
        "connections": .text, "proxies": .list, "bodyMemory": .text, "analysisTimeout": .text,
        "timeouts": .section(["header": .text, "idle": .text, "body": .text]),
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
        limits.bodyBytes = values.number("bodyMemory", 8...65_536).map { $0 * 1024 * 1024 } ?? limits.bodyBytes
        limits.analysis = values.duration("analysisTimeout", timeout) ?? limits.analysis
        limits.rates.key = rule("key", limits.rates.key, &values)
        limits.rates.user = rule("user", limits.rates.user, &values)
        limits.rates.address = rule("address", limits.rates.address, &values)
        limits.rates.proxies = values.list("proxies").map { Set($0) } ?? limits.rates.proxies
        return limits
    }

    private static func rule(_ name: String, _ usual: RateRule, _ values: inout ConfigurationValues) -> RateRule {
        RateRule(
            rate: values.number("rateLimits.\(name).rate", 1...1_000_000) ?? usual.rate,
            burst: values.number("rateLimits.\(name).burst", 1...10_000_000) ?? usual.burst
        )
    }
}
