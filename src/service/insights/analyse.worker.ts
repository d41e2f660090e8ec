import { parentPort, workerData } from 'node:worker_threads';
import { analyseEvents } from './analyse.ts';

export type ToAnalyse = { events: readonly string[]; isText: readonly boolean[] };

const { events, isText } = workerData as ToAnalyse;
parentPort?.postMessage(analyseEvents(events, isText));
