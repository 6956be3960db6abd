/// A push request as a simulator received it; `message` and what follows from it are FCM's.
struct Push: Sendable {
    let item: JSON

    var phone: String? { item["phoneId"].string }
    var at: String? { item["at"].string }
    var status: Int? { item["answer"]["status"].int }
    var reason: String? { item["answer"]["reason"].string }
    var headers: JSON { item["headers"] }
    /// The body; decrypted when it came encrypted.
    var payload: JSON { item["payload"] }
    var message: JSON { item["payload"]["message"] }
    var android: JSON { message["android"] }
    var title: String? { message["notification"]["title"].string ?? message["data"]["title"].string }
    var body: String? { message["notification"]["body"].string ?? message["data"]["body"].string }
    /// What the app gets (the contract's `peal`), wherever the provider carries it.
    var peal: JSON {
        if let text = message["data"]["peal"].string { return (try? JSON(parsing: Array(text.utf8))) ?? .null }
        let data = payload["data"]["peal"]
        return data.isNull ? payload["peal"] : data
    }
}
