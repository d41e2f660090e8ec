import { useState } from 'react';
import type { PatternGroup, PatternResult, PatternTrial } from '../../../../contract/calls/patterns.ts';
import { counted } from '../../../../contract/values.ts';
import { TextArea, TextField } from '../forms/text-field.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './code.css.ts';
import type { CodeTools } from './code-tools.ts';
import { filterUsableSamples, type TrialState, usePatternTrial } from './use-pattern-trial.ts';

/** `name` is the group that captured it. */
type Segment = { start: number; text: string; name: string | undefined };

/**
 * Splits a text at group boundaries; the innermost group names a segment. Groups without a position are
 * ignored.
 */
function toSegments(text: string, groups: readonly PatternGroup[]): Segment[] {
  const placed = groups.flatMap(({ name, start, end }) =>
    start !== undefined && end !== undefined && end > start ? [{ name, start, end }] : [],
  );
  const cuts = [...new Set([0, text.length, ...placed.flatMap(({ start, end }) => [start, end])])];
  cuts.sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] ?? text.length;
    const around = placed.filter((group) => group.start <= start && group.end >= end);
    around.sort((a, b) => a.end - a.start - (b.end - b.start));
    return { start, text: text.slice(start, end), name: around[0]?.name };
  });
}

type PatternTesterProps = {
  kind: 'pattern' | 'grok';
  pattern: string;
  definitions: Readonly<Record<string, string>> | undefined;
  patternSet?: PatternTrial['patternSet'];
  label: string;
  testPattern: NonNullable<CodeTools['testPattern']>;
  samples: readonly string[];
  samplesNote?: string | undefined;
  emptyNote?: string | undefined;
  /** For a rule only the match counts, not the groups. `isNegated`: the rule holds without a match. */
  rule?: { field: string; isNegated: boolean };
};

/** By field label, until the page is closed. */
const typedSamples = new Map<string, string>();
const FLOWED_SHOWN = 5;

/**
 * The sample with its groups underlined and named, or the whole match for rules and patterns without groups.
 */
function MarkedSample({
  sample,
  result,
  isRule,
}: {
  sample: string;
  result: PatternResult;
  isRule: boolean;
}) {
  const { groups, start, end } = result;
  const marked = groups.length > 0 && !isRule ? groups : [{ name: '', value: '', start, end }];
  return (
    <pre className={css.sample}>
      {toSegments(sample, marked).map((segment) =>
        segment.name === undefined ? (
          <span key={segment.start}>{segment.text}</span>
        ) : (
          <mark key={segment.start} className={css.mark}>
            {segment.text}
            {segment.name !== '' && <span className={css.markName}>{segment.name}</span>}
          </mark>
        ),
      )}
    </pre>
  );
}

function Fields({ result, name }: { result: PatternResult; name: string }) {
  if (result.groups.length === 0) return null;
  return (
    <table className={css.fields} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {result.groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names of groups may repeat, their order stays
          <tr key={index}>
            <td>{group.name}</td>
            <td>{group.value === '' ? <span className={css.quiet}>empty</span> : group.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeNegated(matched: number, all: number): string {
  if (all === 1) return matched === 1 ? 'Match; the rule does not hold' : 'No match; the rule holds';
  const counted = `${matched} of ${all} samples match`;
  const others = all - matched;
  if (others === 0) return `${counted}; the rule holds for none`;
  return `${counted}; the rule holds for the other${others === 1 ? '' : ` ${others}`}`;
}

function describeTrial(
  state: TrialState,
  pattern: string,
  isNegated: boolean,
): { text: string; shape: 'ok' | 'none' | 'bad' | 'idle' } {
  if (pattern === '') return { text: 'Enter a pattern to try it.', shape: 'idle' };
  if (state.kind === 'idle') return { text: 'Type or paste a sample to try the pattern.', shape: 'idle' };
  if (state.kind === 'failed') return { text: `The pattern was not tested. ${state.message}`, shape: 'bad' };
  const { problem, results } = state.outcome;
  if (problem !== undefined) return { text: problem, shape: 'bad' };
  const matched = results.filter((result) => result.matched).length;
  if (isNegated)
    return {
      text: describeNegated(matched, results.length),
      shape: matched < results.length ? 'ok' : 'none',
    };
  if (results.length === 1)
    return matched === 1 ? { text: 'Match', shape: 'ok' } : { text: 'No match', shape: 'none' };
  return { text: `${matched} of ${results.length} samples match`, shape: matched > 0 ? 'ok' : 'none' };
}

const MARKS = {
  ok: <StatusShape shape="check" tone="ok" size={12} />,
  none: <StatusShape shape="triangle" tone="warn" size={12} />,
  bad: <StatusShape shape="octagon" tone="err" size={12} />,
  idle: null,
};

export function PatternTester(props: PatternTesterProps) {
  const { kind, pattern, definitions, patternSet, label, testPattern, rule } = props;
  const memoryKey = rule ? `rule on ${rule.field}` : `${kind}:${label}`;
  const [typed, setTyped] = useState(() => typedSamples.get(memoryKey) ?? '');
  const flowed = props.samples.slice(0, FLOWED_SHOWN);
  const samples = filterUsableSamples([typed, ...flowed]);
  const question = {
    kind,
    pattern,
    ...(definitions && { definitions: { ...definitions } }),
    ...(patternSet && { patternSet }),
  };
  const state = usePatternTrial(testPattern, question, samples);
  const status = describeTrial(state, pattern, rule?.isNegated ?? false);
  const answered = state.kind === 'answered' && state.outcome.problem === undefined ? state : undefined;
  const sample = {
    label: 'Sample',
    help:
      flowed.length > 0
        ? (props.samplesNote ?? 'The newest events that reach this node are listed below.')
        : props.emptyNote,
    mono: true,
    value: typed,
    onChange: (text: string) => {
      typedSamples.set(memoryKey, text);
      setTyped(text);
    },
  };
  const found = (
    <p role="status" className={css.status} data-tone={status.shape}>
      {MARKS[status.shape]}
      {status.text}
    </p>
  );
  return (
    <div role="group" aria-label={`Try ${label}`} className={css.tester}>
      {rule && found}
      {rule ? (
        <TextField {...sample} placeholder="Paste a value to try" />
      ) : (
        <TextArea {...sample} rows={2} placeholder="Paste a line to try the pattern on" />
      )}
      {!rule && found}
      {answered?.outcome.results.map((result, index) => {
        const text = answered.samples[index] ?? '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: samples have no identity, only an order
          <div key={index} className={css.result}>
            {samples.length > 1 && (
              <span className={css.quiet}>
                Sample {index + 1}: {result.matched ? 'match' : 'no match'}
              </span>
            )}
            <MarkedSample sample={text} result={result} isRule={rule !== undefined} />
            {rule ? null : index === 0 || result.groups.length === 0 ? (
              <Fields result={result} name={`Fields of sample ${index + 1}`} />
            ) : (
              <details className={css.more}>
                <summary>{counted(result.groups.length, 'field')}</summary>
                <Fields result={result} name={`Fields of sample ${index + 1}`} />
              </details>
            )}
          </div>
        );
      })}
    </div>
  );
}
