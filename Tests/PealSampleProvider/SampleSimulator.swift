import Hummingbird
import NIOCore
public import PealCore
public import PealSandbox

/// The sample service on loopback.
public final class SampleSimulator: PushSimulator {
    /// The sample service.
    public static let provider = SampleProvider.traits.id
    /// Its only port, after all others.
    public static let ports = [SimulatorPort("sample", "Sample", isAdded: true)]

    let setup: SimulatorSetup
    private let listening = ListeningPort()

    /// Makes it from what all share.
    public init(_ setup: SimulatorSetup) throws { self.setup = setup }

    /// Serves.
    public func serve(control _: SimulatorControl?) async throws {
        let application = Application(
            responder: SampleResponder(simulator: self),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: setup.ports["sample"] ?? 0)
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
    public var urls: [String: String] {
        listening.number.map { ["sample": "http://127.0.0.1:\($0)"] } ?? [:]
    }

    /// The key of the app.
    public func settings(of app: String, reachesBrowsers _: Bool) throws -> [String: JSONValue] {
        ["key": .string(Self.key(of: app)), "endpoint": .string(urls["sample"] ?? "")]
    }

    /// An address with the name of its app.
    public func makeAddress(app: String) throws -> String { "sample:\(app):\(setup.world.random())" }

    static func key(of app: String) -> String { "sample-\(app)" }
}
