// SPDX-License-Identifier: Apache-2.0

extension MappingEvaluator {
    /// Follows a path from a value. A missing value is null.
    mutating func walk(_ start: DataValue, _ steps: [MappingExpression.Step]) throws(FormMappingError) -> DataValue {
        var value = start
        for step in steps {
            switch step {
            case .member(let key): value = try member(key, of: value)
            case .all: value = .list(try elements(of: value, isJoining: true))
            case .index(let index, let column): value = try element(try evaluate(index), of: value, column)
            case .filter(let conditions, let column): value = try filtered(value, conditions, column)
            }
        }
        return value
    }

    private mutating func member(_ key: String, of value: DataValue) throws(FormMappingError) -> DataValue {
        switch value {
        case .object(let members):
            try spend(1 + members.count / 8)
            return value[key] ?? .null
        case .list(let values):
            var found: [DataValue] = []
            for value in values {
                // Members are looked up in the list's elements, but not in nested lists.
                switch try value.list == nil ? member(key, of: value) : .null {
                case .null: break
                case .list(let inner): found += inner
                case let inner: found.append(inner)
                }
                try spend()
            }
            return .list(found)
        case .invalid(let detail): throw failure(nil, "a value \(detail)")
        case .null, .flag, .number, .text: return .null
        }
    }

    /// Returns the elements of a list, or the values of an object.
    mutating func elements(of value: DataValue, isJoining: Bool = false) throws(FormMappingError) -> [DataValue] {
        let values: [DataValue] =
            switch value {
            case .list(let values): values
            case .object(let members): members.map(\.value)
            case .null: []
            case .flag, .number, .text, .invalid: [value]
            }
        try spend(values.count)
        guard isJoining else { return values }
        var joined: [DataValue] = []
        for value in values {
            if let inner = value.list {
                try spend(inner.count)
                joined += inner
            } else if value != .null {
                joined.append(value)
            }
        }
        return joined
    }

    private mutating func element(
        _ index: DataValue, of value: DataValue, _ column: Int
    ) throws(FormMappingError) -> DataValue {
        if case .object = value { return try member(try text(index, column), of: value) }
        guard let number = try number(index, column), let position = Int(exactly: number) else { return .null }
        guard case .list(let values) = value else { return position == 0 ? value : .null }
        let place = position < 0 ? values.count + max(position, -values.count - 1) : position
        return values.indices.contains(place) ? values[place] : .null
    }

    private mutating func filtered(
        _ value: DataValue, _ conditions: [MappingExpression.Condition], _ column: Int
    ) throws(FormMappingError) -> DataValue {
        var wanted: [[DataValue]] = []
        for condition in conditions {
            var values: [DataValue] = []
            for value in condition.values { values.append(try evaluate(value)) }
            wanted.append(values)
        }
        var found: [DataValue] = []
        elements: for element in try elements(of: value) {
            for (condition, values) in zip(conditions, wanted) {
                guard try meets(element, condition, values) else { continue elements }
            }
            found.append(element)
        }
        return .list(try sorted(found, by: [.member("name")]))
    }

    private mutating func meets(
        _ element: DataValue, _ condition: MappingExpression.Condition, _ values: [DataValue]
    ) throws(FormMappingError) -> Bool {
        let found = try walk(element, condition.path)
        if condition.values.isEmpty { return isTrue(found) == (condition.comparison == .equal) }
        // `!=` is true only if the value differs from all values.
        let isNegated = condition.comparison == .unequal
        for value in values {
            let holds = try holds(found, isNegated ? .equal : condition.comparison, value, condition.column)
            if holds { return !isNegated }
        }
        return isNegated
    }

    /// Sorts values by the texts at a path, ignoring case. If a value has no text there, the order does not change.
    mutating func sorted(
        _ values: [DataValue], by path: [MappingExpression.Step]
    ) throws(FormMappingError) -> [DataValue] {
        var keyed: [(key: String, value: DataValue)] = []
        for value in values {
            // Only texts serve as sort keys.
            guard let key = try walk(value, path).text else { return values }
            keyed.append((key.lowercased(), value))
        }
        try spend(values.count)
        // The sort is stable.
        return keyed.sorted { $0.key < $1.key }.map(\.value)
    }
}
