// SPDX-License-Identifier: GPL-3.0-or-later

internal import Dispatch
internal import Foundation
internal import LimnFiles

/// What happens when somebody presses Control-C, ends the process, or closes its output.
enum Interruption {
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []

    /// An interrupt removes temporary files and ends with 130, a termination with 143; writing into a closed pipe is an
    /// error like others and no signal.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for (number, code) in [(SIGINT, Int32(130)), (SIGTERM, Int32(143))] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                PendingFiles.shared.removeAllAndExit(code)
            }
            source.resume()
            sources.append(source)
        }
    }
}
