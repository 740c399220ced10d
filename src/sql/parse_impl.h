#pragma once
// Inside of the parser: one class whose members are spread over parse_*.cc by what they read. Not
// for other folders; they use parser.h.
//
// Expressions are read by precedence climbing (Pratt) over the engine's own precedence levels.
// Everything is one pass over the token list: no backtracking, so time is linear in the text.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sql/keywords.h"
#include "sql/lexer.h"
#include "sql/parser.h"

namespace tally::sql {

// Precedence levels of DuckDB 1.5's grammar, loosest first.
enum Level : int {
  kLevelArrow = 1,  // -> (and the left side of ->>)
  kLevelOr,
  kLevelAnd,
  kLevelNot,
  kLevelIs,
  kLevelComparison,  // non-associative
  kLevelPredicate,   // BETWEEN, IN, LIKE: non-associative
  kLevelOperator,    // any other operator: ||, &, <<, @> …
  kLevelSum,
  kLevelProduct,
  kLevelPower,
  kLevelAtTimeZone,
  kLevelCollate,
  kLevelSign,
  kLevelCast,
  kLevelPrimary,
};

// Both bounds are for the stack: the parser's own recursion, and that of whoever walks, copies or
// destroys the tree. The engine itself stops at 1,000 (max_expression_depth).
inline constexpr int kMaxNesting = 200;
inline constexpr int kMaxTreeHeight = 1000;

class Parser {
 public:
  Parser(std::string_view source, std::vector<Token> tokens);

  Result<Query> whole_query();
  Result<Expression> whole_expression();
  // So far below the bounds that no printed form of what was read can pass them.
  bool shallow() const { return deepest_ <= kMaxNesting / 4; }

 private:
  // What `x BETWEEN low AND …` and POSITION(a IN b) admit: no boolean words at the top.
  enum class Operators { all, restricted };
  // What a pair of parentheses turned out to hold.
  using Parenthesized = std::variant<Query, std::vector<Expression>>;
  enum class TrailingComma { refused, allowed };
  enum class Methods { refused, allowed };
  struct Infix;  // parse_expression.cc

