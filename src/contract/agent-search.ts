import type { Agent } from './entities/fleet-agent.ts';
import { formatLabels } from './entities/fleet-labels.ts';
import { AGENT_STATUS_NAMES, formatAssigned } from './fleet-words.ts';

/** What an agent has in each field, as it is searched. */
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
  /** `key=value` of labels, else of what agents say about themselves, which the service looks up. */
  attributes: readonly string[];
  /** Those that must not hold, which it looks up too. */
  withoutAttributes: readonly string[];
};

/** Words, and quoted ones that keep their spaces: `fleet:"North branch"`. */
export const AGENT_SEARCH_WORD = /(?:[^\s"]|"[^"]*"?)+/g;
const ATTRIBUTE = /^(-?)([\w./][\w./-]*=\S.*)$/;
const ATTRIBUTES_MAX = 10;

export const isAgentSearchField = (name: string): name is Field => Object.hasOwn(AGENT_SEARCH_FIELDS, name);

/** `status:error -platform:windows os.type=linux gateway`: all must hold, in any letter case. */
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
      // Still being typed.
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

/** Without the attributes, which the service has looked at. */
export const matchesAgent = (agent: Agent, { terms }: Pick<AgentSearch, 'terms'>): boolean =>
  terms.every(({ field, text, isNot }) => {
    const value = field === undefined ? formatAll(agent) : AGENT_SEARCH_FIELDS[field](agent);
    return value.toLowerCase().includes(text) !== isNot;
  });
