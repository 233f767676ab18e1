// SPDX-License-Identifier: GPL-3.0-or-later

internal import COnnxRuntime
internal import Glibc

/// ONNX Runtime, as this process has loaded it.
struct OnnxRuntime {
    let functions: UnsafePointer<OnnxTable>
    /// The library's version, such as `1.32.0`.
    let version: String

    /// Finds the library among those that the process has loaded.
    ///
    /// - Throws: ``ReadingError`` with `noLibrary`.
    init() throws(ReadingError) {
        typealias Entry = @convention(c) () -> UnsafePointer<OnnxBase>?
        guard let symbol = dlsym(nil, "OrtGetApiBase") else {
            throw ReadingError(.noLibrary, "The library that reads handwriting is not loaded.")
        }
        guard let base = unsafeBitCast(symbol, to: Entry.self)(),
            let found = base.pointee.GetApi(ONNX_INTERFACE_VERSION)
        else { throw ReadingError(.noLibrary, "The library that reads handwriting is too old.") }
        functions = found
        version = base.pointee.GetVersionString().map { String(cString: $0) } ?? ""
    }

    /// Throws for every status but success. ONNX Runtime's manual: a status that is not NULL must be released.
    func check(_ status: OpaquePointer?) throws(ReadingError) {
        guard let status else { return }
        defer { functions.pointee.ReleaseStatus(status) }
        let message = functions.pointee.GetErrorMessage(status).map { String(cString: $0) } ?? ""
        throw ReadingError(.failed, "The handwriting cannot be read: \(message.prefix(200)).")
    }

    /// Returns what a function makes.
    ///
    /// - Parameter make: stores a pointer and returns a status.
    func made(_ make: (UnsafeMutablePointer<OpaquePointer?>) -> OpaquePointer?) throws(ReadingError) -> OpaquePointer {
        var pointer: OpaquePointer?
        try check(make(&pointer))
        guard let pointer else { throw ReadingError(.failed, "The handwriting cannot be read: nothing was made.") }
        return pointer
    }
}

/// An object of ONNX Runtime, released with this one.
final class OnnxHandle {
    let pointer: OpaquePointer
    private let release: (OpaquePointer) -> Void
    /// What must live longer.
    private let kept: OnnxHandle?

    init(adopting pointer: OpaquePointer, keeping kept: OnnxHandle? = nil, release: @escaping (OpaquePointer) -> Void) {
        (self.pointer, self.kept, self.release) = (pointer, kept, release)
    }

    deinit { release(pointer) }
}
