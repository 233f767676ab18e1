// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnFiles
internal import LimnLibrary
internal import SystemPackage

/// Derives the name of a template from a file name.
enum TemplateName {
    static func from(_ path: FilePath) -> String {
        guard path != "-", let stem = path.stem else { return "Untitled" }
        let text = FilePath(stem).displayName
        // A file name may be longer than the name of a template, or contain characters that change the text direction.
        for length in [text.count, NameRule.name.maximumLength, 60] {
            let candidate = String(text.prefix(length))
            if let name = try? NameRule.name.checked(candidate) { return name }
        }
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.isASCII }).prefix(60))
        return (try? NameRule.name.checked(plain)) ?? "Untitled"
    }
}
