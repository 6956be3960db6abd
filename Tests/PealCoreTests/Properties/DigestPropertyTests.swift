import PealCore
import Testing

@Suite("Properties of throttles and digests")
struct DigestPropertyTests {
    private let runs = Property(cases: 600, of: DigestRun.init)

    @Test("R159, R161: each push ends in exactly one way, and individual and critical ones are never digested")
    func oneOutcome() async {
        await runs.check(relevant: 300) { run in
            var mailbox = try DigestPipeline(run)
            try mailbox.live()
            try demand(mailbox.items.count == run.events.count, "nothing is lost")
            for (index, item) in mailbox.items.enumerated() {
                try demand(item.outcomes.count == 1, "push \(index) ends as \(item.outcomes)")
            }
            return mailbox.items.count > 1
        }
    }

    @Test("R162: no throttle is exceeded in any stretch of its time, whatever is digested, held or released meanwhile")
    func caps() async {
        await runs.check(relevant: 40) { run in
            guard let throttle = run.throttle else { return false }
            var mailbox = try DigestPipeline(run)
            try mailbox.live()
            let sent = mailbox.sent.sorted { $0.at < $1.at }
            for (index, push) in sent.enumerated() where push.priority != .critical {
                let recent = sent[...index].filter { $0.at > push.at - throttle.per }
                try demand(
                    recent.count <= throttle.max,
                    "\(recent.count) pushes in \(throttle.per) to \(push.at.rfc3339)"
                )
            }
            return sent.count > throttle.max
        }
    }

    @Test("R162: without digest rules every push is sent immediately")
    func plain() async {
        let plain = Property(cases: 300) { choices in
            var run = DigestRun(&choices)
            (run.throttle, run.digest, run.hasQuietHours) = (nil, nil, false)
            for index in run.events.indices { run.events[index].limitedFor = nil }
            return run
        }
        await plain.check(relevant: 150) { run in
            var mailbox = try DigestPipeline(run)
            try mailbox.live()
            try demand(mailbox.sent.count == run.events.count, "\(mailbox.sent.count) pushes went")
            return mailbox.sent.count > 1
        }
    }
}
