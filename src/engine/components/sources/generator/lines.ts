import { kubernetesLines, nginxLines } from './cluster-lines.ts';
import { Draws } from './random.ts';
import type { GeneratorConfig } from './schema.ts';
import { cloudAuditLines, firewallLines, sshdLines } from './security-lines.ts';
import {
  AGENTS,
  ASSETS,
  CAUSES,
  cached,
  isoTime,
  METHODS,
  MONTHS,
  PATHS,
  SERVICES,
  STATUSES,
  two,
} from './words.ts';

/** `now`: Unix milliseconds. */
export type LineMaker = (sequence: number, now: number) => string;

const LEVELS = ['debug', 'debug', 'debug', 'info', 'info', 'info', 'info', 'info', 'warn', 'error'];

function jsonLines(seed: number): LineMaker {
  const draws = new Draws();
  const time = isoTime();
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
  const time = isoTime();
  return (sequence, now) => {
    draws.begin(seed, sequence);
    const program = draws.from(PROGRAMS);
    const severity = draws.from([3, 4, 5, 6, 6, 6, 6, 7]);
    const host = `host-${draws.below(5) + 1}.example.com`;
    return `<${program.facility * 8 + severity}>1 ${time(now)} ${host} ${program.name} ${draws.below(30_000) + 300} - [meta sequence="${sequence}"] ${draws.from(program.texts)}`;
  };
}

const MAKERS: Record<GeneratorConfig['format'], (seed: number) => LineMaker> = {
  json: jsonLines,
  access_log: accessLines,
  nginx_json: nginxLines,
  syslog: syslogLines,
  sshd: sshdLines,
  kubernetes: kubernetesLines,
  cloud_audit: cloudAuditLines,
  firewall: firewallLines,
};

/** The same seed gives the same lines, except for times. */
export const lineMaker = (format: GeneratorConfig['format'], seed: number): LineMaker => MAKERS[format](seed);
