import { readFileSync } from 'node:fs';
import type { FileTime } from './reports.ts';

type Spent = {
  seconds: number;
  /** Of the tests' own processes and those they start; undefined when unknown. */
  processorSeconds: number | undefined;
};

export type Times = {
  wallSeconds: number;
  /** User and system time of all processes; undefined when unknown. */
  processorSeconds: number | undefined;
  /** Per folder, slowest first. */
  areas: ({ area: string; files: number } & Spent)[];
  /** Slowest first. */
  files: ({ file: string } & Spent)[];
  /** Files over the time limit without a stated reason. */
  unexplained: string[];
};

const LONG_SECONDS = 20;
const SLOWEST = 20;
/** Slow files begin with this and the reason. */
const REASON = /^\/[/*]+ Slow: /;

/** Two folders deep: `tests/api`, `src/engine`. */
const computeArea = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/');

const round = (seconds: number): number => Math.round(seconds * 10) / 10;

function addUp(files: readonly FileTime[]): Spent {
  const known = files.flatMap(({ processorSeconds }) => processorSeconds ?? []);
  return {
    seconds: round(files.reduce((sum, { ms }) => sum + ms, 0) / 1000),
    processorSeconds: known.length === 0 ? undefined : round(known.reduce((sum, one) => sum + one, 0)),
  };
}

export function computeTimes(
  files: readonly FileTime[],
  used: { wallSeconds: number; processorSeconds: number | undefined },
  readFile: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): Times {
  const byArea = Map.groupBy(files, ({ file }) => computeArea(file));
  const areas = [...byArea].map(([area, its]) => ({
    area,
    files: its.length,
    ...addUp(its),
  }));
  const slowestFirst = <T extends { seconds: number }>(items: T[]) =>
    items.toSorted((a, b) => b.seconds - a.seconds);
  const bySeconds = slowestFirst(files.map((one) => ({ file: one.file, ...addUp([one]) })));
  return {
    ...used,
    areas: slowestFirst(areas),
    files: bySeconds,
    unexplained: bySeconds
      .filter(({ file, seconds }) => seconds > LONG_SECONDS && !REASON.test(readFile(file)))
      .map(({ file }) => file),
  };
}

const formatCell = (seconds: number | undefined): string =>
  (seconds === undefined ? '' : `${seconds.toFixed(1)} s`).padStart(11);
const formatRow = ({ seconds, processorSeconds }: Spent, text: string): string =>
  `${formatCell(seconds)}${formatCell(processorSeconds)}  ${text}`;
const formatMinutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} min`;

export function formatTimes({ wallSeconds, processorSeconds, areas, files, unexplained }: Times): string {
  const processor =
    processorSeconds === undefined ? 'not measured on this system' : formatMinutes(processorSeconds);
  const lines = [`Wall time ${formatMinutes(wallSeconds)}, processor time ${processor} (user and system)`];
  if (files.length > 0)
    lines.push(
      'Wall and processor seconds by folder (files beside each other):',
      ...areas.map((spent) => formatRow(spent, `${spent.area} (${spent.files})`)),
      `The slowest ${Math.min(SLOWEST, files.length)} files:`,
      ...files.slice(0, SLOWEST).map((spent) => formatRow(spent, spent.file)),
    );
  if (unexplained.length > 0)
    lines.push(
      `Longer than ${LONG_SECONDS} s, and their first line does not say why ("// Slow: …"):`,
      ...unexplained.map((file) => `  ${file}`),
    );
  return lines.join('\n');
}
