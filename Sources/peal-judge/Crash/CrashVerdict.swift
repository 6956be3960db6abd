import PealCore

/// Restarts the server a last time, lets it finish, and compares all ledgers.
struct CrashVerdict {
    let settleLimit: Duration

    func reach(_ run: inout CrashRun) async throws -> [Finding] {
        let (server, url) = try await run.installation.startReady()
        let apis = run.apis(at: url)
        try await settleStatements(run.ledger, apis, Statements(population: run.population))
        try await Settling(apis: apis, limit: settleLimit).run()
        Output.progress("reading what the server says")
        let story = try await ServerStory.read(apis: apis, members: run.population.members)
        try await run.pushes.catchUp(with: run.simulator)
        try await server.child.stop()

        let requests = run.ledger.requests
        let acceptance = AcceptanceCheck(requests: requests, story: story)
        let recipients = RecipientCheck(requests: requests, population: run.population, story: story)
        let pushes = PushCheck(
            story: story, population: run.population, copies: run.pushes.copies, deaths: run.deaths)
        return [
            answers(run), acceptance.acknowledged(), acceptance.claims(), recipients.decisions(), recipients.counts(),
            recipients.inbox(), pushes.endings(), pushes.accepted(), pushes.copiesExplained(), pushes.identities(),
        ]
    }

    /// Sends again what nobody knows the fate of: it is either new or a duplicate, never both.
    private func settleStatements(
        _ ledger: RequestLedger, _ apis: [String: PealAPI], _ statements: Statements
    ) async throws {
        let client = LoadingClient(
            ledger: ledger, statements: statements, apis: apis, pause: .zero, random: SeededRandom(seed: 0))
        let watch = Stopwatch()
        while let request = ledger.takeUnsettled() {
            await client.send(request)
            guard watch.seconds < Stopwatch.seconds(settleLimit) else {
                throw JudgeError(.tookTooLong, "\(request.entity) gets no answer")
            }
        }
    }

    private func answers(_ run: CrashRun) -> Finding {
        var finding = Finding("no answer contradicts an earlier one, no server ends by itself")
        for violation in run.ledger.violations + run.violations { finding.note(violation) }
        finding.checked = run.ledger.requests.count + run.ledger.counts.replays + run.deaths.count
        return finding
    }
}
