import Configuration
import Foundation
import PealCore
import PealProviderKit

/// The configuration: `peal.yaml`, overridden by the environment.
///
/// Paths in it are relative to its file.
struct ConfigurationSource: SettingsSource {
    let reader: ConfigReader
    let directory: URL

    func text(_ key: String, isSecret: Bool) -> String? { reader.string(forKey: ConfigKey(key), isSecret: isSecret) }

    func list(_ key: String) -> [String]? { reader.stringArray(forKey: ConfigKey(key)) }

    func path(of file: String) -> String { file.hasPrefix("/") ? file : directory.appending(path: file).path }

    func contents(of file: String) throws(UnreadableFile) -> String {
        do {
            let text = try String(contentsOf: URL(filePath: path(of: file)), encoding: .utf8)
            return ByteOrderMark.removed(from: text).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw UnreadableFile(reason: PlainReason.of(error))
        }
    }
}
