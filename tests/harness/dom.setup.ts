import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
// A wait ends when what is waited for is there; on a busy machine that may be later than after a second.
configure({ asyncUtilTimeout: 20_000 });

// happy-dom has no layout; without sizes the row virtualiser would draw no rows at all.
const fixedSize = (name: string, value: number) =>
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
fixedSize('clientHeight', 800);
fixedSize('clientWidth', 1200);
fixedSize('offsetHeight', 40);
fixedSize('offsetWidth', 1200);
