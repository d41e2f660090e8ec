import { vi } from 'vitest';
import type { ErrorMark } from '../../machines/acknowledge/index.ts';
import type { ErrorEntry } from '../../src/contract/entities/analytics.ts';

export const ERROR_NAMES: Record<string, string> = { a1: 'JsonInvalid', a2: 'TooLarge', b1: 'WriteFailed' };

let made = 0;
let reads = 0;

/** Each read has more occurrences, like a continuing error; newest first. */
const entryOf = (mark: ErrorMark, index: number, pipelineId: string): ErrorEntry => ({
  ...mark,
  nodeId: mark.componentId,
  pipelineId,
  templateName: 'Parse JSON',
  nodeName: `node ${mark.componentId}`,
  nodeType: 'TRANSFORM',
  errorName: ERROR_NAMES[mark.id] ?? mark.id,
  errorLevel: 'ERROR',
  errorDesc: JSON.stringify({ Error: `About ${mark.id}`, 'Possible causes': ['A cause'] }),
  count: String(reads),
  firstOccurrenceUnixTimeSeconds: 1,
  lastOccurrenceUnixTimeSeconds: 1000 - index,
  exampleEvent: 'hello',
  series: { timeSeriesTuple: [] },
  acknowledgedBy: mark.isAcknowledged ? 'Ada' : '',
  acknowledgedUnixTimeSeconds: mark.isAcknowledged ? 1 : 0,
});

/** Lists are answered at once; the test decides how acknowledgments end. */
export function startErrorService() {
  made += 1;
  const pipelineId = `3${String(made).padStart(17, '0')}`;
  let entries: readonly ErrorMark[] = [];
  let call = Promise.withResolvers<(response: Response) => void>();
  const asked: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>): Promise<Response> => {
    const sent = new Request(...request);
    const { pathname } = new URL(sent.url);
    if (/\/(un)?acknowledge$/.test(pathname)) {
      asked.push({ path: pathname, body: await sent.json() });
      const { promise, resolve } = Promise.withResolvers<Response>();
      call.resolve(resolve);
      return promise;
    }
    if (pathname === '/v1/pipelines')
      return Response.json({ pipelines: [{ id: pipelineId, name: 'web' }], pagination: { totalCount: 1 } });
    reads += 1;
    const errorDetails = entries.map((mark, index) => entryOf(mark, index, pipelineId));
    const details = { errorDetails, unacknowledgedErrors: '0', unacknowledgedWarnings: '0' };
    return Response.json({ pipelinesErrorDetails: { [pipelineId]: details } });
  });
  return {
    pipelineId,
    asked,
    /** Answers the pending or next acknowledgment. */
    end: async (response: Response) => {
      const answer = await call.promise;
      call = Promise.withResolvers();
      answer(response);
    },
    set: (next: readonly ErrorMark[]) => {
      entries = next;
    },
  };
}
