import { vi } from 'vitest';
import type { TestService } from '../api/support/service.ts';

/** With its answer, before reaching the service, or with its answer lost. */
export type CallEnd = 'answer' | 'request lost' | 'answer lost';

/** Each call ends as `endOf` decides. Undo with `vi.unstubAllGlobals`. */
export function connectConsole({ service }: TestService, endOf: () => CallEnd): void {
  const content = 'http://127.0.0.1:4600/';
  vi.stubGlobal('document', { baseURI: content, querySelector: () => ({ content }) });
  vi.stubGlobal('fetch', async (...asked: ConstructorParameters<typeof Request>) => {
    const end = endOf();
    if (end === 'request lost') throw new TypeError('fetch failed');
    const answer = await service.app.fetch(new Request(...asked));
    if (end === 'answer lost') throw new TypeError('fetch failed');
    return answer;
  });
}
