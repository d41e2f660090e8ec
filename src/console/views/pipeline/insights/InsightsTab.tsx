import { useCallback, useState } from 'react';
import { type InsightsSnapshot, selectPhase } from '../../../../../machines/data-insights/index.ts';
import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import type { DataInsights } from '../../../../contract/entities/insights.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { ErrorPanel } from '../../../components/widgets/feedback/error-panel.tsx';
import { formatBytes, formatExact, formatFigure, formatTime } from '../../../lib/format.ts';
import { useStore } from '../../../lib/store.ts';
import { flagsOn } from '../../../state/flags.ts';
import { useShownLocation } from '../../../state/location.tsx';
import { addStep, notifyFailure } from '../editor/add-step.ts';
import type { Change } from '../editor/change.ts';
import { toNodeChange } from '../editor/change-node.ts';
import type { Catalogue } from '../editor/use-catalogue.ts';
import { usePreviewOnScreen } from '../preview/preview-context.ts';
import { LOOK_HINT } from './AwaitedInsights.tsx';
import { Findings } from './Findings.tsx';
import { InsightTables } from './InsightTables.tsx';
import * as css from './insights.css.ts';
import { LOOK_SECONDS } from './look-time.ts';
import type { InsightsTable } from './scope.ts';
import { useInsights } from './use-insights.ts';

type Looked = {
  catalogue: Catalogue;
  componentId: string;
  sample: () => Promise<PreviewSample>;
};

/** Adds a change after the inspected node as one editor step, and previews it on the same events. */
function useApply({ catalogue, componentId, sample }: Looked) {
  const { send, reveal } = usePreviewOnScreen();
  return useCallback(
    async (change: Change) => {
      const isAdded = addStep((draft) => ({
        type: 'graph.node.add',
        ...toNodeChange(change, { draft, componentId, catalogue }),
      }));
      if (!isAdded) return;
      try {
        send({ type: 'sample.chosen', sample: await sample() });
        reveal();
      } catch (error) {
        notifyFailure(error);
      }
    },
    [catalogue, componentId, sample, send, reveal],
  );
}

function describeInsightsStatus(
  { context }: InsightsSnapshot,
  phase: ReturnType<typeof selectPhase>,
): string {
  const { capture, insights } = context;
  if (phase === 'capturing')
    return `${formatExact(capture?.eventCount ?? 0)} events so far, up to ${LOOK_SECONDS} s`;
  if (phase === 'analysing') return `Analyzing ${formatExact(capture?.eventCount ?? 0)} events`;
  if (phase !== 'shown' || !insights || !capture) return '';
  const size = formatFigure(formatBytes(insights.bytes));
  const text = insights.textEvents > 0 ? `, ${formatExact(insights.textEvents)} of them text` : '';
  return `${formatExact(insights.events)} events, ${size}${text}, captured at ${formatTime(capture.startedAt)} by ${capture.startedBy}`;
}

function describeLeftOut(insights: DataInsights, table: InsightsTable): string {
  const [shown, others, rows] =
    table === 'fields'
      ? [insights.fields.length, insights.otherFields, 'fields']
      : [insights.patterns.length, insights.otherPatterns, 'event patterns'];
  if (others === 0) return '';
  return `The ${formatExact(shown)} largest of ${formatExact(shown + others)} ${rows} are listed.`;
}

type InsightsProps = { pipeline: Pipeline; draft: Draft; catalogue: Catalogue };
type InsightsTabProps = InsightsProps & {
  /** Why no events can be captured. */
  refusal?: string | undefined;
};

export default function InsightsTab({ refusal, ...props }: InsightsTabProps) {
  if (refusal === undefined) return <Insights {...props} />;
  return (
    <div className={css.page}>
      <div className={css.message}>
        <EmptyState icon="activity" title="No data insights on Collectors">
          {refusal}.
        </EmptyState>
      </div>
    </div>
  );
}

function Insights({ pipeline, draft, catalogue }: InsightsProps) {
  const { search } = useShownLocation();
  const at = new URLSearchParams(search).get('at') ?? undefined;
  const { snapshot, look, stop, name, sample } = useInsights(pipeline, draft, catalogue, at);
  const phase = selectPhase(snapshot);
  const { componentId, insights, measured, error } = snapshot.context;
  const [table, show] = useState<InsightsTable>('fields');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const apply = useApply({ catalogue, componentId, sample });

  usePublishScope('pipeline.insights', {
    snapshot,
    look,
    stop,
    table,
    show: useCallback((next: InsightsTable) => {
      setChosen([]);
      show(next);
    }, []),
    fields: table === 'fields' ? chosen : NONE,
    pattern: table === 'patterns' ? chosen[0] : undefined,
    apply,
  });

  const isRecommending = useStore(flagsOn)?.has('aiRecommendations') !== false;
  const leftOut = insights ? describeLeftOut(insights, table) : '';
  return (
    <div className={css.page}>
      <div className={css.head}>
        <CommandButton id="insights.look" size="small" label={`After: ${name}`} />
        <span className={css.status} role="status">
          {describeInsightsStatus(snapshot, phase)}
        </span>
        <span className={css.push}>
          {phase === 'capturing' && <CommandButton id="insights.stop" size="small" label="Stop capture" />}
          {insights && <CommandButton id="insights.table" size="small" hideIcon />}
          <CommandButton id="insights.again" size="small" hideIcon />
        </span>
      </div>
      {phase === 'failed' && (
        <div className={css.message}>
          <ErrorPanel
            title="The events could not be analyzed"
            cause={error ?? ''}
            onRetry={() => look(componentId)}
          />
        </div>
      )}
      {phase === 'empty' && (
        <div className={css.message}>
          <EmptyState title="No data found" action={<CommandButton id="insights.again" />}>
            Nothing left {name} in {LOOK_SECONDS} s. Capture again when events arrive, or at another node.
          </EmptyState>
        </div>
      )}
      {!insights && (phase === 'capturing' || phase === 'analysing') && (
        <div className={css.message}>
          <EmptyState icon="activity" title={`Capturing what leaves ${name}`}>
            {LOOK_HINT}
          </EmptyState>
        </div>
      )}
      {insights && (
        <>
          {insights.unparsedEvents > 0 && (
            <p className={css.note}>
              {insights.unparsedEvents < insights.events
                ? `${formatExact(insights.unparsedEvents)} of the events are`
                : 'The events are'}{' '}
              text that holds JSON: its fields show after the node that parses it.
            </p>
          )}
          {leftOut !== '' && <p className={css.note}>{leftOut}</p>}
          {isRecommending && <Findings insights={insights} measured={measured} />}
          <InsightTables insights={insights} table={table} onChosen={setChosen} />
        </>
      )}
    </div>
  );
}

const NONE: readonly string[] = [];
