// SPDX-License-Identifier: GPL-3.0-or-later

/// Two examples for each command, for its help.
enum HelpExamples {
    /// Returns the examples of a command.
    ///
    /// - Parameter path: the words of the command, such as `ink convert`; empty for `limn` itself.
    static func lines(for path: String) -> [String] { table[path] ?? [] }

    private static let table: [String: [String]] = [
        "": [
            "limn flatten sheet.pdf notes.xopp -o filled.pdf     ink on a PDF; links and fields stay",
            "limn render sheet.pdf --pages 2,3 --dpi 300 --format jpg -o pages/",
            "limn form fill sheet.pdf party.csv -o 'party/{name}.pdf'",
        ],
        "render": [
            "limn render sheet.pdf --pages 2,3 --dpi 300 --format jpg -o pages/",
            "limn render sheet.pdf --ink notes.xopp --width 1200 -o pages/",
            "limn render maren --at tuesday -o then/                  a character, with its ink as it was on Tuesday",
        ],
        "thumbnail": [
            "limn thumbnail letters/ -o small/ --size 256",
            "limn thumbnail sheet.pdf --page 2 -o second.png",
        ],
        "contact-sheet": [
            "limn contact-sheet letters/ -o letters.png", "limn contact-sheet letters/ -o letters.pdf --columns 4",
        ],
        "flatten": [
            "limn flatten sheet.pdf notes.xopp -o filled.pdf               links stay clickable",
            "limn flatten sheet.pdf notes.xopp -o final.pdf --mode burn    fields become part of the pages",
            "limn flatten sheet.pdf notes.xopp -o safe.pdf --mode raster   nobody can remove the ink",
        ],
        "inspect": ["limn inspect sheet.pdf", "limn inspect letters/ notes.xopp --json"],
        "text": ["limn text rules.pdf --pages 12-14", "limn text letters/ --json"],
        "marks": ["limn marks paper.pdf > marks.md", "limn marks letters/ --format json"],
        "ink": ["limn ink convert filled.pdf notes.svg --page 1", "limn ink strip filled.pdf public.pdf"],
        "ink convert": [
            "limn ink convert filled.pdf notes.svg --page 1     the ink of a PDF that Limn made",
            "limn ink convert page.rm page.xopp",
        ],
        "ink simplify": [
            "limn ink simplify notes.xopp small.limn --tolerance 0.25", "limn ink simplify notes.limn - > small.limn",
        ],
        "ink strip": [
            "limn ink strip filled.pdf public.pdf", "limn ink strip - public.pdf < filled.pdf",
        ],
        "item": [
            "limn item add sheet.pdf -o named.pdf --page 1 --text Maren --at 120,80", "limn item list named.pdf",
        ],
        "item add": [
            "limn item add sheet.pdf -o named.pdf --page 1 --text Maren --at 120,80 --color red",
            "limn item add party/*.pdf -o out/ --page 1 --image seal.png --at 440,40 --width 80",
        ],
        "item list": ["limn item list named.pdf", "limn item list notes.limn --json"],
        "item remove": [
            "limn item remove named.pdf -o less.pdf --page 1 --index 1",
            "limn item remove notes.limn -o less.limn --page 2 --index 1-3,7",
        ],
        "form": ["limn form show sheet.pdf", "limn form fill sheet.pdf --set name=Maren -o filled.pdf"],
        "form show": ["limn form show sheet.pdf", "limn form show --csv party/*.pdf > party.csv"],
        "form fill": [
            "limn form fill sheet.pdf --set name=Maren --set wound=yes -o filled.pdf",
            "limn form fill sheet.pdf party.csv -o 'party/{name}.pdf'      one file for each row",
            "limn form fill sheet.pdf party.csv --merge party.pdf          all rows in one PDF",
        ],
        "form clear": ["limn form clear filled.pdf -o empty.pdf", "limn form clear - -o - < filled.pdf > empty.pdf"],
        "form map": [
            "limn form map sheet.pdf dnd-beyond.json", "limn form map sheet.pdf foundry-dnd5e.json -o mapping.json",
            "limn form fill sheet.pdf hero.json --mapping mapping.json -o filled.pdf",
        ],
        "form read": [
            "limn form read filled.pdf", "limn form read --csv forms/ > read.csv", "limn form read Maren --json",
        ],
        "form detect": [
            "limn form detect sheet.pdf -o fillable.pdf", "limn form detect sheet.pdf --pages 1-2 --json",
        ],
        "layer": [
            "limn layer add notes.limn Secrets --audience gm -o new.limn",
            "limn layer list notes.limn",
        ],
        "layer list": [
            "limn layer list notes.limn",
            "limn layer list notes.limn --json",
        ],
        "layer add": [
            "limn layer add notes.limn Sketches -o new.limn",
            "limn layer add notes.limn Secrets --audience gm -o new.limn",
        ],
        "layer rename": [
            "limn layer rename notes.limn Sketches Map -o new.limn",
            "limn layer rename notes.limn 2 Map -o new.limn",
        ],
        "layer show": [
            "limn layer show notes.limn Sketches -o new.limn",
            "limn layer show notes.limn 2 -o new.limn",
        ],
        "layer hide": [
            "limn layer hide notes.limn Sketches -o new.limn",
            "limn layer hide notes.limn 2 -o new.limn",
        ],
        "layer lock": [
            "limn layer lock notes.limn Sketches -o new.limn",
            "limn layer lock notes.limn Sketches --off -o new.limn",
        ],
        "layer move": [
            "limn layer move notes.limn Sketches --to 1 -o new.limn",
            "limn layer move notes.limn 3 --to 2 -o new.limn",
        ],
        "layer audience": [
            "limn layer audience notes.limn Secrets gm -o new.limn",
            "limn layer audience notes.limn Sketches players -o new.limn",
        ],
        "rebase": [
            "limn rebase sheet.pdf sheet-2027.pdf notes.limn -o notes-2027.limn",
            "limn rebase sheet.pdf sheet-2027.pdf notes.limn -o new.limn --preview check/",
        ],
        "template": ["limn template import sheet.pdf", "limn template list"],
        "template import": ["limn template import sheet.pdf --name Sheet", "limn template import forms/*.pdf"],
        "template list": ["limn template list", "limn template list --json"],
        "template show": ["limn template show sheet", "limn template show sheet --thumbnail sheet.png"],
        "template detect": [
            "limn template detect sheet", "limn template detect sheet --name \"Fillable sheet\" --all",
            "limn template detect sheet --dry-run --json",
        ],
        "template rename": [
            "limn template rename sheet \"Character sheet\"",
            "limn template rename t7k2 Sheet    by the beginning of its id",
        ],
        "template remove": [
            "limn template remove sheet --yes                      limn trash restore brings it back",
            "limn template remove sheet --keep-characters --yes",
        ],
        "character": [
            "limn character create \"Maren Ashwick\" --template sheet", "limn character draw maren notes.xopp --page 2",
        ],
        "character create": [
            "limn character create \"Maren Ashwick\" --template sheet",
            "limn character create Ole --template sheet --tag party --tag elf",
            "limn character create --from party.csv --template sheet         one for each row",
        ],
        "character import": [
            "limn character import maren-filled.pdf --name Maren",
            "limn character import filled/                     one for each PDF in the folder",
            "limn character import from-a-tablet.pdf --template sheet",
        ],
        "character list": ["limn character list --search ashwick", "limn character list --favorites --tag party"],
        "character show": ["limn character show maren", "limn character show maren --json"],
        "character rename": [
            "limn character rename maren \"Maren of Ashwick\"",
            "limn character rename c4f8 Ole    by the beginning of its id",
        ],
        "character duplicate": [
            "limn character duplicate maren", "limn character duplicate maren \"Maren's twin\"",
        ],
        "character favorite": ["limn character favorite maren", "limn character favorite maren --off"],
        "character tag": ["limn character tag maren party elf", "limn character tag maren elf --off"],
        "character attach": ["limn character attach maren sheet", "limn character attach maren sheet --json"],
        "character remove": [
            "limn character remove \"Maren Ashwick\" --yes      limn trash restore brings it back",
            "limn character remove \"Maren Ashwick\"            asks first",
        ],
        "character draw": [
            "limn character draw maren notes.xopp --page 2", "limn character draw maren notes.xopp --fit",
        ],
        "character erase": [
            "limn character erase maren --page 1 --strokes 4-6",
            "limn character erase maren --page 1 --area 100,80,200,40",
        ],
        "character undo": ["limn character undo maren", "limn character undo maren --form"],
        "character redo": ["limn character redo maren", "limn character redo maren --page 2"],
        "character changes": [
            "limn character changes maren --since tuesday",
            "limn character changes maren --since yesterday -o changes.png",
        ],
        "character item": [
            "limn character item add maren --page 1 --text Ranger --at 300,120", "limn character item list maren",
        ],
        "character item add": [
            "limn character item add maren --page 1 --text Ranger --at 300,120",
            "limn character item add maren --page 1 --image face.png --at 440,40 --width 80",
        ],
        "character item list": ["limn character item list maren", "limn character item list maren --page 1 --json"],
        "character item remove": [
            "limn character item remove maren --page 1 --index 1",
            "limn character item remove maren --page 1 --index 2-4",
        ],
        "character layer": [
            "limn character layer add maren Secrets --audience gm --page 1",
            "limn character layer list maren",
        ],
        "character layer list": [
            "limn character layer list maren",
            "limn character layer list maren --json",
        ],
        "character layer add": [
            "limn character layer add maren Sketches --page 1",
            "limn character layer add maren Secrets --audience gm --page 1",
        ],
        "character layer rename": [
            "limn character layer rename maren Sketches Map --page 1",
            "limn character layer rename maren 2 Map --page 1",
        ],
        "character layer show": [
            "limn character layer show maren Sketches --page 1",
            "limn character layer show maren 2 --page 1",
        ],
        "character layer hide": [
            "limn character layer hide maren Sketches --page 1",
            "limn character layer hide maren 2 --page 1",
        ],
        "character layer lock": [
            "limn character layer lock maren Sketches --page 1",
            "limn character layer lock maren Sketches --off --page 1",
        ],
        "character layer move": [
            "limn character layer move maren Sketches --to 1 --page 1",
            "limn character layer move maren 3 --to 2 --page 1",
        ],
        "character layer audience": [
            "limn character layer audience maren Secrets gm --page 1",
            "limn character layer audience maren Sketches players --page 1",
        ],
        "character page": [
            "limn character page list maren", "limn character page insert maren --after 1 --paper lined",
        ],
        "character page insert": [
            "limn character page insert maren --after 1 --paper lined",
            "limn character page insert maren --size 595x842",
        ],
        "character page duplicate": [
            "limn character page duplicate maren --page 1",
            "limn character page duplicate maren --page 1 --without-ink",
        ],
        "character page move": [
            "limn character page move maren --page 3 --before 1", "limn character page move maren --page 1 --after 2",
        ],
        "character page rotate": [
            "limn character page rotate maren --page 2", "limn character page rotate maren --page 2 --by 270",
        ],
        "character page remove": [
            "limn character page remove maren --page 2", "limn character undo maren",
        ],
        "character page list": ["limn character page list maren", "limn character page list maren --json"],
        "character fill": [
            "limn character fill maren --set level=5 --set class=Ranger",
            "limn character fill maren actor.json --mapping foundry-dnd5e.json",
            "limn character fill --rows party.csv           a row for each character",
        ],
        "character values": ["limn character values maren", "limn character values maren ole --csv > party.csv"],
        "character rebase": [
            "limn character rebase maren --to sheet-2027 --dry-run", "limn character rebase maren --to sheet-2027",
        ],
        "export": ["limn export maren -o maren.pdf", "limn export --all -o party/ --mode burn"],
        "thumbnails": ["limn thumbnails", "limn thumbnails maren -o pictures/ --size 512"],
        "library": ["limn library backup /media/stick/limn", "limn library pack maren maren.limnpkg"],
        "library check": ["limn library check", "limn library check --repair"],
        "library backup": [
            "limn library backup /media/stick/limn", "limn library backup saved/ --library campaign/",
        ],
        "library restore": [
            "limn library restore /media/stick/limn           asks first; the old library is kept",
            "limn library restore /media/stick/limn --merge   adds what is missing",
        ],
        "library pack": [
            "limn library pack maren maren.limnpkg            one character in one file",
            "limn library pack maren maren.limnpkg --no-clobber",
        ],
        "library unpack": ["limn library unpack maren.limnpkg", "limn library unpack - < maren.limnpkg"],
        "sync": [
            "limn sync ~/Nextcloud/limn                       takes in what is new there, and adds what is new here",
            "limn sync ~/Nextcloud/limn --watch",
            "limn sync https://nas.local:8420 --code-file code   with the library that a server has",
        ],
        "trash": ["limn trash list", "limn trash restore sheet"],
        "trash list": ["limn trash list", "limn trash list --json"],
        "trash restore": ["limn trash restore sheet", "limn trash restore \"Maren Ashwick\""],
        "trash empty": ["limn trash empty \"Maren Ashwick\"", "limn trash empty --older-than 7 --yes"],
        "trash keep": ["limn trash keep 90", "limn trash keep 30"],
        "access": [
            "limn access add Ada --role player --character maren", "limn access revoke Ada",
        ],
        "access add": [
            "limn access add Ada --role player --character maren", "limn access add Bo --role viewer --character maren",
        ],
        "access list": ["limn access list", "limn access list --json"],
        "access revoke": ["limn access revoke Ada", "limn access revoke Ada --json"],
        "batch": [
            "limn batch plan --verb thumbnail archive/ > tasks.jsonl", "limn batch run tasks.jsonl -o out --shard 1/4",
        ],
        "batch plan": [
            "limn batch plan --verb thumbnail archive/ > tasks.jsonl",
            "limn batch plan --verb render --list names.txt --dpi 100 > tasks.jsonl",
        ],
        "batch run": [
            "limn batch run tasks.jsonl -o out --shard 1/4    on the first of four machines",
            "limn batch run tasks.jsonl -o out",
        ],
        "batch status": ["limn batch status out", "limn batch status out --json"],
        "batch merge": [
            "limn batch merge out -o results.jsonl", "limn batch merge out -o results.jsonl --link pictures",
        ],
        "engine": ["limn engine --stdio", "limn engine --stdio --jobs 2"],
        "doctor": ["limn doctor", "limn doctor --json"],
    ]
}
