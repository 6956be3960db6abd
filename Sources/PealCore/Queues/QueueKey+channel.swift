extension QueueKey {
    /// The queue of a channel other than push: its name stands in the provider's place.
    public init(app: AppID, channel: Channel) {
        self.init(app: app, provider: ProviderID(rawValue: channel.rawValue))
    }
}
