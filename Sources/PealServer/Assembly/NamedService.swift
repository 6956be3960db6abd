import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// A service that is named by its type in logs.
    ///
    /// The library's own name for one is all that it holds, whatever it is: keys, clients, stores.
    static func named(
        _ service: any Service,
        whenItEnds behavior: TerminationBehavior = .cancelGroup
    ) -> Self {
        Self(service: service, successTerminationBehavior: behavior, serviceName: "\(type(of: service))")
    }
}
