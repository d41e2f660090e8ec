import { once } from 'node:events';
import { loadavg } from 'node:os';
import { CHAT_PATH, chatAnswerSchema } from '../../src/contract/assistant.ts';
import { ProductApi } from '../harness/api.ts';
import { buildName, importPipelines } from '../harness/many-pipelines.ts';
import { removeFolder, startProduct } from '../harness/product.ts';
import { type Spread, spread } from './page.ts';

const PIPELINES = 1000;
/** A connection may send so many at once. */
const PER_CONNECTION = 15;
const CONNECTIONS = 12;

export type AssistantBench = {
  pipelines: number;
  sentences: number;
  /** From the question to the first word or step of the answer, and to its end. */
  firstMs: Spread;
  wholeMs: Spread;
  /** Of the service, all threads; what else runs on the machine does not change it. */
  cpuMsPerSentence: number;
  loadAverage: number;
};

const name = (n: number) => `"${buildName(n % PIPELINES)}"`;
const SENTENCES: readonly ((n: number) => string)[] = [
  (n) => `pause ${name(n)}`,
  (n) => `status of ${name(n)}`,
  () => 'what is failing?',
  (n) => `drop debug and hide e-mail addresses in ${name(n)}`,
  () => 'which pipelines write to sink 7',
  (n) => `create a pipeline from source ${n % 20} to sink ${n % 20} that drops debug`,
  (n) => `open ${buildName(n)}`,
  () => 'how much did we save in the last 4 hours?',
  () => 'list paused pipelines',
  () => 'the weather is nice today',
];

async function converse(api: ProductApi, url: string, siteId: string, first: number) {
  const { ticket } = await api.call('createSocketTicket', { body: {} });
  const address = new URL(CHAT_PATH, url.replace(/^http/, 'ws'));
  address.searchParams.set('authorization', ticket);
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const firsts: number[] = [];
  const wholes: number[] = [];
  for (let at = 0; at < PER_CONNECTION; at++) {
    const n = first + at;
    const askedAt = performance.now();
    let isFirst = true;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.onclose = ({ reason }) => reject(new Error(`the connection was closed: ${reason}`));
    socket.onmessage = ({ data }) => {
      const { functionType, metadata } = chatAnswerSchema.parse(JSON.parse(String(data)));
      if (isFirst) firsts.push(performance.now() - askedAt);
      isFirst = false;
      if (functionType !== 'MESSAGE_STREAM_ENDED') return;
      wholes.push(performance.now() - askedAt);
      if (metadata.failed) reject(new Error(metadata.failed));
      else resolve();
    };
    socket.send(
      JSON.stringify({
        siteId,
        functionType: 'ORION',
        message: SENTENCES[n % SENTENCES.length]!(n * 37),
        metadata: { turn: at + 1 },
        sessionId: 'bench',
        resource: '',
        resourceId: '',
      }),
    );
    await promise;
  }
  socket.onclose = null;
  socket.close();
  return { firsts, wholes };
}

async function readCpuSeconds(url: string): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', url))).text();
  const [, seconds] = /^process_cpu_seconds_total (\S+)$/m.exec(metrics) ?? [];
  return Number(seconds);
}

export async function benchAssistant(): Promise<AssistantBench> {
  const product = await startProduct({ env: { PENSTOCK_CALLS_PER_MINUTE: '0' } });
  try {
    const api = new ProductApi(product.url);
    await importPipelines(api, PIPELINES);
    const siteId = await api.siteId();
    // The first one reads the code of the threads.
    await converse(api, product.url, siteId, 0);
    const firsts: number[] = [];
    const wholes: number[] = [];
    const cpuBefore = await readCpuSeconds(product.url);
    for (let at = 0; at < CONNECTIONS; at++) {
      const times = await converse(api, product.url, siteId, at * PER_CONNECTION);
      firsts.push(...times.firsts);
      wholes.push(...times.wholes);
    }
    const cpuSeconds = (await readCpuSeconds(product.url)) - cpuBefore;
    const [loadAverage = 0] = loadavg();
    return {
      pipelines: PIPELINES,
      sentences: wholes.length,
      firstMs: spread(firsts),
      wholeMs: spread(wholes),
      cpuMsPerSentence: (cpuSeconds * 1000) / wholes.length,
      loadAverage,
    };
  } finally {
    await product.stop();
    removeFolder(product.dataFolder);
  }
}

export function printAssistant(
  assistant: AssistantBench,
  row: (what: string, figure: string, budget: string) => void,
): void {
  const ms = (value: number) => `${Math.round(value)} ms`;
  console.log(
    `\nAssistant: ${assistant.sentences} sentences over a socket, ${assistant.pipelines} pipelines`,
  );
  row('first part of the answer, median', ms(assistant.firstMs.median), '');
  row('first part of the answer, p95', ms(assistant.firstMs.p95), 'must <= 150 ms');
  row('whole answer, median', ms(assistant.wholeMs.median), '');
  row('whole answer, p95', ms(assistant.wholeMs.p95), '');
  row('CPU of the service, a sentence', ms(assistant.cpuMsPerSentence), '');
  row('load of the machine', assistant.loadAverage.toFixed(1), '');
}
