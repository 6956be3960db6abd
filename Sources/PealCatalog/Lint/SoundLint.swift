import PealCore

/// Looks at sounds: iOS plays its default for a name that is no file of the app (P4).
struct SoundLint {
    let catalog: Catalog
    let log: FindingLog

    func run() {
        var used: Set<String> = []
        for type in catalog.types {
            guard let sound = type.sound, sound != "default" else { continue }
            used.insert(sound)
            guard catalog.sounds[sound] == nil else { continue }
            log.warn(
                "types.\(type.id).sound",
                "unmapped-sound",
                "iOS plays its default for `\(sound)`; write `sounds: {\(sound): {ios: \(sound).caf, android: \(sound)}}`"
            )
        }
        for name in catalog.sounds.keys.sorted() where !used.contains(name) {
            log.warn("sounds.\(name)", "unused-sound", "no type has this sound; drop it, or name it in a type")
        }
    }
}
