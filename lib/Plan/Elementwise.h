#ifndef CUTILE_LIB_PLAN_ELEMENTWISE_H
#define CUTILE_LIB_PLAN_ELEMENTWISE_H

namespace llvm {
class Instruction;
} // namespace llvm

namespace cutile {

/// Whether \p I computes each element of its result from the elements of its operands at the same index. A phi does.
bool isElementwise(const llvm::Instruction &I);

} // namespace cutile

#endif
