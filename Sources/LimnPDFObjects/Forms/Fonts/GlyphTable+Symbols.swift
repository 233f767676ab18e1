// SPDX-License-Identifier: GPL-3.0-or-later

extension GlyphTable {
    /// The glyphs of Symbol: code in the font's own encoding, name, code point, width in 1/1000 em.
    static let symbol = """
        20 space 20 250; 21 exclam 21 333; 22 universal 2200 713; 23 numbersign 23 500; 24 existential 2203 549;
        25 percent 25 833; 26 ampersand 26 778; 27 suchthat 220B 439; 28 parenleft 28 333; 29 parenright 29 333;
        2A asteriskmath 2217 500; 2B plus 2B 549; 2C comma 2C 250; 2D minus 2212 549; 2E period 2E 250;
        2F slash 2F 278; 30 zero 30 500; 31 one 31 500; 32 two 32 500; 33 three 33 500; 34 four 34 500;
        35 five 35 500; 36 six 36 500; 37 seven 37 500; 38 eight 38 500; 39 nine 39 500; 3A colon 3A 278;
        3B semicolon 3B 278; 3C less 3C 549; 3D equal 3D 549; 3E greater 3E 549; 3F question 3F 444;
        40 congruent 2245 549; 41 Alpha 391 722; 42 Beta 392 667; 43 Chi 3A7 722; 44 Delta 2206 612;
        45 Epsilon 395 611; 46 Phi 3A6 763; 47 Gamma 393 603; 48 Eta 397 722; 49 Iota 399 333; 4A theta1 3D1 631;
        4B Kappa 39A 722; 4C Lambda 39B 686; 4D Mu 39C 889; 4E Nu 39D 722; 4F Omicron 39F 722; 50 Pi 3A0 768;
        51 Theta 398 741; 52 Rho 3A1 556; 53 Sigma 3A3 592; 54 Tau 3A4 611; 55 Upsilon 3A5 690; 56 sigma1 3C2 439;
        57 Omega 2126 768; 58 Xi 39E 645; 59 Psi 3A8 795; 5A Zeta 396 611; 5B bracketleft 5B 333;
        5C therefore 2234 863; 5D bracketright 5D 333; 5E perpendicular 22A5 658; 5F underscore 5F 500;
        60 radicalex F8E5 500; 61 alpha 3B1 631; 62 beta 3B2 549; 63 chi 3C7 549; 64 delta 3B4 494;
        65 epsilon 3B5 439; 66 phi 3C6 521; 67 gamma 3B3 411; 68 eta 3B7 603; 69 iota 3B9 329; 6A phi1 3D5 603;
        6B kappa 3BA 549; 6C lambda 3BB 549; 6D mu B5 576; 6E nu 3BD 521; 6F omicron 3BF 549; 70 pi 3C0 549;
        71 theta 3B8 521; 72 rho 3C1 549; 73 sigma 3C3 603; 74 tau 3C4 439; 75 upsilon 3C5 576; 76 omega1 3D6 713;
        77 omega 3C9 686; 78 xi 3BE 493; 79 psi 3C8 686; 7A zeta 3B6 494; 7B braceleft 7B 480; 7C bar 7C 200;
        7D braceright 7D 480; 7E similar 223C 549; 80 apple F8FF 790; A0 Euro 20AC 750; A1 Upsilon1 3D2 620;
        A2 minute 2032 247; A3 lessequal 2264 549; A4 fraction 2044 167; A5 infinity 221E 713; A6 florin 192 500;
        A7 club 2663 753; A8 diamond 2666 753; A9 heart 2665 753; AA spade 2660 753; AB arrowboth 2194 1042;
        AC arrowleft 2190 987; AD arrowup 2191 603; AE arrowright 2192 987; AF arrowdown 2193 603; B0 degree B0 400;
        B1 plusminus B1 549; B2 second 2033 411; B3 greaterequal 2265 549; B4 multiply D7 549;
        B5 proportional 221D 713; B6 partialdiff 2202 494; B7 bullet 2022 460; B8 divide F7 549; B9 notequal 2260 549;
        BA equivalence 2261 549; BB approxequal 2248 549; BC ellipsis 2026 1000; BD arrowvertex F8E6 603;
        BE arrowhorizex F8E7 1000; BF carriagereturn 21B5 658; C0 aleph 2135 823; C1 Ifraktur 2111 686;
        C2 Rfraktur 211C 795; C3 weierstrass 2118 987; C4 circlemultiply 2297 768; C5 circleplus 2295 768;
        C6 emptyset 2205 823; C7 intersection 2229 768; C8 union 222A 768; C9 propersuperset 2283 713;
        CA reflexsuperset 2287 713; CB notsubset 2284 713; CC propersubset 2282 713; CD reflexsubset 2286 713;
        CE element 2208 713; CF notelement 2209 713; D0 angle 2220 768; D1 gradient 2207 713; D2 registerserif AE 790;
        D3 copyrightserif A9 790; D4 trademarkserif 2122 890; D5 product 220F 823; D6 radical 221A 549;
        D7 dotmath 22C5 250; D8 logicalnot AC 713; D9 logicaland 2227 603; DA logicalor 2228 603;
        DB arrowdblboth 21D4 1042; DC arrowdblleft 21D0 987; DD arrowdblup 21D1 603; DE arrowdblright 21D2 987;
        DF arrowdbldown 21D3 603; E0 lozenge 25CA 494; E1 angleleft 2329 329; E2 registersans AE 790;
        E3 copyrightsans A9 790; E4 trademarksans 2122 786; E5 summation 2211 713; E6 parenlefttp F8EB 384;
        E7 parenleftex F8EC 384; E8 parenleftbt F8ED 384; E9 bracketlefttp F8EE 384; EA bracketleftex F8EF 384;
        EB bracketleftbt F8F0 384; EC bracelefttp F8F1 494; ED braceleftmid F8F2 494; EE braceleftbt F8F3 494;
        EF braceex F8F4 494; F1 angleright 232A 329; F2 integral 222B 274; F3 integraltp 2320 686;
        F4 integralex F8F5 686; F5 integralbt 2321 686; F6 parenrighttp F8F6 384; F7 parenrightex F8F7 384;
        F8 parenrightbt F8F8 384; F9 bracketrighttp F8F9 384; FA bracketrightex F8FA 384; FB bracketrightbt F8FB 384;
        FC bracerighttp F8FC 494; FD bracerightmid F8FD 494; FE bracerightbt F8FE 494;
        """

