import type { Option, OptionGroup } from '../forms/options.ts';

const KINDS = ['syslog', 'nginx', 'auth', 'dns', 'vpc-flow', 'k8s-audit', 'firewall', 'mail', 'cdn', 'db'];

export const createNamedOptions = (count: number): Option[] =>
  Array.from({ length: count }, (_, at) => ({
    value: `id-${at}`,
    label: `${KINDS[at % KINDS.length]}-${String(Math.floor(at / KINDS.length) + 1).padStart(2, '0')}`,
    count: (at * 7) % 23,
  }));

export const STATUSES: readonly Option[] = [
  { value: 'deployed', label: 'deployed', shape: 'check', tone: 'ok', count: 19 },
  { value: 'error', label: 'error', shape: 'octagon', tone: 'err', count: 2 },
  { value: 'not deployed', label: 'not deployed', shape: 'dashed', tone: 'text2', count: 4 },
];

export const LONG: readonly Option[] = [
  {
    value: 'long',
    label: 'kafka-topic-security-audit-events-production-eu-central-1-retention-90-days-encrypted',
    count: 1234,
  },
  {
    value: 'words',
    label: 'A destination whose name was written by someone who likes whole sentences',
    count: 3,
  },
  { value: 'short', label: 'hec', count: 1 },
];

const GROUP_NAMES = ['Push', 'System', 'Cloud', 'Database', 'Internal'];

export const createOptionGroups = (count: number): OptionGroup[] =>
  GROUP_NAMES.map((label, group) => ({
    id: label,
    label,
    options: createNamedOptions(count).filter((_, at) => at % GROUP_NAMES.length === group),
  })).filter(({ options }) => options.length > 0);
