// SPDX-License-Identifier: Apache-2.0
//
// The Penlight delegate for ExecuTorch's own runtime. Loading this library registers it; the kernels are
// those of libpenlight_host, so that the results are the same bits.
#include <cstdio>
#include <cstring>
#include <new>

#include <executorch/runtime/backend/interface.h>

extern "C" {
#include "delegate.h"
extern const pl_operator *const pl_all_operators[];
extern const size_t pl_all_operator_count;
}

namespace {

using executorch::runtime::ArrayRef;
using executorch::runtime::BackendExecutionContext;
using executorch::runtime::BackendInitContext;
using executorch::runtime::CompileSpec;
using executorch::runtime::DelegateHandle;
using executorch::runtime::Error;
using executorch::runtime::EValue;
using executorch::runtime::FreeableBuffer;
using executorch::runtime::Result;
using executorch::runtime::Span;

// A checked payload, its arena, and the counts of what goes in and out.
struct Handle {
    const void *payload;
    pl_config config;
    pl_info info;
};

void log_failure(void *, const char *what, uint32_t got, uint32_t wanted) {
    std::fprintf(stderr, "penlight: %s: got %u, wanted %u\n", what, got, wanted);
}

// Whether `value` is a tensor with the bytes that the payload says; its memory format is part of the program.
bool matches(const EValue &value, const pl_tensor &tensor) {
    return value.isTensor() && value.toTensor().nbytes() == tensor.bytes &&
           static_cast<int>(value.toTensor().scalar_type()) == tensor.dtype;
}

class Backend final : public executorch::runtime::BackendInterface {
  public:
    bool is_available() const override { return true; }

    Result<DelegateHandle *> init(BackendInitContext &context, FreeableBuffer *processed,
                                  ArrayRef<CompileSpec>) const override {
        auto *allocator = context.get_runtime_allocator();
        auto *handle = allocator->allocateInstance<Handle>();
        if (handle == nullptr) {
            return Error::MemoryAllocationFailed;
        }
        new (handle) Handle{};
        handle->payload = processed->data();
        handle->config.log = log_failure;
        handle->config.operators = pl_all_operators;
        handle->config.operator_count = pl_all_operator_count;
        if (pl_payload_inspect(handle->payload, processed->size(), &handle->config, &handle->info) != PL_OK) {
            return Error::DelegateInvalidCompatibility;
        }
        handle->config.arena_bytes = handle->info.arena_bytes;
        handle->config.arena = allocator->allocate(handle->info.arena_bytes, PL_ARENA_ALIGN);
        if (handle->config.arena == nullptr) {
            return Error::MemoryAllocationFailed;
        }
        if (pl_payload_check(handle->payload, &handle->config) != PL_OK) {
            return Error::DelegateInvalidCompatibility;
        }
        return handle;
    }

    Error execute(BackendExecutionContext &, DelegateHandle *delegate, Span<EValue *> args) const override {
        const auto *handle = static_cast<const Handle *>(delegate);
        const size_t inputs = handle->info.input_count;
        if (args.size() != inputs + handle->info.output_count) {
            return Error::InvalidArgument;
        }
        pl_tensor tensor;
        for (size_t i = 0; i < inputs; i++) {
            pl_payload_tensor(handle->payload, handle->config.arena, false, static_cast<unsigned>(i),
                              &tensor);
            if (!matches(*args[i], tensor)) {
                return Error::InvalidArgument;
            }
            std::memcpy(tensor.data, args[i]->toTensor().const_data_ptr(), tensor.bytes);
        }
        if (pl_payload_run(handle->payload, &handle->config) != PL_OK) {
            return Error::Internal;
        }
        for (size_t i = inputs; i < args.size(); i++) {
            pl_payload_tensor(handle->payload, handle->config.arena, true, static_cast<unsigned>(i - inputs),
                              &tensor);
            if (!matches(*args[i], tensor)) {
                return Error::InvalidArgument;
            }
            std::memcpy(args[i]->toTensor().mutable_data_ptr(), tensor.data, tensor.bytes);
        }
        return Error::Ok;
    }
};

Backend backend;
const Error registered = executorch::runtime::register_backend({PL_BACKEND_ID, &backend});

} // namespace

// Whether the registration succeeded: it fails when another library registered the same id before.
extern "C" int penlight_registered() {
    return registered == Error::Ok;
}
