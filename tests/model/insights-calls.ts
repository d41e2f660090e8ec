import { vi } from 'vitest';
import { someCapture, someFigures } from '../../machines/data-insights/data-insights.model.ts';

const EVENTS = ['{"host":"web-1"}', '{"host":"web-1"}', '{"host":"web-1"}'];

type Answer = (response: Response) => void;
const CALLS = [
  ['start', /\/pipeline\/capture$/],
  ['read', /\/captures$/],
  ['stop', /\/stop$/],
  ['analyse', /\/data-insights$/],
  ['measure', /\/pipeline\/preview$/],
] as const;
export type CallName = (typeof CALLS)[number][0];

export const outcomeOf = (deliveredBytes: number) => ({
  nodes: {
    measured: {
      eventsIn: 3,
      eventsOut: 3,
      eventsDropped: 0,
      errors: 0,
      bytesIn: someFigures.bytesIn,
      bytesOut: someFigures.bytesOut,
      percentOptimized: 25,
      results: [],
    },
  },
  total: { eventsIn: 3, eventsOut: 3, bytesIn: 300, bytesOut: deliveredBytes, percentOptimized: 0 },
  elapsedMilliseconds: 1,
});

/** The test decides when the machine's calls are answered; others are answered at once. */
export function startService() {
  const waiting = new Map<CallName, Answer>();
  let onAsked = () => {};
  vi.stubGlobal('fetch', async (...request: ConstructorParameters<typeof Request>): Promise<Response> => {
    const sent = new Request(...request);
    const { pathname } = new URL(sent.url);
    const name = CALLS.find(([, path]) => path.test(pathname))?.[0];
    if (!name) return Response.json({ capture: someCapture('DONE', 3), events: EVENTS });
    if (name === 'measure' && !('measured' in (await sent.json()).graph.nodes))
      return Response.json(outcomeOf(someFigures.deliveredBefore));
    return new Promise((answer, refuse) => {
      waiting.set(name, answer);
      sent.signal.addEventListener('abort', () => {
        if (waiting.get(name) === answer) waiting.delete(name);
        refuse(new DOMException('aborted', 'AbortError'));
      });
      onAsked();
    });
  });
  const asked = async (name: CallName): Promise<Answer> => {
    for (;;) {
      const answer = waiting.get(name);
      if (answer) return answer;
      await new Promise<void>((resolve) => {
        onAsked = resolve;
      });
    }
  };
  return {
    asked,
    answer: async (name: CallName, response: Response) => {
      const answer = await asked(name);
      waiting.delete(name);
      answer(response);
    },
  };
}
