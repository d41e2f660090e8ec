import type { CallId, CallResponse } from '../../contract/calls/index.ts';
import { STORAGE_KEYS, storage } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';

export const areErrorsIgnored = createStore(storage.read(STORAGE_KEYS.ignorePipelineErrors) === 'true');

export const ERROR_CALLS: readonly CallId[] = [
  'listPipelineErrors',
  'countPipelineErrors',
  'getPipelineSummaries',
];

export function ignoreErrors(isIgnored: boolean): void {
  storage.write(STORAGE_KEYS.ignorePipelineErrors, String(isIgnored));
  areErrorsIgnored.set(isIgnored);
}

type Emptied = {
  [K in CallId]?: (data: CallResponse<K>) => CallResponse<K>;
};

const EMPTIED: Emptied = {
  listPipelineErrors: () => ({ pipelinesErrorDetails: {} }),
  countPipelineErrors: () => ({ count: '0' }),
  getPipelineSummaries: (data) => ({
    ...data,
    pipelineSummaries: Object.fromEntries(
      Object.entries(data.pipelineSummaries).map(([id, summary]) => [
        id,
        { ...summary, processingErrors: '0' },
      ]),
    ),
  }),
};

export function removeIgnoredErrors<K extends CallId>(id: K, data: CallResponse<K>): CallResponse<K> {
  const emptied = areErrorsIgnored.get() ? EMPTIED[id] : undefined;
  return emptied ? emptied(data) : data;
}
