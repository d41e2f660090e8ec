import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

afterEach(cleanup);
// The next file shares the process.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
// Busy machines may need more than the default second.
configure({ asyncUtilTimeout: 20_000 });

// happy-dom has no layout; without sizes the row virtualizer renders no rows.
const fixSize = (name: string, value: number) =>
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value });
fixSize('clientHeight', 800);
fixSize('clientWidth', 1200);
fixSize('offsetHeight', 40);
fixSize('offsetWidth', 1200);
