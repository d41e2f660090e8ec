import type { CallDefinition } from '../../contract/calls/define.ts';
import { firstCalls } from '../../contract/calls/first.ts';
import type { CallId } from '../../contract/calls/index.ts';

/** What the build keeps of a call; see `src/console/app/unused-code.ts`. */
type KeptCall = Pick<CallDefinition, 'method' | 'path' | 'access' | 'response' | 'changesNothing'> & {
  body?: unknown;
};
type Table = Readonly<Partial<Record<CallId, KeptCall>>>;

let table: Table = firstCalls;

type Part = { calls: readonly CallId[]; load: () => Promise<Table> };

/** Tables that few screens need, which need few other calls. */
const PARTS: readonly Part[] = [
  {
    // Asked beside every screen.
    calls: [
      'createSocketTicket',
      'getPreferences',
      'updatePreferences',
      'countAlertEvents',
      'getNotificationErrorSummary',
      'explain',
    ],
    load: async () => (await import('../../contract/calls/shell.ts')).shellCalls,
  },
  {
    calls: [
      'startCapture',
      'listCaptures',
      'getCapture',
      'stopCapture',
      'listSamples',
      'getSample',
      'createSample',
      'updateSample',
      'deleteSample',
      'previewPipeline',
      'runSampleTests',
      'getDataInsights',
      'listRecommendations',
    ],
    load: async () => (await import('../../contract/calls/captured.ts')).capturedCalls,
  },
];
const loadScreenCalls = async (): Promise<Table> =>
  (await import('../../contract/calls/screen.ts')).screenCalls;

/** Calls already loaded or used by the first screen. */
export const findLoadedCall = (id: CallId): KeptCall | undefined => table[id];

/** @throws when the chunk cannot be loaded */
export async function loadCall(id: CallId): Promise<KeptCall> {
  if (!table[id]) {
    const part = PARTS.find(({ calls }) => calls.includes(id));
    const more = await (part?.load ?? loadScreenCalls)();
    table = { ...more, ...table };
  }
  const known = table[id];
  if (known) return known;
  const { CALLS } = await import('../../contract/calls/index.ts');
  table = CALLS;
  return CALLS[id];
}
