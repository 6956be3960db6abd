/// A message ready to travel.
struct ExpoParcel: Sendable {
    /// The device's token: never logged.
    var token: String
    /// The message's JSON.
    var json: [UInt8]
}
