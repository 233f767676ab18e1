// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// The three streams that every program is given, and some programs are not.
enum StandardStreams {
    /// Takes the place of a stream that is closed, before a file of ours gets its number and what is meant for a person
    /// or a library's complaint ends up in a picture.
    ///
    /// What is written to it fails, as it would on the closed stream.
    static func open() {
        // The lowest free number is given out first; above 2 nothing is missing.
        while let descriptor = try? FileDescriptor.open("/dev/null", .readOnly) {
            guard descriptor.rawValue > 2 else { continue }
            try? descriptor.close()
            return
        }
    }
}
