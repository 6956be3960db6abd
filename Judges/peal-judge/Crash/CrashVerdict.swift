import JudgeKit

/// Restarts the server a last time, lets it finish, and compares all records.
struct CrashVerdict {
    let drainLimit: Duration

    func reach(_ run: inout CrashRun) async throws -> (findings: [Finding], facts: [(String, Int)]) {
        let (server, url) = try await run.installation.startReady()
        let apis = run.apis(at: url)
        try await drainStatements(run.record, apis, Statements(population: run.population))
        try await drain(apis, run)
        Output.progress("reading what the server says")
        let report = try await ServerReport.read(apis: apis, members: run.population.everybody)
        try await run.pushes.catchUp(with: run.simulator)
        try await server.child.stop()

        let requests = run.record.requests
        let acceptance = AcceptanceCheck(requests: requests, report: report)
        let recipients = RecipientCheck(requests: requests, population: run.population, report: report)
        let pushes = PushCheck(
            report: report,
            population: run.population,
            copies: run.pushes.copies,
            deaths: run.deaths
        )
        let findings = [
            answers(run), acceptance.acknowledged(), acceptance.claims(), recipients.decisions(), recipients.counts(),
            recipients.inbox(), pushes.endings(), pushes.accepted(), pushes.copiesExplained(), pushes.identities(),
        ]
        return (findings, facts(run, pushes))
    }

    /// Waits for the server, and fetches the simulators' request log meanwhile: they keep only the newest.
    private func drain(_ apis: [String: PealAPI], _ run: CrashRun) async throws {
        let (pushes, simulator) = (run.pushes, run.simulator)
        let serverDrain = ServerDrain(apis: apis, limit: drainLimit)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await pushes.catchUp(with: simulator)
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
            group.addTask { try await serverDrain.run() }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Sends again what nobody knows the fate of: it is either new or a duplicate, never both.
    private func drainStatements(
        _ record: RequestRecord,
        _ apis: [String: PealAPI],
        _ statements: Statements
    ) async throws {
        let client = LoadingClient(
            record: record,
            statements: statements,
            apis: apis,
            pause: .zero,
            random: SeededRandom(seed: 0)
        )
        let watch = Stopwatch()
        while let request = record.takeUnsettled() {
            await client.send(request)
            guard watch.seconds < Stopwatch.seconds(drainLimit) else {
                throw JudgeError(.tookTooLong, "\(request.entity) gets no answer")
            }
        }
    }

    private func facts(_ run: CrashRun, _ pushes: PushCheck) -> [(String, Int)] {
        let counts = run.record.counts
        let states = pushes.states.sorted { $0.key < $1.key }.map { ("deliveries \($0.key)", $0.value) }
        return [
            ("statements made", run.record.requests.count), ("answers 202", counts.acknowledged),
            ("answers lost to a kill", counts.lostAnswers), ("statements sent again", counts.replays),
            ("answers 409 or 503", counts.refused), ("named places reached", run.pointsReached),
            ("named places not reached in time", run.pointsMissed),
        ] + states + [
            ("of the unknown, reached their phone all the same", pushes.reachedUnknown),
            ("pushes the provider took", run.pushes.total), ("of them the answer dropped by script", pushes.dropped),
            ("pushes with more than one copy", pushes.doubled),
            ("longest time of such a copy before its kill, in ms", pushes.longestFlight),
        ]
    }

    private func answers(_ run: CrashRun) -> Finding {
        var finding = Finding("no answer contradicts an earlier one, no server ends by itself")
        for violation in run.record.violations + run.violations { finding.note(violation) }
        finding.checked = run.record.requests.count + run.record.counts.replays + run.deaths.count
        return finding
    }
}
