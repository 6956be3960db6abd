extension APIRoute {
    /// The process is alive.
    public static let live = APIRoute(.get, "/healthz", .open)
    /// The process can serve.
    public static let ready = APIRoute(.get, "/readyz", .open)
    /// Numbers for Prometheus.
    public static let metrics = APIRoute(.get, "/metrics", .open)
    /// The contract.
    public static let openAPI = APIRoute(.get, "/openapi.json", .open)

    /// Every call of operators.
    public static let operatorCalls: [APIRoute] = [live, ready, metrics, openAPI]

    /// The apps with their test keys.
    public static let sandboxApps = APIRoute(.get, "/sandbox/apps", .sandbox)
    /// Mints a user's token.
    public static let sandboxTokens = APIRoute(.post, "/sandbox/tokens", .sandbox, bodyLimit: usualBodyLimit)
    /// Adds a virtual phone.
    public static let sandboxAddPhone = APIRoute(.post, "/sandbox/phones", .sandbox, bodyLimit: usualBodyLimit)
    /// What a phone shows.
    public static let sandboxScreen = APIRoute(.get, "/sandbox/phones/{phoneId}/screen", .sandbox)
    /// Taps what a phone shows.
    public static let sandboxTap = APIRoute(.post, "/sandbox/phones/{phoneId}/tap", .sandbox, bodyLimit: usualBodyLimit)
    /// Takes a phone off the network.
    public static let sandboxOffline = APIRoute(.post, "/sandbox/phones/{phoneId}/offline", .sandbox)
    /// Brings it back.
    public static let sandboxOnline = APIRoute(.post, "/sandbox/phones/{phoneId}/online", .sandbox)
    /// Ends the app on it.
    public static let sandboxKill = APIRoute(.post, "/sandbox/phones/{phoneId}/kill", .sandbox)
    /// Opens the app on it.
    public static let sandboxOpen = APIRoute(.post, "/sandbox/phones/{phoneId}/open", .sandbox)
    /// Follows it: what an app that stands in for it is sent.
    public static let sandboxLive = APIRoute(.get, "/sandbox/phones/{phoneId}/live", .sandbox, query: ["since"])
    /// Removes the app from it.
    public static let sandboxUninstall = APIRoute(.post, "/sandbox/phones/{phoneId}/uninstall", .sandbox)
    /// What the simulators received.
    public static let sandboxPushes = APIRoute(.get, "/sandbox/pushes", .sandbox, query: ["provider", "since"])
    /// Adds a fault.
    public static let sandboxAddFault = APIRoute(.post, "/sandbox/faults", .sandbox, bodyLimit: usualBodyLimit)
    /// Removes every fault.
    public static let sandboxClearFaults = APIRoute(.delete, "/sandbox/faults", .sandbox)
    /// The virtual time.
    public static let sandboxClock = APIRoute(.get, "/sandbox/clock", .sandbox)
    /// Moves it.
    public static let sandboxMoveClock = APIRoute(.post, "/sandbox/clock", .sandbox, bodyLimit: usualBodyLimit)
    /// Waits until nothing is due or in flight.
    public static let sandboxSettle = APIRoute(.post, "/sandbox/settle", .sandbox, bodyLimit: usualBodyLimit)
    /// The users, phones and events of the demo.
    public static let demoScenario = APIRoute(.get, "/demo/scenario", .sandbox)
    /// The demo's clock, outage and the phones of one app as they are now.
    public static let demoState = APIRoute(.get, "/demo/state", .sandbox, query: ["app"])
    /// Starts the demo from the beginning.
    public static let demoReset = APIRoute(.post, "/demo/reset", .sandbox)

    /// Every call of the sandbox.
    public static let sandboxCalls: [APIRoute] = [
        sandboxApps, sandboxTokens, sandboxAddPhone, sandboxScreen, sandboxTap, sandboxOffline, sandboxOnline,
        sandboxKill, sandboxOpen, sandboxLive, sandboxUninstall, sandboxPushes, sandboxAddFault, sandboxClearFaults,
        sandboxClock, sandboxMoveClock,
        sandboxSettle,
        demoScenario, demoState, demoReset,
    ]
}
