/// The body of `PUT /users/{userId}/addresses/{channel}`.
public struct AddressBody: RequestBody, Sendable {
    /// The address, as the channel's service takes it.
    public var address: String

    /// How it is read.
    public static var shape: Shape<AddressBody> {
        .object { object in
            object.required("address", .identifier(bytes: 1000)).map { AddressBody(address: $0) }
        }
    }
}
