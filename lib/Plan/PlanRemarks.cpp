//===- PlanRemarks.cpp - plans as optimisation remarks --------------------===//
//
// Passed:   what is as good as it gets (full vectors, pipelines, products on tensor cores)
// Missed:   what would be better otherwise (narrow accesses, conversions through shared memory, refused pipelines, too few registers)
// Analysis: what is so (threads, barriers, conversions by shuffles)
//
//===----------------------------------------------------------------------===//
#include "cutile/Plan/PlanRecord.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace cutile {

static constexpr const char *AccessPass = "cutile-access", *LayoutPass = "cutile-layout", *PipelinePass = "cutile-pipeline",
                            *ProductPass = "cutile-product", *BarrierPass = "cutile-barrier", *PlanPass = "cutile-plan";

bool wantsRemarks(const Function &F) {
  const LLVMContext &Context = F.getContext();
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  if (Context.getLLVMRemarkStreamer())
    return true;
  return Handler && any_of(ArrayRef{AccessPass, LayoutPass, PipelinePass, ProductPass, BarrierPass, PlanPass},
                           [&](const char *Pass) { return Handler->isAnyRemarkEnabled(Pass); });
}

namespace {
class RemarkEmitter {
public:
  explicit RemarkEmitter(Function &F) : F(F), Emitter(&F) {}

  template <class Remark> void emit(const char *Pass, const char *Name, const SourcePlace &Where, const std::string &Text) {
    const DebugLoc Location = Where.Location ? DebugLoc(Where.Location) : DebugLoc();
    Emitter.emit(Remark(Pass, Name, DiagnosticLocation(Location), &F.getEntryBlock()) << Text);
  }

private:
  Function &F;
  OptimizationRemarkEmitter Emitter;
};

std::string withReason(std::string Text, const std::string &Why) { return Why.empty() ? Text : Text + ": " + Why; }
} // namespace

void emitRemarks(const PlanRecord &Plan, Function &F) {
  RemarkEmitter Out(F);
  using Passed = OptimizationRemark;
  using Missed = OptimizationRemarkMissed;
  using Analysis = OptimizationRemarkAnalysis;
  Out.emit<Analysis>(PlanPass, "Plan", Plan.Where,
                     std::to_string(Plan.Threads) + " threads (" + Plan.ThreadsWhy + "), about " + std::to_string(Plan.EstimatedRegisters) +
                         " registers per thread, " + std::to_string(Plan.SharedBytes) + " bytes of shared memory");
  for (const PlannedAccess &A : Plan.Accesses) {
    const std::string Text = "'" + A.Op + "' of " + A.Type + " as " + std::to_string(A.Count) + (A.Count == 1 ? " access of " : " accesses of ") +
                             std::to_string(A.Bytes) + " bytes per thread" + (A.Guard.empty() ? "" : ", " + A.Guard);
    if (A.Wide)
      Out.emit<Passed>(AccessPass, "Vectorized", A.Where, withReason(Text, A.Why));
    else
      Out.emit<Missed>(AccessPass, "Narrow", A.Where, withReason(Text, A.Why));
  }
  for (const PlannedPipeline &P : Plan.Pipelines)
    for (const PlannedPipeline::Load &Load : P.Loads)
      Out.emit<Passed>(PipelinePass, "Pipelined", Load.Where,
                       "load of " + Load.Type + " runs up to " + std::to_string(P.Stages - 1) + " iterations ahead, in " + std::to_string(P.Stages) +
                           " slots: " + P.Why);
  for (const PlannedProduct &P : Plan.Products)
    if (P.Instruction != "fma")
      Out.emit<Passed>(ProductPass, "TensorCores", P.Where, "product of " + P.Type + " by " + P.Instruction + ": " + P.Why);
  for (const PlannedConversion &C : Plan.Conversions) {
    const std::string Text = C.Type + " changes its layout for '" + C.For + "'" + (C.InLoop ? " in a loop" : "");
    if (C.How == PlannedConversion::SharedMemory)
      Out.emit<Missed>(LayoutPass, "Conversion", C.Where,
                       Text + " through " + std::to_string(C.SharedBytes) + " bytes of shared memory: other warps hold its elements");
    else
      Out.emit<Analysis>(LayoutPass, "Conversion", C.Where,
                         Text + (C.How == PlannedConversion::Shuffles ? " by shuffles: other lanes hold its elements"
                                                                      : ": it is computed again, which is cheaper than moving it"));
  }
  for (const PlannedBarrier &B : Plan.Barriers)
    Out.emit<Analysis>(BarrierPass, "Barrier", B.Where, withReason("barrier at '" + B.Op + "'" + (B.InLoop ? " in a loop" : ""), B.Why));
  for (const PlanRefusal &R : Plan.Refused) {
    const char *Pass = R.About == PlanRefusal::Loads ? PipelinePass : R.About == PlanRefusal::Product ? ProductPass : PlanPass;
    Out.emit<Missed>(Pass, "Refused", R.Where, withReason(R.What, R.Why));
  }
}

} // namespace cutile
