import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rawBatch } from '../../testing/contexts.ts';
import { runTransform } from '../../testing/run-transform.ts';

const PAGE = new URL('../../../../docs/redaction.md', import.meta.url);
const ROW = /^\| (\w+) \| `(.*)` \| (?:`(.*)`|stays) \|$/;

const readText = (cell: string): string => JSON.parse(`"${cell.replaceAll('\\|', '|')}"`);

/** Every line of the published table. */
const cases = readFileSync(PAGE, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, find = '', text = '', hidden] = ROW.exec(line) ?? [];
    return find === ''
      ? []
      : [{ find, text: readText(text), wanted: readText(hidden ?? text), isFound: hidden !== undefined }];
  });

const hide = (find: string, text: string) =>
  runTransform('redact', { rules: [{ find }] }, rawBatch(text)).texts[0] ?? '';

test('redaction: precision and recall over the published table are 100 %', () => {
  expect(cases.length).toBeGreaterThan(80);
  const wrong = cases.filter(({ find, text, wanted }) => hide(find, text) !== wanted);
  expect(wrong.map((one) => ({ ...one, got: hide(one.find, one.text) }))).toEqual([]);
  for (const found of [true, false])
    expect(cases.filter(({ isFound }) => isFound === found).length).toBeGreaterThan(25);
});

test('redaction: what was hidden stays as it is', () => {
  for (const { find, wanted } of cases) expect(hide(find, wanted), wanted).toBe(wanted);
});
