// SPDX-License-Identifier: GPL-3.0-or-later

internal import Foundation
internal import LimnServer

/// `limn serve`, which starts this program.
@main
enum ServeCommand {
    static func main() async {
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

    /// Says why the program ends, and ends it. Wrong settings have the code EX_USAGE.
    private static func end(_ sentence: String, _ code: Int32) -> Never {
        FileHandle.standardError.write(Data("limn: \(sentence)\n".utf8))
        exit(code)
    }
}
