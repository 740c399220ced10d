#include "guard/rules.h"

namespace tally::guard {
namespace {

constexpr RuleInfo kRules[] = {
    {"text_too_long", "The text has more bytes than are read (100,000).", ""},
    {"bad_bytes", "The text holds a NUL byte or is not valid UTF-8.", ""},
    {"nested_too_deep", "Brackets, expressions or queries stand more than 200 levels deep.", ""},
    {"empty", "The text holds no statement.", "-- just a comment"},
    {"syntax", "The engine's parser cannot read the text.", "SELEC 1"},
    {"one_statement", "The text holds more than one statement.", "SELECT 1; SELECT 2"},
    {"select_only", "The statement is not a SELECT.", "DROP TABLE orders"},
    {"unknown_node", "The query uses a feature that the guard does not let through.",
     "SELECT * FROM orders AT (VERSION => 3)"},
    {"parameter", "The query has a parameter, and nothing gives it a value.",
     "SELECT * FROM orders WHERE order_id = ?"},
    {"type_not_allowed", "A cast names a type that is not one of the built-in ones.",
     "SELECT order_id::VARIANT FROM orders"},
    {"function_not_allowed",
     "A function is not one that computes a value from its arguments alone.",
     "SELECT getenv('HOME')"},
    {"warehouse_macro", "A function or an operator is a macro of the warehouse.",
     "SELECT even(amount) FROM orders"},
    {"table_function_not_allowed", "A function in FROM is not range, generate_series or unnest.",
     "SELECT * FROM read_csv('orders.csv')"},
    {"unknown_table", "A table is not in the warehouse.", "SELECT * FROM ordres"},
    {"system_table", "A table is the engine's own.", "SELECT * FROM information_schema.tables"},
    {"file_table", "A table's name would be read as a file.", "SELECT * FROM 'orders.csv'"},
    {"whole_row_reference", "A table's name stands where a value belongs: every column at once.",
     "SELECT orders FROM orders"},
    {"hidden_column", "A column is hidden by the warehouse's dbt project, or * would show one.",
     ""},
    {"too_many_joins", "The query reads more than 60 tables.", ""},
    {"too_many_terms", "AND and OR join more than 1,000 terms.", ""},
    {"huge_constant", "A constant grows beyond 200,000 bytes or elements.",
     "SELECT repeat('x', 1000000000)"},
    {"does_not_bind", "The engine finds no column, function or type of that name.",
     "SELECT colour FROM orders"},
};

}  // namespace

std::span<const RuleInfo> rules() {
  return kRules;
}

}  // namespace tally::guard
