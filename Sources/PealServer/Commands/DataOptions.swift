import ArgumentParser

/// Flags of every command that opens a data directory.
struct DataOptions: ParsableArguments {
    @Option(help: "The configuration file.")
    var config = "peal.yaml"

    @Option(help: "The data directory; overrides the configuration.")
    var data: String?

    @Option(help: "A directory with one <app>.yaml per app; without it, the shipped catalogs are served.")
    var catalogs: String?
}
