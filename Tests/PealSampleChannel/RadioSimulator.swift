import Hummingbird
import NIOCore
public import PealCore
public import PealSandbox

/// The station on loopback.
public final class RadioSimulator: PushSimulator {
    /// The name of its queue.
    public static let provider = ProviderID(rawValue: RadioNotifier.traits.id.rawValue)
    /// Its only port, after all others.
    public static let ports = [SimulatorPort("radio", "The radio", isAdded: true)]
    /// An address at which nobody listens any more.
    public static let silent = "radio:club:silent"

    let setup: SimulatorSetup
    private let listening = ListeningPort()

    /// Makes it from what all share.
    public init(_ setup: SimulatorSetup) throws { self.setup = setup }

    /// Serves.
    public func serve(control _: SimulatorControl?) async throws {
        let application = Application(
            responder: RadioResponder(setup: setup),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: setup.ports["radio"] ?? 0)
            ),
            onServerRunning: { [listening] channel in channel.localAddress?.port.map(listening.open) },
            logger: setup.logger
        )
        defer { listening.close() }
        try await application.run()
    }

    /// Returns once it takes requests.
    public func ready() async throws -> Int { try await listening.wait() }

    /// Its only port.
    public var urls: [String: String] { listening.number.map { ["radio": "http://127.0.0.1:\($0)"] } ?? [:] }

    /// The key of every app.
    public func settings(of app: String, reachesBrowsers _: Bool) throws -> [String: JSONValue] {
        ["key": .string("radio-\(app)"), "endpoint": .string(urls["radio"] ?? "")]
    }

    /// An address with the name of its app.
    public func makeAddress(app: String) throws -> String { "radio:\(app):\(setup.world.random())" }
}
