// SPDX-License-Identifier: GPL-3.0-or-later

internal import LimnFiles

/// A task: one line of a list, which is JSON (`batch-task.schema.json`).
///
/// A task is named by what it is: equal inputs, options and verbs give equal ids, wherever the files are. Its result is
/// kept under that id, so that repeated tasks are done once, and a task that has a result is not done again.
public struct BatchTask: Hashable, Sendable, Codable {
    /// What the tasks do.
    public var verb: BatchVerb
    /// The files to read: the document, and the ink to lay over it.
    public var inputs: [TaskInput]
    /// The options, named like the command's long options.
    public var options: TaskOptions
    /// The readable name, relative to the folder of links of `merge`. `{page}` is replaced by the page number.
    public var output: TaskOutputName?
    /// The estimated cost.
    public var cost: TaskCost?
    /// The id in the line; nil if it has none.
    var claimed: String?

    /// Creates a task.
    ///
    /// - Parameters:
    ///   - verb: what to do.
    ///   - inputs: the files to read, as many as ``BatchVerb`` takes.
    ///   - options: the options; those of other verbs are refused when the task is performed.
    ///   - output: the readable name of its file; nil for none.
    ///   - cost: the estimated cost, by which lists are cut into shards; nil if unknown.
    public init(
        _ verb: BatchVerb, _ inputs: [TaskInput], options: TaskOptions = TaskOptions(), output: TaskOutputName? = nil,
        cost: TaskCost? = nil
    ) {
        (self.verb, self.inputs, self.options, self.output, self.cost) = (verb, inputs, options, output, cost)
    }

    /// The id: a hash of the verb, the options and the contents of the inputs. It does not depend on the paths of
    /// files.
    public var id: TaskID {
        let parts: JSONValue = .object([
            "format": .integer(1), "verb": .text(verb.rawValue), "options": .object(options.values),
            "inputs": .list(inputs.map { .object($0.identity) }),
        ])
        // Encoding fails only for numbers that are not finite, which cannot come from JSON.
        let bytes = (try? JSONLine.compact(parts)) ?? []
        return TaskID(ContentHash(bytes))
    }

    private enum Keys: String, CodingKey { case verb, inputs, options, output, cost, task }

    /// Decodes a line. Unknown keys are ignored.
    ///
    /// - Throws: `DecodingError` if a key is missing or has a value of another type.
    public init(from decoder: any Decoder) throws {
        let keyed = try decoder.container(keyedBy: Keys.self)
        verb = try keyed.decode(BatchVerb.self, forKey: .verb)
        inputs = try keyed.decode([TaskInput].self, forKey: .inputs)
        options = try keyed.decodeIfPresent(TaskOptions.self, forKey: .options) ?? TaskOptions()
        output = try keyed.decodeIfPresent(TaskOutputName.self, forKey: .output)
        cost = try keyed.decodeIfPresent(TaskCost.self, forKey: .cost)
        claimed = try keyed.decodeIfPresent(String.self, forKey: .task)
    }

    /// Encodes a line.
    public func encode(to encoder: any Encoder) throws {
        var keyed = encoder.container(keyedBy: Keys.self)
        try keyed.encode(verb, forKey: .verb)
        try keyed.encode(inputs, forKey: .inputs)
        try keyed.encode(options, forKey: .options)
        try keyed.encodeIfPresent(output, forKey: .output)
        try keyed.encodeIfPresent(cost, forKey: .cost)
        try keyed.encode(id.text, forKey: .task)
    }

    /// Returns the line for a list as UTF-8, including its end. Keys are sorted, so that equal tasks give equal lines.
    ///
    /// - Throws: `EncodingError` for a number that is not finite.
    public func line() throws -> [UInt8] { try JSONLine.encode(self) }

    /// Parses a line and checks it as far as possible without the files.
    ///
    /// - Throws: ``BatchError`` with `invalid`.
    static func reading(_ line: [UInt8]) throws(BatchError) -> BatchTask {
        let task: BatchTask
        do { task = try JSONLine.decode(BatchTask.self, line) } catch {
            throw BatchError(.invalid, "The line is not a task: \(DecodingText.sentence(error)).")
        }
        guard task.verb.inputCount.contains(task.inputs.count) else {
            throw BatchError(.invalid, "The task has \(task.inputs.count) inputs, which its operation does not take.")
        }
        if let claimed = task.claimed, claimed != task.id.text {
            throw BatchError(.invalid, "The task does not match its name; plan it again.")
        }
        return task
    }
}
