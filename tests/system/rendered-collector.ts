import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './tools.ts';

const VERSION = '0.149.0';
export const RENDERED_COLLECTOR = `OpenTelemetry Collector ${VERSION}`;

const CORE = 'go.opentelemetry.io/collector';
const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
const list = (...modules: string[]) => modules.map((name) => `  - gomod: ${name} v${VERSION}`).join('\n');
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
providers:
  - gomod: ${CORE}/confmap/provider/envprovider v1.55.0
  - gomod: ${CORE}/confmap/provider/fileprovider v1.55.0
  - gomod: ${CORE}/confmap/provider/yamlprovider v1.55.0
`;

/** Builds one with the components that pipelines are rendered to, for some minutes at first. */
export function buildRenderedCollector(): string {
  const folder = join(import.meta.dirname, '../../.build/system', `otelcol-rendered-${VERSION}`);
  const program = join(folder, 'otelcol');
  const plan = join(folder, 'builder.yaml');
  if (existsSync(program) && readFileSync(plan, 'utf8') === BUILD) return program;
  mkdirSync(folder, { recursive: true });
  rmSync(program, { force: true });
  writeFileSync(plan, BUILD);
  const args = ['run', `${CORE}/cmd/builder@v${VERSION}`, '--config', 'builder.yaml'];
  execFileSync(tool('go', 'golang'), args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  return program;
}
