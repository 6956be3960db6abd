import PealCore
import PealCrypto
import PealStore

/// A wrong text, well sealed, that only a look at the text itself finds.
extension SeedRun {
    /// Replaces one stored text by another one of the same length.
    func reword() async throws {
        guard let store = alive?.store as? any SealedStore else { return }
        for app in world.apps.map(\.id) {
            for kind in [SealedKind.contents, .notifications] {
                let values = try await store.sealedValues(of: kind, app: app, after: nil, limit: 1_000).values
                for value in values {
                    guard let other = try reworded(value, of: app) else { continue }
                    _ = try await store.replace([Resealed(old: value, new: other)], app: app)
                    return note("reworded \(value.column)")
                }
            }
        }
    }

    private func reworded(_ value: SealedValue, of app: AppID) throws -> SealedValue? {
        let context = value.column.context
        let plain = try setup.keyring.open(value.sealed, app: app, context: context)
        guard var text = NotificationText(bytes: plain), !text.title.isEmpty else { return nil }
        text.title = String(repeating: "x", count: text.title.utf8.count)
        let sealed = try setup.keyring.seal(text.bytes, app: app, context: context, version: 1)
        return SealedValue(value.column, sealed)
    }
}
