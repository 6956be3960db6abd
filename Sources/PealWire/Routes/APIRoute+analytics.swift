extension APIRoute {
    /// Rates and latencies over some hours.
    public static let analyticsSummary = api(
        .get,
        "/analytics/summary",
        .backend(.insight),
        query: ["from", "to", "by"]
    )
    /// The events of the specification, in their order.
    public static let analyticsEvents = api(
        .get,
        "/analytics/events",
        .backend(.insight),
        query: ["since", "limit"]
    )

    /// What the analytics page shows.
    public static let analyticsFigures = api(.get, "/analytics/figures", .backend(.figures), query: ["days", "locale"])

    /// The alerts that have fired and are not resolved.
    public static let listAlerts = api(.get, "/alerts", .backend(.insight))

    /// Every call about analytics.
    public static let analyticsCalls: [APIRoute] = [
        analyticsSummary, analyticsEvents, analyticsFigures, listAlerts,
    ]
}
