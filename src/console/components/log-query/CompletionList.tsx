import type { RefObject } from 'react';
import { ProposalList } from '../widgets/forms/proposal-list.tsx';
import type { QueryCompletion } from './use-query-completion.ts';

type CompletionListProps = {
  field: RefObject<HTMLInputElement | null>;
  completion: QueryCompletion;
};

/** Below the field, while there are completions. */
export function CompletionList({ field, completion }: CompletionListProps) {
  const { listId, options, chosen, take } = completion;
  if (options.length === 0) return null;
  return (
    <ProposalList
      id={listId}
      label="Completions"
      proposals={options.map(({ label, detail }) => ({ key: label, label, detail }))}
      current={chosen}
      anchor={field.current}
      onTake={take}
    />
  );
}
