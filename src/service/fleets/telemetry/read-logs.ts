import { WireType } from '@bufbuild/protobuf/wire';
import { TAP } from '../../../collector/tap.ts';
import type { AgentEventKind } from '../../../contract/entities/fleet-agent.ts';
import { cutText } from '../opamp/report.ts';
import { ReportReader } from './report-reader.ts';

export type LogKind = Extract<AgentEventKind, `LOGGED_${string}`>;
export type LogLine = { kind: LogKind; text: string };

const WARN = 13;
const ERROR = 17;
const LINES_MAX = 1000;
const COMPONENT_KINDS = ['receiver', 'processor', 'exporter', 'connector', 'extension'];
const USER = /(?<=:\/\/)[^/@\s]+(?=@)/g;

type Attributes = Record<string, string>;
type LogRecord = { severity: number; body: string; attributes: Attributes };

/** `exporter:otlp`, as in health reports; for a failed start, the name is the service's. */
function nameComponent(attributes: Attributes): string {
  const kind = (attributes['otelcol.component.kind'] ?? attributes.type ?? '').toLowerCase();
  const id = attributes['otelcol.component.id'] ?? attributes.id ?? '';
  return COMPONENT_KINDS.includes(kind) && id !== '' ? `${kind}:${id}` : '';
}

class LogsReader extends ReportReader {
  readonly lines: LogLine[] = [];

  read(): void {
    this.inner(this.length, 1, (resource) => this.inner(resource, 2, (scope) => this.scope(scope)));
  }

  private scope(end: number): void {
    let scope: Attributes = {};
    const records: LogRecord[] = [];
    this.fields(end, (field, wire) => {
      if (field === 1) scope = this.scopeAttributes(this.end(wire));
      else if (field === 2) records.push(this.record(this.end(wire)));
      else return false;
      return true;
    });
    for (const { severity, body, attributes } of records) {
      if (severity < WARN || this.lines.length >= LINES_MAX) continue;
      const { error = '' } = attributes;
      const what = error === '' ? body : body.replace(/\.$/, '');
      const parts = [nameComponent({ ...scope, ...attributes }), what, error];
      const text = cutText(parts.filter((part) => part !== '').join(': ')).replace(USER, '(masked)');
      if (text !== '' && !text.includes(TAP))
        this.lines.push({ kind: severity < ERROR ? 'LOGGED_WARNING' : 'LOGGED_ERROR', text });
    }
  }

  private scopeAttributes(end: number): Attributes {
    const pairs: [string, string][] = [];
    this.inner(end, 3, (attribute) => pairs.push(this.attribute(attribute)));
    return Object.fromEntries(pairs);
  }

  private record(end: number): LogRecord {
    const pairs: [string, string][] = [];
    let [severity, body] = [0, ''];
    this.fields(end, (field, wire) => {
      if (field === 2 && wire === WireType.Varint) severity = this.reader.int32();
      else if (field === 5) body = this.text(this.end(wire));
      else if (field === 6) pairs.push(this.attribute(this.end(wire)));
      else return false;
      return true;
    });
    return { severity, body, attributes: Object.fromEntries(pairs) };
  }
}

/**
 * Warnings and errors of an ExportLogsServiceRequest.
 * @throws MalformedReport, or an error of the protobuf reader
 */
export function readLogs(bytes: Uint8Array): LogLine[] {
  const reader = new LogsReader(bytes);
  reader.read();
  return reader.lines;
}
