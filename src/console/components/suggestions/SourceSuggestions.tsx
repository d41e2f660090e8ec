import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Suggestion, SuggestOutcome } from '../../../contract/calls/suggestions.ts';
import { callApi } from '../../api/call-api.ts';
import { useCall } from '../../api/use-call.ts';
import { usePublishScope } from '../../commands/scopes.ts';
import { formatExact, formatMinute } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { announce } from '../../state/announcement.ts';
import { handedStep } from '../../state/handed-step.ts';
import { goTo } from '../../state/location.tsx';
import { notify } from '../../state/toasts.ts';
import { CommandButton } from '../commands/CommandButton.tsx';
import { applySuggestion, isApplied } from './apply-suggestion.ts';
import { gatherSourceEvents } from './gather-source-events.ts';
import { pickReadingSettings } from './reading-settings.ts';
import { SuggestionEntry } from './SuggestionEntry.tsx';
import * as css from './suggestions.css.ts';

const HOUR_MS = 3_600_000;
const NONE: readonly Suggestion[] = [];
const NOT_SAVED =
  'There are no events of a source that is not saved. Save it, and deploy a pipeline that reads from it';
const UNSAVED = 'Save the source first: adding a step leads to the editor of the pipeline.';

type SourceSuggestionsProps = {
  siteId: string;
  /** Undefined while unsaved. */
  sourceId: string | undefined;
  templateId: string;
  config: Record<string, unknown>;
  /** Whether the form has unsaved changes. */
  isChanged: boolean;
  onChange: (config: Record<string, unknown>) => void;
};

type Answer = { outcome?: SuggestOutcome; none?: string; pipelineId?: string; capturedAt?: string };

async function askSuggestions(
  place: { siteId: string; sourceId: string },
  source: { templateId: string; config: Record<string, unknown> },
  signal: AbortSignal,
): Promise<Answer> {
  const gathered = await gatherSourceEvents(place, signal);
  if (typeof gathered === 'string') return { none: gathered };
  const { pipelineId, capturedAt, ...events } = gathered;
  const { data } = await callApi('suggestSteps', { body: { ...events, source } }, { signal });
  return { outcome: data, pipelineId, ...(capturedAt === undefined ? {} : { capturedAt }) };
}

function useSourceSuggestions(
  { siteId, sourceId, templateId, config }: SourceSuggestionsProps,
  asked: number,
) {
  const query = useQuery({
    queryKey: ['suggestForSource', siteId, sourceId, asked],
    queryFn: ({ signal }) =>
      askSuggestions(
        { siteId, sourceId: sourceId ?? '' },
        { templateId, config: pickReadingSettings(templateId, config) },
        signal,
      ),
    enabled: asked > 0 && sourceId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { isSuppressed: true },
  });
  const answer: Answer = query.data ?? {};
  return { ...answer, error: query.error, isWaiting: query.isFetching };
}

/** Text when all settings are applied. */
const describeSettled = ({ suggestions }: SuggestOutcome): string =>
  suggestions.some(({ isOfSource }) => isOfSource)
    ? 'The form has the suggested settings. Save it to read events that way.'
    : 'The settings of the source fit them.';

const countSuggestions = (count: number): string =>
  count === 1 ? 'One suggestion' : `${formatExact(count)} suggestions`;

