import type { Batch } from '../../../event/batch.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import type { ComponentProblem } from '../../types.ts';

export type ContainerLine = {
  readonly text: string;
  readonly stream: string;
  readonly time: string;
  /** The runtime split a long line; the stream's next line continues it. */
  readonly isPartial: boolean;
  readonly attrs?: unknown;
};

/** `2026-01-02T03:04:05.678901234Z stdout F text`; further tags may follow `F`. */
const CRI = /^(\d{4}-\d\d-\d\dT\S+) (stdout|stderr) ([FP])(?::\S*)?(?: |$)/;

function readDocker(line: string): ContainerLine | null {
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null || !('log' in entry) || typeof entry.log !== 'string')
      return null;
    const isPartial = !entry.log.endsWith('\n');
    return {
      text: entry.log.replace(/\r?\n$/, ''),
      stream: 'stream' in entry && typeof entry.stream === 'string' ? entry.stream : '',
      time: 'time' in entry && typeof entry.time === 'string' ? entry.time : '',
      isPartial,
      ...('attrs' in entry && { attrs: entry.attrs }),
    };
  } catch {
    return null;
  }
}

/** Docker (json-file) or Kubernetes (CRI); null for other lines. */
export function readContainerLine(line: string): ContainerLine | null {
  if (line.startsWith('{')) return readDocker(line);
  const parts = CRI.exec(line);
  if (!parts) return null;
  const [head, time = '', stream = '', tag] = parts;
  return { text: line.slice(head.length), stream, time, isPartial: tag === 'P' };
}

/** Omits unknown parts. */
export const containerEvent = (text: string, line: ContainerLine): string =>
  JSON.stringify({
    message: text,
    ...(line.stream !== '' && { stream: line.stream }),
    ...(line.time !== '' && { time: line.time }),
    ...(line.attrs !== undefined && { attrs: line.attrs }),
  });

/** A container line; an event that already left the source stays unchanged. */
export function appendContainerLine(batch: Batch, payload: Buffer): void {
  const line = readContainerLine(payload.toString());
  if (line) batch.appendTrusted(Buffer.from(containerEvent(line.text, line)), false);
  else if (isObject(payload)) batch.appendJson(payload);
  else appendLine(batch, payload);
}

export const notContainerLine: ComponentProblem = {
  errorName: 'ContainerLineBroken',
  message: 'A line does not have the format of a container runtime; it was kept as received',
  causes: ['The file is not a log of a container', 'The runtime writes another format'],
  resolutions: ['Set the format of the source to lines', 'Make the path match only container log files'],
  level: 'WARN',
};
