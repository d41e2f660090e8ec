import { type ReactNode, useId } from 'react';
import type { Figure } from '../../../lib/format.ts';
import { KeySequence } from '../keys/key-chip.tsx';
import { Missing } from '../text/missing.tsx';
import { useDescription } from '../text/use-description.tsx';
import * as css from './metrics.css.ts';
import { Sparkline, type SparkTone } from './sparkline.tsx';

export type Metric = {
  id: string;
  label: string;
  figure: Figure | undefined;
  tone?: 'err' | 'warn' | undefined;
  sub?: ReactNode;
  delta?: ReactNode;
  spark?: readonly (number | null)[] | undefined;
  sparkTone?: SparkTone;
  keys?: string | undefined;
  /** Without it the metric is read-only. */
  onPress?: (() => void) | undefined;
  leadsTo?: string;
};

/** A term and its figure. With a link, the term is a button covering both. */
function MetricTerm({ metric, hasDelta }: { metric: Metric; hasDelta: boolean }) {
  const { describedBy, description } = useDescription(metric.leadsTo);
  const id = useId();
  const [termId, factsId] = [`${id}term`, `${id}facts`];
  return (
    <div className={css.metric} data-leads={metric.onPress ? '' : undefined}>
      <dt className={css.label}>
        {metric.onPress ? (
          <button
            type="button"
            id={termId}
            className={css.lead}
            onClick={metric.onPress}
            aria-labelledby={`${termId} ${factsId}`}
            aria-describedby={describedBy}
          >
            {metric.label}
          </button>
        ) : (
          metric.label
        )}
        {metric.keys && (
          <span className={css.keys}>
            <KeySequence binding={metric.keys} decorative />
          </span>
        )}
      </dt>
      <dd id={factsId} className={css.facts}>
        <span className={css.value} data-tone={metric.tone}>
          {metric.figure ? (
            <>
              {metric.figure.value}
              {metric.figure.unit && <span className={css.unit}>{metric.figure.unit}</span>}
            </>
          ) : (
            <Missing />
          )}
        </span>
        <span className={css.sub} data-leads={metric.onPress ? '' : undefined}>
          {metric.sub && <span className={css.subText}>{metric.sub}</span>}
        </span>
        {hasDelta && <span className={css.delta}>{metric.delta}</span>}
        {metric.spark && (
          <span className={css.spark}>
            <Sparkline values={metric.spark} width={60} tone={metric.sparkTone ?? 'quiet'} />
          </span>
        )}
        {description}
      </dd>
    </div>
  );
}

export function MetricStrip({
  label,
  metrics,
  hasDeltas = false,
}: {
  label: string;
  metrics: readonly Metric[];
  /** Reserves a line for deltas before they are known. */
  hasDeltas?: boolean;
}) {
  return (
    <section aria-label={label} className={css.place}>
      <dl className={css.strip}>
        {metrics.map((metric) => (
          <MetricTerm key={metric.id} metric={metric} hasDelta={hasDeltas} />
        ))}
      </dl>
    </section>
  );
}
