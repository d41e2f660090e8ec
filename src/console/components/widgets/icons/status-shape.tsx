import type { ReactNode } from 'react';
import { tone as toneClass } from '../../../../../styles/text.css.ts';
import { vars } from '../../../../../styles/tokens.css.ts';
import * as css from './icon.css.ts';

const hole = vars.color.bgMain;
const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const ink = { stroke: 'currentColor', ...round } as const;
const cutOut = { stroke: hole, ...round } as const;

/** 14 × 14. Status needs shape, color and word together. */
const SHAPES = {
  check: (
    <>
      <circle cx="7" cy="7" r="6.25" fill="currentColor" />
      <path d="M4.2 7.2l2 2 3.6-4" {...cutOut} strokeWidth="1.6" />
    </>
  ),
  rolledBack: (
    <>
      <path d="M2.3 4.2A5.6 5.6 0 1 1 1.4 7" {...ink} strokeWidth="1.5" />
      <path d="M1.6 1.6v2.9h2.9" {...ink} strokeWidth="1.5" />
      <path d="M4.8 7.2l1.6 1.6 2.8-3.2" {...ink} strokeWidth="1.4" />
    </>
  ),
  pending: (
    <>
      <circle cx="7" cy="7" r="5.6" stroke="currentColor" strokeOpacity=".3" strokeWidth="1.6" />
      <path className={css.turning} d="M7 1.4A5.6 5.6 0 0 1 12.6 7" {...ink} strokeWidth="1.8" />
      <path d="M7 9.4V5M5 6.8L7 4.8l2 2" {...ink} strokeWidth="1.4" />
    </>
  ),
  octagon: (
    <>
      <path d="M4.4.9h5.2l3.5 3.5v5.2l-3.5 3.5H4.4L.9 9.6V4.4z" fill="currentColor" />
      <path d="M7 3.7v3.8" {...cutOut} strokeWidth="1.6" />
      <circle cx="7" cy="10" r=".95" fill={hole} />
    </>
  ),
  paused: (
    <>
      <rect x=".8" y=".8" width="12.4" height="12.4" rx="3" fill="currentColor" />
      <path d="M5.2 4.4v5.2M8.8 4.4v5.2" {...cutOut} strokeWidth="1.7" />
    </>
  ),
  bypassed: (
    <>
      <path d="M1 10.5C2.5 3.8 9.5 2.6 12.2 8.6" {...ink} strokeWidth="1.6" />
      <path d="M12.9 5.1l-.6 3.7-3.6-.8" {...ink} strokeWidth="1.6" />
      <circle cx="6.8" cy="10.6" r="1.7" fill="currentColor" />
    </>
  ),
  dashed: <circle cx="7" cy="7" r="5.7" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.2 2.28" />,
  deleted: (
    <>
      <circle cx="7" cy="7" r="5.8" stroke="currentColor" strokeWidth="1.4" />
      <path d="M5 5l4 4M9 5L5 9" {...ink} strokeWidth="1.4" />
    </>
  ),
  triangle: (
    <>
      <path d="M7 1.2l6.1 11H.9z" {...ink} fill="currentColor" strokeWidth="1" />
      <path d="M7 5.2v3.2" {...cutOut} strokeWidth="1.5" />
      <circle cx="7" cy="10.5" r=".85" fill={hole} />
    </>
  ),
  info: (
    <>
      <circle cx="7" cy="7" r="5.8" stroke="currentColor" strokeWidth="1.5" />
      <path d="M7 6.6v3.2" {...ink} strokeWidth="1.6" />
      <circle cx="7" cy="4.3" r=".9" fill="currentColor" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type ShapeName = keyof typeof SHAPES;
export type Tone = 'ok' | 'warn' | 'err' | 'info' | 'text2' | 'text3' | 'accent';

type StatusShapeProps = {
  shape: ShapeName;
  tone: Tone;
  /** Px; 14 beside text. */
  size?: number;
  /** For use without a word beside it. */
  label?: string | undefined;
};

export function StatusShape({ shape, tone, size = 14, label }: StatusShapeProps) {
  const drawn = {
    width: size,
    height: size,
    viewBox: '0 0 14 14',
    fill: 'none',
    className: `${css.shape} ${toneClass[tone]}`,
  };
  if (label === undefined) {
    return (
      <svg aria-hidden="true" {...drawn}>
        {SHAPES[shape]}
      </svg>
    );
  }
  return (
    <svg role="img" aria-label={label} {...drawn}>
      {SHAPES[shape]}
    </svg>
  );
}
