// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Foundation

/// Responds to the requests of a worker, on one thread.
public protocol WorkerService: AnyObject {
    /// Prepares the service. It is called once the process is confined, before the first request.
    func prepare()

    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - request: The bytes of the request.
    ///   - descriptors: The open file descriptors that came with the request. They are closed afterwards.
    /// - Returns: The response, from one byte to 128 KiB. Any other size is reported as misbehavior.
    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8]
}

/// The worker's side: a process that confines itself and then responds to requests until its parent has ended.
public enum WorkerProcess {
    /// The command-line argument that makes an executable a worker.
    public static let verb = "__worker"
    /// The sixth command-line argument of a worker that may run without a sandbox.
    static let unconfined = "unconfined"
    /// The file descriptor of the socket.
    static let channelDescriptor: Int32 = 3
    /// The file descriptor of the shared byte that the worker program sets if an allocation fails.
    public static let memoryFlagDescriptor: Int32 = 4

    /// Serves requests and never returns if this process was started as a worker. Call it first in `main`, before any
    /// other thread, task or queue exists.
    ///
    /// - Parameter makeService: Makes the service for the confined process.
    public static func serveIfAsked(_ makeService: (Confinement) -> any WorkerService) {
        let arguments = CommandLine.arguments
        guard arguments.count == 8, arguments[1] == verb, let memory = Int(arguments[2]),
            let timeout = Double(arguments[3]), let fileSize = Int(arguments[4]), let parent = pid_t(arguments[5])
        else { return }
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // The parent handles interrupts and closes the channel.
        signal(SIGINT, SIG_IGN)
        csandbox_close_from(memoryFlagDescriptor + 1)
        let limits = WorkerLimits(memory: memory, timeout: timeout, fileSize: fileSize)
        if !arguments[7].isEmpty {
            // A library that cannot be loaded is missing when a request needs it.
            LoadedLibrary.load(arguments[7])
            // What such a library does takes long and can wait: it yields to what people wait for (nice(2)).
            _ = nice(Self.yielding)
        }
        BundledFiles.own.useFonts()
        let confinement = Confinement.enter(limits)
        if !confinement.missing.isEmpty {
            guard arguments[6] == unconfined else { _exit(confinement.exitCode) }
            MemoryFlag.noteUnconfined(memoryFlagDescriptor)
        }
        // The parent may have ended before the kernel was set to watch it. (In a container, the parent may be process
        // 1.)
        if getppid() != parent { exit(0) }
        let service = makeService(confinement)
        service.prepare()
        serve(service, timeout: timeout)
        exit(0)
    }

    /// Prints an error message and exits, because no parent has started this worker program.
    public static func refuseToRun() -> Never {
        let line = Array("limn-worker: limn starts this program to read documents; run limn instead.\n".utf8)
        write(STDERR_FILENO, line, line.count)
        exit(64)
    }

    /// Whether the worker has written to standard error since the current request arrived.
    public static var hasStderrOutput: Bool { lseek(STDERR_FILENO, 0, SEEK_CUR) > 0 }

    /// Discards what the worker has written to standard error since the current request arrived.
    public static func discardStderrOutput() { lseek(STDERR_FILENO, 0, SEEK_SET) }

    /// Prints a line on standard error, as libraries do. The parent shows it to the user.
    package static func printLine(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// How much a worker with a library yields to other processes.
    private static let yielding: Int32 = 10

    private static func serve(_ service: any WorkerService, timeout: Double) {
        let channel = Channel(adopting: channelDescriptor)
        let stderrLines = StderrCapture(adopting: dup(STDERR_FILENO))
        while let (number, message, descriptors) = channel.receive() {
            stderrLines.clear()
            Confinement.allowProcessorTime(timeout)
            let answer = service.answer(message, descriptors: descriptors)
            fflush(nil)
            for descriptor in descriptors { close(descriptor) }
            // A response that is too large is replaced by an empty one, which is never valid.
            let told = Channel.fits(answer) ? answer : []
            guard channel.send(told, number: number, waits: true) else { return }
        }
    }
}
