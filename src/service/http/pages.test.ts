import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createPages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'penstock-pages-'));
const list = join(folder, 'pages.json');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HTML = '<head><title>Penstock</title></head><body></body>';
const read = (text: string, path: string): string => {
  writeFileSync(list, text);
  return new TextDecoder().decode(createPages(HTML, list).render(path, []).bytes);
};
const LIST = JSON.stringify([
  { patterns: ['/pipelines'], scripts: ['/assets/a-1.js'], styles: ['/assets/a-1.css'] },
  { patterns: ['/pipelines/:pipelineId'], scripts: ['/assets/b-1.js'], styles: [] },
]);

test('a page names the files of its screen, styles first', () => {
  expect(read(LIST, '/pipelines')).toBe(
    '<head><title>Penstock</title><link rel="preload" as="style" crossorigin href="/assets/a-1.css"><link rel="modulepreload" crossorigin href="/assets/a-1.js"></head><body></body>',
  );
  const one = read(LIST, '/pipelines/317');
  expect(one).toContain('/assets/b-1.js');
  expect(one).not.toContain('/assets/a-1.js');
});

test('an unknown address and an unreadable list name no files', () => {
  expect(read(LIST, '/pipelines/1/2')).toBe(HTML);
  for (const text of ['{', 'null', '{"patterns":[]}', '[null]', '[{"patterns":["/pipelines"]}]'])
    expect(read(text, '/pipelines'), text).toBe(HTML);
  expect(createPages(HTML, join(folder, 'none.json')).render('/', []).encoding).toBeUndefined();
});

test('a name that could leave its attribute is not written', () => {
  const page = { patterns: ['/'], scripts: ['/assets/a"onload="x.js'], styles: [] };
  expect(read(JSON.stringify([page]), '/')).toBe(HTML);
});

test('pages are compressed as the browser takes them', () => {
  writeFileSync(list, LIST);
  const pages = createPages(HTML, list);
  const { bytes, encoding } = pages.render('/pipelines', ['gzip', 'br']);
  expect(encoding).toBe('br');
  expect(brotliDecompressSync(bytes).toString()).toContain('/assets/a-1.js');
  expect(pages.render('/pipelines', ['gzip']).encoding).toBe('gzip');
});
