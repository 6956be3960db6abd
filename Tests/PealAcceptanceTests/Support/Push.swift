/// A push request as the FCM simulator received it.
struct Push: Sendable {
    let item: JSON

    var phone: String? { item["phoneId"].string }
    var at: String? { item["at"].string }
    var status: Int? { item["answer"]["status"].int }
    var message: JSON { item["payload"]["message"] }
    var android: JSON { message["android"] }
    var title: String? { message["notification"]["title"].string ?? message["data"]["title"].string }
    var body: String? { message["notification"]["body"].string ?? message["data"]["body"].string }
    /// What the app gets (the contract's `peal`).
    var peal: JSON {
        message["data"]["peal"].string.flatMap { try? JSON(parsing: Array($0.utf8)) } ?? .null
    }
}
