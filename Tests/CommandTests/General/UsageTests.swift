// SPDX-License-Identifier: GPL-3.0-or-later

import Testing
import TestSupport

@Suite struct UsageTests {
    /// What is typed, and the sentence that comes back with exit code 64.
    static let mistakes = [
        ("render", "No PDF was given."),
        ("render a.pdf --dpi 10 --width 3", "Give only one of --dpi, --scale-to, --width and --height."),
        ("render a.pdf --scale-to 10 --height 3", "Give only one of --dpi, --scale-to, --width and --height."),
        ("render a.pdf --width 0", "A resolution and a length in pixels must be above 0."),
        ("render a.pdf --dpi=-5", "A resolution and a length in pixels must be above 0."),
        ("render a.pdf --dpi nan", "A resolution and a length in pixels must be above 0."),
        ("render a.pdf --pages 0", "--pages takes a list such as 1-3,7,z, not “0”."),
        ("render a.pdf --pages 1,,2", "--pages takes a list such as 1-3,7,z, not “1,,2”."),
        (
            "render a.pdf --pages 99999999999999999999",
            "--pages takes a list such as 1-3,7,z, not “99999999999999999999”."
        ),
        ("render a.pdf --max-pixels 0", "--max-pixels takes a number of millions above 0."),
        ("render a.pdf --password x --password-file y", "--password and --password-file contradict each other."),
        ("render - --password-file -", "Standard input (-) can be read only once."),
        ("render - --ink -", "Standard input (-) can be read only once."),
        ("render - --files-from -", "Standard input (-) can be read only once."),
        ("render a.pdf -0", "-0 requires --files-from."),
        (
            "render a.pdf -o b.gif",
            "Pictures are PNG, JPEG, WebP or PPM; give --output a name that ends in .png, .jpg, .webp or .ppm, or a folder."
        ),
        (
            "render a.pdf -o b.jpg --format png",
            "--format png and a name with the extension of a JPEG contradict each other."
        ),
        (
            "thumbnail a.pdf -o b.png --format webp",
            "--format webp and a name with the extension of a PNG contradict each other."
        ),
        ("render a.pdf --transparent -o b.jpeg", "JPEG has no transparency; choose png or webp for --transparent."),
        (
            "render a.pdf --transparent --format jpeg",
            "JPEG has no transparency; choose png or webp for --transparent."
        ),
        ("render a.pdf --transparent -o b.ppm", "PPM has no transparency; choose png or webp for --transparent."),
        ("render a.pdf --quality 90 -o b.ppm", "--quality applies only to JPEG and WebP; PPM is lossless."),
        ("render a.pdf --quality 90", "--quality applies only to JPEG and WebP; PNG is lossless."),
        ("thumbnail a.pdf --quality 90 -o b.png", "--quality applies only to JPEG and WebP; PNG is lossless."),
        (
            "render a.pdf --quality 0 --format webp",
            "--quality takes a number from 1 to 100, or best, standard or fast."
        ),
        ("render a.pdf --quality 101 -o b.jpg", "--quality takes a number from 1 to 100, or best, standard or fast."),
        ("render a.pdf b.pdf -o c.png", "2 documents do not fit in one file; give a folder with --output."),
        ("render a.pdf -o - --json", "--json and a picture cannot share standard output."),
        ("thumbnail a.pdf --size 0", "--size must be above 0."),
        ("thumbnail a.pdf --page 0", "Pages are numbered from 1."),
        ("contact-sheet -o a.png", "No PDF was given."),
        (
            "contact-sheet a.pdf -o sheet",
            "Give --output a name that ends in .png, .jpg, .webp or .pdf, or choose with --format."
        ),
        (
            "contact-sheet a.pdf -o sheet.gif",
            "Give --output a name that ends in .png, .jpg, .webp or .pdf, or choose with --format."
        ),
        (
            "contact-sheet a.pdf -o s.png --format pdf",
            "--format pdf and a name that ends in .png contradict each other."
        ),
        ("contact-sheet a.pdf -o s.png --quality 9", "--quality applies only to JPEG, WebP and PDF; PNG is lossless."),
        ("contact-sheet a.pdf -o s.jpg --quality 0", "--quality takes a number from 1 to 100."),
        ("contact-sheet a.pdf -o s.png --columns 0", "--columns takes a number from 1 to 100."),
        ("contact-sheet a.pdf -o s.png --size 8", "--size takes a number of pixels from 32 to 4096."),
        ("contact-sheet a.pdf -o - --json", "--json and a sheet cannot share standard output."),
        ("contact-sheet - - -o s.png", "Standard input (-) can be read only once."),
        ("flatten a.pdf b.xopp c.xopp -o d.pdf", "flatten takes a PDF and an ink file, or an ink file alone."),
        ("flatten - - -o d.pdf", "Standard input (-) can be read only once."),
        ("flatten a.pdf b.xopp -o - --json", "--json and a PDF cannot share standard output."),
        ("flatten a.pdf b.xopp -o c.pdf --tolerance=-1", "--tolerance takes a number of points that is not negative."),
        ("flatten a.pdf b.xopp -o c.pdf --tolerance inf", "--tolerance takes a number of points that is not negative."),
        ("flatten a.pdf b.xopp -o c.pdf --page 0", "Pages are numbered from 1."),
        (
            "flatten b.xopp -o c.pdf --page 2",
            "--page requires a PDF; an ink file that names its own PDF also determines the page."
        ),
        (
            "ink convert a.xopp b.sbn2 --to saber",
            "Ink cannot be written as saber; the known formats are limn, limn-json, xopp, inkml, svg, pencilkit."
        ),
        ("ink convert a.xopp - --json", "--json and ink cannot share standard output."),
        ("ink simplify a.xopp b.limn --tolerance nan", "--tolerance takes a number of points that is not negative."),
    ]

