/// The words of a push that stands for several notifications.
struct DigestText: Sendable, Equatable {
    var title: String
    var body: String
}
