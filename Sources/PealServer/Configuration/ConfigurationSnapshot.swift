import Configuration
import PealCore

/// The values of `peal.yaml`, without the byte order mark that some editors write before them.
struct ConfigurationSnapshot: FileConfigSnapshot {
    private let values: YAMLSnapshot

    init(data: RawSpan, providerName: String, parsingOptions: YAMLSnapshot.ParsingOptions) throws {
        let mark = data.withUnsafeBytes { ByteOrderMark.length(before: $0) }
        values = try YAMLSnapshot(
            data: data.extracting(mark...),
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
