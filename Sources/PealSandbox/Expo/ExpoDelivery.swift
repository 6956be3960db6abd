import PealCore

/// A message to one recipient.
struct ExpoDelivery {
    let message: [String: JSONValue]
    let token: String
    /// The mark of the token's project; `nil` when nobody gave the token out.
    let project: String?

    init(message: [String: JSONValue], token: String) {
        self.message = message
        self.token = token
        project = if case .valid(let project) = ExpoPushTokens.status(of: token) { project } else { nil }
    }

    /// The message as this recipient's alone.
    var json: [UInt8] {
        var own = message
        own["to"] = .string(token)
        return JSONText.write(.object(own))
    }

    /// How much of it reaches the device.
    var size: Int {
        var own = message
        own["to"] = nil
        return JSONText.write(.object(own)).count
    }

    /// By the fields that only one platform has.
    var platform: Platform {
        ["interruptionLevel", "sound", "badge", "_contentAvailable"].contains { message[$0] != nil } ? .ios : .android
    }

    func subject(_ endpoint: String, phones: DeviceFleet, hasBody: Bool = true) -> FaultSubject {
        FaultSubject(
            endpoint: endpoint,
            body: hasBody ? json : [],
            token: token,
            title: message["title"]?.string,
            type: message["data"]?.object?["peal"]?.object?["type"]?.string,
            phone: phones.phone(provider: .expo, token: token)
        )
    }

    /// Reaches the phone, when there is one.
    func arrive(at simulator: ExpoSimulator) {
        simulator.phones.receive(provider: .expo, token: token) { platform in
            var arrival = PhoneArrival(expo: message, platform: platform, now: simulator.world.now())
            arrival.delivery = PhoneDelivery(provider: .expo, headers: [:], payload: .object(message))
            return arrival
        }
    }
}
