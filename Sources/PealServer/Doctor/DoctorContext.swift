/// Where the installation is, as the command line says.
struct DoctorContext: Sendable {
    /// The configuration file.
    var config: ConfigurationPath
    /// The data directory; overrides the configuration.
    var data: String?
    /// The catalogs directory; overrides the configuration.
    var catalogs: String?
}
