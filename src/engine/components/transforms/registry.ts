import type { ComponentRegistry } from '../types.ts';
import { aggregateTransform } from './aggregate/transform.ts';
import { archiveRecordTransform } from './archive-record/transform.ts';
import { dedupeTransform } from './dedupe/transform.ts';
import { extractPatternsTransform } from './extract-patterns/transform.ts';
import { filterTransform } from './filter/transform.ts';
import { flattenTransform } from './flatten/transform.ts';
import { geoipTransform } from './geoip/transform.ts';
import { keepFieldsTransform } from './keep-fields/transform.ts';
import { lookupTransform } from './lookup/transform.ts';
import { parseCefTransform } from './parse-cef/transform.ts';
import { parseCsvTransform } from './parse-csv/transform.ts';
import { parseGrokTransform } from './parse-grok/transform.ts';
import { parseJsonTransform } from './parse-json/transform.ts';
import { parseKeyValueTransform } from './parse-key-value/transform.ts';
import { parseRegexTransform } from './parse-regex/transform.ts';
import { parseTimestampTransform } from './parse-timestamp/transform.ts';
import { redactTransform } from './redact/transform.ts';
import { removeFieldsTransform } from './remove-fields/transform.ts';
import { renameFieldsTransform } from './rename-fields/transform.ts';
import { routeTransform } from './route/transform.ts';
import { sampleTransform } from './sample/transform.ts';
import { scriptTransform } from './script/transform.ts';
import { serialiseTransform } from './serialise/transform.ts';
import { setFieldsTransform } from './set-fields/transform.ts';
import { throttleTransform } from './throttle/transform.ts';
import { unrollTransform } from './unroll/transform.ts';

/** For processes that run only transforms: the other components take longer to load. */
export const transforms: ComponentRegistry['transforms'] = {
  parse_json: parseJsonTransform,
  parse_grok: parseGrokTransform,
  parse_regex: parseRegexTransform,
  parse_key_value: parseKeyValueTransform,
  parse_csv: parseCsvTransform,
  lookup: lookupTransform,
  parse_cef: parseCefTransform,
  parse_timestamp: parseTimestampTransform,
  filter: filterTransform,
  remove_fields: removeFieldsTransform,
  geoip: geoipTransform,
  keep_fields: keepFieldsTransform,
  set_fields: setFieldsTransform,
  rename_fields: renameFieldsTransform,
  flatten: flattenTransform,
  redact: redactTransform,
  unroll: unrollTransform,
  serialise: serialiseTransform,
  script: scriptTransform,
  route: routeTransform,
  sample: sampleTransform,
  throttle: throttleTransform,
  dedupe: dedupeTransform,
  aggregate: aggregateTransform,
  extract_patterns: extractPatternsTransform,
  archive_record: archiveRecordTransform,
};