    @Test(arguments: mistakes)
    func `Options that make no sense are wrong usage before any file is looked at`(
        typed: String, sentence: String
    ) throws {
        let transcript = try Shell().limn(typed)
        #expect(transcript.hasPrefix("2> limn: \(sentence)\n"))
        #expect(transcript.hasSuffix("\n[64]"))
    }
}

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("rendr a.pdf", "limn has no command “rendr”. Did you mean “render”?"),
        ("flaten a.pdf a.xopp", "limn has no command “flaten”. Did you mean “flatten”?"),
        ("library chekc", "limn library has no command “chekc”. Did you mean “check”?"),
        ("character lst", "limn character has no command “lst”. Did you mean “list”?"),
        ("ink covert a b", "limn ink has no command “covert”. Did you mean “convert”?"),
        ("sheet.pdf", "limn has no command “sheet.pdf”."),
    ])
    func `A misspelt verb gets a suggestion`(typed: String, sentence: String) throws {
        let lines = try Shell().limn(typed).split(separator: "\n")
        #expect(lines.first == "2> limn: \(sentence)")
        #expect(lines.last == "[64]")
    }

    @Test func `The help of ink convert lists what can be written`() throws {
        let help = try Shell().limn("ink convert --help")
        for name in [".xopp", ".limn", ".inkml", ".svg", ".drawing"] { #expect(help.contains(name)) }
    }

    @Test func `An export that ends in something else than .pdf is no folder`() throws {
        let shell = try LibraryShell.withMia()
        expect(
            try shell.limn("export Mia -o x.txt"),
            "2> limn: x.txt is not a folder, and its name does not end in .pdf; exports are PDFs.\n[64]")
    }

    @Test func `What is the same on several pages is told in one line`() throws {
        let shell = try Shell([
            "small.pdf": Documents.pages(4),
            "note.xopp": Notes.xopp([Notes.line, Notes.line, Notes.line, Notes.line], size: (300, 100)),
        ])
        let lines = try shell.limn("flatten small.pdf note.xopp -o out.pdf").split(separator: "\n")
        #expect(lines.count(where: { $0.contains("placed unscaled") }) == 1, "\(lines)")
    }
}
