public import PealCore

/// A push service that is simulated on this machine.
///
/// The composition root lists the kinds, next to the clients that they answer; nothing else tells them apart.
public protocol PushSimulator: Sendable {
    /// The push service.
    static var provider: ProviderID { get }

    /// The ports that it listens on.
    static var ports: [SimulatorPort] { get }

    /// Whether control calls are answered at its first port.
    static var answersControlCalls: Bool { get }

    /// Its own control calls, as the help shows them.
    static var controlCalls: [String] { get }

    /// Its own members of `POST /phones/tokens`.
    static var tokenOptions: [String] { get }

    /// Sentences of the help about its ports.
    static var notes: [String] { get }

    /// Makes a simulator that does not run yet.
    /// - Throws: what keeps it from being made.
    init(_ setup: SimulatorSetup) throws

    /// Serves until it is cancelled or shut down gracefully; once only.
    /// - Parameter control: answers control calls, where ``answersControlCalls`` says so.
    /// - Throws: what keeps it from serving, for example a port that is taken.
    func serve(control: SimulatorControl?) async throws

    /// Returns once it takes requests.
    func ready() async throws -> Int

    /// Where each of its ports is, by name, once it takes requests.
    var urls: [String: String] { get }

    /// An app's section of the configuration, with credentials that it accepts and what files contain in place of their names.
    /// - Parameters:
    ///   - app: the app.
    ///   - reachesBrowsers: whether the push services of real browsers may be called as well.
    /// - Returns: the members of the section.
    /// - Throws: ``SimulatorError``.
    func settings(of app: String, reachesBrowsers: Bool) throws -> [String: JSONValue]

    /// The address that a new phone of an app receives.
    /// - Throws: ``SimulatorError``.
    func makeAddress(app: String) throws -> String

    /// What makes addresses for `POST /phones/tokens`.
    /// - Parameters:
    ///   - project: the app, as the push service knows it.
    ///   - options: the members of the call.
    /// - Returns: makes one more with each call.
    /// - Throws: ``SimulatorRefusal`` for options that do not fit.
    func tokenMaker(_ project: String, options: [String: JSONValue]) throws -> () throws -> String

    /// Answers one of its own control calls; `nil` when the call is none of them.
    /// - Throws: ``SimulatorRefusal``, or what keeps it from doing what is asked.
    func answer(_ call: ControlCall) throws -> SimulatorAnswer?

    /// What its addresses look like, as the end of a message about one that it did not make; `nil` when the message says it.
    var addressHint: String? { get }
}

extension PushSimulator {
    /// Another one answers them.
    public static var answersControlCalls: Bool { false }
    /// It has none.
    public static var controlCalls: [String] { [] }
    /// It has none.
    public static var tokenOptions: [String] { [] }
    /// There is nothing to say.
    public static var notes: [String] { [] }

    /// Those of new phones.
    public func tokenMaker(_ project: String, options _: [String: JSONValue]) throws -> () throws -> String {
        { try makeAddress(app: project) }
    }

    /// It has none.
    public func answer(_: ControlCall) throws -> SimulatorAnswer? { nil }

    /// The message says it.
    public var addressHint: String? { nil }
}
