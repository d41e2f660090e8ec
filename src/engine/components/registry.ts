import { blackholeSink } from './sinks/blackhole/sink.ts';
import { elasticsearchSink } from './sinks/elasticsearch/sink.ts';
import { fileSink } from './sinks/file/sink.ts';
import { httpSink } from './sinks/http/sink.ts';
import { kafkaSink } from './sinks/kafka/sink.ts';
import { lokiSink } from './sinks/loki/sink.ts';
import { otlpHttpSink } from './sinks/otlp-http/sink.ts';
import { relpSink } from './sinks/relp/sink.ts';
import { s3Sink } from './sinks/s3/sink.ts';
import { splunkHecSink } from './sinks/splunk-hec/sink.ts';
import { syslogOutSink } from './sinks/syslog-out/sink.ts';
import { archiveReplaySource } from './sources/archive-replay/source.ts';
import { beatsSource } from './sources/beats/source.ts';
import { fileTailSource } from './sources/file-tail/source.ts';
import { fluentSource } from './sources/fluent/source.ts';
import { generatorSource } from './sources/generator/source.ts';
import { httpServerSource } from './sources/http-server/source.ts';
import { kafkaSource } from './sources/kafka/source.ts';
import { otlpSource } from './sources/otlp/source.ts';
import { relpSource } from './sources/relp/source.ts';
import { s3Source } from './sources/s3/source.ts';
import { splunkHecSource } from './sources/splunk-hec/source.ts';
import { syslogSource } from './sources/syslog/source.ts';
import { tcpSource } from './sources/tcp/source.ts';
import { udpSource } from './sources/udp/source.ts';
import { aggregateTransform } from './transforms/aggregate/transform.ts';
import { archiveRecordTransform } from './transforms/archive-record/transform.ts';
import { dedupeTransform } from './transforms/dedupe/transform.ts';
import { extractPatternsTransform } from './transforms/extract-patterns/transform.ts';
import { filterTransform } from './transforms/filter/transform.ts';
import { flattenTransform } from './transforms/flatten/transform.ts';
import { geoipTransform } from './transforms/geoip/transform.ts';
import { keepFieldsTransform } from './transforms/keep-fields/transform.ts';
import { lookupTransform } from './transforms/lookup/transform.ts';
import { parseCefTransform } from './transforms/parse-cef/transform.ts';
import { parseCsvTransform } from './transforms/parse-csv/transform.ts';
import { parseGrokTransform } from './transforms/parse-grok/transform.ts';
import { parseJsonTransform } from './transforms/parse-json/transform.ts';
import { parseKeyValueTransform } from './transforms/parse-key-value/transform.ts';
import { parseRegexTransform } from './transforms/parse-regex/transform.ts';
import { parseTimestampTransform } from './transforms/parse-timestamp/transform.ts';
import { redactTransform } from './transforms/redact/transform.ts';
import { removeFieldsTransform } from './transforms/remove-fields/transform.ts';
import { renameFieldsTransform } from './transforms/rename-fields/transform.ts';
import { routeTransform } from './transforms/route/transform.ts';
import { sampleTransform } from './transforms/sample/transform.ts';
import { scriptTransform } from './transforms/script/transform.ts';
import { serialiseTransform } from './transforms/serialise/transform.ts';
import { setFieldsTransform } from './transforms/set-fields/transform.ts';
import { throttleTransform } from './transforms/throttle/transform.ts';
import { unrollTransform } from './transforms/unroll/transform.ts';
import type { ComponentRegistry } from './types.ts';

export const components: ComponentRegistry = {
  sources: {
    http_server: httpServerSource,
    splunk_hec: splunkHecSource,
    otlp: otlpSource,
    tcp: tcpSource,
    udp: udpSource,
    syslog: syslogSource,
    relp: relpSource,
    fluent: fluentSource,
    beats: beatsSource,
    file_tail: fileTailSource,
    s3: s3Source,
    kafka: kafkaSource,
    generator: generatorSource,
    archive_replay: archiveReplaySource,
  },
  transforms: {
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
  },
  sinks: {
    file: fileSink,
    http: httpSink,
    splunk_hec: splunkHecSink,
    elasticsearch: elasticsearchSink,
    loki: lokiSink,
    otlp_http: otlpHttpSink,
    kafka: kafkaSink,
    s3: s3Sink,
    syslog_out: syslogOutSink,
    relp: relpSink,
    blackhole: blackholeSink,
  },
};
