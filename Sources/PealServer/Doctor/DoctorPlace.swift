/// Where the installation lies, as the command line says.
struct DoctorPlace: Sendable {
    /// The configuration file.
    var config: String
    /// Whether the command line names that file, so that it has to be there.
    var isConfigNamed = false
    /// The data directory; overrides the configuration.
    var data: String?
    /// The catalogs directory; overrides the configuration.
    var catalogs: String?
}
