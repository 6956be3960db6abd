import Logging
import PealCore

extension Logger {
    /// Logs an error: a store's code and message are ours; of any other error only the kind is safe to write down.
    func error(_ message: Message, because error: any Error) {
        let text = (error as? StoreError).map { "\($0.code.rawValue): \($0.message)" } ?? "\(type(of: error))"
        self.error(message, metadata: ["error": "\(text)"])
    }
}
