/// The codes of languages that mean one and the same: old ones, three letters for two, and the standard form of a language
/// that its family's code stands for.
///
/// ISO 639-2 and 639-3 for the codes, the IANA registry of subtags and CLDR's aliases for which of them is used.
enum LanguageCode {
    /// The code that BCP 47 uses: `he` for `iw` and `heb`, `zh` for `cmn`.
    static func canonical(_ code: String) -> String { canonical[code] ?? code }

    private static let canonical: [String: String] = {
        var table: [String: String] = [:]
        for entry in table639.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let parts = entry.split(separator: ":")
            for other in parts[1].split(separator: ",") { table[String(other)] = String(parts[0]) }
        }
        return table
    }()

    /// Each code with the others that mean the same.
    private static let table639 = """
        aa:aar ab:abk ae:ave af:afr ak:aka am:amh an:arg ar:ara,arb as:asm av:ava ay:aym az:aze,azj ba:bak
        be:bel bg:bul bi:bis bm:bam bn:ben bo:bod,tib br:bre bs:bos ca:cat ce:che ch:cha co:cos cr:cre
        cs:ces,cze cu:chu cv:chv cy:cym,wel da:dan de:deu,ger dv:div dz:dzo ee:ewe el:ell,gre en:eng eo:epo
        es:spa et:est,ekk eu:eus,baq fa:fas,per,pes,prs ff:ful fi:fin fj:fij fo:fao fr:fra,fre fy:fry ga:gle
        gd:gla gl:glg gn:grn,gug gu:guj gv:glv ha:hau he:heb,iw hi:hin ho:hmo hr:hrv,scr ht:hat hu:hun
        hy:hye,arm hz:her ia:ina id:ind,in ie:ile ig:ibo ii:iii ik:ipk io:ido is:isl,ice it:ita iu:iku
        ja:jpn jv:jav,jw ka:kat,geo kg:kon ki:kik kj:kua kk:kaz kl:kal km:khm kn:kan ko:kor kr:kau ks:kas
        ku:kur kv:kom kw:cor ky:kir la:lat lb:ltz lg:lug li:lim ln:lin lo:lao lt:lit lu:lub lv:lav,lvs
        mg:mlg,plt mh:mah mi:mri,mao mk:mkd,mac ml:mal mn:mon,khk mr:mar ms:msa,may,zsm mt:mlt my:mya,bur
        na:nau nb:nob,nor,no nd:nde ne:nep,npi ng:ndo nl:nld,dut nn:nno nr:nbl nv:nav ny:nya oc:oci oj:oji
        om:orm or:ori,ory os:oss pa:pan pi:pli pl:pol ps:pus pt:por qu:que,quz rm:roh rn:run
        ro:ron,rum,mol,mo ru:rus rw:kin sa:san sc:srd sd:snd se:sme sg:sag si:sin sk:slk,slo sl:slv sm:smo
        sn:sna so:som sq:sqi,alb,als sr:srp,scc ss:ssw st:sot su:sun sv:swe sw:swa,swh ta:tam te:tel tg:tgk
        th:tha ti:tir tk:tuk tn:tsn to:ton tr:tur ts:tso tt:tat tw:twi ty:tah ug:uig uk:ukr ur:urd
        uz:uzb,uzn ve:ven vi:vie vo:vol wa:wln wo:wol xh:xho yi:yid,ydd,ji yo:yor za:zha zh:zho,chi,cmn
        zu:zul fil:tl,tgl
        """
}
