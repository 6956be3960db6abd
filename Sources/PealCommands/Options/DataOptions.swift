import ArgumentParser
import PealServer

/// Flags of every command that opens a data directory.
struct DataOptions: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("The configuration file. (default: \(Self.usualConfig))", valueName: "config")
    )
    var namedConfig: String?

    @Option(help: "The data directory; overrides the configuration.")
    var data: String?

    @Option(help: "A directory with one <app>.yaml for each app; overrides the configuration. (default: the examples)")
    var catalogs: String?

    private static let usualConfig = "peal.yaml"

    /// The configuration file: the one that was named, or the usual one.
    var config: String { namedConfig ?? Self.usualConfig }

    /// What the flags name; the configuration file has to exist when they name it.
    var paths: InstallationPaths {
        InstallationPaths(
            configuration: ConfigurationPath(path: config, isNamed: namedConfig != nil),
            data: data,
            catalogs: catalogs
        )
    }
}
