// SPDX-License-Identifier: GPL-3.0-or-later

extension GlyphTable {
    /// Additional names from Adobe's glyph list that encodings of forms use: name, code point.
    static let others = """
        nbspace A0; nonbreakingspace A0; softhyphen AD; sfthyphen AD; overscore AF; middot B7; Ccircumflex 108;
        ccircumflex 109; Cdotaccent 10A; Cdot 10A; cdotaccent 10B; cdot 10B; Dslash 110; dmacron 111; Ebreve 114;
        ebreve 115; Edot 116; edot 117; Gcircumflex 11C; gcircumflex 11D; Gdotaccent 120; Gdot 120; gdotaccent 121;
        gdot 121; Gcedilla 122; gcedilla 123; Hcircumflex 124; hcircumflex 125; Hbar 126; hbar 127; Itilde 128;
        itilde 129; Ibreve 12C; ibreve 12D; Idot 130; IJ 132; ij 133; Jcircumflex 134; jcircumflex 135; Kcedilla 136;
        kcedilla 137; kgreenlandic 138; Lcedilla 13B; lcedilla 13C; Ldot 13F; ldot 140; Ncedilla 145; ncedilla 146;
        napostrophe 149; Eng 14A; eng 14B; Obreve 14E; obreve 14F; Odblacute 150; odblacute 151; Rcedilla 156;
        rcedilla 157; Scircumflex 15C; scircumflex 15D; Tcedilla 162; tcedilla 163; Tbar 166; tbar 167; Utilde 168;
        utilde 169; Ubreve 16C; ubreve 16D; Udblacute 170; udblacute 171; Wcircumflex 174; wcircumflex 175;
        Ycircumflex 176; ycircumflex 177; Zdot 17B; zdot 17C; longs 17F; Schwa 18F; Ohorn 1A0; ohorn 1A1; Uhorn 1AF;
        uhorn 1B0; Aringacute 1FA; aringacute 1FB; AEacute 1FC; aeacute 1FD; Oslashacute 1FE; oslashacute 1FF;
        schwa 259; tonos 384; dieresistonos 385; Alphatonos 386; Epsilontonos 388; Etatonos 389; Iotatonos 38A;
        Omicrontonos 38C; Upsilontonos 38E; Omegatonos 38F; iotadieresistonos 390; Alpha 391; Beta 392; Gamma 393;
        Epsilon 395; Zeta 396; Eta 397; Theta 398; Iota 399; Kappa 39A; Lambda 39B; Mu 39C; Nu 39D; Xi 39E;
        Omicron 39F; Pi 3A0; Rho 3A1; Sigma 3A3; Tau 3A4; Upsilon 3A5; Phi 3A6; Chi 3A7; Psi 3A8; Iotadieresis 3AA;
        Upsilondieresis 3AB; alphatonos 3AC; epsilontonos 3AD; etatonos 3AE; iotatonos 3AF; upsilondieresistonos 3B0;
        alpha 3B1; beta 3B2; gamma 3B3; delta 3B4; epsilon 3B5; zeta 3B6; eta 3B7; theta 3B8; iota 3B9; kappa 3BA;
        lambda 3BB; nu 3BD; xi 3BE; omicron 3BF; pi 3C0; rho 3C1; sigma 3C3; tau 3C4; upsilon 3C5; phi 3C6; chi 3C7;
        psi 3C8; omega 3C9; iotadieresis 3CA; upsilondieresis 3CB; omicrontonos 3CC; upsilontonos 3CD; omegatonos 3CE;
        theta1 3D1; phi1 3D5; omega1 3D6; afii10023 401; afii10051 402; afii10052 403; afii10053 404; afii10054 405;
        afii10055 406; afii10056 407; afii10057 408; afii10058 409; afii10059 40A; afii10060 40B; afii10061 40C;
        afii10062 40E; afii10145 40F; afii10017 410; afii10018 411; afii10019 412; afii10020 413; afii10021 414;
        afii10022 415; afii10024 416; afii10025 417; afii10026 418; afii10027 419; afii10028 41A; afii10029 41B;
        afii10030 41C; afii10031 41D; afii10032 41E; afii10033 41F; afii10034 420; afii10035 421; afii10036 422;
        afii10037 423; afii10038 424; afii10039 425; afii10040 426; afii10041 427; afii10042 428; afii10043 429;
        afii10044 42A; afii10045 42B; afii10046 42C; afii10047 42D; afii10048 42E; afii10049 42F; afii10065 430;
        afii10066 431; afii10067 432; afii10068 433; afii10069 434; afii10070 435; afii10072 436; afii10073 437;
        afii10074 438; afii10075 439; afii10076 43A; afii10077 43B; afii10078 43C; afii10079 43D; afii10080 43E;
        afii10081 43F; afii10082 440; afii10083 441; afii10084 442; afii10085 443; afii10086 444; afii10087 445;
        afii10088 446; afii10089 447; afii10090 448; afii10091 449; afii10092 44A; afii10093 44B; afii10094 44C;
        afii10095 44D; afii10096 44E; afii10097 44F; afii10071 451; afii10099 452; afii10100 453; afii10101 454;
        afii10102 455; afii10103 456; afii10104 457; afii10105 458; afii10106 459; afii10107 45A; afii10108 45B;
        afii10109 45C; afii10110 45E; afii10193 45F; afii10146 462; afii10194 463; afii10147 472; afii10195 473;
        afii10148 474; afii10196 475; afii10050 490; afii10098 491; afii10846 4D9; afii57645 5BE; Wgrave 1E80;
        wgrave 1E81; Wacute 1E82; wacute 1E83; Wdieresis 1E84; wdieresis 1E85; Ygrave 1EF2; ygrave 1EF3; afii301 200D;
        afii300 200F; afii00208 2015; underscoredbl 2017; quotesinglbase 201A; quotereversed 201B; minute 2032;
        second 2033; exclamdbl 203C; zerosuperior 2070; foursuperior 2074; fivesuperior 2075; sixsuperior 2076;
        sevensuperior 2077; eightsuperior 2078; ninesuperior 2079; nsuperior 207F; colonmonetary 20A1; franc 20A3;
        lira 20A4; peseta 20A7; afii57636 20AA; sheqel 20AA; dong 20AB; afii61248 2105; Ifraktur 2111; afii61289 2113;
        afii61352 2116; weierstrass 2118; Rfraktur 211C; Omega 2126; estimated 212E; aleph 2135; onethird 2153;
        twothirds 2154; oneeighth 215B; threeeighths 215C; fiveeighths 215D; seveneighths 215E; arrowleft 2190;
        arrowup 2191; arrowright 2192; arrowdown 2193; arrowboth 2194; arrowupdn 2195; arrowupdnbse 21A8;
        carriagereturn 21B5; arrowdblleft 21D0; arrowdblup 21D1; arrowdblright 21D2; arrowdbldown 21D3;
        arrowdblboth 21D4; existential 2203; emptyset 2205; gradient 2207; element 2208; notelement 2209;
        suchthat 220B; product 220F; asteriskmath 2217; proportional 221D; infinity 221E; orthogonal 221F; angle 2220;
        intersection 2229; integral 222B; therefore 2234; congruent 2245; approxequal 2248; equivalence 2261;
        propersubset 2282; propersuperset 2283; notsubset 2284; reflexsubset 2286; reflexsuperset 2287;
        circlemultiply 2297; perpendicular 22A5; house 2302; revlogicalnot 2310; integraltp 2320; integralbt 2321;
        angleleft 2329; angleright 232A; SF100000 2500; SF110000 2502; SF010000 250C; SF030000 2510; SF020000 2514;
        SF040000 2518; SF080000 251C; SF090000 2524; SF060000 252C; SF070000 2534; SF050000 253C; SF430000 2550;
        SF240000 2551; SF510000 2552; SF520000 2553; SF390000 2554; SF220000 2555; SF210000 2556; SF250000 2557;
        SF500000 2558; SF490000 2559; SF380000 255A; SF280000 255B; SF270000 255C; SF260000 255D; SF360000 255E;
        SF370000 255F; SF420000 2560; SF190000 2561; SF200000 2562; SF230000 2563; SF470000 2564; SF480000 2565;
        SF410000 2566; SF450000 2567; SF460000 2568; SF400000 2569; SF540000 256A; SF530000 256B; SF440000 256C;
        upblock 2580; dnblock 2584; block 2588; lfblock 258C; rtblock 2590; ltshade 2591; shade 2592; dkshade 2593;
        filledbox 25A0; H22073 25A1; H18543 25AA; H18551 25AB; filledrect 25AC; triagup 25B2; triagrt 25BA;
        triagdn 25BC; triaglf 25C4; circle 25CB; H18533 25CF; invbullet 25D8; invcircle 25D9; openbullet 25E6;
        smileface 263A; invsmileface 263B; sun 263C; female 2640; male 2642; spade 2660; club 2663; heart 2665;
        diamond 2666; musicalnote 266A; musicalnotedbl 266B; checkmark 2713; dotlessj F6BE; afii10063 F6C4;
        afii10064 F6C5; afii10192 F6C6; ff FB00; ffi FB03; ffl FB04;
        """
}
