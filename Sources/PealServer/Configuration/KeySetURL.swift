import PealProviderKit

/// Where an identity provider publishes the keys of an app's tokens.
struct KeySetURL: Sendable {
    /// The URL.
    var text: String
    /// Which URLs may be called: every public host on port 443, and what the operator allows.
    var rules: EndpointRules
    /// Additional CA certificates, as PEM.
    var trustRoots: String?
}

extension KeySetURL {
    /// Reads the URL and what belongs to it; `nil` when there is none, or when it may not be called.
    init?(_ values: inout ConfigurationValues, section: String) {
        let allowed = values.list("\(section).allow") ?? []
        guard let text = values.text("\(section).jwksUrl") else { return nil }
        do {
            let rules = try EndpointRules(allowedHosts: nil, exceptions: allowed)
            _ = try rules.check(text)
            self.init(text: text, rules: rules, trustRoots: values.file("\(section).caFile"))
        } catch let problem as EndpointProblem {
            let hint =
                [.host, .address, .port].contains(problem)
                ? "; for a provider in a private network, name its host:port in `allow`" : ""
            values.report(["\(section).jwksUrl: \(problem.text)\(hint)"])
            return nil
        } catch let error as EndpointRulesError {
            values.report(error.problems.map { "\(section).allow: \($0)" })
            return nil
        } catch {
            return nil
        }
    }
}
