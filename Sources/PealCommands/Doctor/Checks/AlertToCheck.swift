import PealServer

/// Looks whether anybody gets messages about alerts.
struct AlertToCheck {
    /// The destinations.
    let destinations: [AlertToSettings]

    /// What it means that there is none, and what to do.
    static let nobody =
        "nobody is told when Peal is in trouble; add alertTo to peal.yaml (docs/configuration.md), then run `peal alerts test`"

    func run() -> [DoctorFinding] {
        guard !destinations.isEmpty else { return [.warn(.alerts, Self.nobody)] }
        let names = destinations.map(\.description).joined(separator: ", ")
        return [.ok(.alerts, "messages go to \(names); `peal alerts test` sends one to each")]
    }
}
