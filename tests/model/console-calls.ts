import { vi } from 'vitest';
import type { TestService } from '../api/support/service.ts';

/** How a call ends: with its answer, without reaching the service, or carried out but its answer lost. */
export type CallEnd = 'answer' | 'request lost' | 'answer lost';

/** The console's own calls go to this service; each ends as `endOf` says. Undone by `vi.unstubAllGlobals`. */
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
