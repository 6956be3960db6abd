import PealCommands
import Testing

@Suite("Text for a terminal")
struct TerminalTests {
    @Test(
        "Colours are for a terminal that supports them and a user who wants them",
        arguments: [
            (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
            (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm-256color"], true),
        ] as [(Bool, [String: String], Bool)]
    )
    func colours(isTerminal: Bool, environment: [String: String], isColoured: Bool) {
        #expect(TerminalStyle(isTerminal: isTerminal, environment: environment).isColoured == isColoured)
    }

    @Test(
        "Without colours a text is unchanged, with them it ends where it began",
        arguments: TerminalStyle.Tone.allCases
    )
    func tones(_ tone: TerminalStyle.Tone) {
        #expect(TerminalStyle(isColoured: false)("text", tone) == "text")
        #expect(TerminalStyle(isColoured: true)("text", tone) == "\u{1B}[\(tone.rawValue)mtext\u{1B}[0m")
        #expect(TerminalStyle(isColoured: true)("", tone).isEmpty)
    }

    @Test("A table has headers, and columns as wide as their widest cell")
    func table() {
        let table = TextTable(["ID", "NAME"], [["key_1", "a"], ["k", "a longer name"]])
        #expect(
            table.lines(TerminalStyle(isColoured: false)) == ["ID     NAME", "key_1  a", "k      a longer name"]
        )
        #expect(table.lines(TerminalStyle(isColoured: true)).first == "\u{1B}[1mID     NAME\u{1B}[0m")
    }

    @Test("Headings of a help text are set off, and nothing else")
    func help() {
        let text = "OVERVIEW: Does this.\n\nMORE EXAMPLES:\n  peal serve\nNOT a heading: this\n"
        let bold = TerminalStyle(isColoured: true)
        #expect(
            HelpScreen.styled(text, bold)
                == "\u{1B}[1mOVERVIEW:\u{1B}[0m Does this.\n\n\u{1B}[1mMORE EXAMPLES:\u{1B}[0m\n  peal serve\n"
                + "NOT a heading: this\n"
        )
        #expect(HelpScreen.styled(text, TerminalStyle(isColoured: false)) == text)
    }
}
