// SPDX-License-Identifier: Apache-2.0

/// The fields of a form as a tree of partial names, in order of first occurrence.
struct FieldTree {
    /// A step of a tree traversal. The traversal is not recursive, so names with many parts cannot overflow the call
    /// stack.
    enum Step {
        /// A group or field starts. The field is nil for a group without a value.
        case start(name: String, field: FormField?)
        case end
    }

    private struct Node {
        var name: String
        var field: FormField?
        var children: [Int] = []
        var indices: [String: Int] = [:]
    }

    private var nodes = [Node(name: "")]

    init(_ form: Form) {
        for field in form.fields where field.isWritten {
            var at = 0
            for part in field.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
                if let next = nodes[at].indices[part] {
                    at = next
                } else {
                    nodes.append(Node(name: part))
                    nodes[at].children.append(nodes.count - 1)
                    nodes[at].indices[part] = nodes.count - 1
                    at = nodes.count - 1
                }
            }
            if nodes[at].field == nil { nodes[at].field = field }
        }
    }

    /// Traverses the tree, parents before children.
    func walk(_ body: (Step) -> Void) {
        var stack = [(node: 0, next: 0)]
        while let (node, next) = stack.last {
            if next < nodes[node].children.count {
                stack[stack.count - 1].next += 1
                let child = nodes[node].children[next]
                body(.start(name: nodes[child].name, field: nodes[child].field))
                stack.append((child, 0))
            } else {
                stack.removeLast()
                if !stack.isEmpty { body(.end) }
            }
        }
    }
}
