import PealCore
import PealProviderKit
import PealSandbox
import PealWire

/// Sends what is tapped on virtual phones to the server, as their apps do: over HTTP, without a session.
struct SandboxReplies: Sendable {
    let phones: DeviceFleet
    let address: ServedAddress
    let transport: HTTPTransport

    /// Sends a reply and shows what became of it, as a notification of the phone's own (S0.W2.8).
    /// - Returns: the server's status and answer; `nil` when it could not be reached.
    func send(_ reply: PhoneReply, from phone: String) async -> JSONValue? {
        guard let url = address.url, let action = reply.tap.action else { return nil }
        let id = reply.tap.notification
        let body = JSONWriter.bytes { writer in writer.object { $0.member("timestamp", reply.at) } }
        let result = await transport.send(
            HTTPCall(
                url: "\(url)/api/v1/notifications/\(id)/actions/\(LinkPolicy.percentEncoded(action))",
                headers: [
                    (name: "authorization", value: "Peal-Action \(reply.token)"),
                    (name: "content-type", value: "application/json"),
                ],
                body: body,
                timeout: .seconds(10)
            )
        )
        guard case .answered(let answer) = result else { return nil }
        let json = (try? JSONParser.parse(answer.body)) ?? .null
        let text = json.object?["confirmation"]?.string
        if let note = answer.status < 300 ? text : json.object?["detail"]?.string.map({ "Not sent: \($0)" }) {
            let link = json.object?["link"]?.string ?? reply.tap.link
            try? phones.show(note, of: reply, link: link, on: phone)
        }
        return .object(["status": .integer(Int64(answer.status)), "body": json])
    }
}
