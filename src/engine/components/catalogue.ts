import type { z } from 'zod';
import type { ConfigProperty } from '../../contract/config-format.ts';
import type { Template } from '../../contract/entities/template.ts';
import type { AssetType, NodeType } from '../../contract/enums.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { ComponentKind, PortUse } from './schema/component.ts';
import { toConfigFormat, toProperties } from './schema/config-format.ts';
import { explainIssues } from './schema/explain.ts';
import { blackhole } from './sinks/blackhole/schema.ts';
import { elasticsearch } from './sinks/elasticsearch/schema.ts';
import { file } from './sinks/file/schema.ts';
import { http } from './sinks/http/schema.ts';
import { kafkaSink } from './sinks/kafka/schema.ts';
import { loki } from './sinks/loki/schema.ts';
import { otlpHttp } from './sinks/otlp-http/schema.ts';
import { relpSink } from './sinks/relp/schema.ts';
import { s3 } from './sinks/s3/schema.ts';
import { splunkHec } from './sinks/splunk-hec/schema.ts';
import { syslogOut } from './sinks/syslog-out/schema.ts';
import { beats } from './sources/beats/schema.ts';
import { fileTail } from './sources/file-tail/schema.ts';
import { fluent } from './sources/fluent/schema.ts';
import { generator } from './sources/generator/schema.ts';
import { httpServer } from './sources/http-server/schema.ts';
import { kafkaSource } from './sources/kafka/schema.ts';
import { otlp } from './sources/otlp/schema.ts';
import { relpSource } from './sources/relp/schema.ts';
import { s3Source } from './sources/s3/schema.ts';
import { hecCollector } from './sources/splunk-hec/schema.ts';
import { syslog } from './sources/syslog/schema.ts';
import { tcp } from './sources/tcp/schema.ts';
import { udp } from './sources/udp/schema.ts';
import { aggregate } from './transforms/aggregate/schema.ts';
import { dedupe } from './transforms/dedupe/schema.ts';
import { extractPatterns } from './transforms/extract-patterns/schema.ts';
import { filter } from './transforms/filter/schema.ts';
import { flatten } from './transforms/flatten/schema.ts';
import { geoip } from './transforms/geoip/schema.ts';
import { keepFields } from './transforms/keep-fields/schema.ts';
import { lookup } from './transforms/lookup/schema.ts';
import { parseCef } from './transforms/parse-cef/schema.ts';
import { parseCsv } from './transforms/parse-csv/schema.ts';
import { parseGrok } from './transforms/parse-grok/schema.ts';
import { parseJson } from './transforms/parse-json/schema.ts';
import { parseKeyValue } from './transforms/parse-key-value/schema.ts';
import { parseRegex } from './transforms/parse-regex/schema.ts';
import { parseTimestamp } from './transforms/parse-timestamp/schema.ts';
import { redact } from './transforms/redact/schema.ts';
import { removeFields } from './transforms/remove-fields/schema.ts';
import { renameFields } from './transforms/rename-fields/schema.ts';
import { route } from './transforms/route/schema.ts';
import { sample } from './transforms/sample/schema.ts';
import { script } from './transforms/script/schema.ts';
import { serialise } from './transforms/serialise/schema.ts';
import { setFields } from './transforms/set-fields/schema.ts';
import { throttle } from './transforms/throttle/schema.ts';
import { unroll } from './transforms/unroll/schema.ts';

export { type ExamplePaths, examplePipeline } from './example.ts';
export { type Issues, refuse } from './schema/checks.ts';
export type { PortUse } from './schema/component.ts';
export { toConfigFormat, toProperties } from './schema/config-format.ts';
export { explainIssues } from './schema/explain.ts';
export { field } from './schema/hints.ts';
export { privateRefusal, readNetworks } from './shared/outbound/private-targets.ts';
export { checkUrl, headersField } from './shared/outbound/request-fields.ts';
export { addressRefusal, literalRefusal } from './shared/outbound/targets.ts';

/** In the order of the type picker. */
const KINDS: readonly ComponentKind[] = [
  httpServer,
  hecCollector,
  otlp,
  syslog,
  relpSource,
  fluent,
  beats,
  tcp,
  udp,
  fileTail,
  s3Source,
  kafkaSource,
  generator,
  parseJson,
  parseGrok,
  parseRegex,
  parseKeyValue,
  parseCsv,
  parseCef,
  parseTimestamp,
  filter,
  removeFields,
  keepFields,
  setFields,
  renameFields,
  flatten,
  lookup,
  geoip,
  redact,
  unroll,
  serialise,
  script,
  route,
  sample,
  throttle,
  dedupe,
  aggregate,
  extractPatterns,
  file,
  http,
  splunkHec,
  elasticsearch,
  loki,
  otlpHttp,
  kafkaSink,
  s3,
  syslogOut,
  relpSink,
  blackhole,
];

