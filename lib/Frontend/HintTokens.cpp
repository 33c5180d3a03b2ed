//===- HintTokens.cpp - kind=value becomes "kind", value ------------------===//
//
// `occupancy=2` would parse as an assignment, and real code writes `occupancy=occupancy` with a template parameter of that
// name. A token watcher sees `cutile::hint` and `using cutile : hint`, reads ahead to the closing parenthesis, replaces in the
// preprocessor's token cache each `kind` by a string literal and each `=` by a comma, and lets the parser read again from the
// opening parenthesis:
//
//   hint(900, occupancy = N, latency = 2)     ->     hint(900, "occupancy", N, "latency", 2)
//
// A malformed hint is reported here and becomes `hint(0)`-like constants, which HintAttrInfo passes over silently.
//
//===----------------------------------------------------------------------===//
#include "cutile/Frontend/Diagnostics.h"
#include "cutile/Frontend/Hints.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace cutile {

namespace {

class HintTokens {
  Preprocessor &PP;
  enum { Idle, Scope, UsingScope, Colon, UsingColon, AfterUsingHint, UsingComma } State = Idle;
  bool SawUsing = false, Busy = false;

  struct Problem {
    size_t Token;
    fediag::Id Id;
    bool WithText;
  };

public:
  explicit HintTokens(Preprocessor &PP) : PP(PP) {}

  /// Called with every token that the parser receives for the first time.
  void operator()(const Token &Tok) {
    if (Busy)
      return;
    bool Using = std::exchange(SawUsing, Tok.is(tok::kw_using));
    auto Is = [&](const char *Name) { return Tok.is(tok::identifier) && Tok.getIdentifierInfo()->isStr(Name); };
    switch (State) {
    case AfterUsingHint:
      if (Tok.is(tok::comma)) {
        State = UsingComma;
        return;
      }
      break;
    case UsingComma:
    case UsingColon:
    case Colon:
      if (Is("hint")) {
        bool More = State != Colon;
        rewriteArguments();
        State = More ? AfterUsingHint : Idle;
        return;
      }
      break;
    case Scope:
    case UsingScope:
      if (Tok.is(State == Scope ? tok::coloncolon : tok::colon)) {
        State = State == Scope ? Colon : UsingColon;
        return;
      }
      break;
    case Idle:
      break;
    }
    State = Is("cutile") ? (Using ? UsingScope : Scope) : Idle;
  }

private:
  /// The tokens from here to the parenthesis that closes the first one; empty if the next token opens none. The preprocessor
  /// stays where it was.
  SmallVector<Token, 16> readArguments() {
    SmallVector<Token, 16> Tokens;
    PP.EnableBacktrackAtThisPos();
    int Depth = 0;
    do {
      Token Tok;
      PP.Lex(Tok);
      Depth += Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
      Depth -= Tok.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
      if ((Depth == 0 && Tokens.empty()) || Tok.is(tok::eof))
        break;
      Tokens.push_back(Tok);
    } while (Depth);
    PP.Backtrack();
    if (!Tokens.empty() && Tokens.back().isNot(tok::r_paren))
      Tokens.clear();
    return Tokens;
  }

  Token literal(tok::TokenKind Kind, StringRef Text, SourceLocation Loc) {
    Token Tok;
    Tok.startToken();
    Tok.setKind(Kind);
    PP.CreateString(Text, Tok, Loc, Loc);
    Tok.setLocation(Loc); // diagnostics show the source, not where the preprocessor keeps the text
    return Tok;
  }

  static Token comma(SourceLocation Loc) {
    Token Tok;
    Tok.startToken();
    Tok.setKind(tok::comma);
    Tok.setLocation(Loc);
    Tok.setLength(1);
    return Tok;
  }

  /// Puts in \p Kinds the places of the names of kinds in \p Tokens, which is `( architecture , kind = value ... )`.
  static std::optional<Problem> parse(ArrayRef<Token> Tokens, SmallVectorImpl<size_t> &Kinds) {
    size_t End = Tokens.size() - 1;
    auto StartsPair = [&](size_t I) { return I + 1 < End && Tokens[I].getIdentifierInfo() && Tokens[I + 1].is(tok::equal); };
    if (End == 1)
      return std::nullopt; // reported by HintAttrInfo, with the form without parentheses
    if (StartsPair(1))
      return Problem{1, fediag::err_hint_no_arch, true};
    // A comma ends an argument unless it stands in parentheses or in what may be a template argument list.
    int Depth = 0, Angles = 0;
    for (size_t I = 1; I < End; ++I) {
      const Token &Tok = Tokens[I];
      Depth += Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
      Depth -= Tok.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
      Angles += Tok.is(tok::less);
      Angles -= Tok.is(tok::greater);
      if (Depth || Tok.isNot(tok::comma))
        continue;
      if (StartsPair(I + 1)) {
        Kinds.push_back(I + 1);
        Angles = 0;
        I += 2;
        if (I + 1 == End || Tokens[I + 1].is(tok::comma))
          return Problem{I - 1, fediag::err_hint_value_missing, true};
        continue;
      }
      if (Angles > 0)
        continue;
      bool IsName = I + 1 < End && Tokens[I + 1].getIdentifierInfo();
      return Problem{I + 1, IsName ? fediag::err_hint_value_missing : fediag::err_hint_kind, true};
    }
    if (Kinds.empty())
      return Problem{1, fediag::err_hint_arch_alone, false};
    return std::nullopt;
  }

  void rewriteArguments() {
    Busy = true;
    SmallVector<Token, 16> Tokens = readArguments();
    SmallVector<size_t, 4> Kinds;
    if (!Tokens.empty()) {
      auto Found = parse(Tokens, Kinds);
      if (Found) {
        const Token &At = Tokens[Found->Token];
        auto Diag = report(PP.getDiagnostics(), At.getLocation(), Found->Id);
        if (Found->WithText)
          Diag << PP.getSpelling(At);
      }
      replace(Tokens, Kinds, Found.has_value());
    }
    Busy = false;
  }

  /// Reads \p Tokens again and replaces them in the token cache.
  void replace(ArrayRef<Token> Tokens, ArrayRef<size_t> Kinds, bool Malformed) {
    PP.EnableBacktrackAtThisPos();
    size_t Last = Tokens.size() - 1;
    for (size_t I = 0; I <= Last; ++I) {
      Token Tok;
      PP.Lex(Tok);
      SourceLocation Loc = Tok.getLocation();
      if (Malformed) {
        // 0, 0, ..., 0 whatever the number of tokens
        if (I == 0 || I == Last)
          continue;
        if (I % 2 == 1)
          PP.ReplacePreviousCachedToken(literal(tok::numeric_constant, "0", Loc));
        else if (I + 1 < Last)
          PP.ReplacePreviousCachedToken(comma(Loc));
        else
          PP.ReplacePreviousCachedToken({comma(Loc), literal(tok::numeric_constant, "0", Loc)});
      } else if (llvm::is_contained(Kinds, I)) {
        PP.ReplacePreviousCachedToken(literal(tok::string_literal, ("\"" + Tok.getIdentifierInfo()->getName() + "\"").str(), Loc));
      } else if (I > 0 && llvm::is_contained(Kinds, I - 1)) {
        PP.ReplacePreviousCachedToken(comma(Loc));
      }
    }
    PP.Backtrack();
  }
};

} // namespace

void installHintTokens(Preprocessor &PP) { PP.setTokenWatcher(HintTokens(PP)); }

} // namespace cutile
