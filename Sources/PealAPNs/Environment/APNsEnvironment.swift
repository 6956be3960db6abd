/// Apple's two worlds: a device token belongs to one of them.
enum APNsEnvironment: String, Sendable {
    /// Apps from the store and TestFlight.
    case production
    /// Apps started from Xcode.
    case sandbox

    var other: APNsEnvironment { self == .production ? .sandbox : .production }
}