  // -- tokens (parse_tokens.cc)
  const Token& peek(size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  std::string_view text_of(const Token& token) const { return token.in(source_); }
  bool at_symbol(std::string_view symbol, size_t ahead = 0) const {
    const Token& token = peek(ahead);
    return token.kind == TokenKind::symbol && token.code == symbol_code(symbol);
  }
  bool at_keyword(uint16_t word, size_t ahead = 0) const {
    const Token& token = peek(ahead);
    return token.kind == TokenKind::word && token.code == word;
  }
  bool take_symbol(std::string_view symbol);
  bool take_keyword(uint16_t word);
  bool take_keywords(uint16_t first, uint16_t second);
  const Token& take() { return tokens_[next_ + 1 < tokens_.size() ? next_++ : next_]; }
  Result<void> expect_symbol(std::string_view symbol);
  Result<void> expect_keyword(uint16_t word);
  Result<void> expect_end();
  Error unexpected(std::string_view wanted) const;  // expected <wanted>, found <token>
  Error unsupported(std::string_view what) const;   // <what> is not supported
  // Does the token name a column or table (ColId), anything after AS (ColLabel), a function?
  bool at_column_name(size_t ahead = 0) const;
  bool at_function_name(size_t ahead = 0) const;
  bool at_any_name(size_t ahead = 0) const;
  Identifier take_identifier();
  Result<Identifier> column_name(std::string_view wanted);          // ColId
  Result<Identifier> column_name_or_text(std::string_view wanted);  // ColIdOrString
  Result<Identifier> any_name(std::string_view wanted);             // ColLabel
  Result<Identifier> any_name_or_text(std::string_view wanted);     // ColLabelOrString
  Result<std::vector<Identifier>> parenthesized_names();            // (a, b)
  Result<std::string> text_value();
  // Counts nesting while it lives; `grow` counts the height of left-deep chains.
  Result<void> deeper();
  void shallower() { --nesting_; }
  Result<void> grow();

  // -- expressions (parse_expression.cc)
  Result<Expression> expression(int lowest = 0, Operators operators = Operators::all);
  Result<Expression> continue_expression(Expression left, int lowest, Operators operators);
  Result<std::vector<Expression>> expressions(
      std::string_view closing);  // a, b, c[,] up to closing
  Infix infix(Operators operators) const;
  Infix word_infix(Operators operators) const;
  Result<Expression> prefixed(Operators operators);
  Result<Expression> apply(const Infix& found, Expression left, Operators operators);
  Result<Expression> symbol_operator(const Infix& found, Expression left, Operators operators);
  Result<Expression> is_test(Expression left, Operators operators);
  Result<Expression> predicate(Expression left);
  Result<Expression> between(Expression left, bool negated);
  Result<Expression> in(Expression left, bool negated);
  Result<Expression> like(Expression left, bool negated);
  Result<Expression> quantified(BinaryOp op, Expression left);
  bool starts_expression(size_t ahead = 0) const;

  // -- primaries (parse_primary.cc)
  Result<Expression> primary();
  Result<Expression> primary_symbol();
  Result<Expression> postfix(Expression operand, Methods methods = Methods::allowed);
  Result<Expression> subscript(Expression operand);
  Result<Expression> field_or_method(Expression operand);
  Result<Expression> word_primary();
  Result<Expression> special_word(uint16_t word, bool& handled);
  Result<Expression> name_or_call();
  Result<Expression> star(QualifiedName qualifier);
  Result<QualifiedName> star_name();
  Result<void> star_exclude(Star& star);
  Result<void> star_replace(Star& star);
  Result<void> star_rename(Star& star);
  Result<Expression> parameter();
  Result<Expression> case_expression();
  Result<Expression> cast(bool is_try);
  Result<Expression> interval();
  Result<std::string> interval_unit();
  Result<Expression> list_literal(bool array);
  Result<Expression> comprehension(Expression result, Position at);
  Result<Expression> struct_literal();
  Result<Expression> map_literal();
  Result<Expression> array();
  Result<Expression> exists();
  Result<Expression> row();
  Result<Expression> lambda();
  Result<Expression> typed_literal(std::string type);

  // -- parentheses (parse_parentheses.cc)
  Result<Expression> parenthesized_expression();
  Result<Parenthesized> parenthesized(TrailingComma comma);
  Result<Parenthesized> doubly_parenthesized(TrailingComma comma);
  Result<Parenthesized> parenthesized_rest(Expression first, TrailingComma comma);
  bool query_behind_parentheses();
  Result<Query> query_in_parentheses();

  // -- calls (parse_call.cc)
  Result<Expression> call(QualifiedName name);
  Result<void> call_arguments(Call& call);
  Result<Argument> argument(const Call& call);
  Result<void> call_suffixes(Call& call);
  Result<Expression> extract();
  Result<Expression> substring();
  Result<Expression> trim();
  Result<Expression> position();
  Result<Expression> overlay();
  Result<std::vector<OrderItem>> order_items();
  Result<OrderItem> order_item();
  Result<std::optional<bool>> nulls_order();
  Result<Window> window();
  Result<Frame> frame(Frame::Unit unit);
  Result<FrameBound> frame_bound();
  Result<void> frame_exclusion(Frame& frame);

  // -- types (parse_type.cc)
  Result<std::string> type();
  Result<std::string> type_base();
  Result<std::string> qualified_type(const Identifier& first);
  Result<std::string> type_modifiers(std::string name);
  Result<std::string> nested_type(std::string_view name, bool named);
  Result<std::string> time_zone_suffix();

  // -- queries (parse_query.cc)
  bool at_query(size_t ahead = 0) const;
  Result<Query> query();
  bool at_query_tail() const;
  Result<Query> query_tail(Query left);
  Result<Query> set_operation(Query left, int lowest);
  Result<Query> set_operand();
  Result<void> with_clause(Query& query);
  Result<CommonTable> common_table();
  Result<void> ordering(Query& query);
  Result<void> limits(Query& query);
  Result<void> limit(Query& query);
  Result<void> fetch(Query& query);
  Result<Select> select();
  Result<void> select_list(Select& select);
  bool at_item() const;
  Result<SelectItem> select_item();
  Result<void> group_by(Select& select);
  Result<GroupingSet> grouping_set();
  Result<void> windows(Select& select);
  Result<Values> values();

  // -- tables (parse_from.cc)
  Result<std::vector<FromItem>> from_list();
  Result<FromItem> from_item();
  Result<FromItem> joined(FromItem left);
  Result<FromItem> table();
  Result<FromItem> table_base();
  Result<Expression> table_call(QualifiedName name);
  Result<FromItem> parenthesized_table();
  Result<void> table_suffix(FromItem& item);
  Result<QualifiedName> qualified_name(std::string_view wanted);
  Result<std::string> sample();
  Result<std::string> sample_size();
  Result<std::string> whole_number();
  bool at_join() const;
  Result<Join> join_operator();
  Result<void> join_condition(Join& join);

  std::string_view source_;
  std::vector<Token> tokens_;
  size_t next_ = 0;
  int nesting_ = 0;
  int height_ = 0;      // of the highest tree finished since the enclosing one began
  int deepest_ = 0;     // the most that nesting_ and height_ have come to
  size_t run_end_ = 0;  // the token behind the run of '(' that was looked over last
};

}  // namespace tally::sql
