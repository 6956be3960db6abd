public import PealCore

/// Renders what a device would show for a type of the catalog in force, without a trigger (R117).
public struct CatalogPreview: Sendable {
    private let catalogs: CatalogLookup
    private let formatting: TextFormatting
    private let now: @Sendable () -> Timestamp

    init(catalogs: @escaping CatalogLookup, formatting: TextFormatting, now: @escaping @Sendable () -> Timestamp) {
        self.catalogs = catalogs
        self.formatting = formatting
        self.now = now
    }

    /// Renders a type for a reader in the app's own time zone.
    /// - Parameters:
    ///   - id: the type.
    ///   - locale: the reader's locale; `nil` is the app's own.
    ///   - platform: the device's platform.
    ///   - data: variables; each that is missing has the example of its declaration.
    ///   - app: the app.
    /// - Returns: what the device would show.
    /// - Throws: ``IntakeProblem`` for a type or variable that is unknown, or a value that does not fit.
    public func run(
        _ id: TypeID,
        locale: String?,
        platform: Platform,
        data: [String: JSONValue],
        app: AppID
    ) throws(IntakeProblem) -> PreviewedPush {
        let catalog = catalogs(app, nil)
        guard let catalog, let type = catalog.type(id) else {
            let known = catalog?.types.map(\.id.rawValue) ?? []
            let hint = NearName.hint(for: id.rawValue, among: known)
            let detail = "unknown type `\(id.rawValue.prefix(64))`\(hint)"
            throw IntakeProblem(code: .unknownType, details: [.init(detail: detail, pointer: "/type")])
        }
        let examples = Dictionary(type.variables.map { ($0.name, $0.example) }) { first, _ in first }
        let values = examples.merging(data) { $1 }
        let problems = DataCheck(type: type, data: values, hasOthers: false).problems
        guard problems.isEmpty else {
            throw IntakeProblem(code: problems.first?.code ?? .invalid, details: problems.map(\.detail))
        }
        return show(type, in: catalog, locale: locale ?? catalog.defaultLocale, platform, values)
    }

    private func show(
        _ type: NotificationType,
        in catalog: Catalog,
        locale: String,
        _ platform: Platform,
        _ values: [String: JSONValue]
    ) -> PreviewedPush {
        var renderer = CopyRenderer(
            catalog: catalog,
            type: type,
            trigger: example(of: type, in: catalog, values),
            parent: catalog.entities.keys.min().map { EntityRef(type: $0, id: Self.exampleID) },
            formatting: formatting,
            now: now()
        )
        let content = renderer.content(for: UserID(Self.exampleID), locale: locale, zone: catalog.timeZone)
        let budget = catalog.budgets.platforms[platform]
        let actions =
            type.silent ? [] : MessageComposer.actions(type, catalog, content, on: platform, link: content.link)
        let fitted = { (copy: LocalizedTemplate, usual: Int?, own: Int?, full: String, text: String?) in
            PlatformFit(copy: copy, locale: content.locale, usual: usual, platform: own).text(full: full, fitted: text)
        }
        return PreviewedPush(
            type: type,
            locale: content.locale,
            title: fitted(type.title, catalog.budgets.title, budget?.title, content.text.title, content.text.pushTitle),
            body: fitted(type.body, catalog.budgets.body, budget?.body, content.text.body, content.text.pushBody),
            link: content.link,
            thread: content.thread,
            group: content.group ?? content.thread,
            sound: catalog.sound(type.sound, on: platform),
            actions: actions,
            androidButtons: platform == .android && !actions.isEmpty ? AndroidButtons(actions) : nil
        )
    }

    /// What stands for the ids that a trigger names.
    private static let exampleID = "example"

    private func example(of type: NotificationType, in catalog: Catalog, _ values: [String: JSONValue]) -> Trigger {
        var trigger = Trigger(
            id: TriggerID(UUIDv7(milliseconds: 0, random: (0, 0))),
            app: catalog.app,
            type: type.id,
            audience: .users([]),
            data: values,
            dueAt: now(),
            acceptedAt: now(),
            catalogVersion: catalog.version
        )
        trigger.entity = catalog.entities.keys.min().map { EntityRef(type: $0, id: Self.exampleID) }
        trigger.transition = Self.exampleID
        return trigger
    }
}
