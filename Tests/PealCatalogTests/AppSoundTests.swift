import PealCatalog
import Testing

@Suite("S4.11: the sounds of a catalog are in the app, in a form that the system plays")
struct AppSoundTests {
    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func caf(seconds: Int, coding: String = "lpcm") -> AppAssets.File {
        let data = 4 + seconds * 2 * 22_050
        let rate = withUnsafeBytes(of: Double(22_050).bitPattern.bigEndian) { Array($0) }
        let description =
            rate + Array(coding.utf8) + number(0, 4) + number(2, 4) + number(1, 4) + number(1, 4) + number(16, 4)
        let head =
            Array("caff".utf8) + number(1, 2) + number(0, 2) + Array("desc".utf8) + number(32, 8) + description
            + Array("data".utf8) + number(data, 8)
        return AppAssets.File(path: "Sounds/alert.caf", head: head, size: head.count + data)
    }

    private static func wave(_ path: String, seconds: Int = 1) -> AppAssets.File {
        func little(_ value: Int, _ count: Int) -> [UInt8] { number(value, count).reversed() }
        let data = seconds * 44_100
        let form = little(1, 2) + little(1, 2) + little(22_050, 4) + little(44_100, 4) + little(2, 2) + little(16, 2)
        let head =
            Array("RIFF".utf8) + little(36 + data, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + form
            + Array("data".utf8) + little(data, 4)
        return AppAssets.File(path: path, head: head, size: head.count + data)
    }

    private static func aiff(seconds: Int, coding: String) -> AppAssets.File {
        // 22,050 as a number of 80 bits.
        let rate: [UInt8] = [0x40, 0x0D, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let common = number(1, 2) + number(seconds * 22_050, 4) + number(16, 2) + rate + Array(coding.utf8)
        let head = Array("FORM".utf8) + number(99, 4) + Array("AIFCCOMM".utf8) + number(common.count, 4) + common
        return AppAssets.File(path: "alert.caf", head: head, size: head.count)
    }

    private static let resource = wave("res/raw/alert.wav")

    private static func found(_ files: [AppAssets.File], ios: String = "alert.caf") -> [String] {
        let text = """
            app: demo
            name: Demo
            locales: [en]
            timeZone: Europe/Berlin
            links: {webOrigin: none, scheme: demo, routes: [/], fallback: /}
            providers: [fcm]
            sounds:
              alert: {ios: \(ios), android: alert}
            categories:
              news: {title: News}
            types:
              first: {category: news, audience: {allow: [users]}, title: Hello, body: Hello, link: /, sound: alert}
            """
        let assets = AppAssets(directories: ["App"], files: files)
        return CatalogReader.read(yaml: text, file: "x.yaml", providers: .shipped, assets: assets).findings
            .filter { $0.code.hasSuffix("-sound") }
            .map { "\($0.line) \($0.code) \($0.path): \($0.message)" }
    }

    @Test(
        "files that both systems play",
        arguments: [caf(seconds: 30), aiff(seconds: 30, coding: "sowt"), wave("a/alert.caf")]
    )
    func fine(_ file: AppAssets.File) { #expect(Self.found([file, Self.resource]) == []) }

    @Test(
        "what iOS would replace by its default is named",
        arguments: [
            ([], "missing-sound sounds.alert.ios: no file `alert.caf` in `App`; add it to the iPhone app's target"),
            (
                [wave("Sounds/Alert.caf")],
                "missing-sound sounds.alert.ios: `Sounds/Alert.caf` is written otherwise; iOS finds only a file with exactly the name `alert.caf`"
            ),
            (
                [caf(seconds: 31)],
                "bad-sound sounds.alert.ios: `Sounds/alert.caf` takes 31 s; iOS plays its default for more than 30 s"
            ),
            (
                [aiff(seconds: 31, coding: "NONE")],
                "bad-sound sounds.alert.ios: `alert.caf` takes 31 s; iOS plays its default for more than 30 s"
            ),
            (
                [caf(seconds: 1, coding: "aac ")],
                "bad-sound sounds.alert.ios: `Sounds/alert.caf` is coded as `aac `; iOS plays linear PCM, IMA4, µ-law and a-law only"
            ),
            (
                [AppAssets.File(path: "alert.caf", head: Array("OggS".utf8), size: 4)],
                "bad-sound sounds.alert.ios: `alert.caf` is not a CAF, WAV or AIFF file; convert it"
            ),
        ] as [([AppAssets.File], String)]
    )
    func apple(_ files: [AppAssets.File], _ finding: String) {
        #expect(Self.found(files + [Self.resource]) == ["8 \(finding)"])
    }

    @Test(
        "what Android has no resource for is named",
        arguments: [
            ([], "missing-sound sounds.alert.android: no `res/raw/alert.wav` in `App`; add it to the Android app"),
            (
                [wave("sounds/alert.wav")],
                "missing-sound sounds.alert.android: Android has sounds in `res/raw`; copy `sounds/alert.wav` there"
            ),
            (
                [wave("res/raw/Alert.wav")],
                "bad-sound sounds.alert.android: `res/raw/Alert.wav` is not a valid resource; write its name in lower case"
            ),
            (
                [wave("res/raw/alert.aiff")],
                "bad-sound sounds.alert.android: Android plays no .aiff: convert `res/raw/alert.aiff` to .wav or .ogg"
            ),
        ] as [([AppAssets.File], String)]
    )
    func android(_ files: [AppAssets.File], _ finding: String) {
        #expect(Self.found(files + [Self.caf(seconds: 1)]) == ["8 \(finding)"])
    }

    @Test("the default and none are sounds of the system, and no file is looked for")
    func ofTheSystem() { #expect(Self.found([Self.resource], ios: "none") == []) }

    @Test(
        "a file that is cut off anywhere is no sound, and never a crash",
        arguments: [caf(seconds: 1), wave("alert.caf"), aiff(seconds: 1, coding: "NONE")]
    )
    func cut(_ file: AppAssets.File) {
        for count in 0..<file.head.count {
            var short = file
            short.head = Array(file.head.prefix(count))
            #expect(Self.found([short, Self.resource]).count == 1, "\(count) bytes")
        }
    }
}
