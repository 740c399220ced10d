#include "guard/allowed_functions.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_set>

namespace tally::guard {
namespace {

struct Group {
  std::string_view topic;
  std::string_view names;  // separated by blanks
};

// Left out on purpose, though the engine has them:
//   environment   getenv current_setting current_database current_schema(s) current_query version
//                 txid_current in_search_path pg_* has_*_privilege inet_* col_description …
//   side effects  setseed write_log sleep_ms pg_sleep nextval currval enable_logging checkpoint …
//   chance        random uuid gen_random_uuid uuidv4 uuidv7
//   SQL in text   query query_table json_serialize_sql json_deserialize_sql json_execute_…
//   metadata      stats alias vector_type getvariable get_block_size format_type
//   crashes       json_structure json_transform from_json json_group_structure (deep JSON overflows
//                 the stack), everything about VARIANT
//   internals     __internal_* create_sort_key icu_* combine finalize remap_struct constant_or_null
//   no query needs them: error (a way to print data as an error), parse_duckdb_log_message, st_*
constexpr Group kScalars[] = {
    {"operators",
     "+ - * / // % ** ^ & | ~ << >> || @ !__postfix ~~ !~~ ~~* !~~* ~~~ ^@ <@ @> && ->> <->"
     " <=> like_escape not_like_escape ilike_escape not_ilike_escape"},
    {"arithmetic",
     "abs add subtract multiply divide mod fmod fdiv ceil ceiling floor round round_even"
     " roundbankers trunc even sign signbit pow power exp ln log log2 log10 sqrt cbrt factorial"
     " gamma lgamma gcd greatest_common_divisor lcm least_common_multiple greatest least nextafter"
     " isnan isinf isfinite pi degrees radians acos acosh asin asinh atan atan2 atanh cos cosh cot"
     " sin sinh tan tanh xor bit_count"},
    {"text",
     "ascii bar base64 bin char_length character_length chr concat concat_ws contains editdist3"
     " damerau_levenshtein ends_with format format_bytes formatreadabledecimalsize"
     " formatreadablesize from_base64 from_binary from_hex hamming hash hex instr jaccard"
     " jaro_similarity jaro_winkler_similarity lcase left left_grapheme len length length_grapheme"
     " levenshtein lower lpad ltrim md5 md5_number md5_number_lower md5_number_upper mismatches"
     " nfc_normalize octet_length ord parse_dirname parse_dirpath parse_filename"
     " parse_formatted_bytes parse_path pg_size_pretty position prefix printf regexp_escape"
     " regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace"
     " regexp_split_to_array regexp_split_to_table repeat replace reverse right right_grapheme rpad"
     " rtrim sha1 sha256 split split_part starts_with str_split str_split_regex string_split"
     " string_split_regex string_to_array strip_accents strlen strpos substr substring"
     " substring_grapheme suffix to_base to_base64 to_binary to_hex translate trim ucase unbin"
     " unhex unicode upper url_decode url_encode bit_length bit_position bitstring decode encode"
     " get_bit set_bit"},
    {"dates and times",
     "age ago century current_localtime current_localtimestamp date_add date_diff date_part"
     " date_sub date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek"
     " dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era get_current_time"
     " get_current_timestamp current_date hour isodow isoyear julian last_day make_date make_time"
     " make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium"
     " millisecond minute month monthname nanosecond normalized_interval now quarter second"
     " strftime strptime time_bucket timezone timezone_hour timezone_minute to_centuries to_days"
     " to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes to_months"
     " to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp"
     " try_strptime week weekday weekofyear year yearweek uuid_extract_timestamp"
     " uuid_extract_version"},
    {"lists and arrays",
     "aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat"
     " array_contains array_cosine_distance array_cosine_similarity array_cross_product"
     " array_distance array_distinct array_dot_product array_extract array_filter array_grade_up"
     " array_has array_has_all array_has_any array_indexof array_inner_product array_intersect"
     " array_length array_negative_dot_product array_negative_inner_product array_pop_back"
     " array_pop_front array_position array_prepend array_push_back array_push_front array_reduce"
     " array_resize array_reverse array_reverse_sort array_select array_slice array_sort"
     " array_to_json array_to_string array_to_string_comma_default array_transform array_unique"
     " array_value array_where array_zip element_at filter flatten generate_series"
     " generate_subscripts grade_up list_aggr list_aggregate list_any_value list_append list_apply"
     " list_approx_count_distinct list_avg list_bit_and list_bit_or list_bit_xor list_bool_and"
     " list_bool_or list_cat list_concat list_contains list_cosine_distance list_cosine_similarity"
     " list_count list_distance list_distinct list_dot_product list_element list_entropy"
     " list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any"
     " list_histogram list_indexof list_inner_product list_intersect list_kurtosis"
     " list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode"
     " list_negative_dot_product list_negative_inner_product list_pack list_position list_prepend"
     " list_product list_reduce list_resize list_reverse list_reverse_sort list_select list_sem"
     " list_skewness list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum"
     " list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip range"
     " reduce unnest unpivot_list"},
    {"structs, maps, unions, enums",
     "cardinality enum_code enum_first enum_last enum_range enum_range_boundary map map_concat"
     " map_contains map_contains_entry map_contains_value map_entries map_extract map_extract_value"
     " map_from_entries map_keys map_values row struct_concat struct_contains struct_extract"
     " struct_extract_at struct_has struct_indexof struct_insert struct_keys struct_pack"
     " struct_position struct_update struct_values union_extract union_tag union_value"},
    {"JSON",
     "json json_array json_array_length json_contains json_exists json_extract json_extract_path"
     " json_extract_path_text json_extract_string json_keys json_merge_patch json_object "
     "json_pretty"
     " json_quote json_type json_valid json_value row_to_json to_json"},
    {"choice and types", "can_cast_implicitly cast_to_type equi_width_bins nullif switch typeof"},
};

constexpr Group kAggregates[] = {
    {"counting and totals",
     "count count_star count_if countif sum sum_no_overflow fsum kahan_sum sumkahan avg favg mean"
     " product wavg weighted_avg geomean geometric_mean min max any_value arbitrary first last"
     " first_value last_value nth_value arg_max arg_max_null arg_max_nulls_last argmax max_by "
     "arg_min"
     " arg_min_null arg_min_nulls_last argmin min_by bool_and bool_or bit_and bit_or bit_xor"
     " bitstring_agg"},
    {"distribution",
     "approx_count_distinct approx_quantile approx_top_k quantile quantile_cont quantile_disc "
     "median"
     " mode mad entropy kurtosis kurtosis_pop skewness sem stddev stddev_pop stddev_samp var_pop"
     " var_samp variance histogram histogram_exact reservoir_quantile"},
    {"pairs",
     "corr covar_pop covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope"
     " regr_sxx regr_sxy regr_syy"},
    {"collecting",
     "array_agg list string_agg group_concat listagg json_group_array json_group_object"},
};

constexpr Group kWindows[] = {
    {"rank and offset",
     "row_number rank rank_dense dense_rank percent_rank cume_dist ntile lag lead first_value"
     " last_value first last nth_value fill"},
};

constexpr Group kTableFunctions[] = {{"rows from values", "range generate_series unnest"}};

constexpr Group kLambdaTakers[] = {
    {"lists",
     "list_transform list_apply array_transform array_apply apply list_filter array_filter filter"
     " list_reduce array_reduce reduce"},
};

constexpr Group kAggregateNameTakers[] = {
    {"lists", "list_aggregate list_aggr array_aggregate array_aggr aggregate"}};

constexpr Group kClockWords[] = {
    {"clock", "current_date current_time current_timestamp localtime localtimestamp"}};
constexpr Group kSessionWords[] = {
    {"session", "current_user session_user user current_role current_schema current_catalog"}};

struct Hint {
  std::string_view names;
  std::string_view hint;
};
constexpr Hint kHints[] = {
    {"random setseed",
     "An answer must come out the same each time. For a sample write USING SAMPLE … REPEATABLE "
     "(1)."},
    {"uuid gen_random_uuid uuidv4 uuidv7", "An answer must come out the same each time."},
    {"read_csv read_csv_auto read_parquet parquet_scan read_json read_json_auto read_text read_blob"
     " glob read_ndjson read_duckdb url s3 file",
     "Only tables of the warehouse can be read, no files."},
    {"query query_table", "Write the table's name in FROM."},
    {"getenv current_setting current_database current_schema current_query current_user version"
     " session_user user current_role current_catalog getvariable",
     "A query sees the data, not the session that runs it."},
    {"duckdb_tables duckdb_columns duckdb_views pragma_table_info duckdb_settings",
     "`tally search` finds tables and columns."},
    // What other dialects call it.
    {"to_char date_format format_datetime", "Here it is strftime(time, '%Y-%m')."},
    {"to_date parse_datetime str_to_date", "Here it is strptime(text, '%Y-%m-%d')."},
    {"getdate sysdate curdate", "Here it is current_date or now()."},
    {"dateadd timestampadd adddate", "Here it is time + INTERVAL 1 DAY."},
    {"timestampdiff", "Here it is date_diff('day', start, end)."},
    {"nvl zeroifnull", "Here it is coalesce(value, 0)."},
    {"iif decode_oracle", "Here it is CASE WHEN … THEN … ELSE … END."},
    {"charindex locate", "Here it is position('x' IN text)."},
    {"safe_divide div0", "Here it is a / nullif(b, 0)."},
    {"approx_distinct uniq uniqexact", "Here it is approx_count_distinct or count(DISTINCT …)."},
    {"countdistinct count_distinct", "Here it is count(DISTINCT …)."},
    {"array_join", "Here it is array_to_string(list, ', ')."},
    {"json_extract_scalar json_query", "Here it is json_extract_string(value, '$.path')."},
};

std::unordered_set<std::string_view> collect(std::span<const Group> groups) {
  std::unordered_set<std::string_view> names;
  for (const Group& group : groups) {
    std::string_view rest = group.names;
    while (!rest.empty()) {
      size_t end = std::min(rest.find(' '), rest.size());
      if (end > 0) names.insert(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return names;
}

bool names(std::string_view words, std::string_view word) {
  const Group group{"", words};
  return collect({&group, 1}).contains(word);
}

}  // namespace

bool is_allowed_aggregate(std::string_view name) {
  static const auto kNames = collect(kAggregates);
  return kNames.contains(name);
}
bool is_allowed_function(std::string_view name) {
  static const auto kNames = collect(kScalars);
  return kNames.contains(name) || is_allowed_aggregate(name);
}
bool is_allowed_window_function(std::string_view name) {
  static const auto kNames = collect(kWindows);
  return kNames.contains(name) || is_allowed_aggregate(name);
}
bool is_allowed_table_function(std::string_view name) {
  static const auto kNames = collect(kTableFunctions);
  return kNames.contains(name);
}
std::vector<std::string_view> allowed_function_names() {
  std::unordered_set<std::string_view> names;
  for (std::span<const Group> groups : std::initializer_list<std::span<const Group>>{
           kScalars, kAggregates, kWindows, kTableFunctions})
    names.merge(collect(groups));
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}
bool takes_lambda(std::string_view name) {
  static const auto kNames = collect(kLambdaTakers);
  return kNames.contains(name);
}
bool takes_aggregate_name(std::string_view name) {
  static const auto kNames = collect(kAggregateNameTakers);
  return kNames.contains(name);
}
bool is_clock_word(std::string_view name) {
  static const auto kNames = collect(kClockWords);
  return kNames.contains(name);
}
bool is_session_word(std::string_view name) {
  static const auto kNames = collect(kSessionWords);
  return kNames.contains(name);
}

std::string_view refusal_hint(std::string_view name) {
  for (const Hint& hint : kHints)
    if (names(hint.names, name)) return hint.hint;
  return {};
}

}  // namespace tally::guard
