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
import { transforms } from './transforms/registry.ts';
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
  transforms,
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
