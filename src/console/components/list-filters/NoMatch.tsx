import { CommandButton } from '../commands/CommandButton.tsx';
import { EmptyState } from '../widgets/feedback/empty-state.tsx';

/** @param what singular noun: `pipeline` */
export const NoMatch = ({ what }: { what: string }) => (
  <EmptyState title={`No ${what} matches`} action={<CommandButton id="filters.reset" />}>
    Change the search or the filters, or reset them.
  </EmptyState>
);

/** For a list with only a search. */
export const NothingFound = () => <EmptyState title="Nothing matches">Search for other words.</EmptyState>;
