import { buildFromPlan } from './collector.ts';

const VERSION = '0.149.0';
export const RENDERED_COLLECTOR = `OpenTelemetry Collector ${VERSION}`;

const CORE = 'go.opentelemetry.io/collector';
const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
const listOf = (version: string, modules: readonly string[]) =>
  modules.map((name) => `  - gomod: ${name} v${version}`).join('\n');
const list = (...modules: string[]) => listOf(VERSION, modules);
const providersOf = (version: string) => `providers:
${listOf(version, [
  `${CORE}/confmap/provider/envprovider`,
  `${CORE}/confmap/provider/fileprovider`,
  `${CORE}/confmap/provider/yamlprovider`,
])}
`;
const PROVIDERS = providersOf('1.55.0');
/** No later modules of these are to be had; what reads for them is `pkg/stanza`, of the release of the others. */
const LINES_VERSION = '0.144.0';
const BUILD = `dist:
  name: otelcol
  output_path: .
  version: ${VERSION}
receivers:
${list(
  `${CORE}/receiver/otlpreceiver`,
  `${CORE}/receiver/nopreceiver`,
  `${CONTRIB}/receiver/filelogreceiver`,
  `${CONTRIB}/receiver/kafkareceiver`,
)}
  - gomod: ${CONTRIB}/receiver/tcplogreceiver v${LINES_VERSION}
  - gomod: ${CONTRIB}/receiver/udplogreceiver v${LINES_VERSION}
processors:
${list(
  `${CORE}/processor/batchprocessor`,
  `${CONTRIB}/processor/transformprocessor`,
  `${CONTRIB}/processor/filterprocessor`,
)}
exporters:
${list(
  `${CORE}/exporter/nopexporter`,
  `${CORE}/exporter/otlphttpexporter`,
  `${CONTRIB}/exporter/kafkaexporter`,
)}
connectors:
${list(`${CONTRIB}/connector/routingconnector`)}
extensions:
${list(`${CONTRIB}/extension/opampextension`, `${CONTRIB}/extension/storage/filestorage`)}
${PROVIDERS}`;

/** Builds one with the components that pipelines are rendered to, for some minutes at first. */
export const buildRenderedCollector = (): string =>
  buildFromPlan(`otelcol-rendered-${VERSION}`, BUILD, VERSION);

/** Four releases older. */
export const SMALL_VERSION = '0.145.0';
export const SMALL_COLLECTOR = `OpenTelemetry Collector ${SMALL_VERSION}`;
const SMALL = `dist:
  name: otelcol
  output_path: .
  version: ${SMALL_VERSION}
receivers:
${listOf(SMALL_VERSION, [`${CORE}/receiver/otlpreceiver`, `${CORE}/receiver/nopreceiver`])}
exporters:
${listOf(SMALL_VERSION, [`${CORE}/exporter/nopexporter`])}
extensions:
${listOf(SMALL_VERSION, [`${CONTRIB}/extension/opampextension`])}
${providersOf('1.51.0')}`;

/** Builds one of an earlier release, which has hardly any component. */
export const buildSmallCollector = (): string =>
  buildFromPlan(`otelcol-small-${SMALL_VERSION}`, SMALL, SMALL_VERSION);

const FORMS = `dist:
  name: otelcol
  output_path: .
  version: ${VERSION}
receivers:
${list(
  `${CORE}/receiver/otlpreceiver`,
  `${CORE}/receiver/nopreceiver`,
  `${CONTRIB}/receiver/filelogreceiver`,
)}
  - gomod: ${CONTRIB}/receiver/tcplogreceiver v${LINES_VERSION}
  - gomod: ${CONTRIB}/receiver/udplogreceiver v${LINES_VERSION}
processors:
${list(
  `${CORE}/processor/batchprocessor`,
  `${CORE}/processor/memorylimiterprocessor`,
  `${CONTRIB}/processor/probabilisticsamplerprocessor`,
)}
exporters:
${list(
  `${CORE}/exporter/nopexporter`,
  `${CORE}/exporter/debugexporter`,
  `${CORE}/exporter/otlpexporter`,
  `${CORE}/exporter/otlphttpexporter`,
)}
extensions:
${list(`${CONTRIB}/extension/healthcheckextension`, `${CONTRIB}/extension/storage/filestorage`)}
${PROVIDERS}`;

/** Builds one with the components whose settings are a form. */
export const buildFormsCollector = (): string => buildFromPlan(`otelcol-forms-${VERSION}`, FORMS, VERSION);

const COMPARED = `dist:
  name: otelcol
  output_path: .
  version: ${VERSION}
receivers:
${list(`${CORE}/receiver/nopreceiver`, `${CONTRIB}/receiver/filelogreceiver`)}
  - gomod: ${CONTRIB}/receiver/tcplogreceiver v${LINES_VERSION}
  - gomod: ${CONTRIB}/receiver/syslogreceiver v0.148.0
  - gomod: ${CONTRIB}/receiver/splunkhecreceiver v${LINES_VERSION}
  - gomod: ${CONTRIB}/receiver/webhookeventreceiver v${LINES_VERSION}
  - gomod: ${CONTRIB}/receiver/awss3receiver v${LINES_VERSION}
processors:
${list(`${CONTRIB}/processor/probabilisticsamplerprocessor`)}
  - gomod: ${CONTRIB}/processor/remotetapprocessor v0.145.0
exporters:
${list(`${CORE}/exporter/otlphttpexporter`)}
${PROVIDERS}`;

/** Builds one with components that pipelines are not rendered to, so that it is seen why. */
export const buildComparedCollector = (): string =>
  buildFromPlan(`otelcol-compared-${VERSION}`, COMPARED, VERSION);

/** A configuration that listens; each machine has a port of its own. */
export const LISTEN = `receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 127.0.0.1:\${env:OTLP_PORT}
exporters:
  nop:
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [nop]
`;
