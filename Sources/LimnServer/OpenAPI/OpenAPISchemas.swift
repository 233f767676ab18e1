// SPDX-License-Identifier: GPL-3.0-or-later

extension OpenAPIDocument {
    /// The schemas of requests and responses (JSON Schema 2020-12).
    static let schemas = #"""
        {
          "Object": {"type": "object"},
          "ObjectList": {"type": "object", "required": ["items"],
            "properties": {"items": {"type": "array", "items": {"type": "object"}}}},
          "Time": {"type": "string", "format": "date-time"},
          "ID": {"type": "string", "pattern": "^[0-9a-z]{12}$"},
          "Name": {"type": "string", "minLength": 1, "maxLength": 1000},
          "Problem": {"type": "object", "required": ["type", "title", "status", "detail"], "properties": {
            "type": {"type": "string", "pattern": "^/problems/"}, "title": {"type": "string"},
            "status": {"type": "integer"}, "detail": {"type": "string"}, "field": {"type": "string"},
            "page": {"type": "integer"}, "currentRevision": {"type": "integer"}}},
          "Code": {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}},
          "Identity": {"type": "object", "required": ["id", "name", "role"], "properties": {
            "id": {"type": "string"}, "name": {"type": "string"}, "role": {"type": "string", "enum": ["owner", "player", "viewer", "none"]},
            "characters": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/ID"}}}},
          "NewAccess": {"type": "object", "required": ["name", "role"], "properties": {
            "name": {"$ref": "#/components/schemas/Name"}, "days": {"type": ["integer", "null"], "minimum": 1},
            "role": {"type": "string", "enum": ["owner", "player", "viewer"]},
            "characters": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/ID"}}}},
          "GivenAccess": {"type": "object", "required": ["name", "link", "onlyHere"], "properties": {
            "name": {"type": "string"}, "link": {"type": "string"}, "onlyHere": {"type": "boolean"},
            "qr": {"type": ["array", "null"], "items": {"type": "string", "pattern": "^[01]+$"}}}},
          "SyncLibrary": {"type": "object", "required": ["limnSync", "id"], "properties": {
            "limnSync": {"type": "integer", "const": 1}, "id": {"$ref": "#/components/schemas/ID"}}},
          "SyncKnown": {"type": "object", "required": ["character", "unit", "seen"], "properties": {
            "character": {"$ref": "#/components/schemas/ID"}, "unit": {"type": "string"}, "seen": {"type": "string"}}},
          "SyncRequest": {"type": "object", "required": ["limnSync", "replica", "has", "round"], "properties": {
            "limnSync": {"type": "integer", "const": 1}, "replica": {"$ref": "#/components/schemas/ID"},
            "has": {"type": "array", "items": {"$ref": "#/components/schemas/SyncKnown"}},
            "characters": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/ID"}},
            "round": {"type": "integer", "minimum": 1}, "preview": {"type": ["boolean", "null"]}, "after": {"type": ["string", "null"]},
            "unnamed": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/ID"}},
            "named": {"type": ["array", "null"], "items": {"$ref": "#/components/schemas/ID"}}}},
          "SyncReceipt": {"type": "object", "required": ["has", "notes"], "properties": {
            "has": {"type": "array", "items": {"$ref": "#/components/schemas/SyncKnown"}},
            "notes": {"type": "array", "items": {"type": "string"}}}},
          "Template": {"type": "object", "required": ["id", "name", "pageCount", "bytes", "hash"], "properties": {
            "id": {"$ref": "#/components/schemas/ID"}, "name": {"type": "string"},
            "pageCount": {"type": "integer", "minimum": 1}, "bytes": {"type": "integer"}, "hash": {"type": "string"},
            "formFields": {"type": "boolean"}, "locked": {"type": "boolean"},
            "imported": {"$ref": "#/components/schemas/Time"},
            "messages": {"type": "array", "items": {"type": "string"}},
            "notes": {"type": "array", "items": {"type": "string"}}}},
          "TemplateList": {"type": "object", "required": ["items"], "properties": {
            "items": {"type": "array", "items": {"$ref": "#/components/schemas/Template"}},
            "next": {"type": ["string", "null"]}}},
          "TemplateChanges": {"type": "object", "required": ["name"],
            "properties": {"name": {"$ref": "#/components/schemas/Name"}}},
          "NameChange": {"type": "object", "properties": {"name": {"anyOf": [{"$ref": "#/components/schemas/Name"}, {"type": "null"}]}}},
          "Character": {"type": "object", "required": ["id", "name", "template", "favorite", "tags"], "properties": {
            "id": {"$ref": "#/components/schemas/ID"}, "name": {"type": "string"},
            "template": {"type": ["string", "null"]}, "templateName": {"type": ["string", "null"]},
            "favorite": {"type": "boolean"}, "tags": {"type": "array", "items": {"type": "string"}},
            "lastPage": {"type": ["integer", "null"]}, "created": {"$ref": "#/components/schemas/Time"},
            "modified": {"$ref": "#/components/schemas/Time"},
            "messages": {"type": "array", "items": {"type": "string"}},
            "notes": {"type": "array", "items": {"type": "string"}}}},
          "FoundPlaces": {"type": "object", "required": ["items", "hasMore"], "properties": {
            "items": {"type": "array", "items": {"type": "object", "required": ["name", "kind", "text"],
              "properties": {
                "character": {"$ref": "#/components/schemas/ID"}, "template": {"$ref": "#/components/schemas/ID"},
                "name": {"type": "string"},
                "kind": {"enum": ["name", "tag", "text", "note", "markup", "form", "printed", "handwriting"]},
                "page": {"type": ["integer", "null"]},
                "position": {"type": ["integer", "null"]},
                "box": {"type": ["array", "null"], "items": {"type": "number"}},
                "size": {"type": ["array", "null"], "items": {"type": "number"}}, "text": {"type": "string"},
                "field": {"type": ["string", "null"]},
                "certainty": {"type": "number", "minimum": 0, "maximum": 1}}}},
            "hasMore": {"type": "boolean"}}},
          "Offers": {"type": "object", "required": ["items", "read", "revision"], "properties": {
            "revision": {"type": "integer", "minimum": 0}, "read": {"type": "boolean"},
            "items": {"type": "array", "items": {"type": "object",
              "required": ["field", "type", "box", "value", "certainty", "certain", "alternatives", "secret"], "properties": {
                "secret": {"type": "boolean"}, "field": {"type": "string"}, "type": {"enum": ["text", "check", "radio", "list", "combo"]},
                "box": {"type": "array", "items": {"type": "number"}}, "value": {"type": "string"},
                "certainty": {"type": "number", "minimum": 0, "maximum": 1}, "certain": {"type": "boolean"},
                "alternatives": {"type": "array", "items": {"type": "object", "required": ["value", "certainty"], "properties": {
                  "value": {"type": "string"}, "certainty": {"type": "number", "minimum": 0, "maximum": 1}}}}}}}}},
          "WrittenPage": {"type": "object", "required": ["page", "width", "height", "text", "words", "links", "values", "items"], "properties": {
            "page": {"type": "integer", "minimum": 1}, "width": {"type": "number"}, "height": {"type": "number"},
            "text": {"type": "string"}, "language": {"type": "string"},
            "headings": {"type": "array", "items": {"type": "object", "required": ["block", "level"], "properties": {
              "block": {"type": "integer", "minimum": 1}, "level": {"type": "integer", "minimum": 1, "maximum": 6}}}},
            "words": {"type": "array", "items": {"type": "object", "required": ["text", "rect", "line", "block"], "properties": {
              "text": {"type": "string"}, "rect": {"type": "array", "items": {"type": "number"}},
              "line": {"type": "integer", "minimum": 1}, "block": {"type": "integer", "minimum": 1}, "turn": {"enum": [90, 180, 270]}}}},
            "links": {"type": "array", "items": {"type": "object", "required": ["rect"], "properties": {
              "rect": {"type": "array", "items": {"type": "number"}}, "uri": {"type": "string"},
              "page": {"type": "integer", "minimum": 1}, "top": {"type": "number"}}}},
            "values": {"type": "array", "items": {"type": "object", "required": ["field", "text", "rect"], "properties": {
              "field": {"type": "string"}, "text": {"type": "string"}, "rect": {"type": "array", "items": {"type": "number"}}}}},
            "items": {"type": "array", "items": {"type": "object", "required": ["kind", "text"], "properties": {
              "kind": {"enum": ["text", "note", "markup"]}, "text": {"type": "string"},
              "rect": {"type": "array", "items": {"type": "number"}}}}}}},
          "PrintedPages": {"type": "object", "required": ["items"], "properties": {
            "items": {"type": "array", "items": {"type": "object", "required": ["page", "width", "height", "words", "links"],
              "properties": {"page": {"type": "integer", "minimum": 1}, "width": {"type": "number"},
                "height": {"type": "number"}, "text": {"type": "string"}, "language": {"type": "string"},
                "headings": {"type": "array", "items": {"type": "object"}},
                "words": {"type": "array", "items": {"type": "object", "required": ["text", "rect", "line", "block"],
                  "properties": {"edges": {"type": "array", "items": {"type": "number"}}}}},
                "links": {"type": "array", "items": {"type": "object"}}}}}}},
          "OwnChange": {"type": "object", "properties": {"change": {"type": ["integer", "null"]}}},
          "OwnHistory": {"type": "object", "required": ["undo", "redo"], "properties": {
            "undo": {"type": "array", "items": {"type": "integer"}},
            "redo": {"type": "array", "items": {"type": "integer"}}}},
          "OwnStep": {"allOf": [{"$ref": "#/components/schemas/Character"}], "type": "object",
            "required": ["kind", "page", "revision", "change", "changed", "undo", "redo"], "properties": {
            "kind": {"enum": ["ink", "layers", "form", "edition", "pages"]}, "page": {"type": ["integer", "null"]},
            "revision": {"type": ["integer", "null"]}, "change": {"type": ["integer", "null"]},
            "changed": {"type": "array", "items": {"type": "object", "properties": {
              "page": {"type": "integer"}, "revision": {"type": "integer"}}}},
            "undo": {"type": ["integer", "null"]}, "redo": {"type": ["integer", "null"]}}},
          "PageChange": {"type": "object", "required": ["action"], "properties": {
            "action": {"enum": ["insert", "duplicate", "move", "rotate", "remove"]},
            "page": {"type": ["integer", "null"], "minimum": 1}, "before": {"type": ["integer", "null"], "minimum": 1},
            "after": {"type": ["integer", "null"], "minimum": 1},
            "paper": {"enum": ["plain", "lined", "dotted", "squared", null]},
            "width": {"type": ["number", "null"], "minimum": 1, "maximum": 14400},
            "height": {"type": ["number", "null"], "minimum": 1, "maximum": 14400},
            "ink": {"type": ["boolean", "null"]}, "rotation": {"enum": [90, 180, 270, null]}}},
          "ChangedPages": {"type": "object", "required": ["page", "revision", "items"], "properties": {
            "page": {"type": "integer", "minimum": 1}, "revision": {"type": "integer", "minimum": 0},
            "items": {"type": "array", "items": {"type": "object"}}}},
          "CharacterList": {"type": "object", "required": ["items"], "properties": {
            "items": {"type": "array", "items": {"$ref": "#/components/schemas/Character"}},
            "next": {"type": ["string", "null"]}}},
          "NewCharacter": {"type": "object", "required": ["name"], "properties": {
            "name": {"$ref": "#/components/schemas/Name"}, "template": {"type": ["string", "null"]},
            "favorite": {"type": ["boolean", "null"]}, "tags": {"type": ["array", "null"], "items": {"type": "string"}},
            "lastPage": {"type": ["integer", "null"], "minimum": 1}}},
          "CharacterChanges": {"type": "object", "properties": {
            "name": {"anyOf": [{"$ref": "#/components/schemas/Name"}, {"type": "null"}]},
            "template": {"type": ["string", "null"]}, "favorite": {"type": ["boolean", "null"]},
            "tags": {"type": ["array", "null"], "items": {"type": "string"}},
            "lastPage": {"type": ["integer", "null"], "minimum": 1}}},
          "EditionMove": {"type": "object", "required": ["to"], "properties": {
            "to": {"type": "string"}, "dryRun": {"type": ["boolean", "null"]},
            "corrections": {"type": ["array", "null"], "items": {"type": "object",
              "required": ["page", "item", "newPage", "dx", "dy"], "properties": {
                "page": {"type": "integer", "minimum": 1, "maximum": 1000000},
                "item": {"type": "integer", "minimum": 1, "maximum": 100000000},
                "newPage": {"type": "integer", "minimum": 1, "maximum": 1000000},
                "dx": {"type": "number", "minimum": -1000000, "maximum": 1000000},
                "dy": {"type": "number", "minimum": -1000000, "maximum": 1000000}}}}}},
          "EditionPlaces": {"type": "object",
            "required": ["id", "certain", "likely", "leftOver", "pages", "items", "fields", "dryRun", "messages"],
            "properties": {
              "id": {"$ref": "#/components/schemas/ID"}, "certain": {"type": "integer"}, "likely": {"type": "integer"},
              "leftOver": {"type": "integer"}, "dryRun": {"type": "boolean"},
              "messages": {"type": "array", "items": {"type": "string"}},
              "pages": {"type": "array", "items": {"type": "object", "required": ["old", "new"]}},
              "fields": {"type": "array", "items": {"type": "object", "required": ["old", "new"]}},
              "items": {"type": "array", "items": {"type": "object",
                "required": ["oldPage", "item", "newPage", "transform", "certainty"]}}}},
          "Edit": {"type": "object", "minProperties": 1, "properties": {
            "add": {"type": "array", "items": {"type": "object"}},
            "remove": {"type": "array", "items": {"type": "integer", "minimum": 0}},
            "replace": {"type": "array", "items": {"type": "object", "required": ["index", "item"]}},
            "insert": {"type": "array", "items": {"type": "object", "required": ["index", "item"]}},
            "layers": {"type": "array", "items": {"type": "object"}},
            "pictures": {"type": "array", "items": {"type": "object"}},
            "known": {"type": "array", "items": {"type": "object"}, "description":
              "What remove and replace name, in order, as the client knows it. The edit is merged and needs no revision."},
            "knownLayers": {"type": "array", "items": {"type": "object"}, "description":
              "The layers before the edit, as the client knows them."}}},
          "Edits": {"anyOf": [{"$ref": "#/components/schemas/Edit"},
            {"type": "array", "minItems": 1, "items": {"$ref": "#/components/schemas/Edit"}}]},
          "TextPicture": {"type": "object", "required": ["item", "region", "scale"], "properties": {
            "item": {"type": "object"}, "scale": {"type": "number", "exclusiveMinimum": 0, "maximum": 32},
            "region": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": "number"}}}},
          "EditAnswer": {"type": "object", "required": ["revision", "strokes", "items", "canUndo", "canRedo"],
            "properties": {"revision": {"type": "integer", "minimum": 0}, "strokes": {"type": "integer"},
              "items": {"type": "integer"}, "canUndo": {"type": "boolean"}, "canRedo": {"type": "boolean"}}},
          "PageHistory": {"type": "object", "required": ["edits", "revision"], "properties": {
            "revision": {"type": "integer", "minimum": 0}, "next": {"type": ["string", "null"]},
            "edits": {"type": "array", "items": {"type": "object",
              "required": ["revision", "added", "removed", "canReplay"], "properties": {
                "revision": {"type": "integer", "minimum": 1}, "time": {"$ref": "#/components/schemas/Time"},
                "kind": {"type": "string", "enum": ["add", "remove", "change", "layers"]},
                "added": {"type": "integer", "minimum": 0}, "removed": {"type": "integer", "minimum": 0},
                "canReplay": {"type": "boolean"}}}}}},
          "Presence": {"type": "object",
            "properties": {"page": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000000},
              "at": {"type": ["array", "null"], "minItems": 2, "maxItems": 2,
                "items": {"type": "number", "minimum": 0, "maximum": 1}}}},
          "People": {"type": "object", "required": ["items"], "properties": {"items": {"type": "array", "items": {
            "type": "object", "required": ["name", "character", "page"], "properties": {"name": {"type": "string"},
              "character": {"$ref": "#/components/schemas/ID"}, "page": {"type": "integer", "minimum": 1}}}}}},
          "FormField": {"type": "object", "required": ["name", "type", "value", "flags", "options", "widgets"],
            "properties": {
              "name": {"type": "string"},
              "type": {"type": "string", "enum": ["text", "check", "radio", "list", "combo", "push", "signature"]},
              "value": {"type": ["string", "array", "null"], "items": {"type": "string"}},
              "default": {"type": ["string", "null"]}, "page": {"type": ["integer", "null"], "minimum": 1},
              "rect": {"type": ["array", "null"], "items": {"type": "number"}},
              "flags": {"type": "array", "items": {"type": "string"}},
              "options": {"type": "array", "items": {"type": "object", "required": ["value", "label"], "properties": {
                "value": {"type": "string"}, "label": {"type": "string"}}}},
              "maxLength": {"type": ["integer", "null"]}, "tooltip": {"type": ["string", "null"]},
              "calculated": {"type": "boolean"}, "formatted": {"type": "boolean"}, "validated": {"type": "boolean"},
              "widgets": {"type": "array", "items": {"type": "object"}}}},
          "FormPlace": {"type": "object",
            "required": ["page", "field", "index", "widget", "rect", "type", "readOnly", "hidden", "align"],
            "properties": {
              "page": {"type": "integer", "minimum": 1}, "field": {"type": "string"},
              "index": {"type": "integer", "minimum": 0}, "widget": {"type": "integer", "minimum": 0},
              "rect": {"type": "array", "minItems": 4, "maxItems": 4, "items": {"type": "number"}},
              "type": {"type": "string"}, "value": {"type": "string"}, "readOnly": {"type": "boolean"},
              "hidden": {"type": "boolean"}, "align": {"type": "string", "enum": ["left", "center", "right"]}}},
          "Form": {"type": "object", "required": ["kind", "pageCount", "fields", "places", "status"], "properties": {
            "kind": {"type": "string"}, "pageCount": {"type": "integer", "minimum": 0},
            "fields": {"type": "array", "items": {"$ref": "#/components/schemas/FormField"}},
            "places": {"type": "array", "items": {"$ref": "#/components/schemas/FormPlace"}},
            "signed": {"type": "boolean"}, "encrypted": {"type": "boolean"}, "refusal": {"type": ["string", "null"]},
            "status": {"type": "string"}, "messages": {"type": "array", "items": {"type": "string"}},
            "notes": {"type": "array"}}},
          "CharacterForm": {"allOf": [{"$ref": "#/components/schemas/Form"}, {"type": "object",
            "required": ["id", "name", "revision", "canUndo", "canRedo", "given", "values"], "properties": {
              "id": {"$ref": "#/components/schemas/ID"}, "name": {"type": "string"},
              "revision": {"type": "integer", "minimum": 0}, "canUndo": {"type": "boolean"},
              "canRedo": {"type": "boolean"}, "given": {"type": "object"},
              "values": {"type": "object", "additionalProperties": {
                "type": ["string", "array", "null"], "items": {"type": "string"}}}}}]},
          "FormChanges": {"type": "object", "required": ["values"], "properties": {"values": {"type": "object",
            "additionalProperties": {"anyOf": [
              {"type": ["string", "number", "boolean", "null"]}, {"type": "array", "items": {"type": "string"}},
              {"type": "object", "required": ["picture"], "additionalProperties": false,
                "properties": {"picture": {"type": "string"}}}]}}}},
          "FormDesign": {"type": "object", "properties": {
            "pages": {"type": ["string", "null"]}, "name": {"type": ["string", "null"]},
            "fields": {"type": ["array", "null"], "minItems": 1, "items": {"$ref": "#/components/schemas/FieldDesign"}}}},
          "FieldDesign": {"type": "object", "required": ["name", "type", "page", "rect"], "properties": {
            "name": {"type": "string", "minLength": 1},
            "type": {"type": "string", "enum": ["text", "check", "radio", "list", "combo", "push", "signature"]},
            "page": {"type": "integer", "minimum": 1},
            "rect": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
            "tooltip": {"type": ["string", "null"]}, "multiline": {"type": ["boolean", "null"]},
            "cells": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000},
            "maximumLength": {"type": ["integer", "null"], "minimum": 1, "maximum": 1000000},
            "fontSize": {"anyOf": [{"const": 0}, {"type": "number", "minimum": 1, "maximum": 1000}, {"type": "null"}]},
            "alignment": {"type": ["string", "null"], "enum": ["left", "center", "right", null]},
            "turn": {"type": ["integer", "null"], "enum": [0, 90, 180, 270, null]},
            "choice": {"type": ["string", "null"]},
            "choices": {"type": ["array", "null"], "items": {"type": "string"}, "maxItems": 1000},
            "sumOf": {"type": ["array", "null"], "items": {"type": "string"}, "maxItems": 1000}}},
          "DesignField": {"type": "object", "required": ["key", "name", "type", "page", "rect", "order"], "properties": {
            "key": {"type": "integer"}, "order": {"type": "number"}, "isWanted": {"type": "boolean"},
            "certainty": {"type": "number", "minimum": 0, "maximum": 1}, "name": {"type": "string"},
            "type": {"type": "string"}, "page": {"type": "integer", "minimum": 1},
            "rect": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}}},
          "Design": {"type": "object", "required": ["id", "revision", "fields", "removed"], "properties": {
            "id": {"type": "string"}, "revision": {"type": "integer", "minimum": 0},
            "fields": {"type": "array", "items": {"$ref": "#/components/schemas/DesignField"}},
            "removed": {"type": "array", "items": {"type": "integer"}}}},
          "DesignChange": {"type": "object", "required": ["fields"], "properties": {
            "fields": {"type": "object", "additionalProperties": {"type": ["object", "null"]}},
            "client": {"type": ["string", "null"], "maxLength": 100}}},
          "Mapping": {"type": "object", "required": ["id", "name", "saved"], "properties": {
            "id": {"type": "string"}, "name": {"type": "string"}, "saved": {"type": "boolean"}}},
          "MappingList": {"type": "object", "required": ["items"], "properties": {
            "items": {"type": "array", "items": {"$ref": "#/components/schemas/Mapping"}},
            "next": {"type": ["string", "null"]}}},
          "NewMapping": {"type": "object", "required": ["name", "from", "fields"], "properties": {
            "name": {"$ref": "#/components/schemas/Name"}, "from": {"type": "string"},
            "fields": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["name", "like"],
              "properties": {"name": {"type": "string"}, "like": {"type": "string"}}}}}},
          "MatchRequest": {"type": "object", "required": ["fields"], "properties": {
            "fields": {"type": "array", "items": {"type": "object", "required": ["name", "type"], "properties": {
              "name": {"type": "string"}, "type": {"type": "string"}, "tooltip": {"type": ["string", "null"]}}}}}},
          "FieldMatches": {"type": "object", "required": ["known", "fields"], "properties": {
            "sheet": {"type": ["string", "null"]}, "known": {"type": "array", "items": {"type": "string"}},
            "fields": {"type": "array", "items": {"type": "object", "required": ["name", "like", "certainty"],
              "properties": {"name": {"type": "string"}, "like": {"type": "string"},
                "certainty": {"type": "number", "minimum": 0, "maximum": 1}}}}}},
          "FilledForm": {"type": "object", "required": ["id", "revision", "saved", "filled", "changed", "fields", "messages"],
            "properties": {
              "id": {"type": "string"}, "name": {"type": "string"}, "revision": {"type": "integer", "minimum": 0},
              "saved": {"type": "boolean"}, "filled": {"type": "integer", "minimum": 0},
              "changed": {"type": "array", "items": {"type": "string"}}, "fields": {"type": "array"},
              "status": {"type": "string"}, "messages": {"type": "array", "items": {"type": "string"}},
              "notes": {"type": "array", "items": {"type": "string"}}}},
          "StoredFile": {"type": "object", "required": ["id", "bytes", "expires"], "properties": {
            "id": {"type": "string", "pattern": "^[0-9a-f]{64}$"}, "bytes": {"type": "integer", "minimum": 0},
            "expires": {"$ref": "#/components/schemas/Time"}}},
          "NewJob": {"type": "object", "required": ["verb", "inputs"], "properties": {
            "verb": {"type": "string", "enum": ["render", "thumbnail", "flatten", "inspect", "convert", "fill", "detect"]},
            "inputs": {"type": "array", "items": {"type": "string"}}, "options": {"type": ["object", "null"]}}},
          "Job": {"type": "object", "required": ["id", "verb", "state", "progress", "created"], "properties": {
            "id": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "verb": {"type": "string", "enum": [
              "render", "thumbnail", "flatten", "inspect", "convert", "fill", "detect", "export"]},
            "state": {"type": "string", "enum": ["waiting", "running", "done", "failed", "cancelled"]},
            "progress": {"type": "number", "minimum": 0, "maximum": 1},
            "created": {"$ref": "#/components/schemas/Time"}, "finished": {"$ref": "#/components/schemas/Time"},
            "character": {"$ref": "#/components/schemas/ID"}, "template": {"$ref": "#/components/schemas/ID"},
            "receipt": {"type": "object"},
            "problem": {"$ref": "#/components/schemas/Problem"},
            "result": {"type": "object", "required": ["type", "name", "bytes"], "properties": {
              "type": {"type": "string"}, "name": {"type": "string"}, "bytes": {"type": "integer"}}}}},
          "Version": {"type": "object", "required": ["name", "version"], "properties": {
            "name": {"type": "string", "const": "limn"}, "version": {"type": "string"}}}
        }
        """#
}
