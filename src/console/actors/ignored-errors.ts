import type { CallId, CallResponse } from '../../contract/calls/index.ts';
import { createStore } from '../commands/store.ts';
import { STORAGE_KEYS, storage } from './storage.ts';

/** Pipeline errors are ignored in this browser (R8-65). */
export const areErrorsIgnored = createStore(storage.read(STORAGE_KEYS.ignorePipelineErrors) === 'true');

/** Calls whose answers tell of errors of pipelines. */
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

/** An answer as it is shown: without errors while they are ignored (R7-12, R8-65). */
export function withoutIgnored<K extends CallId>(id: K, data: CallResponse<K>): CallResponse<K> {
  const emptied = areErrorsIgnored.get() ? EMPTIED[id] : undefined;
  return emptied ? emptied(data) : data;
}
