import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Received, Receiver } from './receiver.ts';
import { type Suite, suiteName } from './suite.ts';
import { SUITES } from './suites.ts';

/** Records by suite and output, as the engine sends them: a line `# suite: title > output`, and one for each record. */
function readExpected(): Map<string, Received[]> {
  const text = readFileSync(join(import.meta.dirname, 'expected.txt'), 'utf8');
  const expected = new Map<string, Received[]>();
  let records: Received[] = [];
  for (const line of text.trimEnd().split('\n'))
    if (line.startsWith('# ')) {
      records = [];
      expected.set(line.slice(2), records);
    } else records.push(JSON.parse(line));
  return expected;
}

const outputsOf = ({ outputs = ['all'] }: Suite): readonly string[] => outputs;

/**
 * Waits for the last record of each output, before which all others came, and compares.
 * @param of what came there, when the receiver does not have it
 */
export async function expectAll(
  receiver: Receiver,
  of: (n: number, output: string, suite: Suite) => Received[] = (n, output) => receiver.of(n, output),
): Promise<void> {
  const expected = readExpected();
  for (const [n, suite] of SUITES.entries())
    for (const output of outputsOf(suite)) {
      const name = `${suiteName(suite)} > ${output}`;
      const wanted = expected.get(name) ?? [];
      await expect.poll(() => of(n, output, suite).at(-1), { timeout: 60_000 }).toEqual(wanted.at(-1));
      expect({ name, records: of(n, output, suite) }).toEqual({ name, records: wanted });
    }
}
