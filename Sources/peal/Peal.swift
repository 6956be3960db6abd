import Foundation
import PealCommands

/// The one executable.
@main
enum Peal {
    static func main() async {
        // Every file this process creates is for its owner only, from the start.
        umask(0o077)
        await PealCommand.main()
    }
}
