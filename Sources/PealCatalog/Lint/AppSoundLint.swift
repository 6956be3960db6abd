import PealCore

/// Looks for the sounds of a catalog in the files of an app (`peal lint --app-assets`): a phone plays its default for a sound that the app
/// does not contain or that the system cannot play, and reports nothing.
struct AppSoundLint {
    /// iOS plays its default for a longer sound, in seconds.
    private static let longest = 30.0

    let catalog: Catalog
    let assets: AppAssets
    let log: FindingLog

    func run() {
        for (name, sound) in catalog.sounds.sorted(by: { $0.key < $1.key }) {
            if case .named(let file) = sound[.ios], file != "default" { checkApple(file, "sounds.\(name).ios") }
            if case .named(let resource) = sound[.android], resource != "default" {
                checkAndroid(resource, "sounds.\(name).android")
            }
        }
    }

    private func checkApple(_ file: String, _ path: String) {
        guard let found = assets.files.first(where: { $0.name == file }) else {
            let other = assets.files.first { $0.name.lowercased() == file.lowercased() }
            return log.error(
                path,
                "missing-sound",
                other.map { "`\($0.path)` is written otherwise; iOS finds only a file with exactly the name `\(file)`" }
                    ?? "no file `\(file)` in \(directories); add it to the iPhone app's target"
            )
        }
        guard let sound = SoundFile(head: found.head, size: found.size) else {
            return log.error(path, "bad-sound", "`\(found.path)` is not a CAF, WAV or AIFF file; convert it")
        }
        if !SoundFile.played.contains(sound.coding) {
            log.error(
                path,
                "bad-sound",
                "`\(found.path)` is coded as `\(sound.coding)`; iOS plays linear PCM, IMA4, µ-law and a-law only"
            )
        } else if sound.length > Self.longest {
            log.error(
                path,
                "bad-sound",
                "`\(found.path)` takes \(Int(sound.length.rounded(.up))) s; iOS plays its default for more than 30 s"
            )
        }
    }

    private func checkAndroid(_ resource: String, _ path: String) {
        let known = assets.files.filter { $0.base.lowercased() == resource && $0.isResource }
        if known.contains(where: { $0.base == resource && AppAssets.androidFormats.contains($0.format) }) { return }
        if let other = known.first(where: { $0.base != resource }) {
            log.error(path, "bad-sound", "`\(other.path)` is not a valid resource; write its name in lower case")
        } else if let other = known.first {
            log.error(path, "bad-sound", "Android plays no .\(other.format): convert `\(other.path)` to .wav or .ogg")
        } else if let other = assets.files.first(where: {
            $0.base == resource && AppAssets.androidFormats.contains($0.format)
        }) {
            log.error(path, "missing-sound", "Android has sounds in `res/raw`; copy `\(other.path)` there")
        } else {
            log.error(
                path,
                "missing-sound",
                "no `res/raw/\(resource).wav` in \(directories); add it to the Android app"
            )
        }
    }

    private var directories: String { assets.directories.map { "`\($0)`" }.joined(separator: ", ") }
}
