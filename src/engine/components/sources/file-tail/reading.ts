import { compilePattern } from '../../../patterns/pattern.ts';
import type { FileTailConfig } from './schema.ts';

/** How lines are put together to events. */
export type Grouping = {
  /** True for a line that begins an event; any other goes on with the one before. */
  readonly isStart: (line: string) => boolean;
  readonly maxLines: number;
};

export type Reading = {
  readonly decode: (bytes: Buffer) => string;
  readonly isContainer: boolean;
  /** Null when each line is an event. */
  readonly grouping: Grouping | null;
  /** An event that may go on is complete when nothing followed for so long. */
  readonly waitMs: number;
  readonly maxEventBytes: number;
};

const INDENTED = /^[ \t]/;

function groupingOf({
  multiline,
  multilinePattern = '',
  multilineMaxLines,
}: FileTailConfig): Grouping | null {
  const maxLines = multilineMaxLines;
  if (multiline === 'none') return null;
  if (multiline === 'indent') return { isStart: (line) => line !== '' && !INDENTED.test(line), maxLines };
  const pattern = compilePattern(multilinePattern);
  if (multiline === 'start') return { isStart: (line) => pattern.test(line), maxLines };
  return { isStart: (line) => line !== '' && !pattern.test(line), maxLines };
}

/** Null when each line is an event as it stands. Throws PatternError. */
export function readingOf(config: FileTailConfig): Reading | null {
  const { format, encoding, multiline, multilineWaitMs, maxLineBytes } = config;
  if (format === 'lines' && encoding === 'utf-8' && multiline === 'none') return null;
  const decoder = new TextDecoder(encoding);
  return {
    decode: encoding === 'utf-8' ? (bytes) => bytes.toString() : (bytes) => decoder.decode(bytes),
    isContainer: format === 'container',
    grouping: groupingOf(config),
    waitMs: multilineWaitMs,
    maxEventBytes: maxLineBytes,
  };
}
