import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);
const HOUR_MS = 3_600_000;

export type Jump = {
  /** libfaketime's setting; times of day are in Berlin time. */
  readonly told: string;
  /** Whether a clock at these Unix milliseconds has jumped. */
  isReached(at: number): boolean;
};

const by = (told: string, ms: number): Jump => ({
  told,
  isReached: (at) => Math.abs(at - (Date.now() + ms)) < HOUR_MS / 2,
});
const to = (told: string, time: string): Jump => ({
  told: `@${told}`,
  isReached: (at) => at > Date.parse(time) && at < Date.parse(time) + HOUR_MS,
});

/** A day and an hour both ways, and two seconds before either end of summer time. */
export const JUMPS: readonly Jump[] = [
  by('+1d', 24 * HOUR_MS),
  by('+0', 0),
  by('-3600', -HOUR_MS),
  by('+0', 0),
  by('-1d', -24 * HOUR_MS),
  by('+0', 0),
  to('2027-03-28 01:59:58', '2027-03-28T01:00:00Z'),
  to('2026-10-25 02:59:58', '2026-10-25T01:00:00Z'),
];

/** Clock of processes started with `env`. Only wall-clock time jumps, in all of them. */
export class FakeClock {
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #file: string;

  /** @throws Error when libfaketime is not installed */
  constructor() {
    const library = LIBRARIES.find(existsSync);
    if (library === undefined) throw new Error('libfaketime is missing: install the package faketime');
    this.#folder = mkdtempSync(join(tmpdir(), 'clock-'));
    this.#file = join(this.#folder, 'clock');
    writeFileSync(this.#file, '+0');
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TZ: 'Europe/Berlin',
    };
  }

  set({ told }: Jump): void {
    writeFileSync(this.#file, told);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
