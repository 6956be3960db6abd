import Foundation
import JudgeKit
import PealCore

/// Measures what is not a push: accepting a trigger, closing a digest window, a page of an inbox.
///
/// The server and its database are of their own, so that the phases before stay as they are without these.
struct RequestRun {
    let installation: Installation
    let simulator: Simulator
    let caller: HTTPCaller
    let concurrency: Int
    let count: Int
    let timeLimit: Duration
    let way: PushWay

    /// Where the server's files are, below those of the run.
    static let directory = "requests"

    private static let apps = ["reports", PolicyCatalog.app]
    private static let signer = UserTokenSigner(app: PolicyCatalog.app)
    private static let owners = (0..<100).map { "owner-\($0)" }
    /// Too far ahead for anything to be decided or pushed while it is measured.
    private static let ahead = Duration.seconds(30 * 86_400)

    /// Sets a server up: the given catalogs, and one more with digest windows that close within seconds.
    /// - Parameters:
    ///   - run: the run whose other phases were measured.
    ///   - workspace: the run's directory.
    ///   - catalogs: the directory of the catalogs.
    ///   - count: how many triggers, windows and pages.
    /// - Throws: what reading and writing files does.
    init(after run: LoadRun, in workspace: Workspace, catalogs: String, count: Int) async throws {
        let directory = workspace.path(Self.directory)
        let copy = directory.appending(path: "catalogs")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(filePath: catalogs).resolvingSymlinksInPath(), to: copy)
        let catalog = WindowClosing.catalog(users: count)
        try Data(catalog.yaml.utf8).write(to: copy.appending(path: "\(PolicyCatalog.app).yaml"))
        try Data("host: 127.0.0.1\n".utf8).write(to: directory.appending(path: "peal.yaml"))
        let made = try await Installation.make(
            peal: run.installation.peal,
            workspace: workspace,
            catalogs: copy.path,
            simulator: run.simulator,
            children: run.installation.children,
            apps: Self.apps,
            way: run.way
        )
        var settings = made.settings.merging(Self.signer.settings) { $1 }
        // `peal keys` knows the settings of an app by its catalog only.
        settings["PEAL_CATALOGS"] = copy.path
        installation = Installation(
            peal: made.peal,
            workspace: directory,
            catalogs: copy,
            rootKey: made.rootKey,
            children: made.children,
            settings: settings
        )
        simulator = run.simulator
        caller = run.caller
        concurrency = run.concurrency
        timeLimit = run.timeLimit
        way = run.way
        self.count = count
    }

    /// Measures the three phases one after the other.
    /// - Returns: what they cost.
    /// - Throws: ``JudgeError``.
    func measure() async throws -> [RequestMeasurement] {
        let keys = (
            reports: try await installation.createKey(app: "reports"),
            policy: try await installation.createKey(app: PolicyCatalog.app)
        )
        let (server, url) = try await installation.startReady()
        let meter = RequestMeter(server: server, timeLimit: timeLimit)
        let reports = RequestBackend(api: PealAPI(caller: caller, url: url, key: keys.reports))
        let policy = RequestBackend(api: PealAPI(caller: caller, url: url, key: keys.policy))
        let windows = WindowClosing(backend: policy, meter: meter, users: count, timeLimit: timeLimit)
        let pages = InboxPages(backend: policy, signer: Self.signer, concurrency: concurrency)
        Output.progress("seeding \(count) users with a phone each, and inboxes")
        try await reports.putUsers(Self.owners)
        try await putReaders(policy)
        try await pages.fill(atMost: timeLimit)
        try await meter.quiesce()
        let measurements = [
            try await accept(reports.api, meter), try await windows.measure(), try await pages.measure(count, meter),
        ]
        try await server.child.stop()
        return measurements
    }

    /// Triggers that are due in a month: they are checked, stored and audited, and nothing else happens.
    private func accept(_ api: PealAPI, _ meter: RequestMeter) async throws -> RequestMeasurement {
        Output.progress("\(count) triggers for later, of \(concurrency) concurrent backends")
        let due = Stopwatch.wallClock + Self.ahead
        return try await meter.measure("accepted triggers", .request, count: count) {
            let watch = Stopwatch()
            try await ConcurrentWork.forEach(0..<count, atOnce: concurrency) { number in
                let body = LoadRun.assigned(number, owner: Self.owners[number % Self.owners.count], sendAt: due)
                try await api.submit(body, idempotencyKey: nil).expect(202)
            }
            let seconds = watch.seconds
            try await meter.quiesce()
            return seconds
        }
    }

    /// The users of the digest windows, with a phone each.
    private func putReaders(_ backend: RequestBackend) async throws {
        let users = (0..<count).map { "reader-\($0)" }
        let tokens = try await simulator.tokens(count, project: PolicyCatalog.app, of: way.provider)
        try await backend.putUsers(users)
        let (api, way) = (backend.api, way)
        try await ConcurrentWork.forEach(zip(users, tokens), atOnce: concurrency) { user, token in
            _ = try await api.registerPhone(of: user, token: token, way)
        }
        try await backend.putOrganisation(WindowClosing.organisation, members: users)
    }
}
