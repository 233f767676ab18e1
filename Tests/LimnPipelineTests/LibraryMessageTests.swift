// SPDX-License-Identifier: GPL-3.0-or-later

@testable internal import LimnPipeline
internal import SystemPackage
internal import Testing

struct LibraryMessageTests {
    @Test(arguments: [
        ("Syntax error: Couldn't read xref table", Diagnostic.Severity.warning),
        ("Syntax warning: Invalid Font Weight", .note),
        ("reported number of objects (3) is not one plus the highest object number (1)", .note),
        ("Fontconfig error: No writable cache directories", .note),
        ("Fontconfig error: Cannot load default config file", .warning),
    ])
    func `A message of a library that says nothing about the result is a note`(
        text: String, severity: Diagnostic.Severity
    ) {
        let diagnostic = Diagnostic(libraryText: text, about: "a.pdf", page: 1)
        #expect(diagnostic.severity == severity)
        #expect(diagnostic.text == text)
    }
}
