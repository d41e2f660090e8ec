const words = (text: string): string[] => text.trim().split(/\s+/);

/** Grouped as in the [manual of DuckDB](https://duckdb.org/docs/stable/sql/functions/overview). */
const AGGREGATES = words(`
  any_value approx_count_distinct approx_quantile approx_top_k arg_max arg_min array_agg avg bit_and bit_or bit_xor
  bool_and bool_or corr count count_if count_star covar_pop covar_samp entropy favg first fsum geomean group_concat
  histogram kurtosis last list listagg mad max max_by mean median min min_by mode product quantile quantile_cont
  quantile_disc regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope skewness stddev stddev_pop stddev_samp
  string_agg sum var_pop var_samp variance weighted_avg`);
const WINDOWS = words(
  'cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense row_number',
);
const TEXTS = words(`
  ascii base64 bit_length chr char_length character_length concat concat_ws contains damerau_levenshtein ends_with
  format formatreadablesize format_bytes from_base64 from_hex hamming hex instr jaccard jaro_similarity
  jaro_winkler_similarity lcase left len length levenshtein lower ltrim md5 ord parse_dirname parse_dirpath
  parse_filename parse_path position prefix regexp_escape regexp_extract regexp_extract_all regexp_full_match
  regexp_matches regexp_replace regexp_split_to_array replace reverse right rtrim sha1 sha256 split split_part
  starts_with str_split str_split_regex string_split string_split_regex string_to_array strip_accents strlen strpos
  substr substring suffix to_base64 to_hex translate trim ucase unhex unicode upper url_decode url_encode`);
const NUMBERS = words(`
  abs acos asin atan atan2 bit_count cbrt ceil ceiling cos cot degrees even exp fdiv floor fmod gcd greatest hash
  isfinite isinf isnan lcm least ln log log10 log2 mod pi pow power radians random round round_even sign sin sqrt tan
  trunc xor add subtract multiply divide`);
const TIMES = words(`
  age ago century current_date current_localtimestamp date_add date_diff date_part date_sub date_trunc datediff
  datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear decade epoch epoch_ms epoch_ns epoch_us
  get_current_timestamp hour isodow isoyear julian last_day make_date make_time make_timestamp make_timestamp_ms
  microsecond millisecond minute month monthname now quarter second strftime strptime time_bucket timezone to_days
  to_hours to_milliseconds to_minutes to_months to_seconds to_timestamp to_weeks to_years today transaction_timestamp
  try_strptime week weekday weekofyear year yearweek`);
const DOCUMENTS = words(`
  from_json json json_array json_array_length json_contains json_exists json_extract json_extract_path
  json_extract_path_text json_extract_string json_group_array json_group_object json_keys json_merge_patch json_object
  json_pretty json_quote json_structure json_type json_valid json_value to_json`);
const LISTS = words(`
  array_extract array_length array_slice array_to_string cardinality element_at flatten generate_series
  list_aggregate list_append list_avg list_concat list_contains list_count list_distinct list_element list_extract
  list_filter list_first list_has_all list_has_any list_indexof list_intersect list_last list_max list_median list_min
  list_pack list_position list_prepend list_reduce list_reverse list_reverse_sort list_slice list_sort list_sum
  list_transform list_unique list_value list_zip map map_contains map_entries map_extract map_from_entries map_keys
  map_values range row struct_extract struct_insert struct_pack unnest`);
const OTHERS = words('coalesce if ifnull nullif typeof try_cast constant_or_null');

/** Allowed in queries; others are refused (src/docs/query.md). */
export const SQL_FUNCTIONS: readonly string[] = [
  ...new Set([...AGGREGATES, ...WINDOWS, ...TEXTS, ...NUMBERS, ...TIMES, ...DOCUMENTS, ...LISTS, ...OTHERS]),
].sort();

export const SQL_TABLE_FUNCTIONS: readonly string[] = [
  'generate_series',
  'json_each',
  'json_tree',
  'range',
  'unnest',
];
