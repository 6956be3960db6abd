public import ArgumentParser
import PealWebPush

/// Makes the key pair that an app's Web Push is signed with.
public struct VAPIDKeyCommand: ParsableCommand {
    /// How `peal keys vapid` is called.
    public static let configuration = CommandConfiguration(
        commandName: "vapid",
        abstract: "Make a key pair for Web Push and print it.",
        discussion: """
            The private key goes into peal.yaml (apps.<app>.webpush.key) or a file of its own (keyFile). The public key is
            what pages subscribe with, as applicationServerKey. Nothing is stored. With another key every subscription of
            the app is lost: make one key for each app and keep it.
            """
    )

    /// For the argument parser.
    public init() {}

    /// Prints a fresh pair.
    public func run() throws { print(Self.text(.generate()), terminator: "") }

    static func text(_ key: VAPIDKey) -> String {
        "private  \(key.secret)\npublic   \(key.applicationServerKey)\n"
    }
}
