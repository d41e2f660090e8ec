import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BUNDLE,
  FIRST_LOAD_BUDGET,
  listScriptsOfPage,
  listStylesOfPage,
  sumGzipBytes,
} from '../harness/first-load.ts';

const INDEX = join(BUNDLE, 'index.html');

/**
 * In bytes, so independent of the machine. tests/e2e/first-load.e2e.ts checks that a browser loads only these
 * scripts before the content.
 */
describe('the built console', () => {
  let html = '';
  beforeAll(() => {
    if (!existsSync(INDEX)) throw new Error(`${INDEX} is missing: build the console with 'npm run build'`);
    html = readFileSync(INDEX, 'utf8');
  });

  it('loads the dashboard with at most 180 kB of script', () => {
    const scripts = listScriptsOfPage(html);
    expect(scripts.some((path) => path.includes('/dashboard-'))).toBe(true);
    expect(sumGzipBytes(scripts), scripts.join(', ')).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.scriptBytes);
  });

  it('loads the dashboard with at most 25 kB of style', () => {
    const styles = listStylesOfPage(html);
    expect(styles.length).toBeGreaterThan(0);
    expect(sumGzipBytes(styles)).toBeLessThanOrEqual(FIRST_LOAD_BUDGET.styleBytes);
  });
});
