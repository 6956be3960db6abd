public import HummingbirdCore
import PealEngine
public import PealRealtime

extension APIServices {
    /// HTTP/1.1 under the limits of connections.
    public var server: HTTPServerBuilder { server(connections) }

    /// The same for the listener of `admin`, with connections of its own: whoever holds all of the public one holds none of them.
    public var adminServer: HTTPServerBuilder { server(adminConnections) }

    /// Holds the number of connections under its bound.
    public var connectionCap: any AvailableConnectionsDelegate { ConnectionCap(table: connections) }

    /// The same for the listener of `admin`.
    public var adminConnectionCap: any AvailableConnectionsDelegate { ConnectionCap(table: adminConnections) }

    private func server(_ table: ConnectionTable) -> HTTPServerBuilder {
        HTTPServerBuilder { [limits] responder in
            GuardedChannel(http: HTTP1Channel(responder: responder), limits: limits.connections, table: table)
        }
    }

    /// What reads the event log for live connections.
    ///
    /// It ends before the server does, so that each of them is told when to
    /// come back.
    public var streams: StreamHub { hub }

    /// The numbers of the edge, as Prometheus text.
    var edgeMetrics: @Sendable () -> String {
        { [metrics, failures, limiter, connections, bodies, hub, liveMetrics] in
            let readings = [
                metrics.reading,
                MetricReading(
                    "peal_auth_failures_total",
                    "Calls without a valid key or token.",
                    .counter,
                    label: "reason",
                    failures.counts.map { ($0.reason, $0.count) }
                ),
                MetricReading(
                    "peal_rate_limited_total",
                    "Calls refused with 429 because of a rate limit.",
                    .counter,
                    label: "limit",
                    ["address", "key", "user"].map { ($0, limiter.refusals[$0] ?? 0) }
                ),
                MetricReading("peal_http_connections", "Connections that are open.", .gauge, connections.count),
                MetricReading(
                    "peal_http_connections_ended_total",
                    "Connections that ended for a new one, or were refused.",
                    .counter,
                    label: "reason",
                    connections.ended.map { ($0.reason, $0.count) }
                ),
                MetricReading("peal_streams", "Live connections that are open.", .gauge, hub.count),
                MetricReading(
                    "peal_stream_ends_total",
                    "Live connections that ended.",
                    .counter,
                    label: "reason",
                    liveMetrics.counts.map { ($0.reason, $0.count) }
                ),
                MetricReading(
                    "peal_http_body_bytes",
                    "Memory that request bodies hold.",
                    .gauge,
                    bodies.budget.used
                ),
                MetricReading(
                    "peal_http_body_bytes_most",
                    "The most memory that request bodies held since the start.",
                    .gauge,
                    bodies.budget.most
                ),
            ]
            return readings.map(\.text).joined()
        }
    }
}
