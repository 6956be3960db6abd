/// What a guard throws that permits no address for a connection: its requests are not sent, for this reason.
package struct HTTP2Refusal: Error {
    /// The reason, as a code.
    package let reason: String

    /// Refuses.
    package init(reason: String) { self.reason = reason }
}
