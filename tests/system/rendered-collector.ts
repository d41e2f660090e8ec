import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './tools.ts';

const VERSION = '0.149.0';
export const RENDERED_COLLECTOR = `OpenTelemetry Collector ${VERSION}`;

const CORE = 'go.opentelemetry.io/collector';
const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
const list = (...modules: string[]) => modules.map((name) => `  - gomod: ${name} v${VERSION}`).join('\n');
const PROVIDERS = `providers:
  - gomod: ${CORE}/confmap/provider/envprovider v1.55.0
  - gomod: ${CORE}/confmap/provider/fileprovider v1.55.0
  - gomod: ${CORE}/confmap/provider/yamlprovider v1.55.0
`;
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
processors:
${list(`${CONTRIB}/processor/transformprocessor`, `${CONTRIB}/processor/filterprocessor`)}
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

/** A program that the Collector Builder makes from its plan; it stays in `.build/`. */
export function buildFromPlan(name: string, content: string): string {
  const folder = join(import.meta.dirname, '../../.build/system', name);
  const program = join(folder, 'otelcol');
  const plan = join(folder, 'builder.yaml');
  if (existsSync(program) && readFileSync(plan, 'utf8') === content) return program;
  mkdirSync(folder, { recursive: true });
  rmSync(program, { force: true });
  writeFileSync(plan, content);
  const args = ['run', `${CORE}/cmd/builder@v${VERSION}`, '--config', 'builder.yaml'];
  execFileSync(tool('go', 'golang'), args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  return program;
}

/** Builds one with the components that pipelines are rendered to, for some minutes at first. */
export const buildRenderedCollector = (): string => buildFromPlan(`otelcol-rendered-${VERSION}`, BUILD);

/** What it says of itself; its modules are those of the other, since no other version is to be had. */
export const SMALL_VERSION = '0.130.0';
const SMALL = `dist:
  name: otelcol
  output_path: .
  version: ${SMALL_VERSION}
receivers:
${list(`${CORE}/receiver/otlpreceiver`, `${CORE}/receiver/nopreceiver`)}
exporters:
${list(`${CORE}/exporter/nopexporter`)}
extensions:
${list(`${CONTRIB}/extension/opampextension`)}
${PROVIDERS}`;

/** Builds one that says another version, and has hardly any component. */
export const buildSmallCollector = (): string => buildFromPlan(`otelcol-small-${SMALL_VERSION}`, SMALL);
