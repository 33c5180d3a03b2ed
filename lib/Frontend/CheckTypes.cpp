#include "cutile/Frontend/LanguageRules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Type.h"

using namespace clang;

namespace cutile {

/// The largest object of tile code, in bytes.
static constexpr int64_t MaxObjectBytes = 16 << 20;

/// The first bit-field in an object of \p Record; null if there is none.
static const FieldDecl *findBitField(const CXXRecordDecl *Record) {
  for (const CXXBaseSpecifier &Base : Record->bases())
    if (auto *BaseRecord = Base.getType()->getAsCXXRecordDecl(); BaseRecord && BaseRecord->hasDefinition())
      if (auto *Found = findBitField(BaseRecord))
        return Found;
  for (const FieldDecl *Field : Record->fields()) {
    if (Field->isBitField())
      return Field;
    if (auto *Member = Field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl(); Member && Member->hasDefinition())
      if (auto *Found = findBitField(Member))
        return Found;
  }
  return nullptr;
}

bool checkTileType(RuleContext &Rules, const FunctionDecl *In, QualType Type, SourceLocation Loc) {
  if (Type.isNull() || Type->isDependentType() || Type->isReferenceType() || Type->isPointerType() || Type->isIncompleteType() ||
      Type->isFunctionType() || Type->isUndeducedType())
    return true;
  if (Type->isVariableArrayType()) {
    Rules.error(In, Loc, fediag::err_type_vla);
    return false;
  }
  QualType Element(Type->getBaseElementTypeUnsafe(), 0);
  if (auto *Builtin = Element->getAs<BuiltinType>()) {
    if (Builtin->getKind() == BuiltinType::Int128 || Builtin->getKind() == BuiltinType::UInt128) {
      Rules.errorOnce(In, fediag::err_type_int128, Loc, fediag::err_type_int128, Type);
      return false;
    }
    if (Builtin->getKind() == BuiltinType::LongDouble) {
      Rules.errorOnce(In, fediag::err_type_long_double, Loc, fediag::err_type_long_double);
      return false;
    }
  }
  if (auto *Record = Element->getAsCXXRecordDecl(); Record && Record->hasDefinition()) {
    if (Record->getNumVBases() || Record->isPolymorphic()) {
      Rules.error(In, Loc, fediag::err_type_virtual, Type, unsigned(Record->getNumVBases() != 0));
      return false;
    }
    if (const FieldDecl *Field = findBitField(Record)) {
      Rules.errorOnce(In, fediag::err_bit_field, Loc, fediag::err_type_bit_field, Type, Field);
      return false;
    }
  }
  int64_t Bytes = Rules.Context.getTypeSizeInChars(Type).getQuantity();
  if (Bytes > MaxObjectBytes) {
    Rules.error(In, Loc, fediag::err_type_large, Type, std::to_string(Bytes));
    return false;
  }
  return true;
}

} // namespace cutile
