/// The sound files that an app contains.
public struct AppAssets: Sendable, Equatable {
    /// A file, as it was found.
    public struct File: Sendable, Equatable {
        /// Its path below the directory, such as `res/raw/alert.wav`.
        public var path: String
        /// Its first bytes, ``AppAssets/headBytes`` at most.
        public var head: [UInt8]
        /// Its size in bytes.
        public var size: Int

        /// Joins the parts.
        public init(path: String, head: [UInt8], size: Int) {
            self.path = path
            self.head = head
            self.size = size
        }

        var name: Substring { path.split(separator: "/").last ?? "" }
        var base: Substring { name.prefix { $0 != "." } }
        var format: String { name.split(separator: ".").last.map { $0.lowercased() } ?? "" }

        /// Whether Android makes a resource of it: `res/raw`, or one for a language or a version, such as `raw-fr`.
        var isResource: Bool {
            let folder = path.split(separator: "/").dropLast().last ?? ""
            return folder == "raw" || folder.hasPrefix("raw-")
        }
    }

    /// How much of a file tells its format and length.
    public static let headBytes = 65_536

    /// What Android plays, by the ends of the names.
    static let androidFormats: Set = ["3gp", "aac", "flac", "m4a", "mid", "mp3", "ogg", "wav"]
    /// What iOS plays as the sound of a notification.
    static let appleFormats: Set = ["aif", "aiff", "caf", "wav"]
    /// The ends of all names that may be sounds, in lower case.
    public static let formats = androidFormats.union(appleFormats)

    /// Where it was looked, as the user wrote it.
    public var directories: [String]
    /// Files whose name ends as one of ``formats``.
    public var files: [File]

    /// Joins both parts.
    public init(directories: [String], files: [File]) {
        self.directories = directories
        self.files = files
    }
}
