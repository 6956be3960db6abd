import PealCore

/// Looks at titles without a bound: a payload has 4 KB, and what the title takes the body has not (R111).
struct TitleLengthLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        guard Platform.allCases.contains(where: { catalog.budgets.on($0).title == nil }) else { return }
        let types = catalog.types.filter { Self.openVariable(of: $0) != nil }
        // One line in `budgets` mends them all, so one finding says it.
        guard let type = types.first, let name = Self.openVariable(of: type) else { return }
        let others =
            types.count == 1
            ? "" : "; \(counted(types.count - 1, "more type")) \(types.count == 2 ? "has" : "have") this problem"
        log.warn(
            "types.\(type.id).title",
            "unbounded-title",
            "`\(name)` may be long and leave no space for the body; add `budgets: {title: 65, body: 180}`\(others)"
        )
    }

    /// A variable of a title that may hold any text.
    private static func openVariable(of type: NotificationType) -> String? {
        let names = type.title.byLocale.values.flatMap { template in template.forms.flatMap(\.variableNames) }
        return type.variables.first { ($0.type == .string || $0.type == .text) && names.contains($0.name) }?.name
    }
}
