// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import SystemPackage

/// Ensures that the three standard streams are open.
enum StandardStreams {
    /// Opens `/dev/null` for each closed standard stream. Otherwise a file could get the descriptor of a standard
    /// stream, and messages would be written into, for example, a picture.
    ///
    /// Writes to such a stream fail, as they would on the closed stream.
    static func open() {
        // open(2) returns the lowest free descriptor. If it is above 2, all standard streams are open.
        while let descriptor = try? FileDescriptor.open("/dev/null", .readOnly) {
            guard descriptor.rawValue > 2 else { continue }
            try? descriptor.close()
            return
        }
    }
}
