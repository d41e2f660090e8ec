import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EventPatterns } from '../../src/contract/event-patterns.ts';
import { readCells } from '../../src/engine/components/transforms/parse-csv/cells.ts';

function splitCells(line: string): string[] {
  const cells: string[] = [];
  readCells(line, { delimiter: ',', quote: '"' }, (cell) => {
    cells.push(cell);
    return true;
  });
  return cells;
}

type Labelled = { readonly label: string; readonly text: string };

/**
 * Grouping accuracy of 'Tools and Benchmarks for Automated Log Parsing' (ICSE 2019): the share of messages whose
 * group has the same messages as the labels give it. Each message counts for the pattern it got when it came.
 */
function computeGroupingAccuracy(messages: readonly Labelled[]): number {
  const patterns = new EventPatterns({ maxPatterns: 1000 });
  const found = messages.map(({ text }) => patterns.take(text)?.pattern.key ?? '');
  const pairs = new Map<string, number>();
  const count = (key: string) => pairs.set(key, (pairs.get(key) ?? 0) + 1);
  messages.forEach(({ label }, at) => {
    for (const key of [`label ${label}`, `found ${found[at]}`, `both ${label} ${found[at]}`]) count(key);
  });
  const right = messages.filter(({ label }, at) => {
    const both = pairs.get(`both ${label} ${found[at]}`);
    return both === pairs.get(`label ${label}`) && both === pairs.get(`found ${found[at]}`);
  });
  return right.length / messages.length;
}

const USERS = ['root', 'alice', 'bob', 'news', 'admin2', 'x'];
const HOSTS = ['10.0.0.7', 'db-1.example.org', '2001:db8::1', '203.0.113.250'];

/** Forms of messages as programs write them; `n` counts on. */
const FORMS: readonly ((n: number) => string)[] = [
  (n) => `Accepted publickey for ${USERS[n % 6]} from ${HOSTS[n % 4]} port ${40000 + n} ssh2`,
  (n) => `Failed password for ${USERS[n % 6]} from ${HOSTS[n % 4]} port ${40000 + n} ssh2`,
  (n) => `Failed password for invalid user ${USERS[n % 6]} from ${HOSTS[n % 4]} port ${n} ssh2`,
  (n) => `Connection closed by ${HOSTS[n % 4]} [preauth]`,
  (n) => `Connection reset by ${HOSTS[n % 4]} [preauth]`,
  (n) => `session opened for user ${USERS[n % 6]} by (uid=${n})`,
  (n) => `session closed for user ${USERS[n % 6]}`,
  (n) => `VM Started (Lifecycle Event) instance: 4bf92f35-77b3-4da6-a3ce-${100000000000 + n}`,
  (n) => `VM Stopped (Lifecycle Event) instance: 4bf92f35-77b3-4da6-a3ce-${100000000000 + n}`,
  (n) => `${HOSTS[n % 4]} "GET /v2/${n}/servers" status: ${200 + (n % 5)} len: ${n}`,
  (n) => `${HOSTS[n % 4]} "POST /v2/${n}/servers?a=b c" status: ${200 + (n % 5)} len: ${n}`,
  (n) => `Block blk_-${n * 7919} of size ${n} received from /10.1.2.${n % 250}:${50000 + n}`,
  (n) => `Deleting block blk_${n * 7919} file /data/${n}/blk_${n}`,
  (n) => `read ${n}.5 ${['KB', 'MB', 'GB'][n % 3]} in ${n} ms`,
  (n) => `wrote ${n}.5 ${['KB', 'MB', 'GB'][n % 3]} in ${n} ms`,
  (n) => `backup of ${n} files began at Mar ${1 + (n % 28)} 03:${10 + (n % 50)}:00`,
  (n) => `[Sun Dec ${10 + (n % 18)} 04:47:44 2005] worker ${n} is idle`,
  (n) => `setTodayTotalDetailSteps=${n}##${n * 3}##${n * 7}`,
  (n) => `getTodayTotalDetailSteps=${n}##${n * 3}##${n * 7}`,
  (n) => `cache hit=true key=${USERS[n % 6]}:${n}`,
  (n) => `cache hit=false key=${USERS[n % 6]}:${n}`,
  (n) => `java.net.SocketTimeoutException: no answer of ${HOSTS[n % 4]} after ${n}ms`,
  (n) => `java.net.ConnectException: no answer of ${HOSTS[n % 4]} after ${n}ms`,
  (n) => `close, ${n} bytes${n % 2 ? ` (${n}.1 KB)` : ''} sent, lifetime ${n % 3 ? '00:01' : '<1 sec'}`,
];

