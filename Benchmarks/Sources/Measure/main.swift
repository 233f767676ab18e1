// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what `Scripts/bench` hands over: PDFs, whose pages are encoded, and Xournal++ files.

internal import Foundation

for argument in CommandLine.arguments.dropFirst() {
    let name = URL(fileURLWithPath: argument).lastPathComponent
    if name.hasSuffix(".xopp") {
        try measureInk(argument, name: name)
    } else {
        try measureEncoding(of: argument, name: name)
    }
}
