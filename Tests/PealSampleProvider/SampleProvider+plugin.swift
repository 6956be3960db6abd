public import PealCore
public import PealProviderKit

extension SampleProvider {
    /// Every phone can have it.
    public static let traits = ProviderTraits(
        id: ProviderID(rawValue: "sample"),
        name: "Sample",
        platforms: [.ios, .android]
    )

    /// What the server lists.
    public static let plugin = ProviderPlugin(
        traits,
        settings: SampleSettings.self,
        tokenProblem: { problem(withToken: $0) },
        refusalAdvice: ["unknown-key": "create another key in the sample service's console"],
        clients: { context in ClientMaker { ProviderClient(try SampleProvider($0, context.transport)) } }
    )
}
