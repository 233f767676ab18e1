// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnPipeline

StandardStreams.open()
let arguments = RawArguments.all()
EarlyWorkers.start(for: arguments)
Interruption.prepare()
do {
    var command = try LimnCommand.parseAsRoot(LongLists.collapsed(arguments))
    defer { Console.tellOfMissingSandbox() }
    try command.run()
} catch {
    exit(Ending.exitCode(for: error))
}
