import {
  AGENT_SEARCH_FIELDS,
  AGENT_SEARCH_WORD,
  isAgentSearchField,
} from '../../../contract/agent-search.ts';
import { AGENT_STATUSES } from '../../../contract/entities/fleet.ts';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { AGENT_STATUS_NAMES } from '../../../contract/fleet-words.ts';
import type { Completions } from '../../components/log-query/query-completion.ts';

const OPTIONS_MAX = 8;
const LABEL = '=';

const quote = (value: string): string => (/\s/.test(value) ? `"${value}"` : value);

/** The word before the caret. */
function readWord(before: string): string {
  const last = [...before.matchAll(AGENT_SEARCH_WORD)].at(-1);
  return last && last.index + last[0].length === before.length ? last[0] : '';
}

/** Operating systems and whole platforms: `linux`, `linux/amd64`. */
const splitPlatform = (platform: string): string[] => [platform.split('/')[0] ?? '', platform];

function listValues(name: string, mark: string, agents: readonly Agent[]): string[] {
  if (mark === LABEL)
    return agents.flatMap(({ labels }) => (Object.hasOwn(labels, name) ? (labels[name] ?? []) : []));
  if (name === 'status') return AGENT_STATUSES.map((status) => AGENT_STATUS_NAMES[status].toLowerCase());
  if (!isAgentSearchField(name)) return [];
  const values = agents.map(AGENT_SEARCH_FIELDS[name]);
  return name === 'platform' ? values.flatMap(splitPlatform) : values;
}

/** Completions of the word before the caret: fields and labels of agents, or values of one. */
export function findAgentCompletions(text: string, caret: number, agents: readonly Agent[]): Completions {
  const word = readWord(text.slice(0, caret));
  const from = caret - word.length + (word.startsWith('-') ? 1 : 0);
  const typed = text.slice(from, caret);
  const [, name = '', mark = '', value = ''] = /^([^:="]+)([:=])(.*)$/.exec(typed) ?? [];
  if (mark !== '') {
    const wanted = value.replaceAll('"', '').toLowerCase();
    const values = [...new Set(listValues(mark === LABEL ? name : name.toLowerCase(), mark, agents))]
      // A quote in a value cannot be searched.
      .filter((one) => one !== '' && !one.includes('"') && one.toLowerCase().includes(wanted))
      .filter((one) => one.toLowerCase() !== wanted);
    // Statuses keep their order: the worst first.
    const ordered = name === 'status' ? values : values.toSorted();
    const options = ordered.slice(0, OPTIONS_MAX);
    return {
      from: caret - value.length,
      options: options.map((one) => ({ label: one, detail: '', insert: `${quote(one)} ` })),
    };
  }
  if (word === '') return { from: caret, options: [] };
  const labels = new Set(agents.flatMap((agent) => Object.keys(agent.labels)));
  const keys = [
    ...Object.keys(AGENT_SEARCH_FIELDS).map((key) => ({ label: `${key}:`, detail: '' })),
    ...[...labels].toSorted().map((key) => ({ label: `${key}=`, detail: 'label' })),
  ];
  const options = keys.filter(({ label }) => label.toLowerCase().startsWith(typed.toLowerCase()));
  return { from, options: options.slice(0, OPTIONS_MAX).map((one) => ({ ...one, insert: one.label })) };
}
