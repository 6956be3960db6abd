public import ArgumentParser
import PealWebPush

/// Creates the key pair that an app's Web Push is signed with.
public struct VAPIDKeyCommand: ParsableCommand {
    /// How `peal keys vapid` is called.
    public static let configuration = CommandConfiguration(
        commandName: "vapid",
        abstract: "Create a key pair for Web Push and print it.",
        discussion: """
            Put the private key into peal.yaml (apps.<app>.webpush.key) or into a file of its own (keyFile). Web pages \
            subscribe with the public key, as applicationServerKey. Nothing is stored. Another key invalidates every \
            subscription of the app: create one key for each app and keep it.

            EXAMPLES:
              peal keys vapid
            """
    )

    /// For the argument parser.
    public init() {}

    /// Prints a new pair.
    public func run() throws { print(Self.text(.generate()), terminator: "") }

    static func text(_ key: VAPIDKey) -> String {
        "private  \(key.secret)\npublic   \(key.applicationServerKey)\n"
    }
}