test('messages of 24 forms fall into 24 patterns when first seen', () => {
  const messages = Array.from({ length: 1200 }, (_, n) => {
    const form = (n * 7 + Math.floor(n / 24)) % FORMS.length;
    return { label: String(form), text: FORMS[form]!(n) };
  });
  expect(computeGroupingAccuracy(messages)).toBe(1);
});

/**
 * `*_2k.log_structured.csv` of https://github.com/logpai/loghub, and `*_2k.log_structured_corrected.csv` of
 * https://github.com/logpai/loghub-2.0 beside them, whose licenses do not let us bring them.
 */
const LOGHUB = process.env.PENSTOCK_LOGHUB ?? join(import.meta.dirname, '../../../shared/data/loghub');

/** Two thousandths below what was reached; `src/docs/components.md` has the figures. */
const REACHED = {
  Android: 0.971,
  Apache: 0.998,
  BGL: 0.964,
  Hadoop: 0.988,
  HDFS: 0.996,
  HealthApp: 0.998,
  HPC: 0.897,
  Linux: 0.75,
  Mac: 0.938,
  OpenSSH: 0.997,
  OpenStack: 0.998,
  Proxifier: 0.988,
  Spark: 0.996,
  Thunderbird: 0.954,
  Windows: 0.994,
  Zookeeper: 0.991,
};

/** With the labels as corrected for the ICSE of 2022, where these differ from the first ones. */
const REACHED_CORRECTED = { Android: 0.873, Linux: 0.936, OpenSSH: 0.998 };

const read = (file: string, labels: 'EventId' | 'EventTemplate'): Labelled[] => {
  const lines = readFileSync(join(LOGHUB, file), 'utf8').split(/\r?\n/);
  const [head = [], ...rows] = lines.map(splitCells);
  const [text, label] = [head.indexOf('Content'), head.indexOf(labels)];
  return rows.filter((row) => row[label]).map((row) => ({ label: row[label]!, text: row[text]! }));
};

const correctedOf = (set: string) => `${set}_2k.log_structured_corrected.csv`;
const corrected = Object.entries(REACHED_CORRECTED).filter(([set]) =>
  existsSync(join(LOGHUB, correctedOf(set))),
);

if (corrected.length > 0)
  test.each(corrected)('%s is grouped as well with corrected labels: %f', (set, reached) => {
    expect(computeGroupingAccuracy(read(correctedOf(set), 'EventTemplate'))).toBeGreaterThanOrEqual(reached);
  });

// A skipped suite would be collected, and read the files.
if (existsSync(LOGHUB))
  describe('the labelled logs of LogHub', () => {
    const accuracy = Object.keys(REACHED).map((set) => {
      const messages = read(`${set}_2k.log_structured.csv`, 'EventId');
      return [set, computeGroupingAccuracy(messages)] as const;
    });

    test.each(accuracy)('%s are grouped as well as when it was measured: %f', (set, found) => {
      expect(found).toBeGreaterThanOrEqual(REACHED[set as keyof typeof REACHED]);
    });

    test('the average of all is above 0.96', () => {
      expect(accuracy.reduce((sum, [, one]) => sum + one, 0) / accuracy.length).toBeGreaterThan(0.96);
    });
  });
