// SPDX-License-Identifier: GPL-3.0-or-later

internal import ArgumentParser
internal import Foundation
internal import LimnFiles
internal import LimnPipeline

StandardStreams.open()
LargeBlocks.giveBack()
let arguments = HelpTopic.forServer(LeadingLibrary.moved(RawArguments.all()))
EarlyWorkers.start(for: arguments)
Interruption.prepare()
if let code = HelpTopic.answer(arguments) { exit(code) }
do {
    var command = try LimnCommand.parseAsRoot(LongLists.collapsed(ExtendOption.completed(arguments)))
    defer { Console.tellOfMissingSandbox() }
    try command.run()
} catch {
    exit(Ending.exitCode(for: error, arguments))
}
