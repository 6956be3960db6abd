import Logging
import PealCore
import PealProviderKit
package import PealSandbox
import ServiceLifecycle

/// The push services of a sandbox, with one request log, one script of faults and one set of phones.
package final class PushSimulators: Sendable {
    package let phones: DeviceFleet
    let requestLog: RequestLog
    package let faults: FaultScript
    private let plugins: ProviderPlugins
    private let layout: SimulatorLayout
    private let simulators: [any PushSimulator]
    private let isControlled: Bool

    /// Makes simulators that do not run yet.
    /// - Parameters:
    ///   - plugins: the push services that are simulated.
    ///   - setup: what the simulators share.
    /// - Throws: what keeps one from being made.
    init(_ plugins: ProviderPlugins, _ setup: SimulatorSetup) throws {
        self.plugins = plugins
        layout = plugins.simulators
        phones = setup.phones
        requestLog = setup.requestLog
        faults = setup.faults
        isControlled = setup.isOwnProcess
        simulators = try layout.kinds.map { try $0.init(setup) }
    }

    /// How they run: they end gracefully, and do not wait for faults that answer late.
    func groupConfiguration(logger: Logger) -> ServiceGroupConfiguration {
        var configuration = ServiceGroupConfiguration(
            services: services.map { .named($0) },
            logger: logger.forServices
        )
        configuration.maximumGracefulShutdownDuration = .seconds(1)
        return configuration
    }

    private var services: [any Service] {
        let control =
            isControlled ? SimulatorControl(simulators, requestLog: requestLog, faults: faults, phones: phones) : nil
        return simulators.map { simulator in SimulatorService { try await simulator.serve(control: control) } }
    }

    /// Returns once all of them take requests.
    func ready() async throws {
        for simulator in simulators { _ = try await simulator.ready() }
    }

    /// Where each of them is, by name, once they take requests; control calls are answered at `url`.
    var endpoints: [(name: String, url: String)] {
        let urls = simulators.map(\.urls).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        let endpoints = layout.ports.compactMap { port in urls[port.name].map { (name: port.name, url: $0) } }
        return (endpoints.first.map { [(name: "url", url: $0.url)] } ?? []) + endpoints
    }

    /// What addresses look like here, for messages about those of real services.
    var addressHints: [ProviderID: String] {
        Dictionary(
            simulators.compactMap { simulator in
                simulator.addressHint.map { (type(of: simulator).provider, $0) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// An app's settings, with credentials the simulators take: the clients are made as from an operator's file.
    /// - Parameters:
    ///   - app: the app.
    ///   - base: what else is set.
    ///   - reachesBrowsers: whether the push services of real browsers may be called, too: in the demo.
    /// - Returns: the settings.
    /// - Throws: ``SimulatorError``; ``ServerError`` for a section that the provider does not accept.
    func settings(of app: AppID, over base: AppConfiguration, reachesBrowsers: Bool) throws -> AppConfiguration {
        var settings = base
        for plugin in plugins.all.map(\.plugin) {
            let members = try simulator(of: plugin.id).settings(of: app.rawValue, reachesBrowsers: reachesBrowsers)
            var section = SettingsSection("apps.\(app).\(plugin.id)", of: SimulatedSettings(members: members))
            settings.providers[plugin.id] = plugin.settings(&section)
            guard section.problems.isEmpty else {
                throw ServerError(.configuration, section.problems.joined(separator: "\n"))
            }
        }
        return settings
    }

    /// The address a fresh phone gets from its push service.
    func makeToken(_ provider: ProviderID, app: AppID) throws -> String {
        try simulator(of: provider).makeAddress(app: app.rawValue)
    }

    private func simulator(of provider: ProviderID) throws -> any PushSimulator {
        let found = simulators.first { type(of: $0).provider == provider }
        guard let found else { throw SimulatorRefusal(status: 404, detail: "\(provider) is not simulated here") }
        return found
    }
}

extension ProviderPlugins {
    /// What simulates them.
    package var simulators: SimulatorLayout { SimulatorLayout(all.map(\.simulator)) }
}

/// A simulator as a service that ends gracefully.
private struct SimulatorService: Service {
    let body: @Sendable () async throws -> Void

    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

    func run() async throws { try await body() }
}
