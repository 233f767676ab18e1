// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnServer

/// The main program of `limn-server`, which `limn serve` starts.
@main
enum ServeCommand {
    static func main() async {
        dieAtOnce()
        do {
            switch try ServerSettings.action(
                Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment)
            {
            case .tell(let text): FileHandle.standardOutput.write(Data(text.utf8))
            case .serve(let options): try await Server(options).run()
            }
        } catch let error as ServerSettings.Failure {
            end("\(error)", 64)
        } catch let error as ServerError {
            end("\(error)", 1)
        } catch {
            end("The server has failed: \(error)", 1)
        }
    }

    /// Takes the signals of a crash away from Swift's backtracer, which keeps the connections of a dead server open while
    /// it works. A service manager starts the server anew sooner.
    private static func dieAtOnce() {
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }

    /// Prints the reason to standard error and exits with a code: 64 (EX_USAGE) for invalid settings, 1 for other
    /// errors.
    private static func end(_ sentence: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data("limn: \(sentence)\n".utf8))
        exit(code)
    }
}
