import { CommandButton } from '../commands/CommandButton.tsx';
import { EmptyState } from '../widgets/feedback/empty-state.tsx';

/** In place of figures by node, on a site whose engine is a fleet of Collectors. */
export const NotCounted = () => (
  <EmptyState
    title="Counted by agent"
    icon="chart"
    action={<CommandButton id="go.agents" label="Show the agents" />}
  >
    Collectors report volumes, errors and health for each agent, not for each node of a pipeline.
  </EmptyState>
);
