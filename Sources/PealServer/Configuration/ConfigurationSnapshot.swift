import Configuration
import PealCatalog
import PealCore

/// The values of `peal.yaml`, without the byte order mark that some editors write before them.
struct ConfigurationSnapshot: FileConfigSnapshot {
    private let values: YAMLSnapshot

    init(data: RawSpan, providerName: String, parsingOptions: YAMLSnapshot.ParsingOptions) throws {
        let bytes = data.withUnsafeBytes { bytes in [UInt8](bytes.dropFirst(ByteOrderMark.length(before: bytes))) }
        let numbered = try YAMLDocument.numberingSections(of: AlertToSettings.key, in: bytes)
        values = try YAMLSnapshot(
            data: numbered.span.bytes,
            providerName: providerName,
            parsingOptions: parsingOptions
        )
    }

    var providerName: String { values.providerName }
    var description: String { values.description }
    var debugDescription: String { values.debugDescription }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try values.value(forKey: key, type: type)
    }
}
