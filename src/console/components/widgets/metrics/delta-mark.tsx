import * as css from './metrics.css.ts';

/** Colored only if noteworthy. */
export type Delta = {
  /** With its sign: `+12%`. */
  text: string;
  words: string;
  direction: 'up' | 'down' | 'same';
  tone?: 'ok' | 'warn' | undefined;
};

const ARROWS = { up: '▲', down: '▼', same: '=' };

export const DeltaMark = ({ text, words, direction, tone }: Delta) => (
  <span className={css.deltaTone} data-tone={tone}>
    <span aria-hidden="true">{ARROWS[direction]} </span>
    {text} <span className={css.deltaWords}>{words}</span>
  </span>
);
