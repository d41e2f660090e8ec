import { Suspense, useRef } from 'react';
import type { Agent } from '../../../contract/entities/fleet-agent.ts';
import { ListSearchField } from '../../components/list-filters/ListSearchField.tsx';
import type { useListPage } from '../../components/list-page/use-list-page.ts';
import type { QueryCompletion } from '../../components/log-query/use-query-completion.ts';
import { createLazyCode } from '../../components/widgets/lazy/lazy-code.ts';

const { Component: AgentCompletions } = createLazyCode(async () => ({
  default: (await import('./AgentCompletions.tsx')).AgentCompletions,
}));

type AgentSearchFieldProps = {
  label: string;
  list: Pick<ReturnType<typeof useListPage<Agent>>, 'search' | 'searchField' | 'table'>;
  agents: readonly Agent[];
};

/** Completes once the list of agents is drawn. */
export function AgentSearchField({ label, list, agents }: AgentSearchFieldProps) {
  const { search, searchField: field, table } = list;
  const completion = useRef<QueryCompletion>(null);
  return (
    <ListSearchField
      {...{ label, search, field, table, completion }}
      placeholder="Name, status:error, label=x"
    >
      <Suspense fallback={null}>
        <AgentCompletions {...{ search, field, agents, completion }} />
      </Suspense>
    </ListSearchField>
  );
}
