import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';

/** The site has no archive. */
export const NothingArchived = () => (
  <EmptyState
    title="Nothing is archived on this site"
    icon="archive"
    action={<CommandButton id="go.sources" label="Open sources" />}
  >
    Log Search finds the events that a source archived. Open a source and enable its archival, with a
    destination of the type File; what it receives from then on can be searched here.
  </EmptyState>
);

type NoMatchProps = { isAskable: boolean; isNarrowed: boolean };

/** In place of rows, why there are none. */
export function NoMatch({ isAskable, isNarrowed }: NoMatchProps) {
  if (!isAskable)
    return (
      <EmptyState title="Nothing was searched" icon="search">
        The query is wrong where it is underlined.
      </EmptyState>
    );
  return (
    <EmptyState title="No event matches" icon="search">
      {isNarrowed
        ? 'Choose a longer time, another archive, or fewer words.'
        : 'Nothing was archived in this time. Choose a longer time, or another archive.'}
    </EmptyState>
  );
}
