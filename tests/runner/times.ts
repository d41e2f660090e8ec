import { readFileSync } from 'node:fs';

type FileTime = { file: string; ms: number };

export type Times = {
  wallSeconds: number;
  /** User and system time of all processes; undefined when unknown. */
  processorSeconds: number | undefined;
  /** Seconds per folder, slowest first. */
  areas: { area: string; files: number; seconds: number }[];
  /** Slowest first. */
  files: { file: string; seconds: number }[];
  /** Files over the time limit without a stated reason. */
  unexplained: string[];
};

const LONG_SECONDS = 20;
const SLOWEST = 20;
/** Slow files begin with this and the reason. */
const REASON = /^\/[/*]+ Slow: /;

/** Two folders deep: `tests/api`, `src/engine`. */
const computeArea = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;

export function computeTimes(
  files: readonly FileTime[],
  used: { wallSeconds: number; processorSeconds: number | undefined },
  readFile: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): Times {
  const byArea = Map.groupBy(files, ({ file }) => computeArea(file));
  const areas = [...byArea].map(([area, its]) => ({
    area,
    files: its.length,
    seconds: toSeconds(its.reduce((sum, { ms }) => sum + ms, 0)),
  }));
  const slowestFirst = <T extends { seconds: number }>(items: T[]) =>
    items.toSorted((a, b) => b.seconds - a.seconds);
  const bySeconds = slowestFirst(files.map(({ file, ms }) => ({ file, seconds: toSeconds(ms) })));
  return {
    ...used,
    areas: slowestFirst(areas),
    files: bySeconds,
    unexplained: bySeconds
      .filter(({ file, seconds }) => seconds > LONG_SECONDS && !REASON.test(readFile(file)))
      .map(({ file }) => file),
  };
}

const formatRow = (seconds: number, text: string): string => `${seconds.toFixed(1).padStart(9)} s  ${text}`;
const formatMinutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;

export function formatTimes({ wallSeconds, processorSeconds, areas, files, unexplained }: Times): string {
  const processor =
    processorSeconds === undefined ? 'not measured on this system' : formatMinutes(processorSeconds);
  const lines = [`Wall time ${formatMinutes(wallSeconds)}, processor time ${processor} (user and system)`];
  if (files.length > 0)
    lines.push(
      'Seconds by folder:',
      ...areas.map(({ area, files: count, seconds }) => formatRow(seconds, `${area} (${count})`)),
      `The slowest ${Math.min(SLOWEST, files.length)} files:`,
      ...files.slice(0, SLOWEST).map(({ file, seconds }) => formatRow(seconds, file)),
    );
  if (unexplained.length > 0)
    lines.push(
      `Longer than ${LONG_SECONDS} s, and their first line does not say why ("// Slow: …"):`,
      ...unexplained.map((file) => `  ${file}`),
    );
  return lines.join('\n');
}
