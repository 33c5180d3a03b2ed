//===- Graph.cpp - graphs of kernels, copies, sets and host functions -----===//
#include "Runtime.h"

#include <algorithm>
#include <cstring>
#include <set>

using namespace cutile::cpu;

namespace {

cudaGraphNode_t addNode(cudaGraph_t Graph, cudaGraphNodeType Type, const cudaGraphNode_t *After, size_t Count) {
  Graph->Nodes.push_back(std::make_unique<CUgraphNode_st>());
  cudaGraphNode_t Node = Graph->Nodes.back().get();
  Node->Type = Type;
  Node->After.assign(After, After + Count);
  return Node;
}

/// The nodes of \p Graph, each behind those it depends on.
std::vector<cudaGraphNode_t> inOrder(const CUgraph_st &Graph) {
  std::vector<cudaGraphNode_t> Order;
  std::set<cudaGraphNode_t> Done;
  while (Order.size() < Graph.Nodes.size()) {
    const size_t Before = Order.size();
    for (const auto &Node : Graph.Nodes)
      if (!Done.count(Node.get()) && std::all_of(Node->After.begin(), Node->After.end(), [&](auto N) { return Done.count(N); })) {
        Order.push_back(Node.get());
        Done.insert(Node.get());
      }
    if (Order.size() == Before)
      return {}; // a circle
  }
  return Order;
}

/// Copies the nodes of \p From to \p To. \p Copies maps the old ones to the new ones.
void copyNodes(const CUgraph_st &From, CUgraph_st &To, std::map<cudaGraphNode_t, cudaGraphNode_t> &Copies) {
  for (const auto &Node : From.Nodes) {
    To.Nodes.push_back(std::make_unique<CUgraphNode_st>(*Node));
    Copies[Node.get()] = To.Nodes.back().get();
  }
  for (auto &Node : To.Nodes)
    for (cudaGraphNode_t &Before : Node->After)
      if (auto Found = Copies.find(Before); Found != Copies.end())
        Before = Found->second;
}

void runNode(const CUgraphNode_st &Node) {
  if (Node.Type == cudaGraphNodeTypeKernel)
    Node.Kernel.run();
  else if (Node.Run)
    Node.Run();
}

template <class T> cudaError_t handOut(const std::vector<T> &From, T *To, size_t *Count) {
  if (!Count)
    return report(cudaErrorInvalidValue);
  if (!To) {
    *Count = From.size();
    return cudaSuccess;
  }
  for (size_t I = 0; I < *Count; ++I)
    To[I] = I < From.size() ? From[I] : T();
  *Count = std::min(*Count, From.size());
  return cudaSuccess;
}

cudaError_t setKernel(CUgraphNode_st &Node, const cudaKernelNodeParams *P) {
  if (!P || P->extra)
    return report(cudaErrorInvalidValue);
  return makeLaunch(Node.Kernel, P->func, P->gridDim, P->blockDim, P->kernelParams, P->sharedMemBytes);
}

Work setWork(const cudaMemsetParams &P) {
  return [P] {
    for (size_t Y = 0; Y < P.height; ++Y) {
      char *const Row = static_cast<char *>(P.dst) + Y * P.pitch;
      for (size_t X = 0; X < P.width; ++X)
        std::memcpy(Row + X * P.elementSize, &P.value, P.elementSize);
      noteWritten(Row, P.width * P.elementSize);
    }
  };
}

/// Removes the last node of \p Graph after its parameters turned out to be wrong.
cudaError_t dropLast(cudaGraph_t Graph, cudaError_t Error) {
  Graph->Nodes.pop_back();
  return Error;
}

} // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t *Graph, unsigned) {
  if (!Graph)
    return report(cudaErrorInvalidValue);
  *Graph = new CUgraph_st;
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t Graph) {
  if (!Graph)
    return report(cudaErrorInvalidValue);
  delete Graph;
  return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *Clone, cudaGraph_t Graph) {
  if (!Clone || !Graph)
    return report(cudaErrorInvalidValue);
  *Clone = new CUgraph_st;
  std::map<cudaGraphNode_t, cudaGraphNode_t> Copies;
  copyNodes(*Graph, **Clone, Copies);
  return cudaSuccess;
}

