/// Where the installation lies, as the command line says.
struct DoctorPlace: Sendable {
    /// The configuration file.
    var config: String
    /// The data directory; overrides the configuration.
    var data: String?
    /// The catalogs directory; overrides the configuration.
    var catalogs: String?
}
