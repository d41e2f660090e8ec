import { Draws } from './random.ts';
import type { GeneratorConfig } from './schema.ts';

/** One made-up log line; `sequence` stands in it, `now` is its time in Unix milliseconds. */
export type LineMaker = (sequence: number, now: number) => string;

const SERVICES = ['checkout', 'catalog', 'payments', 'search', 'accounts'];
const PATHS = ['/api/orders', '/api/products', '/api/cart', '/api/search', '/api/users', '/api/payments'];
const ASSETS = ['/static/app.js', '/static/site.css', '/images/logo.png', '/favicon.ico', '/images/hero.jpg'];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'];
const STATUSES = [200, 200, 200, 200, 200, 201, 204, 304, 301, 400, 404, 500, 503];
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.14.1',
];
const LEVELS = ['debug', 'debug', 'debug', 'info', 'info', 'info', 'info', 'info', 'warn', 'error'];
const CAUSES = [
  'timeout calling payments',
  'connection reset by peer',
  'slow query on orders',
  'cache miss storm',
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number): string => String(value).padStart(2, '0');

/** Times repeat within a batch: the last one is kept. */
function cached(format: (now: number) => string): (now: number) => string {
  let at = Number.NaN;
  let text = '';
  return (now) => {
    if (now !== at) {
      at = now;
      text = format(now);
    }
    return text;
  };
}

function jsonLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = cached((now) => new Date(now).toISOString());
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const service = draws.from(SERVICES);
    const isHealthCheck = draws.below(100) < 15;
    const level = isHealthCheck ? 'info' : draws.from(LEVELS);
    const method = isHealthCheck ? 'GET' : draws.from(METHODS);
    const path = isHealthCheck ? '/healthz' : `${draws.from(PATHS)}/${draws.below(90_000) + 10_000}`;
    const status = isHealthCheck ? 200 : level === 'error' ? 500 : draws.from(STATUSES);
    const duration = isHealthCheck ? 1 : draws.below(level === 'error' ? 5000 : 400) + 2;
    const cause = level === 'error' || level === 'warn' ? `: ${draws.from(CAUSES)}` : '';
    const pod = `${service}-${draws.below(4)}`;
    return `{"timestamp":"${time(now)}","sequence":${sequence},"level":"${level}","service":"${service}","message":"${method} ${path} answered ${status} in ${duration} ms${cause}","http":{"method":"${method}","path":"${path}","status":${status},"duration_ms":${duration},"headers":{"user-agent":"${draws.from(AGENTS)}","accept":"application/json","x-forwarded-for":"198.51.100.${draws.below(254) + 1}"}},"trace_id":"${draws.hex(32)}","kubernetes":{"namespace":"shop","pod":"${pod}-${draws.hex(5)}","node":"node-${draws.below(3) + 1}","labels":{"app":"${service}","tier":"backend","managed-by":"helm"}},"build":{"version":"4.18.2","commit":"9f2c1e7a"}}`;
  };
}

function accessLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = cached((now) => {
    const date = new Date(now);
    const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`;
    return `${day}:${date.toISOString().slice(11, 19)} +0000`;
  });
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const isAsset = draws.below(100) < 40;
    const path = isAsset ? draws.from(ASSETS) : `${draws.from(PATHS)}/${draws.below(90_000) + 10_000}`;
    const method = isAsset ? 'GET' : draws.from(METHODS);
    const status = draws.from(STATUSES);
    const bytes = status === 304 || status === 204 ? '-' : String(draws.below(60_000) + 100);
    const client = `203.0.113.${draws.below(254) + 1}`;
    return `${client} - - [${time(now)}] "${method} ${path}?sequence=${sequence} HTTP/1.1" ${status} ${bytes} "https://shop.example.com/" "${draws.from(AGENTS)}"`;
  };
}

const PROGRAMS = [
  {
    name: 'sshd',
    facility: 10,
    texts: ['Accepted publickey for deploy', 'Connection closed by 203.0.113.9'],
  },
  { name: 'cron', facility: 9, texts: ['(root) CMD (run-parts /etc/cron.hourly)'] },
  { name: 'kernel', facility: 0, texts: ['eth0: link is up', 'Out of memory: killed process 4711'] },
  { name: 'nginx', facility: 3, texts: ['upstream timed out', 'client closed connection'] },
];

function syslogLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = cached((now) => new Date(now).toISOString());
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const program = draws.from(PROGRAMS);
    const severity = draws.from([3, 4, 5, 6, 6, 6, 6, 7]);
    const host = `host-${draws.below(5) + 1}.example.com`;
    return `<${program.facility * 8 + severity}>1 ${time(now)} ${host} ${program.name} ${draws.below(30_000) + 300} - [meta sequence="${sequence}"] ${draws.from(program.texts)}`;
  };
}

/** The maker of lines of a format; the same seed makes the same lines but for the time. */
export function lineMaker(format: GeneratorConfig['format'], seed: number): LineMaker {
  if (format === 'access_log') return accessLines(seed);
  return format === 'syslog' ? syslogLines(seed) : jsonLines(seed);
}