const findKind = (nodeType: NodeType, templateId: string): ComponentKind | undefined =>
  KINDS.find((kind) => kind.nodeType === nodeType && kind.templateId === templateId);

const toTemplate = (kind: ComponentKind): Template => ({
  id: kind.templateId,
  nodeType: kind.nodeType,
  name: kind.name,
  version: kind.version,
  category: kind.category,
  group: kind.group,
  description: kind.description,
  icon: kind.icon,
  warnings: kind.warnings ?? [],
  ...(kind.eventFields && { eventFields: kind.eventFields }),
  ...(kind.holdsArchive && { holdsArchive: true }),
  configFormat: toConfigFormat(kind.schema),
});

const TEMPLATES = KINDS.map(toTemplate);

/** Run in a thread. */
export const PATTERN_TRIAL = {
  module: new URL('../patterns/trial/trial.ts', import.meta.url),
  name: 'tryPattern' satisfies keyof typeof import('../patterns/trial/trial.ts'),
};

/** Run in a thread: finds settings that fit events. */
export const STEP_SUGGESTIONS = {
  module: new URL('../suggest/suggest-steps.ts', import.meta.url),
  name: 'suggestSteps' satisfies keyof typeof import('../suggest/suggest-steps.ts'),
};

export type { StepTrial } from '../suggest/try-steps.ts';

export const STEP_TRIALS = {
  module: new URL('../suggest/try-steps.ts', import.meta.url),
  name: 'trySteps' satisfies keyof typeof import('../suggest/try-steps.ts'),
};

export const templates = (nodeType: NodeType): Template[] =>
  TEMPLATES.filter((template) => template.nodeType === nodeType);

export const findTemplate = (nodeType: NodeType, templateId: string): Template | undefined =>
  TEMPLATES.find((template) => template.nodeType === nodeType && template.id === templateId);

export type ConfigCheck =
  | { config: Record<string, unknown>; details?: undefined }
  | { config?: undefined; details: ErrorDetail[] };

function explain(kind: ComponentKind, error: z.ZodError): ErrorDetail[] {
  const details = explainIssues(error.issues, toProperties(kind.schema));
  return details.filter(
    ({ field, rule }, index) =>
      rule === 'unknown' || details.findIndex((other) => other.field === field) === index,
  );
}

/**
 * Fills in defaults, or returns one detail per invalid field. Paths are relative to the configuration
 * (`port`, `fields.0.value`).
 */
export function validateConfig(nodeType: NodeType, templateId: string, config: unknown): ConfigCheck {
  const kind = findKind(nodeType, templateId);
  if (!kind) {
    const known = templates(nodeType).map((template) => template.id);
    const message = `There is no ${nodeType.toLowerCase()} type '${templateId}'; types are ${known.join(', ')}`;
    return { details: [{ field: 'templateId', rule: 'unknown', message }] };
  }
  const parsed = kind.schema.safeParse(config, { reportInput: true });
  return parsed.success ? { config: parsed.data } : { details: explain(kind, parsed.error) };
}

const secretsAmong = (properties: ConfigProperty[]): string[] =>
  properties.filter((property) => property.kind === 'secret').map((property) => property.name);

const SECRETS = Map.groupBy(
  KINDS.flatMap(({ templateId, schema }) =>
    secretsAmong(toProperties(schema)).map((name) => ({ templateId, name })),
  ),
  ({ templateId }) => templateId,
);

export const secretFields = (templateId: string): string[] =>
  (SECRETS.get(templateId) ?? []).map(({ name }) => name);

const ASSETS = new Map(
  KINDS.map(({ templateId, schema }) => [
    templateId,
    toProperties(schema).flatMap(({ name, kind, assetTypes = [] }) =>
      kind === 'asset' ? [{ name, assetTypes }] : [],
    ),
  ]),
);

export const assetFields = (templateId: string): { name: string; assetTypes: AssetType[] }[] =>
  ASSETS.get(templateId) ?? [];

export const typesWithAssets = (): string[] =>
  [...ASSETS].flatMap(([templateId, fields]) => (fields.length > 0 ? [templateId] : []));

/** Empty when the configuration is invalid. */
export const listPorts = (templateId: string, config: unknown): PortUse[] =>
  findKind('SOURCE', templateId)?.ports?.(config) ?? [];

/** Absolute paths of files a sink writes. Each may have only one writer. */
export const listPaths = (templateId: string, config: unknown): string[] =>
  findKind('SINK', templateId)?.paths?.(config) ?? [];
