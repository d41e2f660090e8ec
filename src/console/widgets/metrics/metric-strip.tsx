import type { ReactNode } from 'react';
import type { Figure } from '../format.ts';
import { KeySequence } from '../keys/key-chip.tsx';
import { Missing } from '../text/missing.tsx';
import * as css from './metrics.css.ts';
import { Sparkline } from './sparkline.tsx';

export type Metric = {
  id: string;
  label: string;
  /** Undefined is a missing value. */
  figure: Figure | undefined;
  tone?: 'err' | 'warn' | undefined;
  sub?: ReactNode;
  /** How it stands to the figure before. */
  delta?: ReactNode;
  spark?: readonly (number | null)[] | undefined;
  sparkTone?: 'accent' | 'quiet';
  keys?: string | undefined;
  /** Where it leads; without it the metric is only read. */
  onPress?: (() => void) | undefined;
  /** Where it leads, in words, for screen readers. */
  leadsTo?: string;
};

function MetricFace({ metric, hasDelta }: { metric: Metric; hasDelta: boolean }) {
  return (
    <>
      <span className={css.label}>
        {metric.label}
        {metric.keys && (
          <span className={css.keys}>
            <KeySequence binding={metric.keys} decorative />
          </span>
        )}
      </span>
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
      <span className={css.sub}>{metric.sub}</span>
      {hasDelta && <span className={css.delta}>{metric.delta}</span>}
      {metric.spark && (
        <span className={css.spark}>
          <Sparkline values={metric.spark} tone={metric.sparkTone ?? 'quiet'} />
        </span>
      )}
    </>
  );
}

/** Figures of a screen in a row; each keeps its width whatever it shows, and may lead to its details. */
export function MetricStrip({
  label,
  metrics,
  hasDeltas = false,
}: {
  label: string;
  metrics: readonly Metric[];
  /** Keeps a line for what was before, also while it is not known. */
  hasDeltas?: boolean;
}) {
  return (
    <section aria-label={label} className={css.strip}>
      {metrics.map((metric) =>
        metric.onPress ? (
          <button
            key={metric.id}
            type="button"
            className={css.metric}
            onClick={metric.onPress}
            aria-description={metric.leadsTo}
          >
            <MetricFace metric={metric} hasDelta={hasDeltas} />
          </button>
        ) : (
          <div key={metric.id} className={css.metric}>
            <MetricFace metric={metric} hasDelta={hasDeltas} />
          </div>
        ),
      )}
    </section>
  );
}
