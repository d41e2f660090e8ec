import { components } from '../../src/engine/components/registry.ts';
import { TransformProbe } from '../../src/engine/components/testing/contexts.ts';
import { Batch } from '../../src/engine/event/batch.ts';
import { median } from './load.ts';

const LINES = 5000;
const ROUNDS = 60;
const WARM_UP = 10;

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];

/** Apache access lines of about 205 bytes; one in fifty has a mail address. */
const accessLine = (n: number): string => {
  const mail = n % 50 === 0 ? '&mail=ann%40example.com' : '';
  const time = `21/Nov/2026:10:${String(n % 60).padStart(2, '0')}:01 +0000`;
  const request = `GET /api/v1/items/${n}?q=term${n % 7}${mail} HTTP/1.1`;
  return `203.0.113.${n % 250} - user${n % 90} [${time}] "${request}" 200 ${1000 + n} "https://shop.example.com/list?page=${n % 30}" "${AGENTS[n % AGENTS.length]}"`;
};

/** Events per second of CPU time in one thread, median of the rounds. */
function rateOf(finds: readonly string[]): number {
  const redact = components.transforms.redact;
  if (!redact) throw new Error('there is no transform redact');
  const transform = redact.create({ rules: finds.map((find) => ({ find })) }, new TransformProbe().context);
  const payload = Buffer.from(`${Array.from({ length: LINES }, (_, n) => accessLine(n)).join('\n')}\n`);
  const batch = new Batch(payload.length * 2);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    batch.reset();
    batch.loadLines(payload);
    const before = process.cpuUsage().user;
    for (let ev = 0; ev < LINES; ev++) transform.process(batch, ev);
    const micros = process.cpuUsage().user - before;
    if (round >= WARM_UP) rates.push((LINES * 1_000_000) / micros);
  }
  return median(rates);
}

export const benchRedact = () => ({
  everyLine: rateOf(['card', 'email', 'iban', 'jwt', 'ipv4']),
  oneInFifty: rateOf(['card', 'email', 'iban', 'jwt', 'secret']),
});
