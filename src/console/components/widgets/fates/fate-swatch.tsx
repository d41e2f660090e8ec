import * as css from './fates.css.ts';

/** Outcome of the input. */
export type Fate = 'delivered' | 'dropped' | 'waiting' | 'dead' | 'lost';

export const FATE_LABELS: Record<Fate, string> = {
  delivered: 'Delivered',
  dropped: 'Dropped by rule',
  waiting: 'Waiting',
  dead: 'Dead letters',
  lost: 'Lost',
};

/** Decorative: its word is beside it. */
export const FateSwatch = ({ fate }: { fate: Fate }) => (
  <span className={css.swatch[fate]} aria-hidden="true">
    {fate === 'lost' && (
      <svg className={css.cross} viewBox="0 0 16 10" aria-hidden="true">
        <path d="M5.5 2.5l5 5m0-5l-5 5" stroke="#fff" strokeWidth="1.5" strokeLinecap="round" fill="none" />
      </svg>
    )}
  </span>
);

/** All five looks with their figures. */
export const FateLegend = ({ figures }: { figures: Readonly<Record<Fate, string>> }) => (
  <ul className={css.legend} aria-label="What becomes of the data">
    {(Object.keys(FATE_LABELS) as Fate[]).map((fate) => (
      <li key={fate} className={css.entry}>
        <FateSwatch fate={fate} />
        {FATE_LABELS[fate]} <span className={css.figure}>{figures[fate]}</span>
      </li>
    ))}
  </ul>
);
