import PealCore
import PealProviderKit

/// A section of the configuration as a simulator states it: what files contain is in place of their names.
struct SimulatedSettings: SettingsSource {
    let members: [String: JSONValue]

    func text(_ key: String, isSecret _: Bool) -> String? { member(key)?.string }

    func list(_ key: String) -> [String]? { member(key)?.array?.compactMap(\.string) }

    func path(of _: String) -> String { "the simulator" }

    func contents(of file: String) throws(UnreadableFile) -> String { file }

    private func member(_ key: String) -> JSONValue? {
        members[String(key[(key.lastIndex(of: ".") ?? key.startIndex)...].drop { $0 == "." })]
    }
}
