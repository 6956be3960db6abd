/// The texts of a notification: what the inbox shows, what its push says where that is something else, and what it says as
/// a digest.
struct TextFact: Sendable, Equatable {
    var title: String
    var body: String
    var pushTitle: String?
    var pushBody: String?
    var digestTitle: String?
    var digestBody: String?
    var link: String
}
