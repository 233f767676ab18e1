// SPDX-License-Identifier: GPL-3.0-or-later

internal import CFuzzer

// Before libFuzzer looks at anything: it may ask only for the names.
_ = Target.chosen

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    Target.chosen.run(start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? [])
    return 0
}
