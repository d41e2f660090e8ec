import { type RefObject, useEffect, useState } from 'react';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import type { ListSearch } from '../../components/list-filters/use-list-search.ts';
import { CompletionList } from '../../components/log-query/CompletionList.tsx';
import { type QueryCompletion, useQueryCompletion } from '../../components/log-query/use-query-completion.ts';
import { findAgentCompletions } from './agent-completion.ts';

type AgentCompletionsProps = {
  search: ListSearch;
  field: RefObject<HTMLInputElement | null>;
  agents: readonly Agent[];
  /** Called by the field. */
  completion: RefObject<QueryCompletion | null>;
};

/** Completes fields, labels and their values, below the agent search. */
export function AgentCompletions({ search, field, agents, completion }: AgentCompletionsProps) {
  // A half-typed label leaves no agents to complete it from, so earlier ones count too.
  const [known] = useState(() => new Map<string, Agent>());
  useEffect(() => {
    for (const agent of agents) known.set(agent.id, agent);
  }, [known, agents]);
  const own = useQueryCompletion(field, {
    value: search.text,
    onChange: search.set,
    find: (text, caret) => findAgentCompletions(text, caret, [...known.values()]),
  });
  useEffect(() => {
    completion.current = own;
  });
  return <CompletionList field={field} completion={own} />;
}
