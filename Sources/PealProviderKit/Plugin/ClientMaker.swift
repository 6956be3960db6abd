/// Makes the clients of one push service, an app at a time, with what all of them share.
public struct ClientMaker<Settings>: Sendable {
    /// Makes the client of an app from its settings; the error says what is wrong with these.
    public let make: @Sendable (Settings) throws -> ProviderClient
    /// Runs next to the clients, as long as there are any.
    public let run: (@Sendable () async -> Void)?

    /// Names how clients are made.
    /// - Parameters:
    ///   - run: runs next to the clients.
    ///   - make: makes the client of an app.
    public init(
        run: (@Sendable () async -> Void)? = nil,
        make: @escaping @Sendable (Settings) throws -> ProviderClient
    ) {
        self.make = make
        self.run = run
    }
}
