import type * as Browser from './browser.ts';

/** Playwright's `test` and `expect`; under vitest they drive the console in happy-dom. */
export const { test, expect }: Pick<typeof Browser, 'test' | 'expect'> = process.env.VITEST
  ? ((await import('../../harness/dom-browser/test.ts')) as unknown as typeof Browser)
  : await import('./browser.ts');

/** Expected when the service refuses a request. */
export const refused = (...statuses: number[]): RegExp =>
  new RegExp(`the server responded with a status of (${statuses.join('|')})\\b`);

/** Expected while the service is gone or a test blocks requests. */
export const SERVICE_GONE = /net::ERR_|ChunkLoadError|status of 503\b/;

export const either = (...faults: RegExp[]): RegExp =>
  new RegExp(faults.map(({ source }) => `(?:${source})`).join('|'));