/** Source settings that fit its events, and transforms that may follow. */
export default function SourceSuggestions(props: SourceSuggestionsProps) {
  const { config, isChanged, onChange, sourceId, templateId } = props;
  const [asked, setAsked] = useState(0);
  const room = useRef<HTMLElement>(null);
  const { outcome, none, error, isWaiting, pipelineId, capturedAt } = useSourceSuggestions(props, asked);
  const known = useCall(
    'listTransformTemplates',
    { query: {} },
    { enabled: outcome !== undefined, staleTime: HOUR_MS, isSuppressed: true },
  );
  const nameOf = (one: Suggestion): string =>
    known.data?.transformTemplates.find(({ id }) => id === one.templateId)?.name ?? one.templateId;
  const suggestions = useMemo(
    () => outcome?.suggestions.filter((one) => !one.isOfSource || !isApplied(config, one)) ?? NONE,
    [outcome, config],
  );
  const find = useCallback(() => setAsked((count) => count + 1), []);
  const apply = useCallback(
    (suggestion: Suggestion) => {
      if (suggestion.isOfSource) {
        onChange(applySuggestion(config, suggestion));
        // The pressed button disappears with its entry.
        room.current?.querySelector('button')?.focus();
        announce(`The form has the suggested settings: ${suggestion.title}`);
        return;
      }
      if (isChanged) return notify({ message: UNSAVED, status: 'warning' });
      if (pipelineId === undefined || sourceId === undefined) return undefined;
      const name = known.data?.transformTemplates.find(({ id }) => id === suggestion.templateId)?.name;
      const change = { ...suggestion, name: name ?? suggestion.templateId };
      handedStep.set({ pipelineId, componentId: sourceId, change });
      return goTo(paths.pipeline(pipelineId, { mode: 'edit' }));
    },
    [config, isChanged, onChange, pipelineId, sourceId, known.data],
  );
  const refusal = sourceId === undefined ? NOT_SAVED : undefined;
  const fill = useCallback(
    (values: Pick<Suggestion, 'templateId' | 'config'>) =>
      onChange(applySuggestion(config, { ...values, isOfSource: true })),
    [config, onChange],
  );
  usePublishScope('connection.suggest', {
    suggestions,
    refusal,
    find,
    apply,
    templateId,
    config,
    // Pasted lines fit an unsaved source, too.
    fillRefusal: undefined,
    fill,
    restore: onChange,
  });
  const said = outcome ? countSuggestions(suggestions.length) : none;
  useEffect(() => {
    if (said !== undefined) announce(said);
  }, [said]);
  const settings = suggestions.filter(({ isOfSource }) => isOfSource);
  const steps = suggestions.filter(({ isOfSource }) => !isOfSource);
  const toEntry = (suggestion: Suggestion) => (
    <SuggestionEntry
      key={`${suggestion.templateId}/${suggestion.title}`}
      command="source.applySuggestion"
      suggestion={suggestion}
      index={suggestions.indexOf(suggestion)}
      of={outcome?.eventCount ?? 0}
      {...(suggestion.isOfSource
        ? {}
        : { title: `${nameOf(suggestion)}: ${suggestion.title}`, label: 'Add' })}
    />
  );
  return (
    <section ref={room} className={css.room} aria-label="Suggestions">
      <div>
        <CommandButton id="source.suggest" size="small" />
      </div>
      {isWaiting && <p className={css.count}>Waiting for events of this source…</p>}
      {none !== undefined && <p className={css.count}>{none}</p>}
      {error && <p className={css.warning}>{error.message}</p>}
      {outcome && (
        <>
          <p className={css.count}>
            {capturedAt === undefined
              ? `Found in ${formatExact(outcome.eventCount)} events that arrived just now.`
              : `Found in ${formatExact(outcome.eventCount)} events captured at ${formatMinute(new Date(capturedAt))}; none arrived just now.`}
            {settings.length === 0 && ` ${describeSettled(outcome)}`}
          </p>
          {settings.length > 0 && (
            <ul className={css.list} aria-label="Suggested settings">
              {settings.map(toEntry)}
            </ul>
          )}
          {steps.length > 0 && (
            <>
              <p className={css.subhead}>
                {outcome.suggestions.some(({ isOfSource }) => isOfSource)
                  ? 'Next steps, once the settings are saved'
                  : 'Next steps behind this source'}
              </p>
              <ul className={css.list} aria-label="Next steps">
                {steps.map(toEntry)}
              </ul>
            </>
          )}
          {suggestions.length === 0 && <p className={css.count}>Nothing else fits at least half of them.</p>}
        </>
      )}
    </section>
  );
}
