import GRDB
import PealCore
import PealStore

/// Accepts the trigger of a firing in the transaction that ends the firing.
enum Intake {
    static func accept(_ submission: TriggerSubmission, _ events: inout EventBatch, _ db: Connection) throws
        -> TriggerAcceptance
    {
        let app = submission.trigger.app
        var facts = AcceptFacts()
        while true {
            switch facts.plan([submission]) {
            case .unknown(let needs): facts.add(try AcceptFactRows(app: app).read(needs, db))
            case .planned(let plans):
                _ = try ChangeWriting(app: app).write(plans.changes(for: [submission]), &events, db)
                return plans.plans[0].outcome
            }
        }
    }
}
