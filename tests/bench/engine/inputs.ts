import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writeJsonLines } from '../lines.ts';

/** A file of lines to send, and how many must come out. */
export type Input = { readonly path: string; readonly lines: number; readonly kept: number };
export type Kind = 'json' | 'untidy' | 'syslog' | 'apache';

const LINES_PER_WRITE = 5000;

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];
const two = (n: number) => String(n).padStart(2, '0');

/** RFC 5424. Each line has an address and a mail address; one in ten has a card number. */
const syslogLine = (n: number): string => {
  const time = `2026-11-21T10:${two(n % 60)}:${two((n * 7) % 60)}.000Z`;
  const card = n % 10 === 0 ? ' paid with 4111 1111 1111 1111' : '';
  return `<134>1 ${time} web-${n % 40} checkout ${1000 + (n % 900)} - - order ${n} of user${n % 90}@example.com from 203.0.113.${n % 250}${card} completed in ${(n * 37) % 900} ms, session refreshed`;
};

const accessLine = (n: number): string => {
  const time = `21/Nov/2026:10:${two(n % 60)}:${two((n * 7) % 60)} +0000`;
  const request = `GET /api/v1/items/${n}?q=term${n % 7} HTTP/1.1`;
  return `203.0.113.${n % 250} - user${n % 90} [${time}] "${request}" ${n % 9 === 0 ? 404 : 200} ${1000 + (n % 90_000)} "https://shop.example.com/list?page=${n % 30}" "${AGENTS[n % AGENTS.length]}"`;
};

function writeLines(path: string, count: number, lineOf: (n: number) => string): void {
  const file = openSync(path, 'w');
  for (let from = 0; from < count; from += LINES_PER_WRITE) {
    const length = Math.min(LINES_PER_WRITE, count - from);
    writeSync(file, Array.from({ length }, (_, n) => `${lineOf(from + n)}\n`).join(''));
  }
  closeSync(file);
}

/** Writes the same lines each time. */
export function writeInput(folder: string, kind: Kind, lines: number): Input {
  const path = join(folder, `${kind}-${lines}.log`);
  if (kind === 'json' || kind === 'untidy') {
    const { kept } = writeJsonLines(path, lines, kind === 'json' ? 'same' : 'untidy');
    return { path, lines, kept };
  }
  writeLines(path, lines, kind === 'syslog' ? syslogLine : accessLine);
  return { path, lines, kept: lines };
}
