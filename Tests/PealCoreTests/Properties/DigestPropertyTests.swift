import PealCore
import Testing

@Suite("Properties of throttles and digests", .timeLimit(.minutes(15)))
struct DigestPropertyTests {
    private let stories = Property(cases: 600, of: DigestRun.init)

    @Test("R159, R161: each push ends in exactly one way, and individual and critical ones are never digested")
    func oneOutcome() async {
        await stories.check(relevant: 300) { story in
            var mailbox = try DigestPipeline(story)
            try mailbox.live()
            try demand(mailbox.items.count == story.events.count, "nothing is lost")
            for (index, item) in mailbox.items.enumerated() {
                try demand(item.outcomes.count == 1, "push \(index) ends as \(item.outcomes)")
            }
            return mailbox.items.count > 1
        }
    }

    @Test("R162: no throttle is exceeded in any stretch of its time, whatever is digested, held or released meanwhile")
    func caps() async {
        await stories.check(relevant: 40) { story in
            guard let throttle = story.throttle else { return false }
            var mailbox = try DigestPipeline(story)
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
            var story = DigestRun(&choices)
            (story.throttle, story.digest, story.hasQuietHours) = (nil, nil, false)
            for index in story.events.indices { story.events[index].limitedFor = nil }
            return story
        }
        await plain.check(relevant: 150) { story in
            var mailbox = try DigestPipeline(story)
            try mailbox.live()
            try demand(mailbox.sent.count == story.events.count, "\(mailbox.sent.count) pushes went")
            return mailbox.sent.count > 1
        }
    }
}
