import { useCallback, useMemo, useState } from 'react';
import {
  LOOK_EVENTS,
  LOOK_PIPELINES_MAX,
  LOOK_SECONDS_MAX,
  type LookPlace,
  type Recommendations,
} from '../../../contract/entities/recommendations.ts';
import { counted } from '../../../contract/values.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { useSingleWrite } from '../../api/use-single-write.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import type { CommandMenuItem } from '../../components/commands/CommandMenu.tsx';
import { NothingFound } from '../../components/list-filters/NoMatch.tsx';
import { ListPage } from '../../components/list-page/ListPage.tsx';
import { useListPage } from '../../components/list-page/use-list-page.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { formatExact } from '../../lib/format.ts';
import { goTo } from '../../state/location.tsx';
import { useSite } from '../../state/sites.ts';
import { recommendationColumns } from './columns.tsx';
import { getStepsPath } from './recommendations.commands.ts';
import type { RecommendationRow } from './scope.ts';
import './scope.ts';

const PENDING_MS = 2000;
const IDLE_MS = 30_000;
const NOT_CAPTURED =
  'Recommendations are found in captured events, and those of Collectors are captured for previews alone';
const NO_PLACES: readonly LookPlace[] = [];
const getRowId = ({ id }: RecommendationRow) => id;
const getRowName = ({ title, pipelineName }: RecommendationRow) => `${title}, ${pipelineName}`;
const getRowText = ({ title, detail, pipelineName, componentName }: RecommendationRow) =>
  `${title} ${detail} ${pipelineName} ${componentName}`;
const createRowMenu = ({ id }: RecommendationRow): readonly CommandMenuItem[] => [
  { id: 'recommendations.open', args: { recommendation: id } },
];

/** True, or why no events can be analyzed now. */
function findLookRefusal(found: Recommendations | undefined, isStarting: boolean): true | string {
  if (!found) return 'The recommendations are being read';
  if (isStarting || found.pendingCount > 0) return 'Events are being analyzed';
  if (found.runningCount === 0) return 'No pipeline runs, so no events can be analyzed';
  return found.next.length > 0 ? true : 'All running pipelines were analyzed';
}

function describeLooked({ lookedAtCount, runningCount, pendingCount }: Recommendations): string {
  const looked = `${formatExact(lookedAtCount)} of ${counted(runningCount, 'running pipeline')} analyzed`;
  return pendingCount === 0 ? looked : `${looked}, ${formatExact(pendingCount)} being analyzed`;
}

type EmptyProps = { found: Recommendations | undefined; hasRows: boolean; isOnCollectors: boolean };

function Empty({ found, hasRows, isOnCollectors }: EmptyProps) {
  if (hasRows) return <NothingFound />;
  if (isOnCollectors)
    return (
      <EmptyState icon="activity" title="No recommendations on Collectors">
        {NOT_CAPTURED}. Preview a pipeline on pasted events, a file or a saved sample to see what its steps
        save.
      </EmptyState>
    );
  if (!found || found.runningCount === 0)
    return (
      <EmptyState
        title="Nothing runs"
        action={<CommandButton id="go.pipelines" label="Open the pipelines" />}
      >
        What saves volume is found in the events of pipelines that run.
      </EmptyState>
    );
  if (found.pendingCount > 0)
    return (
      <EmptyState icon="activity" title="Analyzing events">
        Findings are shown after {LOOK_SECONDS_MAX} s or {LOOK_EVENTS} events of each pipeline.
      </EmptyState>
    );
  if (found.next.length > 0)
    return (
      <EmptyState
        title={found.lookedAtCount === 0 ? 'No events were analyzed yet' : 'Nothing to save was found so far'}
        icon="sparkles"
        action={<CommandButton id="recommendations.look" variant="primary" />}
      >
        Up to {LOOK_EVENTS} events of {LOOK_PIPELINES_MAX} pipelines are captured at once, for at most{' '}
        {LOOK_SECONDS_MAX} s. Nothing is delayed or changed.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing to save was found">
      The events of all running pipelines have no fields or messages whose removal is worth a step.
    </EmptyState>
  );
}

/** Savings for a site's running pipelines (src/docs/recommendations.md). */
export default function RecommendationsPage() {
  const site = useSite();
  const isOnCollectors = site.engine === 'collectors';
  const asked = useCall(
    'listRecommendations',
    { query: { siteId: site.id } },
    {
      poll: (answer) => ((answer?.pendingCount ?? 0) > 0 ? PENDING_MS : IDLE_MS),
      keepPrevious: true,
      isSuppressed: true,
    },
  );
  const found = asked.data;
  const rows = useMemo(
    () =>
      (found?.recommendations ?? []).map(
        (one): RecommendationRow => ({
          ...one,
          id: `${one.pipelineId}/${one.componentId}/${one.findingId}`,
        }),
      ),
    [found],
  );
  const [cursorId, setCursorId] = useState<string>();
  const list = useListPage<RecommendationRow>({
    name: 'recommendations',
    rows,
    textOf: getRowText,
    rowId: getRowId,
    rowLabel: getRowName,
    menuOf: createRowMenu,
  });
  const { start, isRunning } = useSingleWrite({
    call: 'startCapture',
    write: async (places: readonly LookPlace[]) => {
      // Sequential; the first refusal stops.
      for (const { pipelineId, componentId } of places)
        await callApi('startCapture', {
          body: { pipelineId, componentId, limit: LOOK_EVENTS, seconds: LOOK_SECONDS_MAX },
        });
    },
    follow: () => void asked.refetch(),
  });
  const next = found?.next ?? NO_PLACES;
  usePublishScope('recommendations.list', {
    rows,
    cursor: list.cursor,
    mayLook: isOnCollectors ? NOT_CAPTURED : findLookRefusal(found, isRunning),
    look: useCallback(() => start(next), [start, next]),
  });
  return (
    <ListPage<RecommendationRow>
      list={list}
      title="Recommendations"
      things="recommendations"
      count={found?.recommendations.length}
      facts={found && found.runningCount > 0 && <span role="status">{describeLooked(found)}</span>}
      actions={<CommandButton id="recommendations.look" label="Analyze events" />}
      searchLabel="Search recommendations"
      columns={recommendationColumns}
      isLoading={asked.isPending}
      error={asked.error}
      onRetry={() => void asked.refetch()}
      empty={<Empty found={found} hasRows={rows.length > 0} isOnCollectors={isOnCollectors} />}
      cursorId={cursorId}
      onCursorChange={setCursorId}
      onOpen={(row) => goTo(getStepsPath(row))}
    />
  );
}