//===-- Nodes -----------------------------------------------------------------===//

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *Node, cudaGraph_t Graph, const cudaGraphNode_t *After, size_t Count,
                                   const cudaKernelNodeParams *P) {
  if (!Node || !Graph || (Count && !After))
    return report(cudaErrorInvalidValue);
  *Node = addNode(Graph, cudaGraphNodeTypeKernel, After, Count);
  if (cudaError_t Error = setKernel(**Node, P); Error != cudaSuccess)
    return dropLast(Graph, Error);
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t Node, cudaKernelNodeParams *P) {
  if (!Node || !P || Node->Type != cudaGraphNodeTypeKernel)
    return report(cudaErrorInvalidValue);
  Node->KernelPointers = Node->Kernel.pointers();
  *P = {};
  P->func = const_cast<void *>(Node->Kernel.Function->Stub);
  P->gridDim = Node->Kernel.Grid;
  P->blockDim = Node->Kernel.BlockSize;
  P->sharedMemBytes = Node->Kernel.SharedBytes;
  P->kernelParams = Node->KernelPointers.data();
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t Node, const cudaKernelNodeParams *P) {
  if (!Node || Node->Type != cudaGraphNodeTypeKernel)
    return report(cudaErrorInvalidValue);
  return setKernel(*Node, P);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *Node, cudaGraph_t Graph, const cudaGraphNode_t *After, size_t Count, void *To, const void *From,
                                     size_t Bytes, cudaMemcpyKind) {
  if (!Node || !Graph || (Count && !After) || !To || !From)
    return report(cudaErrorInvalidValue);
  *Node = addNode(Graph, cudaGraphNodeTypeMemcpy, After, Count);
  (*Node)->Run = [=] {
    std::memmove(To, From, Bytes);
    noteWritten(To, Bytes);
  };
  return cudaSuccess;
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *Node, cudaGraph_t Graph, const cudaGraphNode_t *After, size_t Count, const cudaMemsetParams *P) {
  if (!Node || !Graph || (Count && !After) || !P || (P->elementSize != 1 && P->elementSize != 2 && P->elementSize != 4))
    return report(cudaErrorInvalidValue);
  *Node = addNode(Graph, cudaGraphNodeTypeMemset, After, Count);
  (*Node)->Memset = *P;
  (*Node)->Run = setWork(*P);
  return cudaSuccess;
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t Node, cudaMemsetParams *P) {
  if (!Node || !P || Node->Type != cudaGraphNodeTypeMemset)
    return report(cudaErrorInvalidValue);
  *P = Node->Memset;
  return cudaSuccess;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *Node, cudaGraph_t Graph, const cudaGraphNode_t *After, size_t Count, const cudaHostNodeParams *P) {
  if (!Node || !Graph || (Count && !After) || !P || !P->fn)
    return report(cudaErrorInvalidValue);
  *Node = addNode(Graph, cudaGraphNodeTypeHost, After, Count);
  (*Node)->Host = *P;
  (*Node)->Run = [F = P->fn, Data = P->userData] { F(Data); };
  return cudaSuccess;
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *Node, cudaGraph_t Graph, const cudaGraphNode_t *After, size_t Count) {
  if (!Node || !Graph || (Count && !After))
    return report(cudaErrorInvalidValue);
  *Node = addNode(Graph, cudaGraphNodeTypeEmpty, After, Count);
  return cudaSuccess;
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *Node, cudaGraph_t Graph, const cudaGraphNode_t *After, size_t Count, cudaGraph_t Child) {
  if (!Node || !Graph || (Count && !After) || !Child)
    return report(cudaErrorInvalidValue);
  auto Inner = std::make_shared<CUgraph_st>();
  std::map<cudaGraphNode_t, cudaGraphNode_t> Copies;
  copyNodes(*Child, *Inner, Copies);
  *Node = addNode(Graph, cudaGraphNodeTypeGraph, After, Count);
  (*Node)->Run = [Inner] {
    for (cudaGraphNode_t N : inOrder(*Inner))
      runNode(*N);
  };
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t Node, cudaGraphNodeType *Type) {
  if (!Node || !Type)
    return report(cudaErrorInvalidValue);
  *Type = Node->Type;
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t Graph, cudaGraphNode_t *Nodes, size_t *Count) {
  if (!Graph)
    return report(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> All;
  for (const auto &Node : Graph->Nodes)
    All.push_back(Node.get());
  return handOut(All, Nodes, Count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t Graph, cudaGraphNode_t *Nodes, size_t *Count) {
  if (!Graph)
    return report(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> Roots;
  for (const auto &Node : Graph->Nodes)
    if (Node->After.empty())
      Roots.push_back(Node.get());
  return handOut(Roots, Nodes, Count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t Node, cudaGraphNode_t *Nodes, cudaGraphEdgeData *, size_t *Count) {
  return Node ? handOut(Node->After, Nodes, Count) : report(cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t Graph, cudaGraphNode_t *From, cudaGraphNode_t *To, cudaGraphEdgeData *, size_t *Count) {
  if (!Graph || !Count)
    return report(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> Sources, Targets;
  for (const auto &Node : Graph->Nodes)
    for (cudaGraphNode_t Before : Node->After) {
      Sources.push_back(Before);
      Targets.push_back(Node.get());
    }
  size_t Same = *Count;
  handOut(Targets, To, &Same);
  return handOut(Sources, From, Count);
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t Graph, const cudaGraphNode_t *From, const cudaGraphNode_t *To, const cudaGraphEdgeData *,
                                     size_t Count) {
  if (!Graph || (Count && (!From || !To)))
    return report(cudaErrorInvalidValue);
  for (size_t I = 0; I < Count; ++I)
    To[I]->After.push_back(From[I]);
  return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t) { return report(cudaErrorNotSupported); }

//===-- Execution -------------------------------------------------------------===//

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Exec, cudaGraph_t Graph, unsigned long long) {
  if (!Exec || !Graph)
    return report(cudaErrorInvalidValue);
  if (inOrder(*Graph).size() != Graph->Nodes.size())
    return report(cudaErrorInvalidValue);
  *Exec = new CUgraphExec_st;
  copyNodes(*Graph, (*Exec)->Graph, (*Exec)->Copies);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *Exec, cudaGraph_t Graph, unsigned long long Flags) {
  return cudaGraphInstantiate(Exec, Graph, Flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t Exec) {
  if (!Exec)
    return report(cudaErrorInvalidValue);
  synchronizeAll();
  delete Exec;
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t Exec, cudaGraphNode_t Node, const cudaKernelNodeParams *P) {
  if (!Exec || !Exec->Copies.count(Node) || Node->Type != cudaGraphNodeTypeKernel)
    return report(cudaErrorInvalidValue);
  synchronizeAll(); // a replay that is still running reads the node
  return setKernel(*Exec->Copies[Node], P);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t Exec, cudaStream_t Stream) {
  return Exec && resolve(Stream) ? cudaSuccess : report(cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t Exec, cudaStream_t Stream) {
  if (!Exec)
    return report(cudaErrorInvalidValue);
  return submit(
      Stream,
      [Exec] {
        for (cudaGraphNode_t Node : inOrder(Exec->Graph))
          runNode(*Node);
      },
      [](cudaGraph_t Graph) { return addNode(Graph, cudaGraphNodeTypeGraph, nullptr, 0); });
}
}
