// Calls: arguments, DISTINCT, ORDER BY, FILTER, OVER and the functions with a syntax of their own.

#include "sql/dialect.h"
#include "sql/parse_impl.h"

namespace tally::sql {
namespace {

Expression make(decltype(Expression::node) node, Position at) {
  return {std::move(node), at};
}

Expression make_call(std::string name, std::vector<Expression> arguments, Position at) {
  Expression made = sql::call(std::move(name), std::move(arguments));
  made.at = at;
  return made;
}

// x or (x, y): what may stand before the arrow of a lambda.
std::optional<std::vector<Identifier>> lambda_parameters(const Expression& left) {
  std::vector<Identifier> names;
  const auto add = [&](const Expression& part) {
    const auto* column = std::get_if<ColumnRef>(&part.node);
    if (column == nullptr || column->name.size() != 1) return false;
    names.push_back(column->name[0]);
    return true;
  };
  if (const auto* row = std::get_if<Row>(&left.node)) {
    for (const Expression& part : row->items) {
      if (!add(part)) return std::nullopt;
    }
    return names;
  }
  if (!add(left)) return std::nullopt;
  return names;
}

}  // namespace

// At '('.
Result<Expression> Parser::call(QualifiedName name) {
  const Position at = next_ > 0 ? tokens_[next_ - 1].at : peek().at;
  Call made;
  made.name = std::move(name);
  take();
  TALLY_CHECK(call_arguments(made));
  TALLY_CHECK(call_suffixes(made));
  return make(std::move(made), at);
}

Result<void> Parser::call_arguments(Call& made) {
  made.distinct = take_keyword(keyword("distinct"));
  if (!made.distinct) take_keyword(keyword("all"));
  if (at_keyword(keyword("variadic"))) return unsupported("VARIADIC");
  if (made.distinct && at_symbol(")")) return unexpected("an argument");
  while (!at_symbol(")") && !at_keyword(keyword("order"))) {
    TALLY_TRY(Argument next, argument(made));
    made.arguments.push_back(std::move(next));
    if (!take_symbol(",")) break;
    if (at_symbol(")")) return unexpected("an argument");
  }
  if (take_keywords(keyword("order"), keyword("by"))) {
    TALLY_TRY(made.order_by, order_items());
  }
  if (take_keywords(keyword("ignore"), keyword("nulls"))) {
    made.ignore_nulls = true;
  } else {
    take_keywords(keyword("respect"), keyword("nulls"));
  }
  if (!at_symbol(")")) return unexpected(", or ) in the arguments");
  take();
  return {};
}

// x, name := x, name => x; x -> body is a lambda only in the functions that take one, for elsewhere
// the arrow reads JSON.
Result<Argument> Parser::argument(const Call& call) {
  Argument made{std::nullopt, Expression{}};
  if (at_any_name() && (at_symbol(":=", 1) || at_symbol("=>", 1))) {
    made.name = take_identifier();
    take();
  }
  TALLY_TRY(Expression value, expression());
  auto* arrow = std::get_if<Binary>(&value.node);
  if (arrow != nullptr && arrow->op == BinaryOp::json_get && takes_lambda(call.name.back().text)) {
    if (auto names = lambda_parameters(*arrow->left)) {
      Lambda lambda{*std::move(names), std::move(arrow->right), true};
      value.node = std::move(lambda);
    }
  }
  made.value = std::move(value);
  return made;
}

Result<void> Parser::call_suffixes(Call& made) {
  if (take_keywords(keyword("within"), keyword("group"))) {
    TALLY_CHECK(expect_symbol("("));
    TALLY_CHECK(expect_keyword(keyword("order")));
    TALLY_CHECK(expect_keyword(keyword("by")));
    TALLY_TRY(made.within_group, order_items());
    TALLY_CHECK(expect_symbol(")"));
  }
  if (at_keyword(keyword("filter")) && at_symbol("(", 1)) {
    take();
    take();
    take_keyword(keyword("where"));
    TALLY_TRY(Expression condition, expression());
    made.filter = std::move(condition);
    TALLY_CHECK(expect_symbol(")"));
  }
  if (take_keyword(keyword("over"))) {
    if (at_symbol("(")) {
      TALLY_TRY(made.over, window());
    } else {
      TALLY_TRY(Identifier name, column_name("a window"));
      made.over = Window{std::move(name), {}, {}, std::nullopt};
    }
  }
  return {};
}

// EXTRACT(part FROM x). Units of time are kept in lower case, singular, as the engine does.
Result<Expression> Parser::extract() {
  const Position at = take().at;
  take();
  Extract made{{}, Expression{}};
  if (peek().kind == TokenKind::text) {
    TALLY_TRY(made.part, text_value());
  } else {
    TALLY_TRY(made.part, interval_unit());
    for (char& c : made.part) c = static_cast<char>(c - 'A' + 'a');
    if (made.part.empty()) {
      const bool plain =
          at_any_name() && (peek().kind == TokenKind::quoted_word || peek().code == 0);
      if (!plain) return unexpected("a part of a date");
      made.part = take_identifier().text;
    }
  }
  TALLY_CHECK(expect_keyword(keyword("from")));
  TALLY_TRY(made.operand, expression());
  TALLY_CHECK(expect_symbol(")"));
  return make(std::move(made), at);
}

// SUBSTRING(x FROM start FOR length) is substring(x, start, length).
Result<Expression> Parser::substring() {
  const Position at = take().at;
  take();
  TALLY_TRY(Expression text, expression());
  std::vector<Expression> arguments;
  arguments.push_back(std::move(text));
  if (!at_keyword(keyword("from")) && !at_keyword(keyword("for"))) {
    while (take_symbol(",")) {
      TALLY_TRY(Expression next, expression());
      arguments.push_back(std::move(next));
    }
    TALLY_CHECK(expect_symbol(")"));
    return make_call("substring", std::move(arguments), at);
  }
  std::optional<Expression> from, length;
  for (int part = 0; part < 2; ++part) {
    if (!from && take_keyword(keyword("from"))) {
      TALLY_TRY(from, expression());
    } else if (!length && take_keyword(keyword("for"))) {
      TALLY_TRY(length, expression());
    }
  }
  TALLY_CHECK(expect_symbol(")"));
  if (!from) {
    arguments.push_back(number_literal("1"));
    arguments.push_back({Cast{*std::move(length), "INTEGER", false}, at});
  } else {
    arguments.push_back(*std::move(from));
    if (length) arguments.push_back(*std::move(length));
  }
  return make_call("substring", std::move(arguments), at);
}

// TRIM([BOTH | LEADING | TRAILING] [characters] FROM x) is trim, ltrim or rtrim(x, characters).
Result<Expression> Parser::trim() {
  const Position at = take().at;
  take();
  std::string name = "trim";
  if (take_keyword(keyword("leading"))) {
    name = "ltrim";
  } else if (take_keyword(keyword("trailing"))) {
    name = "rtrim";
  } else {
    take_keyword(keyword("both"));
  }
  std::optional<Expression> characters;
  if (!at_keyword(keyword("from"))) {
    TALLY_TRY(characters, expression());
  }
  std::vector<Expression> arguments;
  if (take_keyword(keyword("from"))) {
    TALLY_TRY(arguments, expressions(")"));
    if (characters) arguments.push_back(*std::move(characters));
    return make_call(std::move(name), std::move(arguments), at);
  }
  arguments.push_back(*std::move(characters));
  if (take_symbol(",")) {
    TALLY_TRY(std::vector<Expression> rest, expressions(")"));
    for (Expression& next : rest) arguments.push_back(std::move(next));
  } else {
    TALLY_CHECK(expect_symbol(")"));
  }
  return make_call(std::move(name), std::move(arguments), at);
}

// POSITION(part IN text): the call keeps this order of arguments, and the printer this syntax.
Result<Expression> Parser::position() {
  const Position at = take().at;
  take();
  TALLY_TRY(Expression part, expression(0, Operators::restricted));
  TALLY_CHECK(expect_keyword(keyword("in")));
  TALLY_TRY(Expression text, expression(0, Operators::restricted));
  TALLY_CHECK(expect_symbol(")"));
  std::vector<Expression> arguments;
  arguments.push_back(std::move(part));
  arguments.push_back(std::move(text));
  return make_call("position", std::move(arguments), at);
}

// OVERLAY(text PLACING part FROM start [FOR length])
Result<Expression> Parser::overlay() {
  const Position at = take().at;
  take();
  std::vector<Expression> arguments;
  for (const uint16_t word : {uint16_t{0}, keyword("placing"), keyword("from"), keyword("for")}) {
    if (word == keyword("for") && !at_keyword(word)) break;
    if (word != 0) TALLY_CHECK(expect_keyword(word));
    TALLY_TRY(Expression next, expression());
    arguments.push_back(std::move(next));
  }
  TALLY_CHECK(expect_symbol(")"));
  return make_call("overlay", std::move(arguments), at);
}

Result<std::vector<OrderItem>> Parser::order_items() {
  if (at_keyword(keyword("all"))) return unsupported("ORDER BY ALL here");
  std::vector<OrderItem> items;
  do {
    TALLY_TRY(OrderItem item, order_item());
    items.push_back(std::move(item));
  } while (take_symbol(","));
  return items;
}

Result<OrderItem> Parser::order_item() {
  TALLY_TRY(Expression key, expression());
  OrderItem item{std::move(key), false, std::nullopt, false};
  if (at_keyword(keyword("using"))) return unsupported("ORDER BY … USING");
  item.ascending = take_keyword(keyword("asc"));
  item.descending = !item.ascending && take_keyword(keyword("desc"));
  TALLY_TRY(item.nulls_first, nulls_order());
  return item;
}

Result<std::optional<bool>> Parser::nulls_order() {
  if (!take_keyword(keyword("nulls"))) return std::optional<bool>();
  if (take_keyword(keyword("first"))) return std::optional<bool>(true);
  if (take_keyword(keyword("last"))) return std::optional<bool>(false);
  return unexpected("FIRST or LAST");
}

// ([name] [PARTITION BY …] [ORDER BY …] [frame])
Result<Window> Parser::window() {
  TALLY_CHECK(expect_symbol("("));
  Window made;
  bool clause = false;  // these begin a clause, so they are no window's name
  for (const uint16_t word :
       {keyword("partition"), keyword("range"), keyword("rows"), keyword("groups")}) {
    clause |= at_keyword(word);
  }
  if (!clause && at_column_name()) made.base = take_identifier();
  if (take_keywords(keyword("partition"), keyword("by"))) {
    do {
      TALLY_TRY(Expression key, expression());
      made.partition_by.push_back(std::move(key));
    } while (take_symbol(","));
  }
  if (take_keywords(keyword("order"), keyword("by"))) {
    TALLY_TRY(made.order_by, order_items());
  }
  if (take_keyword(keyword("rows"))) {
    TALLY_TRY(made.frame, frame(Frame::Unit::rows));
  } else if (take_keyword(keyword("range"))) {
    TALLY_TRY(made.frame, frame(Frame::Unit::range));
  } else if (take_keyword(keyword("groups"))) {
    TALLY_TRY(made.frame, frame(Frame::Unit::groups));
  }
  TALLY_CHECK(expect_symbol(")"));
  return made;
}

Result<Frame> Parser::frame(Frame::Unit unit) {
  const Position at = peek().at;
  Frame made;
  made.unit = unit;
  using Kind = FrameBound::Kind;
  if (take_keyword(keyword("between"))) {
    TALLY_TRY(made.start, frame_bound());
    TALLY_CHECK(expect_keyword(keyword("and")));
    TALLY_TRY(made.end, frame_bound());
  } else {
    TALLY_TRY(made.start, frame_bound());
    if (made.start.kind == Kind::following) {
      return error_at(at, "a frame that starts at a following row cannot end with the current row");
    }
  }
  if (made.start.kind == Kind::unbounded_following) {
    return error_at(at, "a frame cannot start at UNBOUNDED FOLLOWING");
  }
  if (made.end.kind == Kind::unbounded_preceding) {
    return error_at(at, "a frame cannot end at UNBOUNDED PRECEDING");
  }
  const bool ends_before_start =
      (made.start.kind == Kind::current_row && made.end.kind == Kind::preceding) ||
      (made.start.kind == Kind::following && made.end.kind <= Kind::current_row);
  if (ends_before_start) return error_at(at, "a frame cannot end before it starts");
  TALLY_CHECK(frame_exclusion(made));
  return made;
}

Result<FrameBound> Parser::frame_bound() {
  using Kind = FrameBound::Kind;
  if (take_keywords(keyword("unbounded"), keyword("preceding"))) {
    return FrameBound{Kind::unbounded_preceding, std::nullopt};
  }
  if (take_keywords(keyword("unbounded"), keyword("following"))) {
    return FrameBound{Kind::unbounded_following, std::nullopt};
  }
  if (take_keywords(keyword("current"), keyword("row"))) {
    return FrameBound{Kind::current_row, std::nullopt};
  }
  TALLY_TRY(Expression offset, expression());
  if (take_keyword(keyword("preceding"))) return FrameBound{Kind::preceding, std::move(offset)};
  if (take_keyword(keyword("following"))) return FrameBound{Kind::following, std::move(offset)};
  return unexpected("PRECEDING or FOLLOWING");
}

Result<void> Parser::frame_exclusion(Frame& made) {
  if (!take_keyword(keyword("exclude"))) return {};
  if (take_keywords(keyword("current"), keyword("row"))) {
    made.exclude = "CURRENT ROW";
  } else if (take_keyword(keyword("group"))) {
    made.exclude = "GROUP";
  } else if (take_keyword(keyword("ties"))) {
    made.exclude = "TIES";
  } else if (!take_keywords(keyword("no"), keyword("others"))) {
    return unexpected("CURRENT ROW, GROUP, TIES or NO OTHERS");
  }
  return {};
}

}  // namespace tally::sql
