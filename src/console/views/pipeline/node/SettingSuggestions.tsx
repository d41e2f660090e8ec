import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  isSavingTemplate,
  type Suggestion,
  type SuggestOutcome,
} from '../../../../contract/calls/suggestions.ts';
import { FINDINGS_EVENTS_MIN } from '../../../../contract/entities/insights.ts';
import type { Template } from '../../../../contract/entities/template.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { applySuggestion, isApplied } from '../../../components/suggestions/apply-suggestion.ts';
import { SuggestionEntry } from '../../../components/suggestions/SuggestionEntry.tsx';
import * as own from '../../../components/suggestions/suggestions.css.ts';
import { formatExact } from '../../../lib/format.ts';
import { useStore } from '../../../lib/store.ts';
import { announce } from '../../../state/announcement.ts';
import { flagsOn } from '../../../state/flags.ts';
import { useCatalogue } from '../editor/use-catalogue.ts';
import * as css from '../pipeline.css.ts';
import type { RunningParts } from './use-pattern-tools.ts';
import { useSuggestions } from './use-suggestions.ts';

const SUGGESTED = [
  'parse_json',
  'parse_key_value',
  'parse_csv',
  'parse_cef',
  'parse_grok',
  'parse_regex',
  'parse_timestamp',
  'redact',
];

type SuggestionsProps = {
  draft: Draft;
  node: DraftNode;
  running: RunningParts;
  isLocked: boolean;
  onChange: (config: Record<string, unknown>) => void;
};

/** The other parser that works on more events. */
function findBetter({ suggestions }: SuggestOutcome, node: DraftNode, templates: readonly Template[]) {
  if (!node.templateId.startsWith('parse_') || node.templateId === 'parse_timestamp') return undefined;
  const most = Math.max(
    0,
    ...suggestions.filter((one) => one.templateId === node.templateId).map((one) => one.matched),
  );
  const better = suggestions.find(
    (one) =>
      one.templateId.startsWith('parse_') && one.templateId !== 'parse_timestamp' && one.matched > most,
  );
  const name = templates.find(
    ({ id, nodeType }) => id === better?.templateId && nodeType === 'TRANSFORM',
  )?.name;
  return better && name ? { name, matched: better.matched } : undefined;
}

function describeNothing(templateId: string, of: number): string {
  const events = `the ${formatExact(of)} events that were looked at`;
  if (!isSavingTemplate(templateId)) return `Nothing fits at least half of ${events}.`;
  const few = of < FINDINGS_EVENTS_MIN ? ` It takes at least ${FINDINGS_EVENTS_MIN}.` : '';
  return `Nothing more that would save volume was found in ${events}.${few}`;
}

function Found({
  outcome,
  own: mine,
  node,
  siteId,
}: {
  outcome: SuggestOutcome;
  own: readonly Suggestion[];
  node: DraftNode;
  siteId: string;
}) {
  const { templates } = useCatalogue(siteId);
  const better = findBetter(outcome, node, templates);
  return (
    <>
      {mine.length === 0 && (
        <p className={css.quiet}>{describeNothing(node.templateId, outcome.eventCount)}</p>
      )}
      {mine.length > 0 && (
        <ul className={own.list} aria-label="Suggested settings">
          {mine.map((suggestion, index) => (
            <SuggestionEntry
              command="node.applySuggestion"
              key={`${suggestion.title}/${JSON.stringify(suggestion.config)}`}
              suggestion={suggestion}
              index={index}
              of={outcome.eventCount}
            />
          ))}
        </ul>
      )}
      {better && (
        <p className={css.quiet}>
          {better.name} works on {formatExact(better.matched)} of them: use that transform instead.
        </p>
      )}
    </>
  );
}

const NONE: readonly Suggestion[] = [];

function Suggestions({ draft, node, running, isLocked, onChange }: SuggestionsProps) {
  const [asked, setAsked] = useState(0);
  const { outcome, error, none } = useSuggestions(draft, node, running, asked);
  const find = useCallback(() => setAsked((count) => count + 1), []);
  const suggestions = useMemo(
    () =>
      outcome?.suggestions.filter(
        (one) => one.templateId === node.templateId && !isApplied(node.config, one),
      ) ?? NONE,
    [outcome, node.templateId, node.config],
  );
  const apply = useCallback(
    (suggestion: Suggestion) => {
      onChange(applySuggestion(node.config, suggestion));
      announce(`The form has the suggested settings: ${suggestion.title}`);
    },
    [node.config, onChange],
  );
  const refusal = isLocked ? 'Wait until the pipeline is saved' : undefined;
  const fill = useCallback(
    (values: Pick<Suggestion, 'templateId' | 'config'>) => onChange(applySuggestion(node.config, values)),
    [node.config, onChange],
  );
  const { templateId, config } = node;
  usePublishScope('pipeline.suggest', {
    suggestions,
    refusal,
    find,
    apply,
    templateId,
    config,
    fillRefusal: refusal,
    fill,
    restore: onChange,
  });
  const said =
    outcome && `${suggestions.length === 1 ? 'One suggestion' : `${suggestions.length} suggestions`}`;
  useEffect(() => {
    if (said) announce(said);
  }, [said]);
  const isWaiting = asked > 0 && !outcome && !error && none === undefined;
  return (
    <section className={own.room} aria-label="Suggestions">
      <div>
        <CommandButton id="node.suggest" size="small" />
      </div>
      {isWaiting && <p className={css.quiet}>Waiting for events that reach this node…</p>}
      {none !== undefined && <p className={css.quiet}>{none}</p>}
      {error && <p className={css.warning}>{error.message}</p>}
      {outcome && <Found outcome={outcome} own={suggestions} node={node} siteId={running.siteId} />}
    </section>
  );
}

/** Settings found in events that reach the node, for suitable transforms. */
export function SettingSuggestions(props: SuggestionsProps) {
  const { templateId } = props.node;
  const flags = useStore(flagsOn);
  const isOffered =
    (SUGGESTED.includes(templateId) && flags?.has('formAssistantTransform')) ||
    (isSavingTemplate(templateId) && flags?.has('aiRecommendations'));
  return isOffered ? <Suggestions {...props} /> : null;
}
