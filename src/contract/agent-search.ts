import type { Agent } from './entities/fleet-agent.ts';
import { formatLabels } from './entities/fleet-labels.ts';
import { AGENT_STATUS_NAMES, formatAssigned } from './fleet-words.ts';

export const AGENT_SEARCH_FIELDS = {
  name: ({ name }: Agent) => name,
  host: ({ host }: Agent) => host,
  status: ({ status }: Agent) => AGENT_STATUS_NAMES[status],
  fleet: ({ fleetName }: Agent) => fleetName,
  configuration: ({ configuration }: Agent) => formatAssigned(configuration),
  platform: ({ platform }: Agent) => platform,
  version: ({ version }: Agent) => version,
} as const;
type Field = keyof typeof AGENT_SEARCH_FIELDS;

type Term = { field: Field | undefined; text: string; isNot: boolean };
export type AgentSearch = {
  terms: readonly Term[];
  /** `key=value` of labels, else of reported attributes. The service looks them up. */
  attributes: readonly string[];
  withoutAttributes: readonly string[];
};

/** Words; quotes keep spaces: `fleet:"North branch"`. */
export const AGENT_SEARCH_WORD = /(?:[^\s"]|"[^"]*"?)+/g;
const ATTRIBUTE = /^(-?)([\w./][\w./-]*=\S.*)$/;
const ATTRIBUTES_MAX = 10;

export const isAgentSearchField = (name: string): name is Field => Object.hasOwn(AGENT_SEARCH_FIELDS, name);

/** `status:error -platform:windows os.type=linux gateway`: all terms must hold; case is ignored. */
export function parseAgentSearch(text: string): AgentSearch {
  const terms: Term[] = [];
  const attributes: string[] = [];
  const withoutAttributes: string[] = [];
  for (const [word] of text.matchAll(AGENT_SEARCH_WORD)) {
    const plain = word.replaceAll('"', '');
    const [, not = '', pair = ''] = ATTRIBUTE.exec(plain) ?? [];
    const pairs = not === '' ? attributes : withoutAttributes;
    if (pair !== '' && pairs.length < ATTRIBUTES_MAX) {
      pairs.push(pair);
      continue;
    }
    const [, minus = '', name = '', value = ''] = /^(-?)([a-z]+):(.*)$/i.exec(plain) ?? [];
    const field = name.toLowerCase();
    if (isAgentSearchField(field)) {
      if (value !== '') terms.push({ field, text: value.toLowerCase(), isNot: minus !== '' });
    } else if (plain !== '') terms.push({ field: undefined, text: plain.toLowerCase(), isNot: false });
  }
  return { terms, attributes, withoutAttributes };
}

const formatAll = (agent: Agent): string =>
  [
    ...Object.values(AGENT_SEARCH_FIELDS).map((read) => read(agent)),
    agent.reason,
    ...formatLabels(agent.labels),
  ].join(' ');

/** Ignores attributes, which the service has checked. */
export const matchesAgent = (agent: Agent, { terms }: Pick<AgentSearch, 'terms'>): boolean =>
  terms.every(({ field, text, isNot }) => {
    const value = field === undefined ? formatAll(agent) : AGENT_SEARCH_FIELDS[field](agent);
    return value.toLowerCase().includes(text) !== isNot;
  });
