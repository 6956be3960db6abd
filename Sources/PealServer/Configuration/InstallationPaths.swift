/// Where an installation is: the configuration, and what overrides it.
package struct InstallationPaths: Sendable {
    /// The configuration file.
    package var configuration: ConfigurationPath
    /// The data directory; `nil` leaves it to the configuration.
    package var data: String?
    /// The directory of the catalogs; `nil` leaves it to the configuration.
    package var catalogs: String?

    /// Names them.
    package init(configuration: ConfigurationPath, data: String? = nil, catalogs: String? = nil) {
        self.configuration = configuration
        self.data = data
        self.catalogs = catalogs
    }
}
