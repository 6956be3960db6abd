/// A message of a batch, encoded.
struct ExpoBatchItem: Sendable {
    /// Its position in the batch.
    var index = 0
    /// The device's token: never logged.
    var token: String
    /// The message's JSON.
    var json: [UInt8]
}
