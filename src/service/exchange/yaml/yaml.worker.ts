import { parentPort, workerData } from 'node:worker_threads';
import type { YamlJob } from './jobs.ts';
import { parseYaml } from './parse.ts';
import { writeYaml } from './write.ts';

const job: YamlJob = workerData;
parentPort?.postMessage('text' in job ? parseYaml(job.text) : writeYaml(job.value));
