import { compilePattern } from '../../../patterns/pattern.ts';
import type { FileTailConfig } from './schema.ts';

export type Grouping = {
  readonly isStart: (line: string) => boolean;
  readonly maxLines: number;
};

export type Reading = {
  /** For a line without delimiter; UTF-16 files arrive as UTF-8. */
  readonly decode: (bytes: Buffer) => string;
  readonly isUtf16: boolean;
  readonly isContainer: boolean;
  readonly isJournal: boolean;
  /** Null when each line is an event. */
  readonly grouping: Grouping | null;
  readonly waitMs: number;
  readonly maxEventBytes: number;
};

const INDENTED = /^[ \t]/;

function compileGrouping({
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

/** Null when each line is one event. @throws PatternError */
export function compileReading(config: FileTailConfig): Reading | null {
  const { format, encoding, multiline, multilineWaitMs, maxLineBytes } = config;
  if (format === 'lines' && encoding === 'utf-8' && multiline === 'none') return null;
  const decoder = new TextDecoder('windows-1252');
  return {
    decode: encoding === 'windows-1252' ? (bytes) => decoder.decode(bytes) : (bytes) => bytes.toString(),
    isUtf16: encoding === 'utf-16' && format !== 'journal',
    isContainer: format === 'container',
    isJournal: format === 'journal',
    grouping: format === 'journal' ? null : compileGrouping(config),
    waitMs: multilineWaitMs,
    maxEventBytes: maxLineBytes,
  };
}
