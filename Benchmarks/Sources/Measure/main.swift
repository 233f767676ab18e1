// SPDX-License-Identifier: GPL-3.0-or-later
// Measures what `Scripts/bench` hands over: PDFs, whose pages are encoded, or --ink NAME FILE…, whose ink is read, made smaller,
// stored and edited, or --library FOLDER COUNT, a library that is made there.

internal import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "--ink" {
    try InkSamples(Array(arguments.dropFirst(2)), name: arguments[1]).measure()
} else if arguments.first == "--library", arguments.count == 3, let count = Int(arguments[2]) {
    try LibraryJobs(arguments[1], count: count).measure()
} else {
    for argument in arguments {
        try measureEncoding(of: argument, name: URL(fileURLWithPath: argument).lastPathComponent)
    }
}