    /// The glyphs of ZapfDingbats: code in the font's own encoding, name, code point, width in 1/1000 em.
    static let zapfDingbats = """
        20 space 20 278; 21 a1 2701 974; 22 a2 2702 961; 23 a202 2703 974; 24 a3 2704 980; 25 a4 260E 719;
        26 a5 2706 789; 27 a119 2707 790; 28 a118 2708 791; 29 a117 2709 690; 2A a11 261B 960; 2B a12 261E 939;
        2C a13 270C 549; 2D a14 270D 855; 2E a15 270E 911; 2F a16 270F 933; 30 a105 2710 911; 31 a17 2711 945;
        32 a18 2712 974; 33 a19 2713 755; 34 a20 2714 846; 35 a21 2715 762; 36 a22 2716 761; 37 a23 2717 571;
        38 a24 2718 677; 39 a25 2719 763; 3A a26 271A 760; 3B a27 271B 759; 3C a28 271C 754; 3D a6 271D 494;
        3E a7 271E 552; 3F a8 271F 537; 40 a9 2720 577; 41 a10 2721 692; 42 a29 2722 786; 43 a30 2723 788;
        44 a31 2724 788; 45 a32 2725 790; 46 a33 2726 793; 47 a34 2727 794; 48 a35 2605 816; 49 a36 2729 823;
        4A a37 272A 789; 4B a38 272B 841; 4C a39 272C 823; 4D a40 272D 833; 4E a41 272E 816; 4F a42 272F 831;
        50 a43 2730 923; 51 a44 2731 744; 52 a45 2732 723; 53 a46 2733 749; 54 a47 2734 790; 55 a48 2735 792;
        56 a49 2736 695; 57 a50 2737 776; 58 a51 2738 768; 59 a52 2739 792; 5A a53 273A 759; 5B a54 273B 707;
        5C a55 273C 708; 5D a56 273D 682; 5E a57 273E 701; 5F a58 273F 826; 60 a59 2740 815; 61 a60 2741 789;
        62 a61 2742 789; 63 a62 2743 707; 64 a63 2744 687; 65 a64 2745 696; 66 a65 2746 689; 67 a66 2747 786;
        68 a67 2748 787; 69 a68 2749 713; 6A a69 274A 791; 6B a70 274B 785; 6C a71 25CF 791; 6D a72 274D 873;
        6E a73 25A0 761; 6F a74 274F 762; 70 a203 2750 762; 71 a75 2751 759; 72 a204 2752 759; 73 a76 25B2 892;
        74 a77 25BC 892; 75 a78 25C6 788; 76 a79 2756 784; 77 a81 25D7 438; 78 a82 2758 138; 79 a83 2759 277;
        7A a84 275A 415; 7B a97 275B 392; 7C a98 275C 392; 7D a99 275D 668; 7E a100 275E 668; 80 a89 2768 390;
        81 a90 2769 390; 82 a93 276A 317; 83 a94 276B 317; 84 a91 276C 276; 85 a92 276D 276; 86 a205 276E 509;
        87 a85 276F 509; 88 a206 2770 410; 89 a86 2771 410; 8A a87 2772 234; 8B a88 2773 234; 8C a95 2774 334;
        8D a96 2775 334; A1 a101 2761 732; A2 a102 2762 544; A3 a103 2763 544; A4 a104 2764 910; A5 a106 2765 667;
        A6 a107 2766 760; A7 a108 2767 760; A8 a112 2663 776; A9 a111 2666 595; AA a110 2665 694; AB a109 2660 626;
        AC a120 2460 788; AD a121 2461 788; AE a122 2462 788; AF a123 2463 788; B0 a124 2464 788; B1 a125 2465 788;
        B2 a126 2466 788; B3 a127 2467 788; B4 a128 2468 788; B5 a129 2469 788; B6 a130 2776 788; B7 a131 2777 788;
        B8 a132 2778 788; B9 a133 2779 788; BA a134 277A 788; BB a135 277B 788; BC a136 277C 788; BD a137 277D 788;
        BE a138 277E 788; BF a139 277F 788; C0 a140 2780 788; C1 a141 2781 788; C2 a142 2782 788; C3 a143 2783 788;
        C4 a144 2784 788; C5 a145 2785 788; C6 a146 2786 788; C7 a147 2787 788; C8 a148 2788 788; C9 a149 2789 788;
        CA a150 278A 788; CB a151 278B 788; CC a152 278C 788; CD a153 278D 788; CE a154 278E 788; CF a155 278F 788;
        D0 a156 2790 788; D1 a157 2791 788; D2 a158 2792 788; D3 a159 2793 788; D4 a160 2794 894; D5 a161 2192 838;
        D6 a163 2194 1016; D7 a164 2195 458; D8 a196 2798 748; D9 a165 2799 924; DA a192 279A 748; DB a166 279B 918;
        DC a167 279C 927; DD a168 279D 928; DE a169 279E 928; DF a170 279F 834; E0 a171 27A0 873; E1 a172 27A1 828;
        E2 a173 27A2 924; E3 a162 27A3 924; E4 a174 27A4 917; E5 a175 27A5 930; E6 a176 27A6 931; E7 a177 27A7 463;
        E8 a178 27A8 883; E9 a179 27A9 836; EA a193 27AA 836; EB a180 27AB 867; EC a199 27AC 867; ED a181 27AD 696;
        EE a200 27AE 696; EF a182 27AF 874; F1 a201 27B1 874; F2 a183 27B2 760; F3 a184 27B3 946; F4 a197 27B4 771;
        F5 a185 27B5 865; F6 a194 27B6 771; F7 a198 27B7 888; F8 a186 27B8 967; F9 a195 27B9 888; FA a187 27BA 831;
        FB a188 27BB 873; FC a189 27BC 927; FD a190 27BD 970; FE a191 27BE 918;
        """
}
