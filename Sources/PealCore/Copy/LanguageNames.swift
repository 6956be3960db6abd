/// Names of languages, for whoever writes one where its code is asked for.
public enum LanguageNames {
    /// The code of a language by its English name or its own, in any case; `nil` for any other text.
    public static func code(of name: String) -> String? { codes[name.lowercased()] }

    /// The end of a message about a text that is no locale: `; did you mean `de`?`, or nothing.
    public static func hint(for text: String) -> String { code(of: text).map { "; did you mean `\($0)`?" } ?? "" }

    private static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for entry in table.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: ":")
            for name in parts[1].split(separator: ",") { codes[String(name)] = String(parts[0]) }
        }
        return codes
    }()

    /// Each code with the names of its language.
    private static let table = """
        ar:arabic,العربية bg:bulgarian,български bn:bengali ca:catalan,català cs:czech,čeština da:danish,dansk
        de:german,deutsch el:greek,ελληνικά en:english es:spanish,español,espanol et:estonian,eesti
        fa:persian,farsi,فارسی fi:finnish,suomi fr:french,français,francais ga:irish,gaeilge he:hebrew,עברית
        hi:hindi,हिन्दी hr:croatian,hrvatski hu:hungarian,magyar id:indonesian is:icelandic,íslenska
        it:italian,italiano ja:japanese,日本語 ko:korean,한국어 lt:lithuanian,lietuvių lv:latvian,latviešu
        ms:malay nb:norwegian,norsk,bokmål nl:dutch,nederlands pl:polish,polski pt:portuguese,português,portugues
        ro:romanian,română ru:russian,русский sk:slovak,slovenčina sl:slovenian,slovene,slovenščina
        sr:serbian,српски sv:swedish,svenska sw:swahili,kiswahili ta:tamil th:thai,ไทย tr:turkish,türkçe
        uk:ukrainian,українська ur:urdu vi:vietnamese zh:chinese,mandarin,中文
        """
}
