import type { z } from 'zod';
import type { ConfigProperty } from '../../contract/config-format.ts';
import type { Template } from '../../contract/entities/template.ts';
import type { NodeType } from '../../contract/enums.ts';
import type { ErrorDetail } from '../../contract/errors.ts';
import type { ComponentKind, PortUse } from './schema/component.ts';
import { configFormatOf, propertiesOf } from './schema/config-format.ts';
import { explainIssues } from './schema/explain.ts';
import { blackhole } from './sinks/blackhole/schema.ts';
import { file } from './sinks/file/schema.ts';
import { http } from './sinks/http/schema.ts';
import { fileTail } from './sources/file-tail/schema.ts';
import { generator } from './sources/generator/schema.ts';
import { httpServer } from './sources/http-server/schema.ts';
import { syslog } from './sources/syslog/schema.ts';
import { tcp } from './sources/tcp/schema.ts';
import { filter } from './transforms/filter/schema.ts';
import { keepFields } from './transforms/keep-fields/schema.ts';
import { parseGrok } from './transforms/parse-grok/schema.ts';
import { parseJson } from './transforms/parse-json/schema.ts';
import { removeFields } from './transforms/remove-fields/schema.ts';
import { renameFields } from './transforms/rename-fields/schema.ts';
import { sample } from './transforms/sample/schema.ts';
import { setFields } from './transforms/set-fields/schema.ts';

export { createPatternTrials, type PatternTrials } from '../patterns/trial/trials.ts';
export { type ExamplePaths, examplePipeline } from './example.ts';
export type { PortUse } from './schema/component.ts';
export { configFormatOf } from './schema/config-format.ts';

/** Every kind of component, in the order in which pickers show them. A new one is a new line here. */
const KINDS: readonly ComponentKind[] = [
  httpServer,
  syslog,
  tcp,
  fileTail,
  generator,
  parseJson,
  parseGrok,
  filter,
  removeFields,
  keepFields,
  setFields,
  renameFields,
  sample,
  file,
  http,
  blackhole,
];

const kindOf = (nodeType: NodeType, templateId: string): ComponentKind | undefined =>
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
  configFormat: configFormatOf(kind.schema),
});

const TEMPLATES = KINDS.map(toTemplate);

/** Kinds of sources, sinks or transforms, with the form of their configuration (R3-23, R7-28). */
export const templates = (nodeType: NodeType): Template[] =>
  TEMPLATES.filter((template) => template.nodeType === nodeType);

/** Undefined when there is no such kind. */
export const templateOf = (nodeType: NodeType, templateId: string): Template | undefined =>
  TEMPLATES.find((template) => template.nodeType === nodeType && template.id === templateId);

export type ConfigCheck =
  | { config: Record<string, unknown>; details?: undefined }
  | { config?: undefined; details: ErrorDetail[] };

function explain(kind: ComponentKind, error: z.ZodError): ErrorDetail[] {
  const details = explainIssues(error.issues, propertiesOf(kind.schema));
  return details.filter(
    ({ field, rule }, index) =>
      rule === 'unknown' || details.findIndex((other) => other.field === field) === index,
  );
}

/**
 * The configuration with defaults filled in, or what is wrong with it: one detail per field, its path
 * within the configuration (`port`, `fields.0.value`).
 */
export function validateConfig(nodeType: NodeType, templateId: string, config: unknown): ConfigCheck {
  const kind = kindOf(nodeType, templateId);
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

/** Names of the properties that are secrets. */
export const secretFields = (templateId: string): string[] =>
  KINDS.filter((kind) => kind.templateId === templateId).flatMap((kind) =>
    secretsAmong(propertiesOf(kind.schema)),
  );

/** Ports a source of this configuration listens on; none when the configuration is not valid. */
export const portsOf = (templateId: string, config: unknown): PortUse[] =>
  kindOf('SOURCE', templateId)?.ports?.(config) ?? [];

/** Files a sink of this configuration writes, as absolute paths: each may have one writer only. */
export const pathsOf = (templateId: string, config: unknown): string[] =>
  kindOf('SINK', templateId)?.paths?.(config) ?? [];
