public import PealCore
public import PealProviderKit

extension RadioNotifier {
    /// What rules need to know of it.
    public static let traits = ChannelTraits(
        id: Channel(rawValue: "radio"),
        name: "the radio",
        isOnByDefault: true,
        titleLimit: 20
    )

    /// How the server uses it.
    public static let plugin = ProviderPlugin(
        traits,
        settings: RadioSettings.self,
        addressProblem: { $0.hasPrefix("radio:") ? nil : "an address of the radio begins with radio:" },
        refusalAdvice: ["unknown-key": "ask the station for another key"],
        clients: { context in ClientMaker { ProviderClient(RadioNotifier($0, context.transport)) } }
    )
}
