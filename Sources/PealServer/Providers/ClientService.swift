import ServiceLifecycle

/// What runs next to the clients of a push service, until the server ends.
struct ClientService: Service {
    let body: @Sendable () async -> Void

    func run() async throws { await cancelWhenGracefulShutdown { await body() } }
}
