// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of ONNX Runtime's C interface that Limn calls. The library is opened while the program runs; nothing links it.
//
// The library exports one function, OrtGetApiBase. It gives a table of functions for a version of the interface. Later
// versions only add entries at the end, so every place here holds from version 11 of the interface (ONNX Runtime 1.11) on;
// it was tried with 1.32. The order is that of the documented structure OrtApi. Entries that Limn does not call are gaps.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The version of the interface whose table Limn asks for.
#define ONNX_INTERFACE_VERSION 11u

typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtRunOptions OrtRunOptions;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtValue OrtValue;
typedef struct OrtTensorTypeAndShapeInfo OrtTensorTypeAndShapeInfo;
typedef struct OrtModelMetadata OrtModelMetadata;
typedef struct OrtAllocator OrtAllocator;

/// The values of the library's enumerations that Limn uses.
enum {
    /// ORT_LOGGING_LEVEL_FATAL: the library prints nothing below it.
    ONNX_LOG_FATAL = 4,
    /// OrtDeviceAllocator: no arena.
    ONNX_DEVICE_ALLOCATOR = 0,
    /// OrtMemTypeDefault.
    ONNX_MEMORY_DEFAULT = 0,
    /// ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT.
    ONNX_FLOAT = 1,
};

/// A gap of `count` entries.
#define ONNX_GAP(number, count) void *gap##number[count]

/// The table of functions. A function that returns a status returns NULL for success; the caller releases other statuses.
typedef struct OnnxTable {
    ONNX_GAP(0, 2);
    /// 2. The message belongs to the status.
    const char *(*GetErrorMessage)(const OrtStatus *status);
    /// 3.
    OrtStatus *(*CreateEnv)(int log_level, const char *log_id, OrtEnv **made);
    ONNX_GAP(4, 4);
    /// 8. The model may be released afterwards.
    OrtStatus *(*CreateSessionFromArray)(
        const OrtEnv *environment, const void *model, size_t size, const OrtSessionOptions *options, OrtSession **made);
    /// 9. Outputs that are NULL are made by the library; the caller releases them.
    OrtStatus *(*Run)(
        OrtSession *session, const OrtRunOptions *options, const char *const *input_names, const OrtValue *const *inputs,
        size_t input_count, const char *const *output_names, size_t output_count, OrtValue **outputs);
    /// 10.
    OrtStatus *(*CreateSessionOptions)(OrtSessionOptions **made);
    ONNX_GAP(11, 6);
    /// 17.
    OrtStatus *(*DisableMemPattern)(OrtSessionOptions *options);
    ONNX_GAP(18, 1);
    /// 19.
    OrtStatus *(*DisableCpuMemArena)(OrtSessionOptions *options);
    ONNX_GAP(20, 4);
    /// 24. With 1, the calling thread does all the work.
    OrtStatus *(*SetIntraOpNumThreads)(OrtSessionOptions *options, int count);
    /// 25.
    OrtStatus *(*SetInterOpNumThreads)(OrtSessionOptions *options, int count);
    ONNX_GAP(26, 4);
    /// 30.
    OrtStatus *(*SessionGetInputCount)(const OrtSession *session, size_t *count);
    /// 31.
    OrtStatus *(*SessionGetOutputCount)(const OrtSession *session, size_t *count);
    ONNX_GAP(32, 4);
    /// 36. The caller frees the name with the allocator.
    OrtStatus *(*SessionGetInputName)(const OrtSession *session, size_t index, OrtAllocator *allocator, char **name);
    /// 37. The caller frees the name with the allocator.
    OrtStatus *(*SessionGetOutputName)(const OrtSession *session, size_t index, OrtAllocator *allocator, char **name);
    ONNX_GAP(38, 11);
    /// 49. The value refers to the caller's numbers, which must outlive it. `size` is in bytes.
    OrtStatus *(*CreateTensorWithDataAsOrtValue)(
        const OrtMemoryInfo *memory, void *numbers, size_t size, const int64_t *shape, size_t dimensions, int type,
        OrtValue **made);
    ONNX_GAP(50, 1);
    /// 51. The numbers belong to the value.
    OrtStatus *(*GetTensorMutableData)(OrtValue *value, void **numbers);
    ONNX_GAP(52, 8);
    /// 60.
    OrtStatus *(*GetTensorElementType)(const OrtTensorTypeAndShapeInfo *shape, int *type);
    /// 61.
    OrtStatus *(*GetDimensionsCount)(const OrtTensorTypeAndShapeInfo *shape, size_t *count);
    /// 62.
    OrtStatus *(*GetDimensions)(const OrtTensorTypeAndShapeInfo *shape, int64_t *lengths, size_t count);
    ONNX_GAP(63, 2);
    /// 65.
    OrtStatus *(*GetTensorTypeAndShape)(const OrtValue *value, OrtTensorTypeAndShapeInfo **made);
    ONNX_GAP(66, 3);
    /// 69.
    OrtStatus *(*CreateCpuMemoryInfo)(int allocator, int memory, OrtMemoryInfo **made);
    ONNX_GAP(70, 6);
    /// 76.
    OrtStatus *(*AllocatorFree)(OrtAllocator *allocator, void *memory);
    ONNX_GAP(77, 1);
    /// 78. The allocator belongs to the library.
    OrtStatus *(*GetAllocatorWithDefaultOptions)(OrtAllocator **allocator);
    ONNX_GAP(79, 13);
    /// 92.
    void (*ReleaseEnv)(OrtEnv *environment);
    /// 93.
    void (*ReleaseStatus)(OrtStatus *status);
    /// 94.
    void (*ReleaseMemoryInfo)(OrtMemoryInfo *memory);
    /// 95.
    void (*ReleaseSession)(OrtSession *session);
    /// 96.
    void (*ReleaseValue)(OrtValue *value);
    ONNX_GAP(97, 2);
    /// 99.
    void (*ReleaseTensorTypeAndShapeInfo)(OrtTensorTypeAndShapeInfo *shape);
    /// 100.
    void (*ReleaseSessionOptions)(OrtSessionOptions *options);
    ONNX_GAP(101, 10);
    /// 111.
    OrtStatus *(*SessionGetModelMetadata)(const OrtSession *session, OrtModelMetadata **made);
    ONNX_GAP(112, 4);
    /// 116. NULL where there is no such key. The caller frees the value with the allocator.
    OrtStatus *(*ModelMetadataLookupCustomMetadataMap)(
        const OrtModelMetadata *metadata, OrtAllocator *allocator, const char *key, char **value);
    ONNX_GAP(117, 1);
    /// 118.
    void (*ReleaseModelMetadata)(OrtModelMetadata *metadata);
} OnnxTable;

/// What OrtGetApiBase returns.
typedef struct OnnxBase {
    /// Returns NULL for a version that the library does not know.
    const OnnxTable *(*GetApi)(uint32_t version);
    /// The version of the library, such as `1.32.0`.
    const char *(*GetVersionString)(void);
} OnnxBase;

_Static_assert(sizeof(OnnxTable) == 119 * sizeof(void *), "an entry of the table is at another place");
_Static_assert(offsetof(OnnxTable, ReleaseEnv) == 92 * sizeof(void *), "an entry of the table is at another place");
_Static_assert(offsetof(OnnxTable, CreateCpuMemoryInfo) == 69 * sizeof(void *), "an entry of the table is at another place");
_Static_assert(offsetof(OnnxTable, CreateTensorWithDataAsOrtValue) == 49 * sizeof(void *), "an entry is at another place");

#undef ONNX_GAP
