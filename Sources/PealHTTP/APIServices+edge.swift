public import HummingbirdCore
public import PealRealtime

extension APIServices {
    /// HTTP/1.1 under the limits of connections.
    public var server: HTTPServerBuilder {
        HTTPServerBuilder { [limits] responder in
            GuardedChannel(http: HTTP1Channel(responder: responder), limits: limits.connections)
        }
    }

    /// Holds the number of connections under its bound.
    public var connectionCap: any AvailableConnectionsDelegate {
        ConnectionCap(limit: limits.connections.connections, count: connections)
    }

    /// The same for the listener of `admin`: a cap of its own, since a listener only goes on when one of its own ends.
    public var adminConnectionCap: any AvailableConnectionsDelegate {
        ConnectionCap(limit: 64, count: ConnectionCount())
    }

    /// What reads the event log for live connections.
    ///
    /// It ends before the server does, so that each of them is told when to
    /// come back.
    public var streams: StreamHub { hub }

    /// The numbers of the edge, as Prometheus text.
    var edgeMetrics: @Sendable () -> String {
        { [metrics, failures, limiter, connections, bodies, hub, liveMetrics] in
            metrics.text
                + HTTPMetrics.family(
                    "peal_auth_failures_total",
                    "counter",
                    "Calls without a valid key or token.",
                    label: "reason",
                    failures.counts.map { ($0.reason, $0.count) }
                )
                + HTTPMetrics.family(
                    "peal_rate_limited_total",
                    "counter",
                    "Calls refused with 429 because of a rate limit.",
                    label: "limit",
                    ["address", "key", "user"].map { ($0, limiter.refusals[$0] ?? 0) }
                )
                + HTTPMetrics.single(
                    "peal_http_connections",
                    "gauge",
                    "Connections that are open.",
                    connections.value
                )
                + HTTPMetrics.single("peal_streams", "gauge", "Live connections that are open.", hub.count)
                + HTTPMetrics.family(
                    "peal_stream_ends_total",
                    "counter",
                    "Live connections that ended.",
                    label: "reason",
                    liveMetrics.counts.map { ($0.reason, $0.count) }
                )
                + HTTPMetrics.single(
                    "peal_http_body_bytes",
                    "gauge",
                    "Memory that request bodies hold.",
                    bodies.budget.used
                )
                + HTTPMetrics.single(
                    "peal_http_body_bytes_most",
                    "gauge",
                    "The most memory that request bodies held since the start.",
                    bodies.budget.most
                )
        }
    }
}
