import AsyncHTTPClient
import NIOCore
import NIOSSL
public import PealCore

/// Carries requests to URLs that strangers gave us, and nowhere else: the guard against server-side request forgery.
///
/// A URL has to pass the rules; its host is looked up here and every address found has to be public; the connection
/// goes to the very address that was checked, so a name that changes its mind in between changes nothing. TLS names and
/// certificates stay those of the host. Redirects are answers like any other, and no proxy is asked.
public final class GuardedTransport: Sendable {
    /// The reason of a ``HTTPResult/notSent(reason:)`` when the guard refused the URL by what is written in it.
    public static let refusal = "endpoint-refused"

    /// Addresses that one call tries at most.
    private static let addressLimit = 6

    private let rules: EndpointRules
    private let clients: PinnedClients
    private let triesAllAddresses: Bool
    private let count = AnswerCount()

    /// Makes a guard; ``shutDown()`` must end it.
    /// - Parameters:
    ///   - rules: which URLs may be called.
    ///   - resolver: finds the addresses of a host.
    ///   - now: the wall clock.
    ///   - originLimit: how many origins have connections at a time.
    ///   - connectionsPerOrigin: how many connections one origin gets when it speaks HTTP/1.1: the calls in flight to it.
    ///   - lookUpAgainAfter: how long an address counts.
    ///   - triesAllAddresses: whether a call that reaches nobody goes on to the host's other addresses, instead of leaving that to
    ///     the next call.
    ///   - connectTimeout: how long a connection may take to be there, TLS included.
    ///   - trustRootsPEM: certificates that are trusted beside the system's, for a service of one's own.
    /// - Throws: ``TrustRootsError`` when the certificates cannot be read.
    public init(
        rules: EndpointRules,
        resolver: HostResolver = .system,
        now: @escaping @Sendable () -> Timestamp,
        originLimit: Int = 64,
        connectionsPerOrigin: Int = 128,
        lookUpAgainAfter: Duration = .seconds(60),
        triesAllAddresses: Bool = false,
        connectTimeout: Duration = .seconds(5),
        trustRootsPEM: [UInt8]? = nil
    ) throws {
        self.rules = rules
        self.triesAllAddresses = triesAllAddresses
        var tls = TLSConfiguration.makeClientConfiguration()
        if let trustRootsPEM {
            let roots = (try? NIOSSLCertificate.fromPEMBytes(trustRootsPEM)) ?? []
            guard !roots.isEmpty else { throw TrustRootsError() }
            tls.additionalTrustRoots = [.certificates(roots)]
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(connectTimeout)),
            decompression: .disabled
        )
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(connectionsPerOrigin, 1)
        configuration.connectionPool.retryConnectionEstablishment = false
        let template = configuration
        clients = PinnedClients(limit: originLimit, lifetime: lookUpAgainAfter, resolver: resolver, now: now) {
            host,
            address in
            var configuration = template
            configuration.dnsOverride = [host: address.description]
            return PinnedClient(HTTPClient(configuration: configuration), address: address)
        }
    }

    /// The guard as a provider sees it.
    public var transport: HTTPTransport { HTTPTransport { call in await self.send(call) } }

    /// How many origins have connections.
    public var originCount: Int { clients.count }

    /// Sends a request if its URL may be called.
    ///
    /// - Returns: ``HTTPResult/notSent(reason:)`` with ``refusal`` when it may not be, and one reason for a host
    ///   without an address and for one whose address is not public; a redirect is an answer.
    public func send(_ call: HTTPCall) async -> HTTPResult {
        let url: GuardedURL
        do {
            url = try rules.check(call.url)
        } catch {
            return .notSent(reason: Self.refusal)
        }
        var call = call
        call.url = url.text
        var tried: Set<IPAddress> = []
        while true {
            let (result, address) = await attempt(call, url)
            guard let address, case .notSent = result, triesAllAddresses, !Task.isCancelled else { return result }
            guard tried.insert(address).inserted, tried.count < Self.addressLimit else { return result }
        }
    }

    /// Sends a request to the address that is used now.
    /// - Returns: what came of it, and the address where there was one.
    private func attempt(_ call: HTTPCall, _ url: GuardedURL) async -> (HTTPResult, IPAddress?) {
        switch await clients.enter(url) {
        case .success(let client):
            let before = count.answers(of: url.origin)
            let result = await client.transport.send(call)
            if count.isSilent(after: result, from: url.origin, before: before) {
                await clients.drop(client, of: url)
            }
            if case .notSent = result, !Task.isCancelled { clients.report(failureAt: client, of: url) }
            await client.leave()
            return (result, client.address)
        case .failure(.forbidden), .failure(.unresolved):
            return (.notSent(reason: AddressGuard.Refusal.reason), nil)
        case .failure(.overloaded): return (.notSent(reason: "overloaded"), nil)
        case .failure(.cancelled): return (.notSent(reason: "cancelled"), nil)
        case .failure(.shutDown): return (.notSent(reason: "shut-down"), nil)
        }
    }

    /// Ends all connections; calls in flight end first, and later ones are not sent.
    public func shutDown() async { await clients.shutDown() }
}
