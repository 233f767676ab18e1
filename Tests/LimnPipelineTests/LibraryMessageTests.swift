// SPDX-License-Identifier: GPL-3.0-or-later

@testable internal import LimnPipeline
internal import SystemPackage
internal import Testing

struct LibraryMessageTests {
    @Test(arguments: [
        ("Syntax error: Couldn't read xref table", Diagnostic.Severity.note),
        ("Syntax Error: Can't get Fields array<0a>", .note),
        ("Syntax warning: Invalid Font Weight", .note),
        ("document (object 5 0, offset 3): expected endobj", .note),
        ("reported number of objects (3) is not one plus the highest object number (1)", .note),
        ("Fontconfig error: No writable cache directories", .note),
        ("Fontconfig error: Cannot load default config file", .note),
        ("Page 3: A content stream is damaged; it was not checked for unclosed operators (bad data).", .warning),
    ])
    func `A message of a library is a note, and a sentence of Limn is a warning`(
        text: String, severity: Diagnostic.Severity
    ) {
        let diagnostic = Diagnostic(libraryText: text, about: "a.pdf", page: 1)
        #expect(diagnostic.severity == severity)
        #expect(diagnostic.text == text)
    }

    @Test func `A line of Limn among those of libraries is told by its mark`() {
        let diagnostic = Diagnostic(libraryText: "limn: The file is damaged.", about: "a.pdf")
        #expect(diagnostic.severity == .warning)
        #expect(diagnostic.text == "The file is damaged.")
    }
}
