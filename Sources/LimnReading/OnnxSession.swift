// SPDX-License-Identifier: GPL-3.0-or-later

internal import COnnxRuntime

/// A model that is ready to run, with one input and one output of numbers. Only one thread uses it, and it starts no other.
final class OnnxSession {
    private let runtime: OnnxRuntime
    private let session: OnnxHandle
    private let memory: OnnxHandle
    private let (input, output): (String, String)

    /// Loads a model.
    ///
    /// - Throws: ``ReadingError`` with `unusableModel`, or with `failed`.
    init(_ runtime: OnnxRuntime, model: [UInt8]) throws(ReadingError) {
        self.runtime = runtime
        let functions = runtime.functions.pointee
        let environment = OnnxHandle(
            adopting: try runtime.made { functions.CreateEnv(Int32(ONNX_LOG_FATAL), "limn", $0) },
            release: { functions.ReleaseEnv($0) })
        let options = OnnxHandle(
            adopting: try runtime.made { functions.CreateSessionOptions($0) },
            release: { functions.ReleaseSessionOptions($0) })
        try runtime.check(functions.SetIntraOpNumThreads(options.pointer, 1))
        try runtime.check(functions.SetInterOpNumThreads(options.pointer, 1))
        // Pictures of many widths would leave an arena with pieces of every size.
        try runtime.check(functions.DisableCpuMemArena(options.pointer))
        try runtime.check(functions.DisableMemPattern(options.pointer))
        do throws(ReadingError) {
            session = OnnxHandle(
                adopting: try runtime.made {
                    functions.CreateSessionFromArray(environment.pointer, model, model.count, options.pointer, $0)
                }, keeping: environment, release: { functions.ReleaseSession($0) })
        } catch { throw ReadingError(.unusableModel, "The model for handwriting cannot be used.") }
        memory = OnnxHandle(
            adopting: try runtime.made {
                functions.CreateCpuMemoryInfo(
                    Int32(ONNX_DEVICE_ALLOCATOR), Int32(ONNX_MEMORY_DEFAULT), $0)
            }, release: { functions.ReleaseMemoryInfo($0) })
        var counts = (0, 0)
        try runtime.check(functions.SessionGetInputCount(session.pointer, &counts.0))
        try runtime.check(functions.SessionGetOutputCount(session.pointer, &counts.1))
        guard counts == (1, 1) else { throw ReadingError(.unusableModel, "The model for handwriting cannot be used.") }
        let pointer = session.pointer
        input = try Self.text(runtime) { functions.SessionGetInputName(pointer, 0, $0, $1) } ?? ""
        output = try Self.text(runtime) { functions.SessionGetOutputName(pointer, 0, $0, $1) } ?? ""
    }

    /// Returns what the model says of itself under a key; nil if it says nothing.
    func metadata(_ key: String) throws(ReadingError) -> String? {
        let functions = runtime.functions.pointee
        let metadata = OnnxHandle(
            adopting: try runtime.made { functions.SessionGetModelMetadata(session.pointer, $0) },
            release: { functions.ReleaseModelMetadata($0) })
        return try Self.text(runtime) {
            functions.ModelMetadataLookupCustomMetadataMap(metadata.pointer, $0, key, $1)
        }
    }

    /// Runs the model.
    ///
    /// - Parameters:
    ///   - numbers: the input, as many numbers as the shape says.
    ///   - shape: the lengths of its dimensions.
    ///   - body: gets the output's numbers, which are valid until it returns, and the lengths of its dimensions.
    func run<Result>(
        _ numbers: [Float], shape: [Int64], _ body: (UnsafeBufferPointer<Float>, [Int]) throws(ReadingError) -> Result
    ) throws(ReadingError) -> Result {
        precondition(numbers.count == shape.reduce(1) { $0 * Int($1) }, "the shape must hold all numbers")
        let functions = runtime.functions.pointee
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: numbers.count)
        _ = buffer.initialize(from: numbers)
        defer { buffer.deallocate() }
        let value = OnnxHandle(
            adopting: try runtime.made {
                functions.CreateTensorWithDataAsOrtValue(
                    memory.pointer, buffer.baseAddress, numbers.count * MemoryLayout<Float>.stride, shape, shape.count,
                    Int32(ONNX_FLOAT), $0)
            }, release: { functions.ReleaseValue($0) })
        let made = OnnxHandle(
            adopting: try runtime.made { result in
                input.withCString { input in
                    output.withCString { output in
                        var (inputs, outputs): ([UnsafePointer<CChar>?], [UnsafePointer<CChar>?]) = ([input], [output])
                        var values: [OpaquePointer?] = [value.pointer]
                        return functions.Run(session.pointer, nil, &inputs, &values, 1, &outputs, 1, result)
                    }
                }
            }, release: { functions.ReleaseValue($0) })
        let lengths = try lengths(of: made)
        var found: UnsafeMutableRawPointer?
        try runtime.check(functions.GetTensorMutableData(made.pointer, &found))
        guard let found else { throw ReadingError(.failed, "The handwriting cannot be read: nothing was made.") }
        let count = lengths.reduce(1, *)
        return try body(
            UnsafeBufferPointer(start: found.assumingMemoryBound(to: Float.self), count: count), lengths)
    }

    /// Returns the lengths of the dimensions of a value.
    private func lengths(of value: OnnxHandle) throws(ReadingError) -> [Int] {
        let functions = runtime.functions.pointee
        let shape = OnnxHandle(
            adopting: try runtime.made { functions.GetTensorTypeAndShape(value.pointer, $0) },
            release: { functions.ReleaseTensorTypeAndShapeInfo($0) })
        var (type, count): (Int32, Int) = (0, 0)
        try runtime.check(functions.GetTensorElementType(shape.pointer, &type))
        try runtime.check(functions.GetDimensionsCount(shape.pointer, &count))
        guard type == ONNX_FLOAT, (1...8).contains(count) else {
            throw ReadingError(.unusableModel, "The model for handwriting cannot be used.")
        }
        var lengths = [Int64](repeating: 0, count: count)
        try runtime.check(functions.GetDimensions(shape.pointer, &lengths, count))
        return lengths.map { Int($0) }
    }

    /// Returns a text that a function allocates; nil if it allocates none.
    private static func text(
        _ runtime: OnnxRuntime,
        _ make: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> OpaquePointer?
    ) throws(ReadingError) -> String? {
        let functions = runtime.functions.pointee
        // The allocator belongs to the library.
        let allocator = try runtime.made { functions.GetAllocatorWithDefaultOptions($0) }
        var text: UnsafeMutablePointer<CChar>?
        try runtime.check(make(allocator, &text))
        guard let text else { return nil }
        defer { if let status = functions.AllocatorFree(allocator, text) { functions.ReleaseStatus(status) } }
        return String(cString: text)
    }
}
