import { LongLines } from '../components/shared/long-lines.ts';
import { lineTooLong } from '../components/shared/problems.ts';
import { EventAssembler } from '../components/sources/file-tail/event-assembler.ts';
import { compileReading } from '../components/sources/file-tail/reading.ts';
import { fileTailSchema } from '../components/sources/file-tail/schema.ts';
import { Batch } from '../event/batch.ts';
import type { Reading, SourceIdea } from './source-idea.ts';

const STARTS: readonly (readonly [string, string])[] = [
  ['a time', String.raw`^\d{4}-\d\d-\d\d[T ]\d\d:\d\d`],
  ['a time in brackets', String.raw`^\[\d{4}-\d\d-\d\d[T ]\d\d:\d\d`],
  ['a time', String.raw`^\d{4}/\d\d/\d\d \d\d:\d\d`],
  ['a time', String.raw`^\d\d[./]\d\d[./]\d{4} \d\d:\d\d`],
  ['a time', String.raw`^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d`],
  ['a time of day', String.raw`^\d\d:\d\d:\d\d`],
  ['a level', '^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)\\b'],
];
const INDENTED = /^[ \t]/;
/** Unindented lines of stack traces, and closing lines. */
const CONTINUES =
  /^(?:[ \t]|Caused by: |Suppressed: |Traceback \(|(?:[\w$]+\.)+[\w$]*(?:Exception|Error)\b|[\])}]+[,;]?$)/;
const STARTS_MIN = 2;

const SILENT = { report: () => undefined };

/** First line number and text of each event, as the source itself assembles them. */
function assemble(lines: readonly string[], config: Record<string, unknown>) {
  const full = fileTailSchema.parse({ path: '/', ...config });
  const reading = compileReading(full);
  const batch = new Batch();
  const starts: number[] = [];
  if (!reading) return { starts, texts: [] };
  const assembler = new EventAssembler(
    reading,
    new LongLines(full.longLines, lineTooLong(full.maxLineBytes), SILENT),
    SILENT,
  );
  for (const [index, line] of lines.entries()) assembler.add(Buffer.from(line), index, line.length, 0);
  assembler.completeAll();
  assembler.drain(
    () => batch,
    (_batch, _event, start) => void starts.push(start),
  );
  return { starts, texts: starts.map((_, event) => batch.toJsonText(event)) };
}

type Candidate = { title: string; config: Record<string, unknown>; isStart: (line: string) => boolean };

function listCandidates(lines: readonly string[]): Candidate[] {
  const starts = STARTS.map(([what, pattern]): Candidate => {
    const expression = new RegExp(pattern);
    return {
      title: `begin with ${what}`,
      config: { multiline: 'start', multilinePattern: pattern },
      isStart: (line) => expression.test(line),
    };
  });
  const indent = {
    title: 'are not indented',
    config: { multiline: 'indent' },
    isStart: (line: string) => !INDENTED.test(line),
  };
  return [...starts, indent].filter(({ isStart }) => {
    const begun = lines.filter(isStart);
    const rest = lines.filter((line) => !isStart(line));
    const continued = rest.filter((line) => CONTINUES.test(line));
    return begun.length >= STARTS_MIN && continued.length > 0 && continued.length * 2 >= rest.length;
  });
}

/** Joins continuation lines, such as stack traces, to the previous line. */
export function suggestGrouping({ config, events }: Reading): SourceIdea[] {
  if (![undefined, 'none'].includes(config.multiline as string | undefined)) return [];
  const lines = events.map(({ line }) => line);
  const tried = listCandidates(lines).map((candidate) => ({
    candidate,
    ...assemble(lines, candidate.config),
  }));
  // Fewest events means fewest fragments among them.
  const [best] = tried.toSorted((a, b) => a.starts.length - b.starts.length);
  if (!best) return [];
  const { candidate, starts, texts } = best;
  const first = lines.findIndex(candidate.isStart);
  return [
    {
      title: `Events of several lines, whose first lines ${candidate.title}: ${lines.length} lines become ${starts.length} events`,
      config: candidate.config,
      isMatch: (index) => index >= first,
      becomes: texts,
    },
  ];
}

const REPLACED = /\uFFFD/;
/** UTF-16 read as single bytes leaves these. */
const hasHalves = (line: string): boolean => line.includes('\0') && line.replaceAll('\0', '') !== '';

export function suggestEncoding({ config, events }: Reading): SourceIdea[] {
  if (![undefined, 'utf-8'].includes(config.encoding as string | undefined)) return [];
  const isWide = events.map(({ line }) => hasHalves(line));
  if (isWide.some(Boolean))
    return [
      {
        title: 'UTF-16: lines have a NUL byte beside each character',
        config: { encoding: 'utf-16' },
        isMatch: (index) => isWide[index] === true,
        becomes: events.map(({ line }) =>
          JSON.stringify({ message: line.replaceAll('\u0000', '').replace(/^\uFFFD+/, '') }),
        ),
      },
    ];
  const isBroken = events.map(({ line }) => REPLACED.test(line));
  return [
    {
      title: 'Latin 1: lines hold bytes that are not UTF-8',
      config: { encoding: 'windows-1252' },
      isMatch: (index) => isBroken[index] === true,
      becomes: [],
      isRare: true,
    },
  ];
}

export function suggestSplit({ config, events }: Reading): SourceIdea[] {
  if (config.split === 'datagram') {
    const parts = events.map(({ line }) => line.split(/\r?\n/).filter((one) => one !== ''));
    const isSeveral = parts.map((lines) => lines.length > 1 && !lines.some((line) => CONTINUES.test(line)));
    return [
      {
        title: 'Each line of a datagram: they hold several events',
        config: { split: 'lines' },
        isMatch: (index) => isSeveral[index] === true,
        becomes: parts.flat().map((message) => JSON.stringify({ message })),
      },
    ];
  }
  const isPart = events.map(({ line }) => CONTINUES.test(line));
  return [
    {
      title: 'The whole datagram: these lines go on from the one before',
      config: { split: 'datagram' },
      isMatch: (index) => isPart[index] === true,
      becomes: [],
      isRare: true,
    },
  ];
}
