import PealHTTP
import ServiceLifecycle

/// The web server; when it is told to stop and closes its listener, another one answers who still comes.
struct DrainingService: Service {
    let service: any Service
    let drain: DrainListener

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await service.run()
        } onGracefulShutdown: {
            drain.begin()
        }
    }
}
