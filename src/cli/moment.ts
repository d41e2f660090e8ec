import type { Run } from './command.ts';
import { usageError } from './exit.ts';

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const DURATION = /^(\d{1,5})([smhd])$/;

/** Unix seconds of an option that holds an ISO 8601 time or an age (`15m`, `2h`, `1d`). */
export function readMoment(run: Run, name: string, fallback: string): number {
  const text = run.option(name) ?? fallback;
  const [, count, unit] = DURATION.exec(text) ?? [];
  const now = Math.ceil(run.now() / 1000);
  if (count !== undefined) return now - Number(count) * UNIT_SECONDS[unit as keyof typeof UNIT_SECONDS];
  const milliseconds = Date.parse(text);
  if (!Number.isNaN(milliseconds)) return Math.floor(milliseconds / 1000);
  throw usageError(
    `--${name} '${text}' is not a time`,
    'Write 2026-11-22T10:00:00Z, or 15m, 2h, 1d for a time ago',
  );
}
