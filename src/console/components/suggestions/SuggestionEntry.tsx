import type { Suggestion } from '../../../contract/calls/suggestions.ts';
import { formatBytes, formatExact, formatFigure, formatPercent } from '../../lib/format.ts';
import { CommandButton } from '../commands/CommandButton.tsx';
import { escapeHiddenCharacters } from '../widgets/text/visible-text.ts';
import * as css from './suggestions.css.ts';

const UNMATCHED_SHOWN = 3;

const describeMatch = (suggestion: Suggestion, all: number): string => {
  const { templateId, matched, isOfSource, eventCount: of = all } = suggestion;
  const verb = isOfSource ? 'Fits' : templateId === 'redact' ? 'Found in' : 'Works on';
  return `${verb} ${formatExact(matched)} of ${formatExact(of)} events`;
};

function describeSaving({ before, after }: NonNullable<Suggestion['bytes']>, of: number): string {
  const share = formatFigure(formatPercent((100 * (before - after)) / before));
  const [from, to] = [before, after].map((bytes) => formatFigure(formatBytes(bytes)));
  return `Saves ${share}, measured on ${formatExact(of)} events that reach this node: ${from} to ${to}`;
}

type SuggestionEntryProps = {
  suggestion: Suggestion;
  /** Index in the published scope. */
  index: number;
  /** Number of examined events. */
  of: number;
  command: 'node.applySuggestion' | 'source.applySuggestion';
  title?: string;
  /** `Use`, or `Add`. */
  label?: string;
};

/** What is suggested, how well it fits, and exceptions. */
export function SuggestionEntry({ suggestion, index, of, command, ...more }: SuggestionEntryProps) {
  const { fields, unmatched, templateId, bytes } = suggestion;
  const { title = suggestion.title, label = 'Use' } = more;
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <span className={css.title}>{escapeHiddenCharacters(title)}</span>
        <CommandButton
          id={command}
          args={{ suggestion: String(index) }}
          size="small"
          hideIcon
          label={label}
          aria-label={`${label} ${title}`}
        />
      </div>
      <p className={css.count}>{bytes ? describeSaving(bytes, of) : describeMatch(suggestion, of)}</p>
      {fields.length > 0 && templateId !== 'redact' && (
        <p className={css.lines}>
          {fields.map(({ name, value }) => `${name} = ${escapeHiddenCharacters(value)}`).join(', ')}
        </p>
      )}
      {unmatched.length > 0 && templateId !== 'redact' && (
        <>
          <p className={css.count}>Not on:</p>
          <ul className={css.unmatched} aria-label="Events it does not work on">
            {[...new Set(unmatched)].slice(0, UNMATCHED_SHOWN).map((line) => (
              <li key={line}>{escapeHiddenCharacters(line)}</li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}
