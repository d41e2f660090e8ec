import { parentPort } from 'node:worker_threads';
import type { PatternTrial } from '../../../contract/calls/patterns.ts';
import { tryPattern } from './trial.ts';

export type TrialMessage = { kind: 'begun' } | { kind: 'ended'; outcome: ReturnType<typeof tryPattern> };

const say = (message: TrialMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', (trial: PatternTrial) => {
  // The time limit starts here, after the worker has started.
  say({ kind: 'begun' });
  say({ kind: 'ended', outcome: tryPattern(trial) });
});
