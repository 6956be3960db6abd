public import PealCore
import PealStore

/// Puts, shows and removes the addresses of users in channels next to push and the inbox.
///
/// An address is sealed before it reaches the store, and shown in full only in an export.
public struct ChannelAddresses: Sendable {
    private let store: any ChannelStore & ChangeStore
    private let installed: Channels
    private let encryption: PayloadEncryption
    private let now: @Sendable () -> Timestamp
    private let addressProblem: @Sendable (AppID, ProviderID, String) -> String?

    /// Wires the use case; `addressProblem` says what a channel has against an address's form.
    init(
        store: any ChannelStore & ChangeStore,
        installed: Channels,
        encryption: PayloadEncryption,
        now: @escaping @Sendable () -> Timestamp,
        addressProblem: @escaping @Sendable (AppID, ProviderID, String) -> String?
    ) {
        self.store = store
        self.installed = installed
        self.encryption = encryption
        self.now = now
        self.addressProblem = addressProblem
    }

    /// The channel of that name that sends to addresses; `nil` when the installation has none.
    public func channel(named name: String) -> Channel? {
        installed[Channel(rawValue: name)].flatMap { $0.needsAddress ? $0.id : nil }
    }

    /// Puts an address, in place of the one before; one that was dead is in service again.
    /// - Returns: the address as it is shown; `nil` when there is no such user.
    /// - Throws: ``TokenProblem`` when it cannot be an address of the channel; ``StoreError``.
    public func put(_ text: String, in channel: Channel, user: UserID, app: AppID) async throws -> ShownAddress? {
        if let problem = addressProblem(app, ProviderID(rawValue: channel.rawValue), text) {
            throw TokenProblem(detail: problem)
        }
        let sealed = try encryption.seal(Array(text.utf8), .channelAddress(user, channel), app: app)
        let address = ChannelAddress(user: user, channel: channel, sealed: sealed, createdAt: now())
        guard try await store.applies([.channel(.putAddress(address))], to: app) else { return nil }
        return ShownAddress(address, text)
    }

    /// The addresses of a user, by channel; one that no key at hand opens is shown without any of its characters.
    /// - Throws: ``StoreError``.
    public func addresses(of user: UserID, app: AppID) async throws -> [ShownAddress] {
        try await store.channelAddresses(of: user, app: app).map { ShownAddress($0, text(of: $0, app: app)) }
    }

    /// What an export says of the addresses of a user, by channel.
    /// - Throws: ``StoreError``.
    public func exported(of user: UserID, app: AppID) async throws -> [ExportedAddress] {
        try await store.channelAddresses(of: user, app: app).map { ExportedAddress($0, text(of: $0, app: app)) }
    }

    private func text(of address: ChannelAddress, app: AppID) -> String? {
        let column = SealedColumn.channelAddress(address.user, address.channel)
        guard let plain = try? encryption.open(address.sealed, column, app: app) else { return nil }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Removes an address; whether there was one.
    /// - Throws: ``StoreError``.
    public func remove(_ channel: Channel, of user: UserID, app: AppID) async throws -> Bool {
        try await store.applies([.channel(.removeAddress(channel, of: user))], to: app)
    }
}
