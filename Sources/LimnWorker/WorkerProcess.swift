// SPDX-License-Identifier: GPL-3.0-or-later

internal import CSandbox
internal import Foundation

/// What a worker does with a request. It lives in one worker and is called by one thread.
public protocol WorkerService: AnyObject {
    /// Called once the process is confined, before the first request.
    func prepare()

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: what the parent sent.
    ///   - descriptors: open descriptors that came with it; they are closed afterwards.
    /// - Returns: at least one byte and at most 128 KiB; anything else counts as misbehaviour.
    func answer(_ request: [UInt8], descriptors: [Int32]) -> [UInt8]
}

/// The child's side: a process that confines itself and then answers requests until its parent is gone.
public enum WorkerProcess {
    /// The argument that makes an executable a worker.
    public static let verb = "__worker"
    /// What the last argument is where the worker may work without a sandbox.
    static let unconfined = "unconfined"
    /// Where the parent puts its socket.
    static let channelDescriptor: Int32 = 3
    /// Where the parent puts a byte that the worker program sets when an allocation fails.
    public static let memoryFlagDescriptor: Int32 = 4

    /// Serves requests if this process was started as a worker, and never returns then. To be called first thing in
    /// `main`, before any thread, task or queue exists.
    ///
    /// - Parameter makeService: makes the service of the confined process.
    public static func serveIfAsked(_ makeService: (Confinement) -> any WorkerService) {
        let arguments = CommandLine.arguments
        guard arguments.count == 7, arguments[1] == verb, let memory = Int(arguments[2]),
            let timeout = Double(arguments[3]), let fileSize = Int(arguments[4]), let parent = pid_t(arguments[5])
        else { return }
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        // The parent alone decides about interrupts; it closes the channel.
        signal(SIGINT, SIG_IGN)
        csandbox_close_from(memoryFlagDescriptor + 1)
        let limits = WorkerLimits(memory: memory, timeout: timeout, fileSize: fileSize)
        let confinement = Confinement.enter(limits)
        if !confinement.missing.isEmpty {
            guard arguments[6] == unconfined else { _exit(confinement.exitCode) }
            MemoryFlag.noteUnconfined(memoryFlagDescriptor)
        }
        // A parent that vanished before the kernel was told to watch it. (It may be process 1 itself, in a container.)
        if getppid() != parent { exit(0) }
        let service = makeService(confinement)
        service.prepare()
        serve(service, timeout: timeout)
        exit(0)
    }

    /// Ends a worker program that no parent started, with a sentence.
    public static func refuseToRun() -> Never {
        let line = Array("limn-worker: limn starts this program to read documents; run limn instead.\n".utf8)
        write(STDERR_FILENO, line, line.count)
        exit(64)
    }

    /// Whether something was printed on this worker's standard error since the request came.
    public static var hasStderrOutput: Bool { lseek(STDERR_FILENO, 0, SEEK_CUR) > 0 }

    private static func serve(_ service: any WorkerService, timeout: Double) {
        let channel = Channel(adopting: channelDescriptor)
        let stderrLines = StderrCapture(adopting: dup(STDERR_FILENO))
        while let (number, message, descriptors) = channel.receive() {
            stderrLines.clear()
            Confinement.allowProcessorTime(timeout)
            let answer = service.answer(message, descriptors: descriptors)
            fflush(nil)
            for descriptor in descriptors { close(descriptor) }
            // An answer that is too large is told of as an empty one, which no service gives.
            let told = Channel.fits(answer) ? answer : []
            guard channel.send(told, number: number, waits: true) else { return }
        }
    }
}
